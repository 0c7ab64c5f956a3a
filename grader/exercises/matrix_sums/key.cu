// key.cu - the two plain kernels that matrix_sums asks about, on a matrix stored by rows or by columns, and how many
// warps two kernels have.
#include "drawn.h"
#include "workbook.h"

constexpr int MOST_THREADS = 32 * 6000;

// Element [row][column] lies at row * row_step + column * column_step.
__global__ void thread_a_row(const float *A, float *sums, int rows, int columns, int row_step, int column_step) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int column = 0; row < rows && column < columns; column++) sum += A[row * row_step + column * column_step];
    if (row < rows) sums[row] = sum;
}

__global__ void thread_a_column(const float *A, float *sums, int rows, int columns, int row_step, int column_step) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int row = 0; column < columns && row < rows; row++) sum += A[row * row_step + column * column_step];
    if (column < columns) sums[column] = sum;
}

// Each of its warps makes one store.
__global__ void one_store(float *sums) { sums[blockIdx.x * blockDim.x + threadIdx.x] = 0; }

int main(int, char **argv) {
    int rows = drawn(argv, "rows"), columns = drawn(argv, "columns");
    bool by_rows = !strcmp(drawn_text(argv, "order"), "rows");
    int row_step = by_rows ? columns : 1, column_step = by_rows ? 1 : rows;
    float *A, *sums;
    CHECK(cudaMalloc(&A, sizeof(float) * rows * columns));
    CHECK(cudaMalloc(&sums, sizeof(float) * MOST_THREADS));
    CHECK(cudaMemset(A, 0, sizeof(float) * rows * columns));
    thread_a_row<<<ceil_div(rows, 64), 64>>>(A, sums, rows, columns, row_step, column_step);
    thread_a_column<<<ceil_div(columns, 64), 64>>>(A, sums, rows, columns, row_step, column_step);
    one_store<<<drawn(argv, "tall"), 32>>>(sums);
    one_store<<<drawn(argv, "many") / 32, 32>>>(sums);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(sums));
}
