// turns_b_in_fragments.cu - accumulators of the tensor cores turn B, loaded by rows and stored by columns; then tiles of 16
// as of two factors stored by rows. Sizes that fragments do not fit are turned through shared memory.
#include "workbook.h"
#include <mma.h>
using namespace nvcuda;

constexpr int T = 16;

__global__ void turn_fragments(const float *B, float *rows, int n, int k) {
    wmma::fragment<wmma::accumulator, T, T, T, float> tile;
    int p = blockIdx.x * T, column = blockIdx.y * T;
    wmma::load_matrix_sync(tile, B + static_cast<size_t>(column) * k + p, k, wmma::mem_row_major);
    wmma::store_matrix_sync(rows + static_cast<size_t>(p) * n + column, tile, n, wmma::mem_col_major);
}

__global__ void turn_any(const float *B, float *rows, int n, int k) {
    __shared__ float tile[T][T + 1];
    int p = blockIdx.x * T + threadIdx.x, column = blockIdx.y * T + threadIdx.y;
    if (p < k && column < n) tile[threadIdx.y][threadIdx.x] = B[static_cast<size_t>(column) * k + p];
    __syncthreads();
    p = blockIdx.x * T + threadIdx.y, column = blockIdx.y * T + threadIdx.x;
    if (p < k && column < n) rows[static_cast<size_t>(p) * n + column] = tile[threadIdx.x][threadIdx.y];
}

__global__ void product(const float *A, const float *rows, float *C, int m, int n, int k) {
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int first = 0; first < k; first += T) {
        a[y][x] = row < m && first + x < k ? A[static_cast<size_t>(row) * k + first + x] : 0;
        b[y][x] = column < n && first + y < k ? rows[static_cast<size_t>(first + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    float *rows;
    CHECK(cudaMalloc(&rows, sizeof(float) * n * k));
    dim3 tiles(ceil_div(k, T), ceil_div(n, T));
    if (n % T == 0 && k % T == 0) turn_fragments<<<tiles, 32>>>(B, rows, n, k);
    else turn_any<<<tiles, dim3(T, T)>>>(B, rows, n, k);
    product<<<dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T)>>>(A, rows, C, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(rows));
}
