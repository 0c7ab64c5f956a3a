// only_whole_products.cu - No zeros: the last phase is as short as k leaves it, and only cells inside are used. Blocks
// stride over C.
//
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

constexpr int TILE = 32;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE], B_tile[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y, across = (n + TILE - 1) / TILE,
              tiles = across * ((m + TILE - 1) / TILE);
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const int row = tile / across * TILE + y, column = tile % across * TILE + x;
        const bool inside = row < m && column < n;
        float sum = 0;
        for (int first = 0; first < k; first += TILE) {
            const int depth = min(TILE, k - first);
            if (row < m && x < depth) A_tile[y][x] = A[static_cast<size_t>(row) * k + first + x];
            if (column < n && y < depth) B_tile[y][x] = B[static_cast<size_t>(first + y) * n + column];
            __syncthreads();
            if (inside)
                for (int p = 0; p < depth; p++) sum += A_tile[y][p] * B_tile[p][x];
            __syncthreads();
        }
        if (inside) C[static_cast<size_t>(row) * n + column] = sum;
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<min(ceil_div(m, TILE) * ceil_div(n, TILE), 264), dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
