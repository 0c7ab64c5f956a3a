// coarsened_downwards.cu - a thread has four rows of a column: the tile of B is loaded once and serves four of A.
#include "workbook.h"

// 128 rows a block, and 32 columns: right wherever m is large. Where it is not, blocks lie the other way round.
constexpr int T = 32, FACTOR = 4;

__device__ float load(const float *matrix, int row, int column, int rows, int columns) {
    return row < rows && column < columns ? matrix[static_cast<size_t>(row) * columns + column] : 0;
}

template <int DOWN, int ACROSS>
__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[DOWN][T][T], b[ACROSS][T][T];
    int x = threadIdx.x, y = threadIdx.y, top = blockIdx.y * T * DOWN, left = blockIdx.x * T * ACROSS;
    float sums[DOWN][ACROSS] = {};
    for (int first = 0; first < k; first += T) {
        for (int i = 0; i < DOWN; i++) a[i][y][x] = load(A, top + i * T + y, first + x, m, k);
        for (int j = 0; j < ACROSS; j++) b[j][y][x] = load(B, first + y, left + j * T + x, k, n);
        __syncthreads();
        for (int p = 0; p < T; p++)
            for (int i = 0; i < DOWN; i++)
                for (int j = 0; j < ACROSS; j++) sums[i][j] += a[i][y][p] * b[j][p][x];
        __syncthreads();
    }
    for (int i = 0; i < DOWN; i++)
        for (int j = 0; j < ACROSS; j++) {
            int row = top + i * T + y, column = left + j * T + x;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    if (m % (T * FACTOR) == 0)
        multiply<FACTOR, 1><<<dim3(ceil_div(n, T), m / (T * FACTOR)), dim3(T, T)>>>(A, B, C, m, n, k);
    else multiply<1, FACTOR><<<dim3(ceil_div(n, T * FACTOR), ceil_div(m, T)), dim3(T, T)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
