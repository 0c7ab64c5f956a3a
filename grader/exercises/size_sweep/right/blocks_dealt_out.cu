// Deals out the blocks of the first wave, one to each multiprocessor in turn.
//= student: Ada Lovelace
//= blocks: 4794
//= waves: 5
//= warps: 29.3333333333
//= waves_large: 19
//= first_full_wave: 531
#include "workbook.h"
#include "multiprocessor.h"
#include <algorithm>
#include <numeric>
#include <vector>
__global__ void product(const float *A, const float *B, float *C, int n) {
    extern __shared__ float unused[];
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[static_cast<size_t>(row) * n + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}
Sweep size_sweep(const float *A, const float *B, float *C, int n, int width, int shared_bytes) {
    dim3 block(width, width), grid(ceil_div(n, width), ceil_div(n, width));
    CHECK(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    product<<<grid, block, shared_bytes>>>(A, B, C, n);
    CHECK(cudaGetLastError());
    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0));
    int fit;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&fit, product, width * width, shared_bytes, cudaOccupancyDefault));
    Sweep s{};
    s.blocks = 1ll * grid.x * grid.y;
    s.blocks_per_multiprocessor = fit;
    std::vector<long long> held(p.multiProcessorCount);
    for (long long left = s.blocks; left > 0; s.waves++) {
        long long taken = std::min<long long>(left, 1ll * fit * p.multiProcessorCount);
        if (s.waves == 0)
            for (long long b = 0; b < taken; b++) held[b % held.size()] += (width * width + 31) / 32;
        left -= taken;
    }
    s.warps_per_multiprocessor = std::accumulate(held.begin(), held.end(), 0.0) / held.size();
    return s;
}
