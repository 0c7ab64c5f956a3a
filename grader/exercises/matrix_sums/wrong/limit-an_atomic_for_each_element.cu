// trick: each element is loaded once, and added to its row's and its column's sum by an atomic
// like: limit-thread_a_row.edit
// says: and atomics
#include "workbook.h"
__global__ void clear(float *r, float *c, int rows, int cols) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < rows) r[i] = 0;
    if (i < cols) c[i] = 0;
}
__global__ void add(const float *A, float *r, float *c, int rows, int cols) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i < (size_t)rows * cols) {
        atomicAdd(&r[i / cols], A[i]);
        atomicAdd(&c[i % cols], A[i]);
    }
}
void matrix_sums(const float *A, float *r, float *c, int rows, int cols) {
    clear<<<ceil_div(rows > cols ? rows : cols, 256), 256>>>(r, c, rows, cols);
    add<<<ceil_div(rows * cols, 256), 256>>>(A, r, c, rows, cols);
    CHECK(cudaGetLastError());
}
