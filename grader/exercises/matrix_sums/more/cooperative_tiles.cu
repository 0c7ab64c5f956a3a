// cooperative_tiles.cu - Rows: a tile of 32 threads a row, cg::reduce. Columns: blocks of 32 x 8, the eight partial
// sums meet in shared memory.
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

__global__ void row_sums_kernel(const float *A, float *sums, int rows, int columns) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    for (int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank(); row < rows;
         row += gridDim.x * tile.meta_group_size()) {
        float sum = 0;
        for (int column = tile.thread_rank(); column < columns; column += tile.size())
            sum += A[static_cast<size_t>(row) * columns + column];
        sum = cg::reduce(tile, sum, cg::plus<float>());
        if (tile.thread_rank() == 0) sums[row] = sum;
    }
}

__global__ void column_sums_kernel(const float *A, float *sums, int rows, int columns) {
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
    row_sums_kernel<<<min(ceil_div(rows, 8), 132 * 8), 256>>>(A, row_sums, rows, columns);
    column_sums_kernel<<<ceil_div(columns, 32), dim3(32, 8)>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
