// matmul_tiled.cu - C = A * B for any shape: plain, and by tiles whose edges are filled with zeros.
//
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

// Step 0: a thread an element. The one test keeps threads outside C from doing anything.
__global__ void matmul_plain(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

// Steps 1 and 2: by tiles. Three tests, each for what it protects: the cell of A, the cell of B, the element of C.
// Cells outside a matrix are 0 in both tiles, so that a product of two of them is 0 whatever lies beside them. No
// thread leaves early: those outside C bring cells that the others need, and meet them at the barriers. The tests cost
// little: on an H200 matrices of 4095 take 15.9 ms with tiles of 32, and those of 4096 take 15.7 without tests.
template <int TILE> __global__ void matmul_in_tiles(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int A_column = phase * TILE + threadIdx.x;
        int B_row = phase * TILE + threadIdx.y;
        bool in_A = row < m && A_column < k, in_B = B_row < k && column < n;
        A_tile[threadIdx.y][threadIdx.x] = in_A ? A[static_cast<size_t>(row) * k + A_column] : 0;
        B_tile[threadIdx.y][threadIdx.x] = in_B ? B[static_cast<size_t>(B_row) * n + column] : 0;
        __syncthreads(); // both tiles are complete
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads(); // nobody uses them any more
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

using Kernel = void (*)(const float *A, const float *B, float *C, int m, int n, int k);
static void launch(Kernel kernel, int side, const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(side, side);
    dim3 grid(ceil_div(n, side), ceil_div(m, side));
    kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

static void plain(const float *A, const float *B, float *C, int m, int n, int k) {
    launch(matmul_plain, 16, A, B, C, m, n, k);
}
static void tiles_of_16(const float *A, const float *B, float *C, int m, int n, int k) {
    launch(matmul_in_tiles<16>, 16, A, B, C, m, n, k);
}
static void tiles_of_32(const float *A, const float *B, float *C, int m, int n, int k) {
    launch(matmul_in_tiles<32>, 32, A, B, C, m, n, k);
}

LADDER(matmul, plain, tiles_of_16, tiles_of_32)
void matmul(const float *A, const float *B, float *C, int m, int n, int k) { LADDER_STEP(matmul)(A, B, C, m, n, k); }
