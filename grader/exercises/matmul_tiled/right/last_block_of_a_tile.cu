// last_block_of_a_tile.cu - three slices of k for each tile; the block that comes last to a tile adds their parts up.
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8

#include "workbook.h"
constexpr int T = 32, WIDE = 128, PER = 4, SLICES = 3;
__global__ void multiply(const float *A, const float *B, float *C, volatile float *parts, unsigned *done, int m, int n, int k) {
    __shared__ float a[T][T], b[T][WIDE];
    __shared__ bool last;
    int x = threadIdx.x % T, y = threadIdx.x / T, tile = blockIdx.y * gridDim.x + blockIdx.x;
    int row = blockIdx.y * T + y, left = blockIdx.x * WIDE + x, tiles = gridDim.x * gridDim.y;
    int depth = ceil_div(k, SLICES), begin = blockIdx.z * depth, end = min(begin + depth, k);
    float sums[PER] = {};
    for (int first = begin; first < end; first += T) {
        int a_column = first + x, b_row = first + y;
        a[y][x] = row < m && a_column < end ? A[static_cast<size_t>(row) * k + a_column] : 0;
        for (int i = 0; i < PER; i++)
            b[y][x + T * i] = b_row < end && left + T * i < n ? B[static_cast<size_t>(b_row) * n + left + T * i] : 0;
        __syncthreads();
        for (int p = 0; p < T; p++)
            for (int i = 0; i < PER; i++) sums[i] += a[y][p] * b[p][x + T * i];
        __syncthreads();
    }
    auto place = [&](int slice, int i) { return (static_cast<size_t>(slice) * tiles + tile) * T * WIDE + y * WIDE + x + T * i; };
    for (int i = 0; i < PER; i++) parts[place(blockIdx.z, i)] = sums[i];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&done[tile], 1u) == SLICES - 1;
    __syncthreads();
    if (!last) return;
    __threadfence();
    for (int i = 0; i < PER; i++) {
        float sum = 0;
        for (int slice = 0; slice < SLICES; slice++) sum += parts[place(slice, i)];
        if (row < m && left + T * i < n) C[static_cast<size_t>(row) * n + left + T * i] = sum;
    }
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, WIDE), ceil_div(m, T), SLICES);
    size_t tiles = grid.x * grid.y;
    float *parts;
    unsigned *done;
    CHECK(cudaMalloc(&parts, SLICES * tiles * T * WIDE * sizeof *parts));
    CHECK(cudaMalloc(&done, tiles * sizeof *done));
    CHECK(cudaMemset(done, 0, tiles * sizeof *done));
    multiply<<<grid, 1024>>>(A, B, C, parts, done, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(parts));
    CHECK(cudaFree(done));
}
