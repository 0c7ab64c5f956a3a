// tail.cu - the last phase of a product with k = 11 in tiles of 8: which elements of B does a block load, with one check
// of the whole index and with a check of p and of the column?
#include <cstdio>
#include <cuda_runtime.h>

constexpr int T = 8;

__global__ void one_check(const float *B, float *out, int n, int k) {
    __shared__ float B_tile[T][T];
    int column = threadIdx.y, p = T + threadIdx.x; // of the second phase
    float value = column * k + p < n * k ? B[column * k + p] : 0;
    B_tile[threadIdx.x][threadIdx.y] = value;
    __syncthreads();
    out[threadIdx.y * T + threadIdx.x] = B_tile[threadIdx.y][threadIdx.x];
}

__global__ void two_checks(const float *B, float *out, int n, int k) {
    __shared__ float B_tile[T][T];
    int column = threadIdx.y, p = T + threadIdx.x;
    float value = column < n && p < k ? B[column * k + p] : 0;
    B_tile[threadIdx.x][threadIdx.y] = value;
    __syncthreads();
    out[threadIdx.y * T + threadIdx.x] = B_tile[threadIdx.y][threadIdx.x];
}

int main() {
    const int n = 10, k = 11;
    float *B, *out;
    cudaMalloc(&B, n * k * sizeof(float));
    cudaMalloc(&out, T * T * sizeof(float));
    cudaMemset(B, 0, n * k * sizeof(float));
    one_check<<<1, dim3(T, T)>>>(B, out, n, k);
    two_checks<<<1, dim3(T, T)>>>(B, out, n, k);
    cudaFree(B);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
