// bytes_of_each_thread.cu - every thread counts in bytes of its own, which __dp4a adds up.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"
#include <cstdint>

// Each thread counts in 256 bytes of its own: 64 threads take 16 KiB. A counter of a byte holds 255, so a thread counts
// at most 240 bytes.
constexpr int BINS = 256, THREADS = 64, VECTORS = 15, BYTES = THREADS * 16 * VECTORS;

__device__ void tally(unsigned char (*counts)[THREADS], unsigned word) {
    for (int b = 0; b < 4; b++) counts[(word >> 8 * b) & 255][threadIdx.x]++;
}

__global__ void count_kernel(const unsigned char *in, unsigned *bins, int count) {
    __shared__ alignas(16) unsigned char counts[BINS][THREADS];
    uint4 *clear = reinterpret_cast<uint4 *>(counts);
    for (int i = threadIdx.x; i < BINS * THREADS / 16; i += THREADS) clear[i] = make_uint4(0, 0, 0, 0);
    __syncthreads();
    size_t first = static_cast<size_t>(blockIdx.x) * BYTES;
    if (first + BYTES <= count && reinterpret_cast<uintptr_t>(in) % 16 == 0) {
        const uint4 *vectors = reinterpret_cast<const uint4 *>(in + first);
        for (int v = 0; v < VECTORS; v++) {
            uint4 value = __ldg(vectors + v * THREADS + threadIdx.x);
            tally(counts, value.x);
            tally(counts, value.y);
            tally(counts, value.z);
            tally(counts, value.w);
        }
    } else {
        for (size_t i = first + threadIdx.x; i < count && i < first + BYTES; i += THREADS) counts[in[i]][threadIdx.x]++;
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += THREADS) {
        unsigned sum = 0;
        for (int w = 0; w < THREADS / 4; w++) {
            unsigned word = reinterpret_cast<unsigned *>(counts[bin])[(w + threadIdx.x) % (THREADS / 4)];
            sum = __dp4a(word, 0x01010101u, sum);
        }
        if (sum) atomicAdd(bins + bin, sum);
    }
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemsetAsync(bins, 0, BINS * sizeof *bins));
    count_kernel<<<ceil_div(count, BYTES), THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}
