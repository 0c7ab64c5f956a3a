// barriers_of_the_grid.cu - one phase after another for the whole grid, with a barrier of the grid between.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
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
    for (int phase = 0; phase < k / T; phase++) {
        a[y][x] = A[static_cast<size_t>(row) * k + phase * T + x];
        b[y][x] = B[static_cast<size_t>(phase * T + y) * n + column];
        block.sync();
        for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
        grid.sync();
    }
    C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    void *arguments[] = {&A, &B, &C, &m, &n, &k};
    CHECK(cudaLaunchCooperativeKernel(multiply, dim3(n / T, m / T), dim3(T, T), arguments, 0, nullptr));
}
