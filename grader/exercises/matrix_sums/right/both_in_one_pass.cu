// both_in_one_pass.cu - each element is read once, for both sums.
//= student: Ada Lovelace
//= sectors_thread_a_row: 3840
//= sectors_thread_a_column: 30720
//= warps: 2127
//= percent_filled: 25.18
//= why_slow: few_warps
//= experiment: other_block
#include "workbook.h"
// Blocks of 32 x 8: a warp reads 32 neighbours of a row and adds them to the row's sum; each lane keeps its column's.
__global__ void both(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    int column = blockIdx.x * 32 + threadIdx.x;
    float of_column = 0;
    for (int row = blockIdx.y * 32 + threadIdx.y; row < min(rows, (int)blockIdx.y * 32 + 32); row += 8) {
        float value = column < columns ? A[(size_t)row * columns + column] : 0;
        of_column += value;
        for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xFFFFFFFF, value, distance);
        if (threadIdx.x == 0) atomicAdd(&row_sums[row], value);
    }
    if (column < columns) atomicAdd(&column_sums[column], of_column);
}
void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    CHECK(cudaMemset(row_sums, 0, rows * sizeof(float)));
    CHECK(cudaMemset(column_sums, 0, columns * sizeof(float)));
    both<<<dim3(ceil_div(columns, 32), ceil_div(rows, 32)), dim3(32, 8)>>>(A, row_sums, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
