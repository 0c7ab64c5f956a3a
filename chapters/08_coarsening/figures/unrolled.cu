// unrolled.cu - a weighted sum of eight elements, its loop kept and unrolled: registers and local memory of both.
#include <cstdio>
#include <cuda_runtime.h>

template <int UNROLL> __device__ void weigh(const float *in, float *out, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float weight[8] = {1, 2, 3, 4, 5, 6, 7, 8}, sum = 0;
#pragma unroll UNROLL
    for (int k = 0; k < 8; k++) sum += weight[k] * in[i + k * stride];
    out[i] = sum;
}
__global__ void short_code(const float *in, float *out, int n, int stride) { weigh<1>(in, out, n, stride); }
__global__ void long_code(const float *in, float *out, int n, int stride) { weigh<8>(in, out, n, stride); }

int main() {
    const int n = 256, stride = 32;
    float *in, *out;
    cudaMalloc(&in, (n + 8 * stride) * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(in, 0, (n + 8 * stride) * sizeof(float));
    short_code<<<1, n>>>(in, out, n, stride);
    long_code<<<1, n>>>(in, out, n, stride);
    cudaFree(in);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
