// patterns.cu - one warp reads 32 floats in six ways: what the pictures of chapter 02 are made of.
#include <cstdio>
#include <cuda_runtime.h>

// Lane l reads in[first + l * stride].
__global__ void strided(const float *in, float *out, int first, int stride) {
    out[threadIdx.x] = in[first + threadIdx.x * stride];
}

// The same 32 floats, in an order of their own.
__global__ void permuted(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x * 11 % 32]; }

int main() {
    const int floats = 2048;
    float *in, *out;
    cudaMalloc(&in, floats * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(in, 0, floats * sizeof(float));
    strided<<<1, 32>>>(in, out, 0, 1);
    strided<<<1, 32>>>(in, out, 3, 1);
    strided<<<1, 32>>>(in, out, 0, 2);
    strided<<<1, 32>>>(in, out, 0, 8);
    strided<<<1, 32>>>(in, out, 0, 0);
    permuted<<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
