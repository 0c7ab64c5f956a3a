// barriers_of_the_grid.cu - a cooperative launch: the grid clears C, waits for all blocks, and adds k in slices of 16.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    cg::grid_group grid = cg::this_grid();
    int elements = m * n;
    for (int i = grid.thread_rank(); i < elements; i += grid.size()) C[i] = 0;
    for (int first = 0; first < k; first += 16) {
        grid.sync();
        for (int i = grid.thread_rank(); i < elements; i += grid.size()) {
            int row = i / n, column = i % n;
            float sum = 0;
            for (int p = first; p < min(k, first + 16); p++)
                sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(p) * n + column];
            C[i] += sum;
        }
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    void *arguments[] = {&A, &B, &C, &m, &n, &k};
    CHECK(cudaLaunchCooperativeKernel(multiply, dim3(24), dim3(256), arguments, 0, nullptr));
}
