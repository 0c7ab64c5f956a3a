// stencils.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// Radius 8 along a line, through shared memory.
__global__ void stencil_wide(const float *in, float *out, int count) {
    __shared__ float tile[256 + 16];
    int i = blockIdx.x * 256 + threadIdx.x;
    tile[threadIdx.x + 8] = in[i];
    if (threadIdx.x < 8) {
        tile[threadIdx.x] = i >= 8 ? in[i - 8] : 0;
        tile[threadIdx.x + 264] = i + 256 < count ? in[i + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int d = 0; d <= 16; d++) sum += tile[threadIdx.x + d];
    out[i] = sum;
}
MEASURE(stencils, stencil_wide, 1048576, 16777216) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { stencil_wide<<<size / 256, 256>>>(in, out, (int)size); };
}

// The same with blocks of 8 x 32 threads: eight neighbours in x.
__global__ void stencil_five_tall(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
    size_t i = (size_t)y * n + x;
    out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
MEASURE(stencils, stencil_five_tall, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { stencil_five_tall<<<dim3(n / 8, n / 32), dim3(8, 32)>>>(in, out, n); };
}

__global__ void stencil_five_shared(const float *in, float *out, int n) {
    __shared__ float tile[18][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, tx = threadIdx.x + 1,
        ty = threadIdx.y + 1;
    size_t i = (size_t)y * n + x;
    tile[ty][tx] = in[i];
    if (threadIdx.x == 0 && x > 0) tile[ty][0] = in[i - 1];
    if (threadIdx.x == 31 && x < n - 1) tile[ty][33] = in[i + 1];
    if (threadIdx.y == 0 && y > 0) tile[0][tx] = in[i - n];
    if (threadIdx.y == 15 && y < n - 1) tile[17][tx] = in[i + n];
    __syncthreads();
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
    out[i] = 0.2f * (tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}
MEASURE(stencils, stencil_five_shared, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { stencil_five_shared<<<dim3(n / 32, n / 16), dim3(32, 16)>>>(in, out, n); };
}

// Conway's game on bytes.
__global__ void stencil_life(const unsigned char *in, unsigned char *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, neighbours = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) neighbours += in[(size_t)((y + dy + n) % n) * n + (x + dx + n) % n];
    unsigned char alive = in[(size_t)y * n + x];
    out[(size_t)y * n + x] = neighbours == 3 || (alive && neighbours == 2);
}
MEASURE(stencils, stencil_life, 1024, 4096) {
    int n = (int)size;
    unsigned char *in = values<unsigned char>(size * size, [](uint32_t i) { return scramble(i) & 1; }),
                  *out = zeros<unsigned char>(size * size);
    return [=] { stencil_life<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); };
}
