// cpp20_sweep.cu - C++20: designated initialisers, a launch by cudaLaunchKernel, and a lambda that checks and returns.
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
#include <array>
#include <concepts>

__global__ void product(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[static_cast<size_t>(row) * n + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

constexpr auto up(std::integral auto value, std::integral auto unit) { return value / unit + (value % unit != 0); }

Sweep size_sweep(const float *A, const float *B, float *C, int n, int width, int shared_bytes) {
    const unsigned side = up(n, width);
    CHECK(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    std::array<void *, 4> arguments{&A, &B, &C, &n};
    CHECK(cudaLaunchKernel(product, {side, side, 1}, dim3(width, width), arguments.data(), shared_bytes, nullptr));
    auto ask = [](cudaDeviceAttr what) {
        int value;
        CHECK(cudaDeviceGetAttribute(&value, what, 0));
        return value;
    };
    const long long processors = ask(cudaDevAttrMultiProcessorCount), blocks = 1ll * side * side;
    int held;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, product, width * width, shared_bytes));
    return {.blocks = blocks,
            .blocks_per_multiprocessor = held,
            .waves = static_cast<int>(up(blocks, held * processors)),
            .warps_per_multiprocessor =
                1.0 / processors * std::min(blocks, held * processors) * up(width * width, ask(cudaDevAttrWarpSize))};
}
