// sixteen_bytes_a_load.cu - uint4 loads; the bytes before and behind whole uint4 one by one.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"
#include <cstdint>

constexpr int BINS = 256, THREADS = 256;

__device__ void add_word(unsigned *own, unsigned word) {
#pragma unroll
    for (int b = 0; b < 32; b += 8) atomicAdd(&own[word >> b & 255u], 1u);
}

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) own[b] = 0;
    __syncthreads();
    int head = min(count, static_cast<int>(-reinterpret_cast<uintptr_t>(in) & 15));
    const uint4 *body = reinterpret_cast<const uint4 *>(in + head);
    int sixteens = (count - head) / 16, rest = head + sixteens * 16;
    int thread = blockIdx.x * THREADS + threadIdx.x;
    for (int i = thread; i < sixteens; i += gridDim.x * THREADS) {
        uint4 words = body[i];
        add_word(own, words.x);
        add_word(own, words.y);
        add_word(own, words.z);
        add_word(own, words.w);
    }
    if (thread < head) atomicAdd(&own[in[thread]], 1u);
    if (thread < count - rest) atomicAdd(&own[in[rest + thread]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (own[b]) atomicAdd(&bins[b], own[b]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_bytes<<<ceil_div(count, THREADS * 32), THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
