// a_strip_by_shuffles.cu - a warp has 32 rows of A in registers and hands them round; only B is staged.
#include "workbook.h"

// A block has 32 x 128 elements and 8 warps. A warp has 4 rows, a lane 4 columns of each, 32 apart. Lane p of a warp
// holds column p of the warp's part of A.
constexpr int WARPS = 8;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float b[32][128];
    int lane = threadIdx.x, warp = threadIdx.y, top = blockIdx.y * 32 + warp * 4, left = blockIdx.x * 128 + lane;
    float sums[4][4] = {};
    for (int first = 0; first < k; first += 32) {
        float a[4];
        for (int i = 0; i < 4; i++)
            a[i] = top + i < m && first + lane < k ? A[static_cast<size_t>(top + i) * k + first + lane] : 0;
        for (int p = warp; p < 32; p += WARPS)
            for (int j = 0; j < 4; j++)
                b[p][lane + 32 * j] = first + p < k && left + 32 * j < n ? B[static_cast<size_t>(first + p) * n + left + 32 * j] : 0;
        __syncthreads();
        for (int p = 0; p < 32; p++)
            for (int i = 0; i < 4; i++) {
                float factor = __shfl_sync(~0u, a[i], p);
                for (int j = 0; j < 4; j++) sums[i][j] = fmaf(factor, b[p][lane + 32 * j], sums[i][j]);
            }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (top + i < m && left + 32 * j < n) C[static_cast<size_t>(top + i) * n + left + 32 * j] = sums[i][j];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, 128), ceil_div(m, 32)), dim3(32, WARPS)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
