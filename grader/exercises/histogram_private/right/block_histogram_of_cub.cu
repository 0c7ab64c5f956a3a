// block_histogram_of_cub.cu - cub::BlockHistogram counts 32 bytes a thread at a time.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"
#include <cub/block/block_histogram.cuh>

constexpr int BINS = 256, THREADS = 256, EACH = 32;

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    using Histogram = cub::BlockHistogram<unsigned char, THREADS, EACH, BINS, cub::BLOCK_HISTO_ATOMIC>;
    __shared__ typename Histogram::TempStorage room;
    __shared__ unsigned own[BINS];
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * EACH;
    if (first + THREADS * EACH <= count) {
        unsigned char bytes[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) bytes[e] = in[first + e * THREADS + threadIdx.x];
        Histogram(room).Histogram(bytes, own);
    } else {
        own[threadIdx.x] = 0;
        __syncthreads();
        for (size_t i = first + threadIdx.x; i < count; i += THREADS) atomicAdd(&own[in[i]], 1u);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_bytes<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
