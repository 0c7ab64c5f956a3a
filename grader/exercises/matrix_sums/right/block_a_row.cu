// block_a_row.cu - a block for each row, partial sums in shared memory; doubles.
//= student: Ada Lovelace
//= sectors_thread_a_row: 3840
//= sectors_thread_a_column: 30720
//= warps: 2127
//= percent_filled: 25.18
//= why_slow: few_warps
//= experiment: other_block
#include "workbook.h"
__global__ void row_kernel(const float *A, float *sums, int columns) {
    __shared__ double partial[128];
    double sum = 0;
    for (int column = threadIdx.x; column < columns; column += 128) sum += A[(size_t)blockIdx.x * columns + column];
    partial[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x) return;
    for (int i = 1; i < 128; i++) sum += partial[i];
    sums[blockIdx.x] = sum;
}
__global__ void column_kernel(const float *A, float *sums, int rows, int columns) {
    int column = blockIdx.x * 32 + threadIdx.x;
    if (column >= columns) return;
    double sum = 0;
    for (int row = rows; row-- > 0;) sum += A[(size_t)row * columns + column];
    sums[column] = sum;
}
void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    row_kernel<<<rows, 128>>>(A, row_sums, columns);
    column_kernel<<<ceil_div(columns, 32), 32>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
