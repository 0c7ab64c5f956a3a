// barriers_of_the_grid.cu - one phase after another for the whole grid, with a barrier of the grid between.
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
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr int T = 16;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T][T], b[T][T];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int phase = 0; phase < ceil_div(k, T); phase++) {
        int p_x = phase * T + x, p_y = phase * T + y;
        a[y][x] = row < m && p_x < k ? A[static_cast<size_t>(row) * k + p_x] : 0;
        b[y][x] = p_y < k && column < n ? B[static_cast<size_t>(p_y) * n + column] : 0;
        block.sync();
        for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
        grid.sync();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    void *arguments[] = {&A, &B, &C, &m, &n, &k};
    CHECK(cudaLaunchCooperativeKernel(multiply, dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T), arguments, 0, nullptr));
}
