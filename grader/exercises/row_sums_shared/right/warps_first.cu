// warps_first.cu - warps add up by shuffles, shared memory holds one sum for each warp.
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"
__device__ float warp_sum(float value, unsigned mask, int lanes) {
    for (int distance = 16; distance > 0; distance /= 2) {
        int lane = threadIdx.x % 32, from = lane + distance;
        float other = __shfl_sync(mask, value, min(from, lanes - 1));
        if (from < lanes) value += other;
    }
    return value;
}
__global__ void row_kernel(const float *A, float *sums, int columns) {
    __shared__ float partial[32];
    int warp = threadIdx.x / 32, lanes = min(32, (int)blockDim.x - warp * 32);
    float sum = 0;
    for (int column = threadIdx.x; column < columns; column += blockDim.x)
        sum += A[(size_t)blockIdx.x * columns + column];
    sum = warp_sum(sum, lanes == 32 ? 0xFFFFFFFF : (1u << lanes) - 1, lanes);
    if (threadIdx.x % 32 == 0) partial[warp] = sum;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int other = 1; other < ceil_div((int)blockDim.x, 32); other++) sum += partial[other];
    sums[blockIdx.x] = sum;
}
void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    row_kernel<<<rows, threads>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}
