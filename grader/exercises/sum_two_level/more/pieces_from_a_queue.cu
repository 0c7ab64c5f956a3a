// pieces_from_a_queue.cu - as many blocks as the GPU holds take pieces of the array from a counter until none is left.
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"

constexpr int THREADS = 256, PIECE = 4096;
__device__ unsigned next_piece;

__device__ double block_sum(double value) {
    __shared__ double values[THREADS / 32];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffff, value, step);
    if (threadIdx.x % 32 == 0) values[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < THREADS / 32 ? values[threadIdx.x] : 0;
    for (int step = 4; step > 0; step /= 2) value += __shfl_down_sync(0xffffffff, value, step);
    return value;
}

__global__ void begin() { next_piece = 0; }

__global__ void sum_pieces(const double *in, double *sums, int count) {
    __shared__ unsigned piece;
    double sum = 0;
    for (;;) {
        if (threadIdx.x == 0) piece = atomicAdd(&next_piece, 1u);
        __syncthreads();
        size_t first = static_cast<size_t>(piece) * PIECE + threadIdx.x;
        __syncthreads();
        if (first - threadIdx.x >= count) break;
#pragma unroll
        for (int e = 0; e < PIECE / THREADS; e++)
            if (size_t i = first + static_cast<size_t>(e) * THREADS; i < count) sum += in[i];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void sum_sums(const double *sums, double *out, int blocks) {
    double sum = 0;
    for (int i = threadIdx.x; i < blocks; i += THREADS) sum += sums[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) *out = sum;
}

void sum_doubles(const double *in, double *out, int count) {
    int blocks = min(ceil_div(count, PIECE), 132 * 8);
    double *sums;
    CHECK(cudaMalloc(&sums, blocks * sizeof *sums));
    begin<<<1, 1>>>();
    sum_pieces<<<blocks, THREADS>>>(in, sums, count);
    sum_sums<<<1, THREADS>>>(sums, out, blocks);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(sums));
}
