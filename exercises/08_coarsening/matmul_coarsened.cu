// matmul_coarsened.cu - C = A * B, tiled: let what a thread reads from shared memory serve four of its elements.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows. All three are device pointers; m, n and k are any positive
// numbers.
//
// The kernel below is the ordinary tiled product: one tile of C per block, one element per thread. Each multiplication
// reads two values from shared memory, and that is what the kernel waits for. Blocks that are neighbours in y also load
// the same tiles of B again and again. Time earns all points, with 2048 x 2048 x 2048.
#include "workbook.h"

constexpr int TILE = 32;
constexpr int COARSE_FACTOR = 4;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    // TODO 1: the block now covers COARSE_FACTOR * TILE rows, and needs all of their A at the same time; this thread's
    // elements are TILE rows apart.
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    // TODO 2: one sum for each of them.
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int a_column = phase * TILE + threadIdx.x, b_row = phase * TILE + threadIdx.y;
        // TODO 3: each thread stores COARSE_FACTOR elements of A. Which test does each of them need?
        A_tile[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
        B_tile[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
        __syncthreads();
        // TODO 4: read the value of B once, and use it for all sums.
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    // TODO 5: store every sum whose element exists.
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    // TODO 6: fewer blocks along m.
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
