// rectangular_block.cu - The lesson's staging with 32 x 8 threads: each thread brings four elements of each tile and
// computes four of C.
//
//= student: Ada Lovelace
//= loads_plain: 10752
//= requests_plain: 16384
//= requests_staged: 512
//= loads_staged: 36
#include "workbook.h"

constexpr int TILE = 32, ROWS = 8;

__global__ void multiply_kernel(const float *A, const float *B, float *C, int n) {
    __shared__ float A_tile[TILE][TILE], B_tile[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x, first = blockIdx.y * TILE;
    for (int r = threadIdx.y; r < TILE; r += ROWS) {
        A_tile[r][threadIdx.x] = A[static_cast<size_t>(first + r) * TILE + threadIdx.x];
        B_tile[r][threadIdx.x] = B[static_cast<size_t>(r) * n + column];
    }
    __syncthreads();
    for (int r = threadIdx.y; r < TILE; r += ROWS) {
        float sum = 0;
        for (int p = 0; p < TILE; p++) sum += A_tile[r][p] * B_tile[p][threadIdx.x];
        C[static_cast<size_t>(first + r) * n + column] = sum;
    }
}

void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    multiply_kernel<<<dim3(n / TILE, m / TILE), dim3(TILE, ROWS)>>>(A, B, C, n);
    CHECK(cudaGetLastError());
}
