// matmul_coalesced.cu - C = A * B with one thread per element: repair which thread computes which element.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows: element [row][column] of C is C[row * n + column]. All three
// are device pointers; m, n and k are any positive numbers.
//
// The product below is right, and slow: its warps touch memory all over the place. Nothing about the sum is wrong, only
// the map from threads to elements. 5 sectors of A and B are enough for 32 products, with no byte wasted, and 4 sectors
// for a store of 32 elements.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    // TODO 1: lanes 0, 1, 2, ... of a warp have consecutive threadIdx.x. Choose row and column so that they load and
    // store consecutive addresses.
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;

    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(8, 32);
    // TODO 2: the grid must cover C with the map you chose: which of m and n belongs to x now?
    dim3 grid(ceil_div(m, 8), ceil_div(n, 32));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

// Predict first.
//     make questions EXERCISE=matmul_coalesced  shows the questions with numbers
//     make another EXERCISE=matmul_coalesced    shows them with others
//= numbers: 1
// The kernel above runs as it stands, once. How many sectors of A and B do all its loads touch?
//= load_sectors: ?
// How many sectors do its stores to C touch? And how many bytes are loaded and not used? The 32 lanes of a request ask for 4 bytes each, even if they ask for the same float. What its sectors hold
// beyond these 128 bytes is wasted.
//= store_sectors: ?
//= wasted_bytes: ?
