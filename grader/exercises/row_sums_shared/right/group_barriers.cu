// group_barriers.cu - Barriers of the group, a functor for the addition, 64-bit offsets.
//
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"
#include <cooperative_groups.h>
#include <cuda/std/functional>
namespace cg = cooperative_groups;

template <typename T, typename Operation>
__device__ T fold(cg::thread_block block, T *values, T mine, Operation operation) {
    values[block.thread_rank()] = mine;
    block.sync();
    for (unsigned left = block.size(), half; left > 1; left = half) {
        half = ceil_div(left, 2u);
        if (block.thread_rank() < left / 2) {
            mine = operation(mine, values[block.thread_rank() + half]);
            values[block.thread_rank()] = mine;
        }
        block.sync();
    }
    return values[0];
}

__global__ void row_sums_kernel(const float *A, float *sums, long long columns) {
    extern __shared__ float values[];
    auto block = cg::this_thread_block();
    float mine = 0;
    for (long long c = block.thread_rank(); c < columns; c += block.size()) mine += A[blockIdx.x * columns + c];
    float sum = fold(block, values, mine, cuda::std::plus<float>{});
    if (block.thread_rank() == 0) sums[blockIdx.x] = sum;
}

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    row_sums_kernel<<<rows, threads, sizeof(float[1]) * threads>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}
