// waiting.cu - kernels that wait for loads or for each other, and others that need not.
#include "pair.cuh"

// A sum with one load in flight per thread, or with sixteen.
template <int LOADS> __global__ void sum_by_stride(const float *from, float *sums, int count) {
    float sum = 0;
    int threads = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int i = first; i < count; i += LOADS * threads) {
        float part[LOADS];
#pragma unroll
        for (int k = 0; k < LOADS; k++) part[k] = from[i + k * threads];
#pragma unroll
        for (int k = 0; k < LOADS; k++) sum += part[k];
    }
    sums[first] = sum;
}
PAIR(load_latency, loads_in_flight, 132 * 256 * 512) {
    float *from = floats(size), *sums = zeros<float>(132 * 256);
    return [=] { sum_by_stride<PAID ? 1 : 16><<<132, 256>>>(from, sums, (int)size); };
}
PAIR(load_latency, few_warps, 132 * 2048 * 64) {
    float *from = floats(size), *sums = zeros<float>(132 * 2048);
    return [=] { sum_by_stride<4><<<PAID ? 132 : 264, PAID ? 64 : 1024>>>(from, sums, (int)size); };
}

// Shared memory that nobody uses keeps other blocks from being resident.
__global__ void scale(const float *from, float *to) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = 2 * from[i];
}
PAIR(load_latency, occupancy_of_shared, 1 << 24) {
    float *from = floats(size), *to = zeros<float>(size);
    size_t bytes = PAID ? 110 * 1024 : 0;
    CHECK(cudaFuncSetAttribute(scale, cudaFuncAttributeMaxDynamicSharedMemorySize, 110 * 1024));
    return [=] { scale<<<size / 128, 128, bytes>>>(from, to); };
}

// Each step goes on where the last load says, or at places that are known before.
template <bool DEPENDENT> __global__ void walk(const int *next, int *ends, int steps) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 8
    for (int i = 0; i < steps; i++) {
        int found = next[DEPENDENT ? at : (at + i * 32) & 0xffff];
        if (DEPENDENT) at = found;
        sum += found;
    }
    ends[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
PAIR(load_latency, chain_in_l1, 512) {
    int *next = values<int>(65536, [](uint32_t i) { return i / 64 * 64 + (i * 5 + 1) % 64; });
    int *ends = zeros<int>(132 * 64);
    return [=] { walk<PAID><<<132, 64>>>(next, ends, (int)size); };
}
PAIR(load_latency, chain_in_l2, 512) {
    int *next = values<int>(65536, [](uint32_t i) { return (i * 5 + 4099) & 0xffff; });
    int *ends = zeros<int>(132 * 64);
    return [=] { walk<PAID><<<132, 64>>>(next, ends, (int)size); };
}

// The next tile is loaded while this one is used, or after it.
template <bool AHEAD> __global__ void tiles_in_turn(const float *from, float *to, int tiles) {
    __shared__ float tile[256];
    const float *own = from + (size_t)blockIdx.x * tiles * 256 + threadIdx.x;
    float sum = 0, next = own[0];
    for (int t = 0; t < tiles; t++) {
        tile[threadIdx.x] = AHEAD ? next : own[t * 256];
        if (AHEAD && t + 1 < tiles) next = own[(t + 1) * 256];
        __syncthreads();
        for (int k = 0; k < 128; k++) sum = fmaf(sum, 0.5f, tile[(threadIdx.x + k) & 255]);
        __syncthreads();
    }
    to[blockIdx.x * 256 + threadIdx.x] = sum;
}
PAIR(load_latency, tile_ahead, 64) {
    float *from = floats(132 * 256 * size), *to = zeros<float>(132 * 256);
    return [=] { tiles_in_turn<!PAID><<<132, 256>>>(from, to, (int)size); };
}

// In each step one warp of the block has more work than the others. They need not wait for it.
template <bool WAITS> __global__ void turns_of_warps(float *out, int steps) {
    float x = threadIdx.x;
    int warps = blockDim.x / 32;
    for (int step = 0; step < steps; step++) {
        int products = step % warps == threadIdx.x / 32 ? 128 : 8;
#pragma unroll 8
        for (int k = 0; k < products; k++) x = fmaf(x, 0.5f, 1.0f);
        if (WAITS) __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
PAIR(barriers, one_warp_works, 256) {
    float *out = zeros<float>(132 * 256);
    return [=] { turns_of_warps<PAID><<<132, 256>>>(out, (int)size); };
}
PAIR(barriers, one_warp_of_many_works, 128) {
    float *out = zeros<float>(264 * 1024);
    return [=] { turns_of_warps<PAID><<<264, 1024>>>(out, (int)size); };
}

// Lanes of a warp exchange words. The warp has to wait for nobody else.
template <bool OF_BLOCK> __global__ void exchange(float *out, int steps) {
    __shared__ float values[512];
    float x = threadIdx.x;
    for (int step = 0; step < steps; step++) {
        values[threadIdx.x] = x;
        if (OF_BLOCK) __syncthreads();
        else __syncwarp();
        x += values[threadIdx.x ^ 1];
        if (OF_BLOCK) __syncthreads();
        else __syncwarp();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
PAIR(barriers, exchange_in_warp, 256) {
    float *out = zeros<float>(132 * 512);
    return [=] { exchange<PAID><<<132, 512>>>(out, (int)size); };
}

// A load, a barrier, a store: without the barrier each warp goes on when its own load is there.
template <bool WAITS> __global__ void load_and_wait(const float *from, float *to, int steps) {
    size_t first = (size_t)blockIdx.x * blockDim.x * steps + threadIdx.x;
    for (int step = 0; step < steps; step++) {
        float x = from[first + (size_t)step * blockDim.x];
        if (WAITS) __syncthreads();
        to[first + (size_t)step * blockDim.x] = x + 1;
        if (WAITS) __syncthreads();
    }
}
PAIR(barriers, load_and_wait, 32) {
    float *from = floats(264 * 1024 * size), *to = zeros<float>(264 * 1024 * size);
    return [=] { load_and_wait<PAID><<<264, 1024>>>(from, to, (int)size); };
}
