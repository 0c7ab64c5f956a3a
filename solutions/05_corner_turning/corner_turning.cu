// corner_turning.cu - C = A * B with B stored by columns, from scattered loads to turned tiles.
//
// Load requests and sectors are those of 128 x 128 x 128, times those of 4096 x 4096 x 4096 on an H200.
#include "workbook.h"

constexpr int SIDE = 16; // of a block of the first kernel

// Step 0, 131,072 requests of 9 sectors, 150.7 ms: one thread per element, no shared memory. Neighbouring lanes read B
// k elements apart: 16 sectors for B, 2 for A. Every element of B is fetched m times.
__global__ void scattered_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * SIDE + threadIdx.y;
    int column = blockIdx.x * SIDE + threadIdx.x;
    if (row >= m || column >= n) return;

    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(column) * k + p];
    C[static_cast<size_t>(row) * n + column] = sum;
}

// Step 1, 8,192 requests of 10 sectors, 24.2 ms: tiles, but every thread loads what lies where it computes. Tiling alone
// divides the requests; the lanes still run across stored B.
//
// Step 2, T = 32, 4,096 requests of 4 sectors, 23.0 ms: TURNED. The thread that loads an element of B is chosen by the
// memory (threadIdx.x runs along p, which is contiguous), its place in the tile by the use: the corner is turned on the
// way into shared memory. What remains is there: a turned store puts 32 words into one bank (chapter 06).
//
// Step 3, T = 16, 8,192 requests of 4 sectors, 20.5 ms: more loads than step 2 and yet faster, for only 8 words meet in
// a bank.
template <int T, bool TURNED>
__global__ void tiled_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[T][T];
    __shared__ float B_tile[T][T];
    int row = blockIdx.y * T + threadIdx.y;
    int column = blockIdx.x * T + threadIdx.x;
    int b_p = TURNED ? threadIdx.x : threadIdx.y; // the element of B_tile that this thread loads
    int b_column = TURNED ? threadIdx.y : threadIdx.x;
    int loaded_column = blockIdx.x * T + b_column;
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, T); phase++) {
        int a_p = phase * T + threadIdx.x, loaded_p = phase * T + b_p;
        A_tile[threadIdx.y][threadIdx.x] = row < m && a_p < k ? A[static_cast<size_t>(row) * k + a_p] : 0;
        B_tile[b_p][b_column] =
            loaded_column < n && loaded_p < k ? B[static_cast<size_t>(loaded_column) * k + loaded_p] : 0;
        __syncthreads();
        for (int p = 0; p < T; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

static void matmul_scattered(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, SIDE), ceil_div(m, SIDE));
    scattered_kernel<<<grid, dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
}

template <int T, bool TURNED> static void launch_tiled(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, T), ceil_div(m, T));
    tiled_kernel<T, TURNED><<<grid, dim3(T, T)>>>(A, B, C, m, n, k);
}
static void matmul_tiled(const float *A, const float *B, float *C, int m, int n, int k) {
    launch_tiled<16, false>(A, B, C, m, n, k);
}
static void matmul_turned(const float *A, const float *B, float *C, int m, int n, int k) {
    launch_tiled<16, true>(A, B, C, m, n, k);
}
static void matmul_turned_32(const float *A, const float *B, float *C, int m, int n, int k) {
    launch_tiled<32, true>(A, B, C, m, n, k);
}

LADDER(matmul_colmajor, matmul_scattered, matmul_tiled, matmul_turned_32, matmul_turned)

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    LADDER_STEP(matmul_colmajor)(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
