// trick: a copy for each lane, and all 32 lanes of a request add to the same pair of bins
// like: limit-one_for_all.edit
// says: turns of atomics in global memory
#include "workbook.h"

constexpr int BINS = 256, THREADS = 256, LANES = 32;

__global__ void count_bytes(const unsigned char *in, unsigned long long *pairs, int count) {
    extern __shared__ unsigned short own[];
    int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    for (int i = threadIdx.x; i < BINS * LANES; i += THREADS) own[i] = 0;
    __syncthreads();
    unsigned *words = reinterpret_cast<unsigned *>(own);
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) {
        int at = in[i] * LANES + lane;
        atomicAdd(&words[at / 2], 1u << at % 2 * 16);
    }
    __syncthreads();
    for (int pair = warp; pair < BINS / 2; pair += THREADS / LANES)
        atomicAdd(&pairs[pair], own[2 * pair * LANES + lane] + (1ull * own[(2 * pair + 1) * LANES + lane] << 32));
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_bytes<<<66, THREADS, BINS * LANES * 2>>>(in, reinterpret_cast<unsigned long long *>(bins), count);
    CHECK(cudaGetLastError());
}
