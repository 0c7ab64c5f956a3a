// squares_of_four.cu - coarsened in both directions: 4 x 4 results a thread, tiles of 64 x 16.
#include "workbook.h"

__global__ void squares(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[64][16], B_tile[16][80];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 64 + ty, column = blockIdx.x * 64 + tx;
    float sums[4][4] = {};
    for (int first = 0; first < k; first += 16) {
        for (int i = 0; i < 4; i++) {
            int r = row + 16 * i, c = column + 16 * i;
            A_tile[ty + 16 * i][tx] = r < m && first + tx < k ? A[static_cast<size_t>(r) * k + first + tx] : 0;
            B_tile[ty][tx + 16 * i] = c < n && first + ty < k ? B[static_cast<size_t>(first + ty) * n + c] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) sums[i][j] += A_tile[ty + 16 * i][p] * B_tile[p][tx + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (row + 16 * i < m && column + 16 * j < n)
                C[static_cast<size_t>(row + 16 * i) * n + column + 16 * j] = sums[i][j];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    squares<<<dim3(ceil_div(n, 64), ceil_div(m, 64)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
