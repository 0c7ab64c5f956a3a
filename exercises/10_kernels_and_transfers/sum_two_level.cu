// sum_two_level.cu - the sum of many doubles, in two launches.
//
// *out = in[0] + ... + in[count - 1]. in (count doubles) and out (one double) lie on the device; count is any positive
// number. The sum is in double precision throughout.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

constexpr int THREADS = 256;

// The sum of a block's values, in thread 0 (chapter 09). All THREADS threads must call it.
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

void sum_doubles(const double *in, double *out, int count) {
    // TODO: a first kernel whose blocks each leave one sum in memory of your own. Every element is loaded once, by
    // neighbours together, and the whole GPU has work.
    // TODO: a second kernel that adds these sums. It may begin only when every block of the first has finished. There
    // can be more sums than a block has threads.
}

// Predict before you write anything. Sizes are drawn.
//     make questions EXERCISE=sum_two_level  shows the questions with numbers
//     make another EXERCISE=sum_two_level    shows them with others
//= numbers: 1
//   - Blocks of 256 threads add several elements per thread. How many sums does the first kernel leave?
//= sums_of_blocks: ?
//   - The second kernel has one block of 256 threads. How many of these sums must its thread 0 add?
//= sums_of_thread_0: ?
//   - A warp loads doubles that lie some elements apart from lane to lane. How many sectors does its request touch?
//= sectors_of_doubles: ?
