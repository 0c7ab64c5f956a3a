// matmul_coarsened.cu - C = A * B, tiled: let each block compute four neighbouring tiles and load their A tile once.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows. All three are device pointers; m, n and k are any positive
// numbers.
//
// The kernel below is the ordinary tiled product: one tile of C per block, one element per thread. Blocks that are
// neighbours in x load the same tiles of A again and again. The grader measures, on a 64 x 256 x 96 product
// and on a size that you do not see,
//   - sectors loaded per 32 products: 4 * (1 / 128 + 1 / 32) = 0.156, plus 2 % (as it stands: 0.25)
//   - threads that multiply, per element of C: at most 0.25 (as it stands: 1)
//   - bytes of stored sectors not written, per 32 elements of C: at most 4
#include "workbook.h"

constexpr int TILE = 32;
constexpr int COARSE_FACTOR = 4;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    // TODO 1: the block now covers COARSE_FACTOR * TILE columns; this thread's elements are TILE columns apart.
    int column = blockIdx.x * TILE + threadIdx.x;
    // TODO 2: one sum for each of them.
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int a_column = phase * TILE + threadIdx.x, b_row = phase * TILE + threadIdx.y;
        A_tile[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
        // TODO 3: from here to the end of the phase, do everything once for each tile of B. Both barriers must be
        // repeated too: why?
        B_tile[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    // TODO 4: store every sum whose element exists.
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    // TODO 5: fewer blocks along n.
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
