// trick: a thread a row, whose loads are asynchronous copies of four bytes
// like: limit-thread_a_row.edit
// says: sectors loaded per 32 elements of a sum
#include "workbook.h"
#include <cuda_pipeline.h>
__global__ void rows_of(const float *A, float *row_sums, int rows, int columns) {
    __shared__ float slot[128];
    int row = blockIdx.x * 128 + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int c = 0; c < columns; c++) {
        __pipeline_memcpy_async(&slot[threadIdx.x], &A[(size_t)row * columns + c], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        sum += slot[threadIdx.x];
    }
    row_sums[row] = sum;
}
__global__ void columns_of(const float *A, float *column_sums, int rows, int columns) {
    int column = blockIdx.x * 128 + threadIdx.x;
    if (column >= columns) return;
    float sum = 0;
    for (int r = 0; r < rows; r++) sum += A[(size_t)r * columns + column];
    column_sums[column] = sum;
}
void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    rows_of<<<ceil_div(rows, 128), 128>>>(A, row_sums, rows, columns);
    columns_of<<<ceil_div(columns, 128), 128>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
