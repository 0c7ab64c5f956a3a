// packed_halves.cu - two counters of 16 bits in each word of shared memory, so that a block has a copy for each warp.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"

constexpr int THREADS = 256, WARPS = THREADS / 32, EACH = 32; // a warp counts 1,024 bytes, so 16 bits suffice

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned pairs[WARPS][128];
    for (int i = threadIdx.x; i < WARPS * 128; i += THREADS) pairs[0][i] = 0;
    __syncthreads();
    unsigned *own = pairs[threadIdx.x / 32];
    for (int e = 0; e < EACH; e++) {
        size_t i = (static_cast<size_t>(blockIdx.x) * EACH + e) * THREADS + threadIdx.x;
        if (i >= count) break;
        unsigned value = in[i];
        atomicAdd(&own[value / 2], value & 1 ? 1u << 16 : 1u);
    }
    __syncthreads();
    unsigned bin = threadIdx.x, sum = 0;
    for (int w = 0; w < WARPS; w++) sum += pairs[w][bin / 2] >> bin % 2 * 16 & 0xffff;
    if (sum) atomicAdd(&bins[bin], sum);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemsetAsync(bins, 0, 256 * sizeof *bins));
    count_bytes<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
