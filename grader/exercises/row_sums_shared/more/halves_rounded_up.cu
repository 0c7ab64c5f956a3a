// halves_rounded_up.cu - a tree whose halves are rounded up, in dynamic shared memory.
//
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"

__global__ void add_row(const float *A, float *sums, int columns) {
    extern __shared__ float parts[];
    const float *row = A + static_cast<size_t>(blockIdx.x) * columns;
    float own = 0;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) own += row[c];
    parts[threadIdx.x] = own;
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (threadIdx.x + half < left) parts[threadIdx.x] += parts[threadIdx.x + half];
        left = half;
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = parts[0];
}

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    add_row<<<rows, threads, threads * sizeof(float)>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}
