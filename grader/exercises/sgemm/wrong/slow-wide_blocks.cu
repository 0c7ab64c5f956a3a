// wide_blocks.cu - blocks of 128 x 256 by 512 threads, one buffer with 16 of p.
//
// says: but slow
#include "workbook.h"

constexpr int DEPTH = 16;

// matrix[row][column], or 0.
__device__ float element(const float *matrix, int row, int rows, int column, int columns) {
    return row < rows && column < columns ? matrix[static_cast<size_t>(row) * columns + column] : 0;
}
__device__ float4 vector(const float *matrix, int row, int rows, int column, int columns) {
    if (columns % 4 == 0 && row < rows && column < columns)
        return reinterpret_cast<const float4 *>(matrix)[(static_cast<size_t>(row) * columns + column) / 4];
    return make_float4(element(matrix, row, rows, column, columns), element(matrix, row, rows, column + 1, columns),
                       element(matrix, row, rows, column + 2, columns), element(matrix, row, rows, column + 3, columns));
}

__global__ void __launch_bounds__(512) wide(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float4 a_rows[DEPTH][33], b_columns[DEPTH][64];
    int t = threadIdx.x, tx = t % 32, ty = t / 32, top = blockIdx.y * 128, left = blockIdx.x * 256;
    float sums[8][8] = {};
    for (int first = 0; first < k; first += DEPTH) {
        {
            int row = t / 4, p = t % 4 * 4;
            float4 v = vector(A, top + row, m, first + p, k);
            float *to = &a_rows[p][0].x + row;
            to[0] = v.x, to[132] = v.y, to[264] = v.z, to[396] = v.w;
        }
        for (int i = t; i < 1024; i += 512)
            b_columns[i / 64][i % 64] = vector(B, first + i / 64, k, left + i % 64 * 4, n);
        __syncthreads();
        for (int p = 0; p < DEPTH; p++) {
            float4 a0 = a_rows[p][ty], a1 = a_rows[p][ty + 16], b0 = b_columns[p][tx], b1 = b_columns[p][tx + 32];
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
            float b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++) sums[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int half = 0; half < 2; half++) {
            int row = top + i / 4 * 64 + ty * 4 + i % 4, column = left + half * 128 + tx * 4;
            const float *s = &sums[i][half * 4];
            if (row >= m) continue;
            float *to = C + static_cast<size_t>(row) * n + column;
            if (n % 4 == 0 && column < n)
                *reinterpret_cast<float4 *>(to) = make_float4(s[0], s[1], s[2], s[3]);
            else
                for (int j = 0; j < 4; j++)
                    if (column + j < n) to[j] = s[j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    wide<<<dim3(ceil_div(n, 256), ceil_div(m, 128)), 512>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
