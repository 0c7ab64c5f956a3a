// limit-columns_read.cu - the tile of B lies as it was loaded, and a warp reads a column of it for each product.
// says: shared memory bank conflicts
#include "workbook.h"

template <int T> __global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[T][T], B_tile[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, loaded = blockIdx.x * T + ty;
    float sum = 0;
    for (int phase = 0; phase < ceil_div(k, T); phase++) {
        int p = phase * T + tx;
        A_tile[ty][tx] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        B_tile[ty][tx] = loaded < n && p < k ? B[static_cast<size_t>(loaded) * k + p] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++) sum += A_tile[ty][i] * B_tile[tx][i];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    dim3 block(tile, tile), grid(ceil_div(n, tile), ceil_div(m, tile));
    if (tile == 16) multiply<16><<<grid, block>>>(A, B, C, m, n, k);
    else multiply<32><<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
