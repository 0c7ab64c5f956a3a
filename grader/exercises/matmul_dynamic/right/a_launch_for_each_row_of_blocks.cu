// a_launch_for_each_row_of_blocks.cu - each launch computes the rows of C that a row of blocks covers.
//= student: Ada Lovelace
//= blocks_a: 2996
//= blocks_b: 756
//= blocks_c: 756
#include "workbook.h"

__global__ void multiply(const float *A, const float *B, float *C, int rows, int n, int k) {
    extern __shared__ float tiles[];
    int side = blockDim.x, x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * side + x;
    float *A_tile = tiles, *B_tile = tiles + side * side, sum = 0;
    for (int first = 0; first < k; first += side) {
        A_tile[y * side + x] = y < rows && first + x < k ? A[y * k + first + x] : 0;
        B_tile[y * side + x] = first + y < k && column < n ? B[(first + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < side; p++) sum += A_tile[y * side + p] * B_tile[p * side + x];
        __syncthreads();
    }
    if (y < rows && column < n) C[y * n + column] = sum;
}

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                    int most_shared_bytes) {
    int side = 8;
    while ((side + 8) * (side + 8) <= most_threads && 8 * (side + 8) * (side + 8) <= most_shared_bytes) side += 8;
    for (int row = 0; row < m; row += side)
        multiply<<<ceil_div(n, side), dim3(side, side), 8 * side * side>>>(
            A + static_cast<size_t>(row) * k, B, C + static_cast<size_t>(row) * n, m - row, n, k);
    CHECK(cudaGetLastError());
}
