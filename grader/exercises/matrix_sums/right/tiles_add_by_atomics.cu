// Blocks take pieces of rows and of columns, and add their sums to cleared ones.
//= student: Ada Lovelace
//= sectors_thread_a_row: 3840
//= sectors_thread_a_column: 30720
//= warps: 2127
//= percent_filled: 25.1775568182
//= why_slow: few_warps
//= experiment: other_block
#include "workbook.h"
__global__ void rows_k(const float *A, float *sums, int rows, int columns) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float v = 0;
    for (int j = 0; j < 8; j++) {
        int c = blockIdx.x * 256 + j * 32 + threadIdx.x;
        if (c < columns) v += A[(size_t)row * columns + c];
    }
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if (threadIdx.x == 0) atomicAdd(sums + row, v);
}
__global__ void cols_k(const float *A, float *sums, int rows, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float v = 0;
    int end = min(rows, (blockIdx.y + 1) * 64);
    for (int r = blockIdx.y * 64; r < end; r++) v += A[(size_t)r * columns + c];
    atomicAdd(sums + c, v);
}
void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    CHECK(cudaMemsetAsync(row_sums, 0, rows * sizeof(float)));
    CHECK(cudaMemsetAsync(column_sums, 0, columns * sizeof(float)));
    rows_k<<<dim3(ceil_div(columns, 256), ceil_div(rows, 8)), dim3(32, 8)>>>(A, row_sums, rows, columns);
    cols_k<<<dim3(ceil_div(columns, 128), ceil_div(rows, 64)), 128>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
