// matmul_dynamic.cu - C = A * B by tiles, their side fixed and small, and as large as a block's limits allow.
//
//= student: Ada Lovelace
//= blocks_a: 2996
//= blocks_b: 756
//= blocks_c: 756
#include "workbook.h"

constexpr int STEP = 8; // a row of 8 floats is a sector: tiles of other sides waste parts of sectors

// There is one dynamic array, whatever its name and however often it is declared: the second tile begins where the
// first one ends.
__global__ void matmul_in_tiles(const float *A, const float *B, float *C, int m, int n, int k) {
    extern __shared__ float tiles[];
    int side = blockDim.x;
    float *A_tile = tiles, *B_tile = tiles + side * side;
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * side + y, column = blockIdx.x * side + x;
    float sum = 0;

    for (int first = 0; first < k; first += side) {
        bool in_A = row < m && first + x < k, in_B = first + y < k && column < n;
        A_tile[y * side + x] = in_A ? A[static_cast<size_t>(row) * k + first + x] : 0;
        B_tile[y * side + x] = in_B ? B[static_cast<size_t>(first + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < side; p++) sum += A_tile[y * side + p] * B_tile[p * side + x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

static int shared_bytes(int side) { return 2 * side * side * static_cast<int>(sizeof(float)); }

static void launch(const float *A, const float *B, float *C, int m, int n, int k, int side) {
    dim3 block(side, side);
    dim3 grid(ceil_div(n, side), ceil_div(m, side));
    matmul_in_tiles<<<grid, block, shared_bytes(side)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

// Step 0: the side that is always allowed.
static void side_of_eight(const float *A, const float *B, float *C, int m, int n, int k, int, int) {
    launch(A, B, C, m, n, k, STEP);
}

// Step 1: the largest one that is. Requests fall with the side, so it pays to ask.
// 2048 x 2048 takes 3.9 ms with a side of 8 on an H200, and 2.6 with 32.
static void largest_side(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                         int most_shared_bytes) {
    int side = STEP;
    for (int next = side + STEP; next * next <= most_threads && shared_bytes(next) <= most_shared_bytes; next += STEP)
        side = next;
    launch(A, B, C, m, n, k, side);
}

LADDER(matmul_dynamic, side_of_eight, largest_side)
void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                    int most_shared_bytes) {
    LADDER_STEP(matmul_dynamic)(A, B, C, m, n, k, most_threads, most_shared_bytes);
}
