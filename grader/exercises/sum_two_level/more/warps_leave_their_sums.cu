// warps_leave_their_sums.cu - every warp leaves a sum of its own, and one block of 1,024 threads adds them by shuffles.
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"

constexpr int THREADS = 128, EACH = 32;

__device__ double warp_sum(double value) {
    for (int lanes = 16; lanes > 0; lanes >>= 1) value += __shfl_xor_sync(0xffffffffu, value, lanes);
    return value;
}

__global__ void by_warps(const double *__restrict__ in, double *__restrict__ sums, int count) {
    int warp = (blockIdx.x * THREADS + threadIdx.x) / 32, lane = threadIdx.x & 31;
    size_t first = static_cast<size_t>(warp) * 32 * EACH + lane;
    double sum = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + 32 * e < count) sum += in[first + 32 * e];
    sum = warp_sum(sum);
    if (lane == 0) sums[warp] = sum;
}

__global__ void __launch_bounds__(1024) by_one_block(const double *sums, double *out, int warps) {
    __shared__ double parts[32];
    double sum = 0;
    for (int w = threadIdx.x; w < warps; w += 1024) sum += sums[w];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = warp_sum(parts[threadIdx.x]);
    if (threadIdx.x == 0) *out = sum;
}

void sum_doubles(const double *in, double *out, int count) {
    int blocks = ceil_div(count, THREADS * EACH), warps = blocks * THREADS / 32;
    double *sums;
    CHECK(cudaMallocAsync(&sums, warps * sizeof *sums, cudaStreamPerThread));
    by_warps<<<blocks, THREADS, 0, cudaStreamPerThread>>>(in, sums, count);
    by_one_block<<<1, 1024, 0, cudaStreamPerThread>>>(sums, out, warps);
    CHECK(cudaGetLastError());
    CHECK(cudaFreeAsync(sums, cudaStreamPerThread));
    CHECK(cudaStreamSynchronize(cudaStreamPerThread));
}
