// two_kernels_of_the_lesson.cu - The lesson's two kernels: 16 values a thread, then one block whose threads loop over
// the sums.
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"

constexpr int THREADS = 256;
constexpr int EACH = 16;

__device__ double block_sum(double value) {
    __shared__ double values[THREADS];
    unsigned t = threadIdx.x;
    values[t] = value;
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) values[t] += values[t + half];
    }
    return values[0];
}

__global__ void add_parts(const double *in, double *sums, int count) {
    double sum = 0;
    for (int e = 0; e < EACH; e++) {
        size_t i = (static_cast<size_t>(blockIdx.x) * EACH + e) * THREADS + threadIdx.x;
        if (i < count) sum += in[i];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void add_sums(const double *sums, int blocks, double *out) {
    double sum = 0;
    for (int b = threadIdx.x; b < blocks; b += THREADS) sum += sums[b];
    sum = block_sum(sum);
    if (threadIdx.x == 0) *out = sum;
}

void sum_doubles(const double *in, double *out, int count) {
    int blocks = ceil_div(count, THREADS * EACH);
    double *sums;
    CHECK(cudaMalloc(&sums, blocks * sizeof *sums));
    add_parts<<<blocks, THREADS>>>(in, sums, count);
    add_sums<<<1, THREADS>>>(sums, blocks, out);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(sums));
}
