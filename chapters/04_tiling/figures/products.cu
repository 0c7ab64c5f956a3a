// products.cu - a product of 32 x 32 matrices, plain and by tiles of 8 x 8: how often each element is loaded, and when.
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 32, TILE = 8 };

__global__ void plain(const float *a, const float *b, float *c) {
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int p = 0; p < N; p++) sum += a[row * N + p] * b[p * N + column];
    c[row * N + column] = sum;
}

__global__ void tiled(const float *a, const float *b, float *c) {
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < N; first += TILE) {
        a_tile[threadIdx.y][threadIdx.x] = a[row * N + first + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * N + column];
        __syncthreads();
#pragma unroll 1
        for (int p = 0; p < TILE; p++) sum += a_tile[threadIdx.y][p] * b_tile[p][threadIdx.x];
        __syncthreads();
    }
    c[row * N + column] = sum;
}

int main() {
    const size_t bytes = N * N * sizeof(float);
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemset(a, 0, bytes);
    cudaMemset(b, 0, bytes);
    dim3 grid(N / TILE, N / TILE), block(TILE, TILE);
    plain<<<grid, block>>>(a, b, c);
    tiled<<<grid, block>>>(a, b, c);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
