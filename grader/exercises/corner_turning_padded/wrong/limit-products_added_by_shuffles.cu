// trick: no tile is turned: the lanes of a warp multiply along p, and shuffles add up their products, which no bank counts
// like: limit-not_padded.edit
// says: shared memory bank conflicts
#include "workbook.h"

template <int T> __global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[T][T], B_tile[T][T]; // B_tile[column][p], as it comes
    int lane = threadIdx.x, row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + lane;
    int loaded_column = blockIdx.x * T + threadIdx.y;
    float sum = 0;
    for (int p = lane; p < ceil_div(k, T) * T; p += T) {
        A_tile[threadIdx.y][lane] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        B_tile[threadIdx.y][lane] = loaded_column < n && p < k ? B[static_cast<size_t>(loaded_column) * k + p] : 0;
        __syncthreads();
        for (int c = 0; c < T; c++) {
            float product = A_tile[threadIdx.y][lane] * B_tile[c][lane];
            for (int far = T / 2; far; far /= 2) product += __shfl_xor_sync(~0u, product, far, T);
            if (lane == c) sum += product;
        }
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    dim3 block(tile, tile), grid(ceil_div(n, tile), ceil_div(m, tile));
    if (tile == 16) product<16><<<grid, block>>>(A, B, C, m, n, k);
    else product<32><<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
