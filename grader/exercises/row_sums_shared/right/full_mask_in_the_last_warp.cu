// full_mask_in_the_last_warp.cu - every warp shuffles with a full mask, and adds only what lanes that exist have.
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"
__device__ float warp_sum(float value, int lanes) {
    for (int distance = 16; distance > 0; distance /= 2) {
        float other = __shfl_down_sync(0xFFFFFFFF, value, distance);
        if ((int)threadIdx.x % 32 + distance < lanes) value += other;
    }
    return value;
}
__global__ void row_kernel(const float *A, float *sums, int columns) {
    __shared__ float partial[32];
    int warp = threadIdx.x / 32, warps = ceil_div((int)blockDim.x, 32);
    float sum = 0;
    for (int column = threadIdx.x; column < columns; column += blockDim.x)
        sum += A[(size_t)blockIdx.x * columns + column];
    sum = warp_sum(sum, (int)blockDim.x - warp * 32);
    if (threadIdx.x % 32 == 0) partial[warp] = sum;
    __syncthreads();
    if (warp > 0) return;
    sum = (int)threadIdx.x < warps ? partial[threadIdx.x] : 0;
    sum = warp_sum(sum, warps);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    row_kernel<<<rows, threads>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}
