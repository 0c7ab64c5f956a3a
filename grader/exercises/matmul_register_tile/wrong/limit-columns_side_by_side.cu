// says: bytes of stored sectors not written
// limit-columns_side_by_side.cu - a thread's four columns are neighbours: its warp stores with stride 4.
#include "workbook.h"

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[64][16];
    __shared__ float B_tile[16][80];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 64 + ty, column = blockIdx.x * 64;
    float sums[4][4] = {};
    for (int first = 0; first < k; first += 16) {
        for (int i = 0; i < 4; i++) {
            int r = row + 16 * i, c = column + tx + 16 * i;
            A_tile[ty + 16 * i][tx] = r < m && first + tx < k ? A[r * k + first + tx] : 0;
            B_tile[ty][tx + 16 * i] = c < n && first + ty < k ? B[(first + ty) * n + c] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) sums[i][j] += A_tile[ty + 16 * i][p] * B_tile[p][4 * tx + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (row + 16 * i < m && column + 4 * tx + j < n) C[(row + 16 * i) * n + column + 4 * tx + j] = sums[i][j];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, 64), ceil_div(m, 64));
    matmul_kernel<<<grid, dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
