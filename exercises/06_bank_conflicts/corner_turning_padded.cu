// corner_turning_padded.cu - C = A * B with B stored by columns, by turned tiles that never meet in a bank.
//
// A (m x k) and C (m x n) are stored by rows, B (k x n) by columns: element [p][column] of B is B[column * k + p]. All
// are device pointers; m, n and k are any positive numbers; tile is 16 or 32 and says how large the tiles are: tile x
// tile elements, in blocks of tile x tile threads.
//
// The kernel below is the turned product of chapter 05. It is right for tiles of 16. Points are for the time with tiles of
// 32, and for 0 bank conflicts with tiles of both sizes, loads and stores together.
#include "workbook.h"

constexpr int TILE = 16;

// TODO 1: the kernel must work for both tile sizes, and the sizes of its arrays must be known when it is compiled.
__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    // TODO 2: for each tile size, choose where the elements of a row lie so that neither the store below nor the loads
    // in the loop over i meet in a bank. Work it out on paper first: the two sizes need different answers.
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    int loaded_column = blockIdx.x * TILE + threadIdx.y; // of B: not the column that this thread computes
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int p = phase * TILE + threadIdx.x; // of A and of B
        A_tile[threadIdx.y][threadIdx.x] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        B_tile[threadIdx.x][threadIdx.y] =
            loaded_column < n && p < k ? B[static_cast<size_t>(loaded_column) * k + p] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += A_tile[threadIdx.y][i] * B_tile[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    // TODO 3: launch what fits the tile size.
    if (tile != TILE) return;
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
