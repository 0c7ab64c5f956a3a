// stream_k.cu - sixteen blocks share out the phases of all tiles evenly, and add their parts of a tile to a cleared C.
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

constexpr int T = 32;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y, across = ceil_div(n, T), phases = ceil_div(k, T);
    int all = across * ceil_div(m, T) * phases;
    int phase = all * blockIdx.x / gridDim.x, end = all * (blockIdx.x + 1) / gridDim.x;
    while (phase < end) {
        int tile = phase / phases, last = min(end, (tile + 1) * phases);
        int row = tile / across * T + y, column = tile % across * T + x;
        float sum = 0;
        for (; phase < last; phase++) {
            int a_column = phase % phases * T + x, b_row = phase % phases * T + y;
            a[y][x] = row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
            b[y][x] = b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
            __syncthreads();
            for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
            __syncthreads();
        }
        if (row < m && column < n) atomicAdd(&C[static_cast<size_t>(row) * n + column], sum);
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    CHECK(cudaMemset(C, 0, static_cast<size_t>(m) * n * sizeof *C));
    multiply<<<16, dim3(T, T)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
