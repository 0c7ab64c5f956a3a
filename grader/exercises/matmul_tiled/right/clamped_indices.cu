// Indices are clamped instead of tested, and the last phase adds fewer products.
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
constexpr int TILE = 16;
struct Tiles { float a[TILE][TILE + 1], b[TILE][TILE + 1]; };
__global__ void mm(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ Tiles t;
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    int r = min(row, m - 1), c = min(col, n - 1);
    float sum = 0;
    for (int f = 0; f < k; f += TILE) {
        t.a[y][x] = A[(size_t)r * k + min(f + x, k - 1)];
        t.b[y][x] = B[(size_t)min(f + y, k - 1) * n + c];
        __syncthreads();
        int end = min(TILE, k - f);
        for (int p = 0; p < end; p++) sum += t.a[y][p] * t.b[p][x];
        __syncthreads();
    }
    if (row < m && col < n) C[(size_t)row * n + col] = sum;
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    mm<<<dim3(ceil_div(n, TILE), ceil_div(m, TILE)), dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
