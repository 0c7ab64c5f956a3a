// rows_and_columns_twice.cu - a block makes 64 x 128 elements of C with 32 x 16 threads, from tiles 16 deep.
#include "workbook.h"

constexpr int BM = 64, BN = 128, BK = 16, TX = 32, TY = 16, RM = BM / TY, RN = BN / TX;

__global__ void __launch_bounds__(TX *TY) multiply(const float *__restrict__ A, const float *__restrict__ B,
                                                   float *__restrict__ C, int m, int n, int k) {
    __shared__ float a[BM][BK], b[BK][BN];
    int top = blockIdx.y * BM, left = blockIdx.x * BN, t = threadIdx.y * TX + threadIdx.x;
    float sum[RM][RN] = {};
    for (int p0 = 0; p0 < k; p0 += BK) {
        for (int i = t; i < BM * BK; i += TX * TY) {
            int r = i / BK, p = i % BK;
            a[r][p] = top + r < m && p0 + p < k ? A[static_cast<size_t>(top + r) * k + p0 + p] : 0;
        }
        for (int i = t; i < BK * BN; i += TX * TY) {
            int p = i / BN, c = i % BN;
            b[p][c] = p0 + p < k && left + c < n ? B[static_cast<size_t>(p0 + p) * n + left + c] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < BK; p++)
#pragma unroll
            for (int i = 0; i < RM; i++)
#pragma unroll
                for (int j = 0; j < RN; j++)
                    sum[i][j] += a[threadIdx.y + i * TY][p] * b[p][threadIdx.x + j * TX];
        __syncthreads();
    }
    for (int i = 0; i < RM; i++)
        for (int j = 0; j < RN; j++) {
            int row = top + threadIdx.y + i * TY, column = left + threadIdx.x + j * TX;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, BN), ceil_div(m, BM)), dim3(TX, TY)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
