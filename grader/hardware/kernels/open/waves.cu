// waves.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// `size` blocks of one warp.
__global__ void wave_of_warps(float *out, int rounds) {
    float x = threadIdx.x, y = blockIdx.x;
    for (int r = 0; r < rounds; r++) x = x * y + 1.5f;
    out[blockIdx.x * 32 + threadIdx.x] = x;
}
MEASURE(waves, wave_of_warps, 132, 4224, 8448, 65536) {
    float *out = zeros<float>(size * 32);
    return [=] { wave_of_warps<<<(unsigned)size, 32>>>(out, 500); };
}

// Every 37th block has twenty times the work.
__global__ void uneven_blocks(const float *in, float *out) {
    int rounds = blockIdx.x % 37 == 0 ? 2000 : 100;
    float x = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int r = 0; r < rounds; r++) x = x * x - 0.7f;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
MEASURE(waves, uneven_blocks, 262144, 4194304) {
    float *in = floats(size, -0.5f, 0.5f), *out = zeros<float>(size);
    return [=] { uneven_blocks<<<size / 256, 256>>>(in, out); };
}

// Few blocks fit: each takes 64 KiB of shared memory.
__global__ void much_shared(const float *in, float *out, int tiles) {
    extern __shared__ float tile[];
    float sum = 0;
    for (int t = 0; t < tiles; t++) {
        for (int i = threadIdx.x; i < 16384; i += blockDim.x)
            tile[i] = in[(size_t)(blockIdx.x * tiles + t) * 16384 + i];
        __syncthreads();
        for (int i = threadIdx.x; i < 16384; i += blockDim.x) sum += tile[(i * 33 + 7) % 16384];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
MEASURE(waves, much_shared, 1048576, 33554432) {
    float *in = floats(size), *out = zeros<float>(size / 64);
    CHECK(cudaFuncSetAttribute(much_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    return [=] { much_shared<<<size / 16384 / 4, 256, 65536>>>(in, out, 4); };
}

// An array indexed by data: it lies in local memory.
__global__ void spilled(const int *in, int *out) {
    int own[64], i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 64; k++) own[k] = k;
    int x = in[i];
    for (int k = 0; k < 128; k++) {
        own[x & 63] += k;
        x = x * 1664525 + 1013904223;
    }
    int sum = 0;
    for (int k = 0; k < 64; k++) sum += own[k] * k;
    out[i] = sum;
}
MEASURE(waves, spilled, 65536, 1048576) {
    int *in = integers(size, 1u << 30), *out = zeros<int>(size);
    return [=] { spilled<<<size / 256, 256>>>(in, out); };
}
