// eight_by_four_with_vectors.cu - 8 rows and 4 columns a thread; A's tile is turned, and its rows are read as float4.
#include "workbook.h"

__global__ void vectors(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ __align__(16) float A_tile[16][132]; // [p][row]
    __shared__ float B_tile[16][80];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 128 + 8 * ty, column = blockIdx.x * 64 + tx;
    float sums[8][4] = {};
    for (int first = 0; first < k; first += 16) {
        for (int i = 0; i < 8; i++) {
            int r = blockIdx.y * 128 + ty + 16 * i;
            A_tile[tx][ty + 16 * i] = r < m && first + tx < k ? A[static_cast<size_t>(r) * k + first + tx] : 0;
        }
        for (int j = 0; j < 4; j++) {
            int c = column + 16 * j;
            B_tile[ty][tx + 16 * j] = c < n && first + ty < k ? B[static_cast<size_t>(first + ty) * n + c] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p++) {
            float4 low = *reinterpret_cast<float4 *>(&A_tile[p][8 * ty]);
            float4 high = *reinterpret_cast<float4 *>(&A_tile[p][8 * ty + 4]);
            float a[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
            for (int j = 0; j < 4; j++) {
                float b = B_tile[p][tx + 16 * j];
                for (int i = 0; i < 8; i++) sums[i][j] += a[i] * b;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++)
            if (row + i < m && column + 16 * j < n) C[static_cast<size_t>(row + i) * n + column + 16 * j] = sums[i][j];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    vectors<<<dim3(ceil_div(n, 64), ceil_div(m, 128)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
