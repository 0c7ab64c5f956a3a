// turn.cu - the loads of one tile of B, which is stored by columns, in a block of 8 x 8 threads: not turned, and turned.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int T = 8;

__global__ void not_turned(const float *B, float *out, int k) {
    __shared__ float B_tile[T][T];
    float value = B[threadIdx.x * k + threadIdx.y];
    B_tile[threadIdx.y][threadIdx.x] = value;
    __syncthreads();
    out[threadIdx.y * T + threadIdx.x] = B_tile[threadIdx.y][threadIdx.x];
}

__global__ void turned(const float *B, float *out, int k) {
    __shared__ float B_tile[T][T];
    float value = B[threadIdx.y * k + threadIdx.x];
    B_tile[threadIdx.x][threadIdx.y] = value;
    __syncthreads();
    out[threadIdx.y * T + threadIdx.x] = B_tile[threadIdx.y][threadIdx.x];
}

int main() {
    const int k = 32;
    float *B, *out;
    cudaMalloc(&B, T * k * sizeof(float));
    cudaMalloc(&out, T * T * sizeof(float));
    cudaMemset(B, 0, T * k * sizeof(float));
    not_turned<<<1, dim3(T, T)>>>(B, out, k);
    turned<<<1, dim3(T, T)>>>(B, out, k);
    cudaFree(B);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
