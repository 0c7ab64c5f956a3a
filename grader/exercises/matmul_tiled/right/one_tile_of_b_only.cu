// one_tile_of_b_only.cu - A stays in registers and goes round by shuffles; B alone is in shared memory, four columns a lane.
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

// A warp has four rows of 128 columns, a lane every 32nd column of each.
constexpr int WARPS = 8, ROWS = 4, COLUMNS = 4, DEPTH = 32;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float b[DEPTH][32 * COLUMNS];
    int lane = threadIdx.x, left = blockIdx.x * 32 * COLUMNS, top = blockIdx.y * WARPS * ROWS + threadIdx.y * ROWS;
    float sums[ROWS][COLUMNS] = {};
    for (int first = 0; first < k; first += DEPTH) {
        float a[ROWS];
        for (int i = 0; i < ROWS; i++)
            a[i] = top + i < m && first + lane < k ? A[static_cast<size_t>(top + i) * k + first + lane] : 0;
        for (int p = threadIdx.y; p < DEPTH; p += WARPS)
            for (int x = lane; x < 32 * COLUMNS; x += 32)
                b[p][x] = first + p < k && left + x < n ? B[static_cast<size_t>(first + p) * n + left + x] : 0;
        __syncthreads();
        for (int p = 0; p < DEPTH; p++)
            for (int i = 0; i < ROWS; i++) {
                float factor = __shfl_sync(0xffffffffu, a[i], p);
                for (int j = 0; j < COLUMNS; j++) sums[i][j] += factor * b[p][lane + 32 * j];
            }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int column = left + lane + 32 * j;
            if (top + i < m && column < n) C[static_cast<size_t>(top + i) * n + column] = sums[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, 32 * COLUMNS), ceil_div(m, WARPS * ROWS)), dim3(32, WARPS)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
