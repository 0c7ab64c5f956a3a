// matmul_register_tile.cu - C = A * B, every thread with a rectangle of results in registers.
//
// One kernel, five sizes of the rectangle. A thread that computes ROWS x COLUMNS results reads ROWS values of A and
// COLUMNS of B for ROWS * COLUMNS products, so the larger and the squarer the rectangle, the fewer passes through
// shared memory. Passes are those of loads and stores for every 32 products, counted for 128 x 128 x 128; times are
// those of 4096 x 4096 x 4096 on an H200.
//
//     results a thread    1 x 1    1 x 4    2 x 2    4 x 4    8 x 8
//     passes              1.63     1.20     0.81     0.41     0.27
//     milliseconds        17.0     12.0      8.2      5.0      4.6
#include "workbook.h"

constexpr int SIDE = 16;  // of a block of threads
constexpr int DEPTH = 16; // of p in a phase

// The two rows of B_tile that a warp stores begin PAD words more than a multiple of 32 apart: they meet in no bank.
// One tile wide, a row has 16 words, and two of them fill the banks without it.
template <int COLUMNS> constexpr int PAD = COLUMNS % 2 ? 0 : SIDE;

// A block computes SIDE * ROWS by SIDE * COLUMNS elements of C. A thread's elements are SIDE apart in both directions:
// a warp's loads and stores then cover neighbours.
template <int ROWS, int COLUMNS>
__global__ void register_tile_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[SIDE * ROWS][DEPTH];
    __shared__ float B_tile[DEPTH][SIDE * COLUMNS + PAD<COLUMNS>];
    int first_row = blockIdx.y * SIDE * ROWS + threadIdx.y;
    int first_column = blockIdx.x * SIDE * COLUMNS + threadIdx.x;
    float sums[ROWS][COLUMNS] = {};

    for (int phase = 0; phase < ceil_div(k, DEPTH); phase++) {
        int a_column = phase * DEPTH + threadIdx.x, b_row = phase * DEPTH + threadIdx.y;
        for (int i = 0; i < ROWS; i++) {
            int row = first_row + i * SIDE;
            A_tile[threadIdx.y + i * SIDE][threadIdx.x] =
                row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
        }
        for (int j = 0; j < COLUMNS; j++) {
            int column = first_column + j * SIDE;
            B_tile[threadIdx.y][threadIdx.x + j * SIDE] =
                b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
        }
        __syncthreads();
        for (int p = 0; p < DEPTH; p++) {
            float a[ROWS], b[COLUMNS]; // each read once, then used COLUMNS or ROWS times
            for (int i = 0; i < ROWS; i++) a[i] = A_tile[threadIdx.y + i * SIDE][p];
            for (int j = 0; j < COLUMNS; j++) b[j] = B_tile[p][threadIdx.x + j * SIDE];
            for (int i = 0; i < ROWS; i++)
                for (int j = 0; j < COLUMNS; j++) sums[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int row = first_row + i * SIDE, column = first_column + j * SIDE;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

template <int ROWS, int COLUMNS> static void launch(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(SIDE, SIDE);
    dim3 grid(ceil_div(n, SIDE * COLUMNS), ceil_div(m, SIDE * ROWS));
    register_tile_kernel<ROWS, COLUMNS><<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

static void matmul_1x1(const float *A, const float *B, float *C, int m, int n, int k) {
    launch<1, 1>(A, B, C, m, n, k);
}
static void matmul_1x4(const float *A, const float *B, float *C, int m, int n, int k) {
    launch<1, 4>(A, B, C, m, n, k);
}
static void matmul_2x2(const float *A, const float *B, float *C, int m, int n, int k) {
    launch<2, 2>(A, B, C, m, n, k);
}
static void matmul_4x4(const float *A, const float *B, float *C, int m, int n, int k) {
    launch<4, 4>(A, B, C, m, n, k);
}
static void matmul_8x8(const float *A, const float *B, float *C, int m, int n, int k) {
    launch<8, 8>(A, B, C, m, n, k);
}

LADDER(matmul, matmul_1x1, matmul_1x4, matmul_2x2, matmul_4x4, matmul_8x8)

void matmul(const float *A, const float *B, float *C, int m, int n, int k) { LADDER_STEP(matmul)(A, B, C, m, n, k); }
