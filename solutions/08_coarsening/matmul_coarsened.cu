// matmul_coarsened.cu - C = A * B: one thread per element, tiled, and tiled with four elements a thread in two ways.
//
// Load requests are those of the graded 128 x 256 x 96 product, times those of 4096 x 4096 x 4096 on an H200.
#include "workbook.h"

constexpr int TILE = 32;
constexpr int COARSE_FACTOR = 4;

// Step 0, 196,608 requests, 23.4 ms: every multiplication loads both its factors from global memory, 0.25 operations a
// byte.
__global__ void plain_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    if (row >= m || column >= n) return;

    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

// Step 1, FACTOR 1: 6,144 requests, 15.7 ms. The tiled product: every loaded element serves 32 threads of the block, 8
// operations a byte.
// Step 2, FACTOR 4: 3,840 requests, 15.3 ms. An A tile serves four B tiles, 12.8 operations a byte. Global traffic fell
// by 37 % and the time by 3 %, because this kernel waits for shared memory: each multiplication still reads two
// values there. Fewer global loads help only a kernel that waits for global loads.
template <int FACTOR> __global__ void tiled_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int first_column = blockIdx.x * TILE * FACTOR + threadIdx.x;
    float sums[FACTOR] = {};

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int a_column = phase * TILE + threadIdx.x, b_row = phase * TILE + threadIdx.y;
        A_tile[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
        for (int c = 0; c < FACTOR; c++) {
            int column = first_column + c * TILE;
            B_tile[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
            __syncthreads();
            for (int p = 0; p < TILE; p++) sums[c] += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
            __syncthreads(); // before the next c overwrites B_tile, or the next phase both
        }
    }
    for (int c = 0; c < FACTOR; c++) {
        int column = first_column + c * TILE;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[c];
    }
}

// Step 3: as many requests, and the four elements lie below each other, so a B tile serves four A tiles that are there
// at the same time. What a thread reads of B serves its four rows from a register: five values of shared memory for four
// multiplications instead of eight. And a phase has two barriers, not eight.
__global__ void coarsened_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[COARSE_FACTOR * TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int first_row = blockIdx.y * TILE * COARSE_FACTOR + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sums[COARSE_FACTOR] = {};

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int a_column = phase * TILE + threadIdx.x, b_row = phase * TILE + threadIdx.y;
        for (int c = 0; c < COARSE_FACTOR; c++) {
            int row = first_row + c * TILE;
            A_tile[c * TILE + threadIdx.y][threadIdx.x] =
                row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
        }
        B_tile[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++) {
            float b = B_tile[p][threadIdx.x];
            for (int c = 0; c < COARSE_FACTOR; c++) sums[c] += A_tile[c * TILE + threadIdx.y][p] * b;
        }
        __syncthreads();
    }
    for (int c = 0; c < COARSE_FACTOR; c++) {
        int row = first_row + c * TILE;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[c];
    }
}

static void matmul_plain(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    plain_kernel<<<grid, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
}
static void matmul_tiled(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    tiled_kernel<1><<<grid, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
}
static void matmul_fewer_loads(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, TILE * COARSE_FACTOR), ceil_div(m, TILE));
    tiled_kernel<COARSE_FACTOR><<<grid, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
}
static void matmul_coarsened(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE * COARSE_FACTOR));
    coarsened_kernel<<<grid, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
}

LADDER(matmul, matmul_plain, matmul_tiled, matmul_fewer_loads, matmul_coarsened)

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    LADDER_STEP(matmul)(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
