// transposes_behind_a_grid_barrier.cu - one cooperative launch turns B, waits for the grid, and multiplies tiles of 32.
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr int T = 32;

__device__ float load(const float *matrix, int row, int column, int rows, int columns) {
    return row < rows && column < columns ? matrix[static_cast<size_t>(row) * columns + column] : 0;
}

__global__ void turn_and_multiply(const float *A, const float *B, float *rows_of_b, float *C, int m, int n, int k) {
    __shared__ float a[T][T + 1], b[T][T];
    cg::grid_group grid = cg::this_grid();
    int x = threadIdx.x, y = threadIdx.y, across = ceil_div(n, T), along = ceil_div(k, T), down = ceil_div(m, T);
    for (int tile = blockIdx.x; tile < across * along; tile += gridDim.x) {
        int column = tile / along * T, p = tile % along * T;
        a[y][x] = load(B, column + y, p + x, n, k);
        __syncthreads();
        if (p + y < k && column + x < n) rows_of_b[static_cast<size_t>(p + y) * n + column + x] = a[x][y];
        __syncthreads();
    }
    grid.sync();
    for (int tile = blockIdx.x; tile < across * down; tile += gridDim.x) {
        int row = tile / across * T + y, column = tile % across * T + x;
        float sum = 0;
        for (int first = 0; first < k; first += T) {
            a[y][x] = load(A, row, first + x, m, k);
            b[y][x] = load(rows_of_b, first + y, column, k, n);
            __syncthreads();
            for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
            __syncthreads();
        }
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
    }
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    float *rows_of_b;
    CHECK(cudaMallocAsync(&rows_of_b, static_cast<size_t>(k) * n * sizeof(float), nullptr));
    void *arguments[] = {&A, &B, &rows_of_b, &C, &m, &n, &k};
    CHECK(cudaLaunchCooperativeKernel(turn_and_multiply, dim3(10), dim3(T, T), arguments, 0, nullptr));
    CHECK(cudaFreeAsync(rows_of_b, nullptr));
}
