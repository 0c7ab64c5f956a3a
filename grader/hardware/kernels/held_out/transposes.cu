// transposes.cu - measured kernels that no model has seen.
#include "../measured.cuh"

__global__ void transpose_reads_rows(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[(size_t)x * n + y] = in[(size_t)y * n + x];
}
MEASURE(transposes, transpose_reads_rows, 512, 2048, 8192) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { transpose_reads_rows<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); };
}

// Through shared memory, tiles with and without padding, and with columns exchanged by XOR.
template <int KIND> __global__ void transpose_tile(const float *in, float *out, int n) {
    constexpr int WIDTH = KIND == 1 ? 33 : 32;
    __shared__ float tile[32][WIDTH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][KIND == 2 ? threadIdx.x ^ threadIdx.y : threadIdx.x] = in[(size_t)y * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    out[(size_t)y * n + x] = tile[threadIdx.x][KIND == 2 ? threadIdx.y ^ threadIdx.x : threadIdx.y];
}
MEASURE(transposes, transpose_tile_plain, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { transpose_tile<0><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(in, out, n); };
}
MEASURE(transposes, transpose_tile_padded, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { transpose_tile<1><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(in, out, n); };
}
MEASURE(transposes, transpose_tile_exchanged, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { transpose_tile<2><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(in, out, n); };
}

// Padded tiles; a block of 32 x 8 threads moves four rows a thread.
__global__ void transpose_four_rows(const float *in, float *out, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) tile[threadIdx.y + i][threadIdx.x] = in[(size_t)(y + i) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) out[(size_t)(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}
MEASURE(transposes, transpose_four_rows, 1024, 4096, 8192) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { transpose_four_rows<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); };
}
