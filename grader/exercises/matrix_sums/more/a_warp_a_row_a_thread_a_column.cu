// a_warp_a_row_a_thread_a_column.cu - The lesson's words: 32 lanes share a row and take every 32nd element; a thread
// has a column.
//
//= student: Ada Lovelace
//= sectors_thread_a_row: 3840
//= sectors_thread_a_column: 30720
//= warps: 2127
//= percent_filled: 25.18
//= why_slow: few_warps
//= experiment: other_block
#include "workbook.h"

__device__ float warp_sum(float value) {
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xFFFFFFFF, value, distance);
    return value;
}

__global__ void row_sums_kernel(const float *A, float *sums, int rows, int columns) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, row = thread / 32, lane = thread % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int column = lane; column < columns; column += 32) sum += A[static_cast<size_t>(row) * columns + column];
    sum = warp_sum(sum);
    if (lane == 0) sums[row] = sum;
}

__global__ void column_sums_kernel(const float *A, float *sums, int rows, int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns) return;
    float sum = 0;
    for (int row = 0; row < rows; row++) sum += A[static_cast<size_t>(row) * columns + column];
    sums[column] = sum;
}

void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    row_sums_kernel<<<ceil_div(32 * rows, 128), 128>>>(A, row_sums, rows, columns);
    CHECK(cudaGetLastError());
    column_sums_kernel<<<ceil_div(columns, 128), 128>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
