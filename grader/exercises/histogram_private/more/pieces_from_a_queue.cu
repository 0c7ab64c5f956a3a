// pieces_from_a_queue.cu - blocks take pieces of 8,192 bytes from a counter, and merge their bins when none is left.
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"

constexpr int THREADS = 256, PIECE = 8192;

__global__ void count_pieces(const unsigned char *in, unsigned *bins, unsigned *next_piece, int count) {
    __shared__ unsigned own[256], piece;
    own[threadIdx.x] = 0;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) piece = atomicAdd(next_piece, 1u);
        __syncthreads();
        size_t first = static_cast<size_t>(piece) * PIECE;
        if (first >= count) break;
#pragma unroll
        for (int e = 0; e < PIECE / THREADS; e++)
            if (size_t i = first + e * THREADS + threadIdx.x; i < count) atomicAdd(&own[in[i]], 1u);
    }
    if (own[threadIdx.x]) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    unsigned *next_piece;
    CHECK(cudaMalloc(&next_piece, sizeof *next_piece));
    CHECK(cudaMemset(next_piece, 0, sizeof *next_piece));
    CHECK(cudaMemset(bins, 0, 256 * sizeof *bins));
    count_pieces<<<min(ceil_div(count, PIECE), 132 * 8), THREADS>>>(in, bins, next_piece, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(next_piece));
}
