// first_host.cu - the host's part of a program: allocate, copy, launch, copy back, free.
#include "workbook.h"

constexpr int THREADS = 256;

__global__ void scale_kernel(const float *in, float *out, float factor, long long count) {
    long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) out[i] = factor * in[i];
}

bool scale(const float *in, float *out, float factor, long long count) {
    size_t bytes = count * sizeof(float);
    float *device_in, *device_out;
    if (cudaMalloc(&device_in, bytes) != cudaSuccess) return false;
    if (cudaMalloc(&device_out, bytes) != cudaSuccess) {
        CHECK(cudaFree(device_in));
        return false;
    }
    CHECK(cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice));
    scale_kernel<<<ceil_div(count, static_cast<long long>(THREADS)), THREADS>>>(device_in, device_out, factor, count);
    CHECK(cudaGetLastError()); // was the launch accepted?
    CHECK(cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
    return true;
}
