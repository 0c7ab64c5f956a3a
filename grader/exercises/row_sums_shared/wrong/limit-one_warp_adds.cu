// most: 50
// says: its share of a row
// limit-one_warp_adds.cu - the first warp adds up the row; the others leave a number that nobody uses, as a tree would.
//
//= steps_many: ?
#include "workbook.h"

__global__ void row_kernel(const float *A, float *sums, int columns) {
    __shared__ volatile float partial[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, lanes = min(32, blockDim.x);
    if (warp > 0) {
        if (lane == 0) partial[warp] = 0;
        return;
    }
    float sum = 0;
    for (int column = lane; column < columns; column += lanes) sum += A[static_cast<size_t>(blockIdx.x) * columns + column];
    unsigned mask = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    float all = 0;
    for (int from = 0; from < lanes; from++) all += __shfl_sync(mask, sum, from);
    if (lane > 0) return;
    partial[0] = all;
    sums[blockIdx.x] = partial[0];
}

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    row_kernel<<<rows, threads>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}
