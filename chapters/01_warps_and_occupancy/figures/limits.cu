// limits.cu - kernels with few blocks on a multiprocessor, for different reasons.
#include "workbook.h"

__global__ void plain(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

// Needs many registers: all sums are alive until the end.
__global__ void many_sums(const float *in, float *out, int steps) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    float sums[40] = {};
    for (int i = 0; i < steps; i++)
#pragma unroll
        for (int k = 0; k < 40; k++) sums[k] = sums[k] * in[i] + in[steps + k];
    float product = 1;
#pragma unroll
    for (int k = 0; k < 40; k++) product *= sums[k];
    out[thread % threads] = product;
}

__global__ void uses_shared(float *out) {
    extern __shared__ float room[];
    room[threadIdx.x] = threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = room[threadIdx.x];
}

int main() {
    constexpr int KIB = 1024;
    float *in, *out;
    CHECK(cudaMalloc(&in, 1024 * sizeof(float)));
    CHECK(cudaMemset(in, 0, 1024 * sizeof(float)));
    CHECK(cudaMalloc(&out, 4 * 1024 * sizeof(float)));
    CHECK(cudaFuncSetAttribute(uses_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * KIB));
    plain<<<4, 256>>>(out);
    plain<<<4, 600>>>(out);
    many_sums<<<4, 256>>>(in, out, 8);
    uses_shared<<<4, 256, 48 * KIB>>>(out);
    plain<<<4, 32>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
