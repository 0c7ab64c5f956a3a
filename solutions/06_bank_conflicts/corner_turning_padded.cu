// corner_turning_padded.cu - C = A * B with B stored by columns, for tiles of two sizes, without a conflict.
//
// Conflicts are those of 128 x 128 x 128, times those of 4096 x 4096 x 4096 on an H200: with T = 16, and with T = 32.
#include "workbook.h"

// One kernel, three widths of B_tile:
//
// Step 0, T words: 28,672 and 63,488 conflicts, 20.5 and 23.0 ms. This is the kernel of chapter 05. Lane (tx, ty) stores
// to word T tx + ty. With T = 16 the 32 lanes of a warp meet in 4 banks, 8 in each; with T = 32 all 32 meet in one.
//
// Step 1, T + 1 words: 4,096 and 0, 17.4 and 15.7 ms. Right for T = 32. With T = 16 a warp stores two columns of the
// tile, and word 17 * 15 + 1 of the second one lies 256 words behind word 0 of the first: one bank has two words to
// take.
//
// Step 3, T + 32 / T words: 0 and 0, 16.9 and 15.7 ms. A row begins 32 / T banks behind the row before it, and the
// 32 / T columns of a warp fill the banks between.
template <int T, int WIDTH>
__global__ void padded_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[T][T];
    __shared__ float B_tile[T][WIDTH];
    int row = blockIdx.y * T + threadIdx.y;
    int column = blockIdx.x * T + threadIdx.x;
    int loaded_column = blockIdx.x * T + threadIdx.y; // of B: another than the one this thread computes
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, T); phase++) {
        int p = phase * T + threadIdx.x; // of A and of B
        A_tile[threadIdx.y][threadIdx.x] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        B_tile[threadIdx.x][threadIdx.y] =
            loaded_column < n && p < k ? B[static_cast<size_t>(loaded_column) * k + p] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++) sum += A_tile[threadIdx.y][i] * B_tile[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

// Step 2, 0 and 0, 18.2 and 22.7 ms: no padding at all. Element [p][c] lies at column c ^ p of its row, a different
// exchange in every row: rows stay rows, and the 32 / T columns that a warp stores are spread over all banks. It costs
// no memory, but an instruction for every load of the inner loop, and here that is as dear as the conflicts were.
template <int T> __global__ void exchanged_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[T][T];
    __shared__ float B_tile[T][T];
    int row = blockIdx.y * T + threadIdx.y;
    int column = blockIdx.x * T + threadIdx.x;
    int loaded_column = blockIdx.x * T + threadIdx.y;
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, T); phase++) {
        int p = phase * T + threadIdx.x;
        A_tile[threadIdx.y][threadIdx.x] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        B_tile[threadIdx.x][threadIdx.y ^ threadIdx.x] =
            loaded_column < n && p < k ? B[static_cast<size_t>(loaded_column) * k + p] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++) sum += A_tile[threadIdx.y][i] * B_tile[i][threadIdx.x ^ i];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

static dim3 blocks(int m, int n, int tile) { return dim3(ceil_div(n, tile), ceil_div(m, tile)); }

static void matmul_turned(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    dim3 block(tile, tile);
    if (tile == 16) padded_kernel<16, 16><<<blocks(m, n, 16), block>>>(A, B, C, m, n, k);
    else padded_kernel<32, 32><<<blocks(m, n, 32), block>>>(A, B, C, m, n, k);
}

static void matmul_padded_by_one(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    dim3 block(tile, tile);
    if (tile == 16) padded_kernel<16, 17><<<blocks(m, n, 16), block>>>(A, B, C, m, n, k);
    else padded_kernel<32, 33><<<blocks(m, n, 32), block>>>(A, B, C, m, n, k);
}

static void matmul_padded(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    dim3 block(tile, tile);
    if (tile == 16) padded_kernel<16, 18><<<blocks(m, n, 16), block>>>(A, B, C, m, n, k);
    else padded_kernel<32, 33><<<blocks(m, n, 32), block>>>(A, B, C, m, n, k);
}

static void matmul_exchanged(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    dim3 block(tile, tile);
    if (tile == 16) exchanged_kernel<16><<<blocks(m, n, 16), block>>>(A, B, C, m, n, k);
    else exchanged_kernel<32><<<blocks(m, n, 32), block>>>(A, B, C, m, n, k);
}

LADDER(matmul_colmajor, matmul_turned, matmul_padded_by_one, matmul_exchanged, matmul_padded)

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    LADDER_STEP(matmul_colmajor)(A, B, C, m, n, k, tile);
    CHECK(cudaGetLastError());
}
