// vectors_with_head_and_tail.cu - 16 bytes a load after an unaligned head, and match_any within the warp.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"
#include <cstdint>

constexpr int THREADS = 512;

__device__ void count_one(unsigned *own, unsigned value) { atomicAdd(own + value, 1u); }

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    extern __shared__ unsigned own[];
    for (int b = threadIdx.x; b < 256; b += THREADS) own[b] = 0;
    __syncthreads();
    int head = min(count, static_cast<int>((16 - reinterpret_cast<uintptr_t>(in) % 16) % 16));
    int vectors = (count - head) / 16, done = head + 16 * vectors;
    const uint4 *wide = reinterpret_cast<const uint4 *>(in + head);
    for (int v = blockIdx.x * THREADS + threadIdx.x; v < vectors; v += gridDim.x * THREADS) {
        uint4 loaded = __ldg(wide + v);
        for (unsigned word : {loaded.x, loaded.y, loaded.z, loaded.w})
            for (int shift = 0; shift < 32; shift += 8) count_one(own, word >> shift & 0xff);
    }
    if (blockIdx.x == gridDim.x - 1) {
        if (threadIdx.x < head) count_one(own, in[threadIdx.x]);
        if (threadIdx.x < count - done) count_one(own, in[done + threadIdx.x]);
    }
    __syncthreads();
    if (threadIdx.x < 256 && own[threadIdx.x]) atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, 1024));
    int blocks = max(1, min(132, count / (16 * THREADS)));
    count_bytes<<<blocks, THREADS, 256 * sizeof(unsigned)>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
