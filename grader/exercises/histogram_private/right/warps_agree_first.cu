// warps_agree_first.cu - __match_any_sync finds the lanes with the same byte, and one of them adds for all of them.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"

constexpr int BINS = 256, THREADS = 512, BYTES = 16384;

__global__ void clear_bins(unsigned *bins) { bins[threadIdx.x] = 0; }

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS];
    if (threadIdx.x < BINS) own[threadIdx.x] = 0;
    __syncthreads();
    int begin = blockIdx.x * BYTES, end = min(begin + BYTES, count);
    for (int i = begin + threadIdx.x; i < end; i += THREADS) {
        unsigned active = __activemask();
        unsigned char byte = in[i];
        unsigned same = __match_any_sync(active, byte);
        if (threadIdx.x % 32 == __ffs(same) - 1) atomicAdd(&own[byte], __popc(same));
    }
    __syncthreads();
    if (threadIdx.x < BINS && own[threadIdx.x] > 0) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    clear_bins<<<1, BINS>>>(bins);
    count_bytes<<<ceil_div(count, BYTES), THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
