// side_counted_down.cu - The lesson's dynamic array with a place for each tile; the side is counted down from 32.
//
//= student: Ada Lovelace
//= blocks_a: 2996
//= blocks_b: 756
//= blocks_c: 756
#include "workbook.h"

extern __shared__ float tiles[];

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int side = blockDim.x, x = threadIdx.x, y = threadIdx.y;
    float *A_tile = tiles, *B_tile = tiles + side * side;
    int row = blockIdx.y * side + y, column = blockIdx.x * side + x;
    float sum = 0;
    for (int first = 0; first < k; first += side) {
        A_tile[y * side + x] = row < m && first + x < k ? A[static_cast<size_t>(row) * k + first + x] : 0;
        B_tile[y * side + x] = first + y < k && column < n ? B[static_cast<size_t>(first + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < side; p++) sum += A_tile[y * side + p] * B_tile[p * side + x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                    int most_shared_bytes) {
    int side = 32;
    while (side * side > most_threads || 2 * side * side * static_cast<int>(sizeof(float)) > most_shared_bytes)
        side -= 8;
    dim3 block(side, side), grid(ceil_div(n, side), ceil_div(m, side));
    matmul_kernel<<<grid, block, 2 * side * side * sizeof(float)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
