// stencils.cu - weighted neighbours on a line, heat in a plane of several materials, and means of 27 in a volume.
#include "../measured.cuh"

#define REACH 6
__constant__ float weights[2 * REACH + 1];

#define LINE                                                                                                           \
    std::vector<float> host(2 * REACH + 1);                                                                            \
    for (int k = 0; k <= 2 * REACH; k++) host[k] = 1.0f / (2 + abs(k - REACH));                                        \
    CHECK(cudaMemcpyToSymbol(weights, host.data(), sizeof weights));                                                   \
    float *in = floats(size + 2 * REACH), *out = zeros<float>(size);                                                   \
    measured_check([=] {                                                                                               \
        std::vector<float> from = download(in, size + 2 * REACH), to = download(out, size);                            \
        for (long i = 0; i < size; i++) {                                                                              \
            double sum = 0;                                                                                            \
            for (int k = 0; k <= 2 * REACH; k++) sum += (double)host[k] * from[i + k];                                 \
            if (!near(to[i], sum, 1e-5)) return false;                                                                 \
        }                                                                                                              \
        return true;                                                                                                   \
    })

__global__ void line_direct(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k <= 2 * REACH; k++) sum += weights[k] * in[i + k];
    out[i] = sum;
}
MEASURE(stencils, line_direct, 262144, 8388608) {
    LINE;
    return [=] { line_direct<<<size / 128, 128>>>(in, out); };
}

__global__ void line_tile(const float *in, float *out) {
    __shared__ float tile[128 + 2 * REACH];
    int i = blockIdx.x * 128 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (threadIdx.x < 2 * REACH) tile[128 + threadIdx.x] = in[i + 128];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k <= 2 * REACH; k++) sum += weights[k] * tile[threadIdx.x + k];
    out[i] = sum;
}
MEASURE(stencils, line_tile, 262144, 8388608) {
    LINE;
    return [=] { line_tile<<<size / 128, 128>>>(in, out); };
}

// Sixteen neighbouring elements for each thread, whose window moves through registers.
__global__ void line_window(const float *in, float *out) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 16;
    float window[2 * REACH + 1];
#pragma unroll
    for (int k = 0; k < 2 * REACH; k++) window[k] = in[first + k];
#pragma unroll
    for (int i = 0; i < 16; i++) {
        window[2 * REACH] = in[first + i + 2 * REACH];
        float sum = 0;
#pragma unroll
        for (int k = 0; k <= 2 * REACH; k++) sum += weights[k] * window[k];
        out[first + i] = sum;
#pragma unroll
        for (int k = 0; k < 2 * REACH; k++) window[k] = window[k + 1];
    }
}
MEASURE(stencils, line_window, 262144, 8388608) {
    LINE;
    return [=] { line_window<<<size / (128 * 16), 128>>>(in, out); };
}

// Temperatures after a step; each place conducts heat in its own way. The border stays as it is.
#define HEAT                                                                                                           \
    int n = (int)size;                                                                                                 \
    float *now = floats(size * size, 0, 100), *conducts = floats(size * size, 0.05f, 0.2f),                            \
          *next = zeros<float>(size * size);                                                                           \
    measured_check([=] {                                                                                               \
        std::vector<float> t = download(now, size * size), c = download(conducts, size * size),                        \
                           to = download(next, size * size);                                                           \
        for (long i = n + 1; i < size * size - n - 1; i += 3) {                                                        \
            if (i % n == 0 || i % n == n - 1) continue;                                                                \
            double sum = t[i] + c[i] * (t[i - 1] + t[i + 1] + t[i - n] + t[i + n] - 4.0 * t[i]);                       \
            if (!near(to[i], sum, 1e-4)) return false;                                                                 \
        }                                                                                                              \
        return true;                                                                                                   \
    })

__global__ void heat_direct(const float *now, const float *conducts, float *next, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;
    if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
    next[i] = now[i] + conducts[i] * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n] - 4 * now[i]);
}
MEASURE(stencils, heat_direct, 2048) {
    HEAT;
    return [=] { heat_direct<<<dim3(n / 8, n / 32), dim3(8, 32)>>>(now, conducts, next, n); };
}

// 32 x 16 threads load their element, those at the edges one more.
__global__ void heat_tile(const float *now, const float *conducts, float *next, int n) {
    __shared__ float tile[18][34];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = blockIdx.x * 32 + tx - 1, y = blockIdx.y * 16 + ty - 1;
    int i = y * n + x;
    tile[ty][tx] = now[i];
    if (tx == 1 && x > 0) tile[ty][0] = now[i - 1];
    if (tx == 32 && x < n - 1) tile[ty][33] = now[i + 1];
    if (ty == 1 && y > 0) tile[0][tx] = now[i - n];
    if (ty == 16 && y < n - 1) tile[17][tx] = now[i + n];
    __syncthreads();
    if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
    float here = tile[ty][tx];
    next[i] =
        here + conducts[i] * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * here);
}
MEASURE(stencils, heat_tile, 2048) {
    HEAT;
    return [=] { heat_tile<<<dim3(n / 32, n / 16), dim3(32, 16)>>>(now, conducts, next, n); };
}

#define CELL(z, y, x) (((z)*n + (y)) * n + (x))
#define CUBE                                                                                                           \
    int n = (int)size;                                                                                                 \
    float *in = floats(size * size * size), *out = zeros<float>(size * size * size);                                   \
    measured_check([=] {                                                                                               \
        std::vector<float> from = download(in, size * size * size), to = download(out, size * size * size);            \
        for (uint32_t k = 0; k < 3000; k++) {                                                                          \
            int x = 1 + scramble(k) % (n - 2), y = 1 + scramble(~k) % (n - 2), z = 1 + scramble(k + 9) % (n - 2);      \
            double sum = 0;                                                                                            \
            for (int d = 0; d < 27; d++) sum += from[CELL(z + d / 9 - 1, y + d / 3 % 3 - 1, x + d % 3 - 1)];           \
            if (!near(to[CELL(z, y, x)], sum / 27, 1e-5)) return false;                                                \
        }                                                                                                              \
        return true;                                                                                                   \
    })

__global__ void cube_direct(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++) sum += in[CELL(z + k, y + j, x + i)];
    out[CELL(z, y, x)] = sum * (1 / 27.0f);
}
MEASURE(stencils, cube_direct, 192) {
    CUBE;
    return [=] { cube_direct<<<dim3(n / 32, n / 8, n), dim3(32, 8)>>>(in, out, n); };
}

// 8 x 8 x 8 threads and a border around them in shared memory.
__global__ void cube_tile(const float *in, float *out, int n) {
    __shared__ float tile[10][10][10];
    int t = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
    for (int i = t; i < 1000; i += 512) {
        int x = blockIdx.x * 8 + i % 10 - 1, y = blockIdx.y * 8 + i / 10 % 10 - 1, z = blockIdx.z * 8 + i / 100 - 1;
        bool inside = x >= 0 && y >= 0 && z >= 0 && x < n && y < n && z < n;
        (&tile[0][0][0])[i] = inside ? in[CELL(z, y, x)] : 0;
    }
    __syncthreads();
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 8 + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    float sum = 0;
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) sum += tile[threadIdx.z + k][threadIdx.y + j][threadIdx.x + i];
    out[CELL(z, y, x)] = sum * (1 / 27.0f);
}
MEASURE(stencils, cube_tile, 192) {
    CUBE;
    return [=] { cube_tile<<<dim3(n / 8, n / 8, n / 8), dim3(8, 8, 8)>>>(in, out, n); };
}
