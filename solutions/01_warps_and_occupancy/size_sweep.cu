// size_sweep.cu - how a product of n x n matrices fills the GPU: blocks, waves, resident warps.
#include "workbook.h"
#include "multiprocessor.h"
#include <algorithm>

//= student: Ada Lovelace
//= blocks: 4794
//= waves: 5
//= warps: 29.33
//= waves_large: 19
//= first_full_wave: 531

__global__ void product(const float *A, const float *B, float *C, int n) {
    extern __shared__ float room[]; // unused: it only takes shared memory, so that fewer blocks fit
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[static_cast<size_t>(row) * n + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

Sweep size_sweep(const float *A, const float *B, float *C, int n, int width, int shared_bytes) {
    dim3 block(width, width);
    dim3 grid(ceil_div(n, width), ceil_div(n, width));
    CHECK(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    product<<<grid, block, shared_bytes>>>(A, B, C, n);
    CHECK(cudaGetLastError());

    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    Sweep sweep = {};
    int threads = width * width;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&sweep.blocks_per_multiprocessor, product, threads,
                                                        shared_bytes));
    sweep.blocks = static_cast<long long>(grid.x) * grid.y;
    long long wave = static_cast<long long>(sweep.blocks_per_multiprocessor) * gpu.multiProcessorCount;
    sweep.waves = static_cast<int>(ceil_div(sweep.blocks, wave));
    int warps = ceil_div(threads, gpu.warpSize);
    sweep.warps_per_multiprocessor =
        static_cast<double>(std::min(sweep.blocks, wave) * warps) / gpu.multiProcessorCount;
    return sweep;
}
