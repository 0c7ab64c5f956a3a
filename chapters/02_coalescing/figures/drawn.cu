// drawn.cu - 32 lanes read floats that they draw at random, from a few and from many.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned scatter(unsigned i) {
    i = (i ^ i >> 16) * 0x45d9f3bu;
    i = (i ^ i >> 16) * 0x45d9f3bu;
    return i ^ i >> 16;
}

__global__ void any_of(const float *in, float *out, unsigned range) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[scatter(i + 1) % range];
}

int main() {
    const int threads = 8192, most = 65536;
    float *in, *out;
    cudaMalloc(&in, most * sizeof(float));
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemset(in, 0, most * sizeof(float));
    for (unsigned range = 8; range <= most; range *= 2) any_of<<<threads / 256, 256>>>(in, out, range);
    cudaFree(in);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
