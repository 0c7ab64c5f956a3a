// swaps_in_double_precision.cu - blocks meet by compare-and-swap at an accumulator in double precision; the last one rounds.
//
// says: but slow
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"
#include <cub/block/block_reduce.cuh>

__device__ unsigned long long bits; // of the sum; zero between calls
__device__ unsigned finished;

__device__ void add_to(unsigned long long *to, double value) {
    unsigned long long seen = atomicAdd(to, 0ull), expected;
    do {
        expected = seen;
        seen = atomicCAS(to, expected, __double_as_longlong(__longlong_as_double(expected) + value));
    } while (seen != expected);
}

__global__ void add(const float *in, float *out, int count) {
    using Reduce = cub::BlockReduce<double, 128>;
    __shared__ Reduce::TempStorage room;
    double sum = 0;
    for (int e = 0; e < 128; e++) {
        int i = (blockIdx.x * 128 + e) * 128 + threadIdx.x;
        if (i < count) sum += in[i];
    }
    sum = Reduce(room).Sum(sum);
    if (threadIdx.x > 0) return;
    add_to(&bits, sum);
    __threadfence();
    if (atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1) *out = __longlong_as_double(atomicExch(&bits, 0ull));
}

void sum_floats(const float *in, float *out, int count) {
    add<<<ceil_div(count, 128 * 128), 128>>>(in, out, count);
    CHECK(cudaGetLastError());
}
