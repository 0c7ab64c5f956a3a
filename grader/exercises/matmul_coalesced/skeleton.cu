// matmul_coalesced.cu - C = A * B with one thread per element: repair which thread computes which element.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows: element [row][column] of C is C[row * n + column]. All three
// are device pointers; m, n and k are any positive numbers.
//
// The product below is right, and slow: its warps touch memory all over the place. Nothing about the sum is wrong, only
// the map from threads to elements. The grader measures, on a 64 x 96 x 48 product,
//   - sectors per load request, A and B together: at most 4.25 (blocks of 16 x 16 can reach 2.0; as it stands: 8.5)
//   - sectors per store request: at most 4.25 (a warp's 32 floats fit into 4; as it stands: 16)
// and, on every case, the values of C.
#include "workbook.h"

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    // TODO 1: lanes 0, 1, 2, ... of a warp have consecutive threadIdx.x. Choose row and column so that they load and
    // store consecutive addresses.
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;

    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(16, 16);
    // TODO 2: the grid must cover C with the map you chose: which of m and n belongs to x now?
    dim3 grid(ceil_div(m, 16), ceil_div(n, 16));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
