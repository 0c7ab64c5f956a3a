// groups_of_lanes.cu - rows by cg::reduce in a warp, columns by blocks of 32 x 8 threads that share their rows.
//
//= student: Ada Lovelace
//= sectors_thread_a_row: 3840
//= sectors_thread_a_column: 30720
//= warps: 333
//= percent_filled: 3.942
//= why_slow: few_warps
//= experiment: other_block
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void add_rows(const float *A, float *sums, int rows, int columns) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank(); row < rows;
         row += gridDim.x * warp.meta_group_size()) {
        float sum = 0;
        for (int c = warp.thread_rank(); c < columns; c += 32) sum += A[static_cast<size_t>(row) * columns + c];
        sum = cg::reduce(warp, sum, cg::plus<float>());
        if (warp.thread_rank() == 0) sums[row] = sum;
    }
}

__global__ void add_columns(const float *A, float *sums, int rows, int columns) {
    __shared__ float parts[8][32];
    int column = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
    if (column < columns)
        for (int row = threadIdx.y; row < rows; row += 8) sum += A[static_cast<size_t>(row) * columns + column];
    parts[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0 || column >= columns) return;
    for (int y = 1; y < 8; y++) sum += parts[y][threadIdx.x];
    sums[column] = sum;
}

void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    add_rows<<<ceil_div(rows, 4), 128>>>(A, row_sums, rows, columns);
    add_columns<<<ceil_div(columns, 32), dim3(32, 8)>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
