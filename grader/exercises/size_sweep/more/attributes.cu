// attributes.cu - Attributes instead of the whole cudaDeviceProp, and the mean counted multiprocessor by
// multiprocessor.
//
//= student: Ada Lovelace
//= blocks: 4794
//= waves: 5
//= warps: 29.33
//= waves_large: 19
//= first_full_wave: 531
#include "workbook.h"
#include "multiprocessor.h"
#include <algorithm>

__global__ void product(const float *A, const float *B, float *C, int n) {
    extern __shared__ float room[]; // unused: it only takes shared memory, so that fewer blocks fit
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[static_cast<size_t>(row) * n + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

static int attribute(cudaDeviceAttr which) {
    int value, device;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

Sweep size_sweep(const float *A, const float *B, float *C, int n, int width, int shared_bytes) {
    dim3 block(width, width);
    dim3 grid(ceil_div(n, width), ceil_div(n, width));
    CHECK(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    product<<<grid, block, shared_bytes>>>(A, B, C, n);
    CHECK(cudaGetLastError());

    int processors = attribute(cudaDevAttrMultiProcessorCount), warp = attribute(cudaDevAttrWarpSize), held;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&held, product, block.x * block.y, shared_bytes,
                                                                 cudaOccupancyDefault));
    long long blocks = 1ll * grid.x * grid.y * grid.z, resident = 0;
    for (int p = 0; p < processors; p++) // block b goes to multiprocessor b % processors while there is a place
        resident += std::min<long long>(held, blocks / processors + (p < blocks % processors));
    int waves = 0;
    for (long long left = blocks; left > 0; left -= 1ll * held * processors) waves++;
    return {blocks, held, waves, 1.0 * resident * ((width * width + warp - 1) / warp) / processors};
}
