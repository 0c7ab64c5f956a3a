// attributes_and_a_rest.cu - std::lldiv for waves, attributes instead of properties, and a launch bound.
//
//= student: Ada Lovelace
//= blocks: 4794
//= waves: 5
//= warps: 29.33
//= waves_large: 19
//= first_full_wave: 531
#include "multiprocessor.h"
#include "workbook.h"
#include <algorithm>
#include <cstdlib>

extern __shared__ float unused[];

__global__ void __launch_bounds__(1024) multiply(const float *__restrict__ A, const float *__restrict__ B, float *C,
                                                 int n) {
    for (int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
         row < n && column < n; row = n) {
        float sum = 0;
        for (int p = 0; p < n; p++) sum += A[row * n + p] * B[p * n + column];
        C[row * n + column] = sum;
    }
}

static int attribute(cudaDeviceAttr name) {
    int device, value;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&value, name, device));
    return value;
}

Sweep size_sweep(const float *A, const float *B, float *C, int n, int width, int shared_bytes) {
    int side = (n + width - 1) / width, each;
    CHECK(cudaFuncSetAttribute(multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    multiply<<<dim3(side, side), dim3(width, width), shared_bytes>>>(A, B, C, n);
    CHECK(cudaGetLastError());
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&each, multiply, width * width, shared_bytes,
                                                                 cudaOccupancyDefault));
    long long blocks = static_cast<long long>(side) * side;
    int multiprocessors = attribute(cudaDevAttrMultiProcessorCount), lanes = attribute(cudaDevAttrWarpSize);
    auto waves = std::lldiv(blocks, static_cast<long long>(each) * multiprocessors);
    double first = std::min<double>(blocks, static_cast<double>(each) * multiprocessors);
    return {blocks, each, static_cast<int>(waves.quot + (waves.rem > 0)),
            first * ((width * width + lanes - 1) / lanes) / multiprocessors};
}
