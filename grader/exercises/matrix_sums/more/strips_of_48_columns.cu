// strips_of_48_columns.cu - A block of 48 x 8 threads walks down a strip of columns; a block of 96 threads sums a row
// with cg::reduce.
//
//= student: Ada Lovelace
//= sectors_thread_a_row: 3840
//= sectors_thread_a_column: 30720
//= warps: 2127
//= percent_filled: 25.18
//= why_slow: few_warps
//= experiment: other_block
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void strips(const float *A, float *column_sums, int rows, int columns) {
    __shared__ float partial[8][48];
    int column = blockIdx.x * 48 + threadIdx.x;
    float sum = 0;
    if (column < columns)
        for (int row = threadIdx.y; row < rows; row += 8) sum += A[static_cast<size_t>(row) * columns + column];
    partial[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y || column >= columns) return;
    for (int y = 1; y < 8; y++) sum += partial[y][threadIdx.x];
    column_sums[column] = sum;
}

__global__ void rows_by_groups(const float *__restrict__ A, float *__restrict__ row_sums, int rows, int columns) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int row = blockIdx.x * 3 + warp.meta_group_rank(); row < rows; row += gridDim.x * 3) {
        float sum = 0;
        for (int x = warp.thread_rank(); x < columns; x += 32) sum += A[static_cast<size_t>(row) * columns + x];
        sum = cg::reduce(warp, sum, cg::plus<float>());
        if (warp.thread_rank() == 0) row_sums[row] = sum;
    }
}

void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    rows_by_groups<<<ceil_div(rows, 3), 96>>>(A, row_sums, rows, columns);
    CHECK(cudaGetLastError());
    strips<<<ceil_div(columns, 48), dim3(48, 8)>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
