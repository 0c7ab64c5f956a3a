// trick: factors come by reductions of the warp, one for each of them
// like: limit-two_by_two_in_a_large_block.cu
// says: passes (shared, local, shuffles) per 32 products
// limit-factors_by_reductions.cu - a warp reads its factors of A once, and a reduction tells all lanes what one has.
#include "workbook.h"

constexpr int SIDE = 64, DEPTH = 16;

__device__ float told(float value, int lane) {
    return __uint_as_float(__reduce_or_sync(~0u, threadIdx.x % 32 == lane ? __float_as_uint(value) : 0));
}

// Each of 32 warps has two rows of C; a lane has two columns, 32 apart.
__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[SIDE][DEPTH + 1];
    __shared__ float B_tile[DEPTH][SIDE];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int first_row = blockIdx.y * SIDE, first_column = blockIdx.x * SIDE;
    float sums[2][2] = {};
    for (int phase = 0; phase < ceil_div(k, DEPTH); phase++) {
        int a_row = first_row + t / DEPTH, a_column = phase * DEPTH + t % DEPTH;
        int b_row = phase * DEPTH + t / SIDE, b_column = first_column + t % SIDE;
        A_tile[t / DEPTH][t % DEPTH] = a_row < m && a_column < k ? A[static_cast<size_t>(a_row) * k + a_column] : 0;
        B_tile[t / SIDE][t % SIDE] = b_row < k && b_column < n ? B[static_cast<size_t>(b_row) * n + b_column] : 0;
        __syncthreads();
        float of_A = A_tile[2 * warp + lane / DEPTH][lane % DEPTH]; // both rows of the warp
        for (int p = 0; p < DEPTH; p++) {
            float b[2] = {B_tile[p][lane], B_tile[p][lane + 32]};
            float a[2] = {told(of_A, p), told(of_A, DEPTH + p)};
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) sums[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int row = first_row + 2 * warp + i, column = first_column + lane + 32 * j;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, SIDE), ceil_div(m, SIDE)), 1024>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
