// sum_two_level.cu - the sum of many doubles: a launch for each halving, and two launches in all.
#include "workbook.h"

//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 32

constexpr int THREADS = 256;
constexpr int ELEMENTS = 16; // doubles of a thread in the first kernel

// Step 0: half as many values after each launch. Where one launch ends, all of its blocks have finished, so the next
// one finds what it needs. But twenty launches wait for each other, and every value is written and read again.
__global__ void halve(const double *in, double *out, int count, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half) out[i] = in[i] + (i + half < count ? in[i + half] : 0);
}

static void many_launches(const double *in, double *out, int count) {
    double *scratch[2];
    for (double *&values : scratch) CHECK(cudaMalloc(&values, ceil_div(count, 2) * sizeof *values));
    const double *from = in;
    for (int left = count, turn = 0;; left = ceil_div(left, 2), turn = 1 - turn) {
        int half = ceil_div(left, 2);
        double *to = half == 1 ? out : scratch[turn];
        halve<<<ceil_div(half, THREADS), THREADS>>>(from, to, left, half);
        from = to;
        if (half == 1) break;
    }
    for (double *values : scratch) CHECK(cudaFree(values));
}

// The sum of a block's values, in thread 0. A tree as in chapter 09.
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

// Step 1, first kernel: a block adds 4,096 values and leaves one sum.
__global__ void sum_blocks(const double *in, double *sums, int count) {
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * ELEMENTS + threadIdx.x;
    double sum = 0;
    for (int e = 0; e < ELEMENTS; e++) {
        size_t i = first + static_cast<size_t>(e) * THREADS;
        if (i < count) sum += in[i];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// Second kernel: one block adds the sums, however many they are.
__global__ void sum_sums(const double *sums, double *out, int blocks) {
    double sum = 0;
    for (int i = threadIdx.x; i < blocks; i += THREADS) sum += sums[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) *out = sum;
}

static void two_launches(const double *in, double *out, int count) {
    int blocks = ceil_div(count, THREADS * ELEMENTS);
    double *sums;
    CHECK(cudaMalloc(&sums, blocks * sizeof *sums));
    sum_blocks<<<blocks, THREADS>>>(in, sums, count);
    sum_sums<<<1, THREADS>>>(sums, out, blocks);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(sums));
}

LADDER(sum_doubles, many_launches, two_launches)
void sum_doubles(const double *in, double *out, int count) { LADDER_STEP(sum_doubles)(in, out, count); }
