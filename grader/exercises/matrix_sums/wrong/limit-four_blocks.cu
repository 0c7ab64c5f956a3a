// trick: four blocks add up all rows, and four all columns
// like: limit-one_block.cu
// says: the busiest block did
#include "workbook.h"

__global__ void rows_of(const float *A, float *sums, int rows, int columns) {
    int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows; row += warps) {
        float sum = 0;
        for (int column = lane; column < columns; column += 32) sum += A[(size_t)row * columns + column];
        for (int away = 16; away; away /= 2) sum += __shfl_down_sync(~0u, sum, away);
        if (lane == 0) sums[row] = sum;
    }
}

__global__ void columns_of(const float *A, float *sums, int rows, int columns) {
    for (int column = blockIdx.x * blockDim.x + threadIdx.x; column < columns; column += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int row = 0; row < rows; row++) sum += A[(size_t)row * columns + column];
        sums[column] = sum;
    }
}

void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns) {
    rows_of<<<4, 1024>>>(A, row_sums, rows, columns);
    columns_of<<<4, 256>>>(A, column_sums, rows, columns);
    CHECK(cudaGetLastError());
}
