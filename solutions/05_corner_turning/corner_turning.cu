// corner_turning.cu - C = A * B with B stored by columns, from scattered loads to turned tiles.
#include "workbook.h"

constexpr int TILE = 16;

// Step 0: one thread per element, no shared memory. Neighbouring lanes read B k elements apart: 16 sectors for B, 2 for
// A, 9 a request, and every element of B is fetched m times.
__global__ void matmul_scattered(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;

    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(column) * k + p];
    C[static_cast<size_t>(row) * n + column] = sum;
}

// Step 1: tiles of 16 x 16 in shared memory: a sixteenth of the load requests. The thread that loads an element of B is
// chosen by the memory (threadIdx.x runs along p, which is contiguous), the place in the tile by the use: the corner is
// turned on the way into shared memory, so both factors are read at 4 sectors a request. At 4096 on an H200, with tiles
// of 32 x 32: 275.9 to 22.7 ms.
// The turned store is what remains: its 32 lanes fall into 4 banks, 7 conflicts a request. One column of padding
// brings another third (15.3 ms); chapter 05 is about that.
__global__ void matmul_turned(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    int loaded_column = blockIdx.x * TILE + threadIdx.y; // of B: another than the one this thread computes
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int loaded_p = phase * TILE + threadIdx.x; // of A and of B
        A_tile[threadIdx.y][threadIdx.x] = row < m && loaded_p < k ? A[static_cast<size_t>(row) * k + loaded_p] : 0;
        B_tile[threadIdx.x][threadIdx.y] =
            loaded_column < n && loaded_p < k ? B[static_cast<size_t>(loaded_column) * k + loaded_p] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    matmul_turned<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
