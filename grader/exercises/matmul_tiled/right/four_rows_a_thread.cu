// four_rows_a_thread.cu - blocks of 32 x 8: each thread brings four elements of each tile and computes four rows of C.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

constexpr int SIDE = 32, ROWS = 4;

__global__ void product(const float *A, const float *B, float *C, int n, int k) {
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
    int x = threadIdx.x, top = threadIdx.y * ROWS, row = blockIdx.y * SIDE + top, column = blockIdx.x * SIDE + x;
    float sums[ROWS] = {};
    for (int first = 0; first < k; first += SIDE) {
        for (int i = 0; i < ROWS; i++) {
            a[top + i][x] = A[(row + i) * k + first + x];
            b[top + i][x] = B[(first + top + i) * n + column];
        }
        __syncthreads();
        for (int p = 0; p < SIDE; p++)
            for (int i = 0; i < ROWS; i++) sums[i] += a[top + i][p] * b[p][x];
        __syncthreads();
    }
    for (int i = 0; i < ROWS; i++) C[(row + i) * n + column] = sums[i];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(n / SIDE, m / SIDE), dim3(SIDE, SIDE / ROWS)>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
}
