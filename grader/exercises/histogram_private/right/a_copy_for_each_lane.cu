// a_copy_for_each_lane.cu - The lesson's last step: 32 places for each bin, one for each lane; two blocks of 1,024
// threads a multiprocessor.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"

constexpr int BINS = 256, THREADS = 1024, LANES = 32;

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS * LANES];
    int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    for (int i = threadIdx.x; i < BINS * LANES; i += THREADS) own[i] = 0;
    __syncthreads();
    for (size_t i = static_cast<size_t>(blockIdx.x) * THREADS + threadIdx.x; i < count;
         i += static_cast<size_t>(gridDim.x) * THREADS)
        atomicAdd(&own[in[i] * LANES + lane], 1u);
    __syncthreads();
    __shared__ unsigned totals[BINS];
    for (int bin = warp; bin < BINS; bin += THREADS / LANES) {
        unsigned sum = own[bin * LANES + lane];
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
        if (lane == 0) totals[bin] = sum;
    }
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], totals[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    int processors;
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    count_bytes<<<2 * processors, THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
