// Another kernel with other registers and static shared memory; waves are counted off.
//
//= student: Ada Lovelace
//= blocks: 4794
//= waves: 5
//= warps: 29.33
//= waves_large: 19
//= first_full_wave: 531
#include "workbook.h"
#include "multiprocessor.h"

__global__ void rows_of_four(const float *A, const float *B, float *C, int n) {
    extern __shared__ float room[];
    __shared__ float more[256];
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sums[4] = {};
    more[threadIdx.y * blockDim.x + threadIdx.x] = 0;
    if (row >= n || column >= n) return;
    for (int p = 0; p < n; p++) sums[p % 4] += A[row * n + p] * B[p * n + column];
    C[row * n + column] = sums[0] + sums[1] + sums[2] + sums[3] + more[threadIdx.y * blockDim.x + threadIdx.x];
}

Sweep size_sweep(const float *A, const float *B, float *C, int n, int width, int shared_bytes) {
    unsigned side = (n + width - 1) / width;
    int multiprocessors;
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaFuncSetAttribute(rows_of_four, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    rows_of_four<<<dim3(side, side), dim3(width, width), shared_bytes>>>(A, B, C, n);
    CHECK(cudaGetLastError());
    Sweep sweep = {side * side, 0, 0, 0};
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&sweep.blocks_per_multiprocessor, rows_of_four, width * width,
                                                        shared_bytes));
    int wave = sweep.blocks_per_multiprocessor * multiprocessors, first = 0;
    for (int left = static_cast<int>(sweep.blocks); left > 0; left -= wave, sweep.waves++)
        if (sweep.waves == 0) first = left < wave ? left : wave;
    sweep.warps_per_multiprocessor = 1.0 * first * ((width * width + 31) / 32) / multiprocessors;
    return sweep;
}
