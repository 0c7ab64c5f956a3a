// barriers_of_the_grid.cu - cooperative: C is cleared, the grid waits, and then adds slices of k with a barrier between.
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr int T = 32, FACTOR = 4;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T][T], b[T][T];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    int x = threadIdx.x, y = threadIdx.y, across = ceil_div(n, T * FACTOR), tiles = across * ceil_div(m, T);
    for (int i = grid.thread_rank(); i < m * n; i += grid.size()) C[i] = 0;
    for (int first = 0; first < k; first += 2 * T) {
        grid.sync();
        for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
            int row = tile / across * T + y, column = tile % across * T * FACTOR + x;
            float sums[FACTOR] = {};
            for (int from = first; from < min(first + 2 * T, k); from += T) {
                a[y][x] = row < m && from + x < k ? A[static_cast<size_t>(row) * k + from + x] : 0;
                for (int c = 0; c < FACTOR; c++) {
                    b[y][x] = from + y < k && column + c * T < n ? B[static_cast<size_t>(from + y) * n + column + c * T] : 0;
                    block.sync();
                    for (int p = 0; p < T; p++) sums[c] += a[y][p] * b[p][x];
                    block.sync();
                }
            }
            for (int c = 0; c < FACTOR; c++)
                if (row < m && column + c * T < n) atomicAdd(&C[static_cast<size_t>(row) * n + column + c * T], sums[c]);
        }
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int blocks = min(16, ceil_div(m, T) * ceil_div(n, T * FACTOR));
    void *arguments[] = {&A, &B, &C, &m, &n, &k};
    CHECK(cudaLaunchCooperativeKernel(multiply, dim3(blocks), dim3(T, T), arguments, 0, nullptr));
}
