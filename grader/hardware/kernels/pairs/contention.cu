// contention.cu - atomics on the same addresses, and on addresses apart.
#include "pair.cuh"

// All threads add to `words` words, neighbours to different ones.
template <class T> __global__ void add_to_words(T *sums, int words) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i % words], (T)(i & 3));
}
PAIR(atomics, four_words, 1 << 20) {
    int *sums = zeros<int>(size);
    return [=] { add_to_words<<<size / 256, 256>>>(sums, PAID ? 4 : (int)size); };
}
PAIR(atomics, floats_of_a_warp, 1 << 20) {
    float *sums = zeros<float>(size);
    return [=] { add_to_words<<<size / 256, 256>>>(sums, PAID ? 32 : (int)size); };
}
PAIR(atomics, doubles_of_a_warp, 1 << 20) {
    double *sums = zeros<double>(size);
    return [=] { add_to_words<<<size / 256, 256>>>(sums, PAID ? 32 : (int)size); };
}

// Counts keys of which half are one of 16.
__global__ void count_keys(const int *keys, int *counts, int mask) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&counts[keys[i] & mask], 1);
}
PAIR(atomics, sixteen_bins, 1 << 20) {
    int *keys = integers(size, 1 << 20), *counts = zeros<int>(1 << 20);
    return [=] { count_keys<<<size / 256, 256>>>(keys, counts, PAID ? 15 : (1 << 20) - 1); };
}

// The largest of all, or one of each place.
__global__ void maxima(const int *values, int *most, int places) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&most[i % places], values[i]);
}
PAIR(atomics, maxima_of_eight, 1 << 20) {
    int *keys = integers(size, 1 << 30), *most = zeros<int>(size);
    return [=] { maxima<<<size / 256, 256>>>(keys, most, PAID ? 8 : (int)size); };
}

// One thread of each block adds the block's sum to one word, or to a word of its own.
__global__ void block_totals(const float *from, float *totals, int apart) {
    float x = from[(size_t)blockIdx.x * 32 + threadIdx.x];
    for (int offset = 16; offset; offset /= 2) x += __shfl_down_sync(~0u, x, offset);
    if (!threadIdx.x) atomicAdd(&totals[(size_t)blockIdx.x * apart], x);
}
PAIR(atomics, total_of_blocks, 1 << 21) {
    float *from = floats(size), *totals = zeros<float>(size);
    return [=] { block_totals<<<size / 32, 32>>>(from, totals, PAID ? 0 : 32); };
}

// Counts in shared memory, all lanes of a warp in one bin, or each in a bin of its own.
template <bool TOGETHER> __global__ void count_in_shared(int *counts, int turns) {
    __shared__ int own[256];
    if (threadIdx.x < 256) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < turns; i++) atomicAdd(&own[(TOGETHER ? threadIdx.x / 32 : threadIdx.x) + i & 255], i);
    __syncthreads();
    if (threadIdx.x < 256) counts[blockIdx.x * 256 + threadIdx.x] = own[threadIdx.x];
}
PAIR(atomics, one_bin_in_shared, 256) {
    int *counts = zeros<int>(264 * 256);
    return [=] { count_in_shared<PAID><<<264, 512>>>(counts, (int)size); };
}
