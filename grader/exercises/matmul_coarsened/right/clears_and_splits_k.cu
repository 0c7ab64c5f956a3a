// clears_and_splits_k.cu - a helper kernel clears C; blocks of 64 x 128 elements add a half of the products each.
#include "workbook.h"

constexpr int DOWN = 64, ACROSS = 128, DEPTH = 16, THREADS = 512; // 16 elements a thread

__global__ void clear(float *values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = 0;
}

__global__ void add_half(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[DOWN][DEPTH], b[DEPTH][ACROSS];
    int top = blockIdx.y * DOWN, left = blockIdx.x * ACROSS, x = threadIdx.x % ACROSS, y = threadIdx.x / ACROSS;
    int middle = ceil_div(k, 2 * DEPTH) * DEPTH, begin = blockIdx.z * middle, end = blockIdx.z ? k : min(middle, k);
    float sums[16] = {};
    for (int first = begin; first < end; first += DEPTH) {
        for (int i = threadIdx.x; i < DOWN * DEPTH; i += THREADS) {
            int row = top + i / DEPTH, p = first + i % DEPTH;
            a[i / DEPTH][i % DEPTH] = row < m && p < end ? A[static_cast<size_t>(row) * k + p] : 0;
        }
        for (int i = y; i < DEPTH; i += THREADS / ACROSS)
            b[i][x] = first + i < end && left + x < n ? B[static_cast<size_t>(first + i) * n + left + x] : 0;
        __syncthreads();
        for (int p = 0; p < DEPTH; p++)
            for (int i = 0; i < 16; i++) sums[i] += a[y + 4 * i][p] * b[p][x];
        __syncthreads();
    }
    for (int i = 0; i < 16; i++)
        if (top + y + 4 * i < m && left + x < n) atomicAdd(&C[static_cast<size_t>(top + y + 4 * i) * n + left + x], sums[i]);
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    clear<<<ceil_div(m * n, 256), 256>>>(C, m * n);
    add_half<<<dim3(ceil_div(n, ACROSS), ceil_div(m, DOWN), 2), THREADS>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
