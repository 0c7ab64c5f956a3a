// rows_in_registers.cu - no turning: a lane loads what is next in memory, and a warp's sums meet by shuffles.
#include "workbook.h"

// A warp has 16 rows of C and 16 columns: 32 lanes share p out among themselves, so both factors are loaded along k.
constexpr int SIDE = 16, WARPS = 4;

__global__ void dot_products(const float *A, const float *B, float *C, int m, int n, int k) {
    int lane = threadIdx.x, top = blockIdx.y * SIDE, left = (blockIdx.x * WARPS + threadIdx.y) * SIDE;
    if (left >= n) return; // whole warps
    for (int half = 0; half < SIDE; half += 8) { // eight rows at a time, for registers
        float sums[8][SIDE] = {};
        for (int first = 0; first < k; first += 32) {
            bool inside = first + lane < k;
            float a[8];
            for (int i = 0; i < 8; i++)
                a[i] = inside && top + half + i < m ? A[static_cast<size_t>(top + half + i) * k + first + lane] : 0;
            for (int j = 0; j < SIDE; j++) {
                float b = inside && left + j < n ? B[static_cast<size_t>(left + j) * k + first + lane] : 0;
                for (int i = 0; i < 8; i++) sums[i][j] += a[i] * b;
            }
        }
        for (int i = 0; i < 8; i++) {
            float mine = 0;
            for (int j = 0; j < SIDE; j++) {
                float sum = sums[i][j];
                for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step);
                if (lane == j) mine = sum;
            }
            if (lane < SIDE && left + lane < n && top + half + i < m)
                C[static_cast<size_t>(top + half + i) * n + left + lane] = mine;
        }
    }
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    dot_products<<<dim3(ceil_div(n, SIDE * WARPS), ceil_div(m, SIDE)), dim3(32, WARPS)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
