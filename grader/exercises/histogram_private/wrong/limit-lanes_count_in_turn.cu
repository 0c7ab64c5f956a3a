// trick: arrays in local memory, to which one lane stores at a time, so that no store is scattered
// like: limit-one_for_all.edit
// says: is as far away as global memory
#include "workbook.h"

constexpr int BINS = 256, THREADS = 128;

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    unsigned own[BINS / 32];
    __shared__ unsigned sums[BINS];
    int lane = threadIdx.x % 32;
    for (int b = 0; b < BINS / 32; b++) own[b] = 0;
    for (int b = threadIdx.x; b < BINS; b += THREADS) sums[b] = 0;
    __syncthreads();
    int stride = gridDim.x * THREADS;
    for (int first = blockIdx.x * THREADS + threadIdx.x - lane; first < count; first += stride) {
        unsigned byte = first + lane < count ? in[first + lane] : 0;
        for (int l = 0; l < 32 && first + l < count; l++) {
            unsigned b = __shfl_sync(~0u, byte, l);
            if (b % 32 == lane) own[b / 32]++; // a lane has the bins of its own remainder
        }
    }
    for (int b = 0; b < BINS / 32; b++) atomicAdd(&sums[b * 32 + lane], own[b]);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += THREADS) atomicAdd(&bins[b], sums[b]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_bytes<<<132, THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
