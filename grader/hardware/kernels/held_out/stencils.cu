// stencils.cu - measured kernels that no model has seen.
#include "../measured.cuh"

__global__ void stencil_three(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < count - 1) out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}
MEASURE(stencils, stencil_three, 262144, 16777216, 67108864) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { stencil_three<<<blocks_for(size, 256), 256>>>(in, out, (int)size); };
}

__global__ void stencil_five(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
    size_t i = (size_t)y * n + x;
    out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
MEASURE(stencils, stencil_five, 1024, 4096, 8192) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { stencil_five<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); };
}

// Seven points of a cube of n x n x n.
__global__ void stencil_volume(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) return;
    size_t i = ((size_t)z * n + y) * n + x, plane = (size_t)n * n;
    out[i] = in[i - plane] + in[i + plane] + in[i - n] + in[i + n] + in[i - 1] + in[i + 1] - 6 * in[i];
}
MEASURE(stencils, stencil_volume, 128, 384) {
    int n = (int)size;
    float *in = floats(size * size * size), *out = zeros<float>(size * size * size);
    return [=] { stencil_volume<<<dim3(n / 32, n / 8, n), dim3(32, 8)>>>(in, out, n); };
}

// The same; each thread goes along z and has its column in registers.
__global__ void stencil_marching(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
    size_t i = (size_t)y * n + x, plane = (size_t)n * n;
    float below = in[i], here = in[i + plane];
    for (int z = 1; z < n - 1; z++) {
        i += plane;
        float above = in[i + plane];
        out[i] = below + above + in[i - n] + in[i + n] + in[i - 1] + in[i + 1] - 6 * here;
        below = here;
        here = above;
    }
}
MEASURE(stencils, stencil_marching, 128, 384) {
    int n = (int)size;
    float *in = floats(size * size * size), *out = zeros<float>(size * size * size);
    return [=] { stencil_marching<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); };
}
