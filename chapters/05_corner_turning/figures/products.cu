// products.cu - C = A * B with B stored by columns, 64 x 64: one thread per element, tiled, and turned; and the last
// phase of a product whose sizes are no multiples of the tile.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int T = 16;

__global__ void plain(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[row * n + p] * B[column * n + p];
    C[row * n + column] = sum;
}

__global__ void tiled(const float *A, const float *B, float *C, int n) {
    __shared__ float A_tile[T][T], B_tile[T][T];
    int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += T) {
        A_tile[threadIdx.y][threadIdx.x] = A[row * n + first + threadIdx.x];
        float across = B[column * n + first + threadIdx.y];
        B_tile[threadIdx.y][threadIdx.x] = across;
        __syncthreads();
        for (int p = 0; p < T; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void turned(const float *A, const float *B, float *C, int n) {
    __shared__ float A_tile[T][T], B_tile[T][T];
    int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += T) {
        A_tile[threadIdx.y][threadIdx.x] = A[row * n + first + threadIdx.x];
        float along = B[(blockIdx.x * T + threadIdx.y) * n + first + threadIdx.x];
        B_tile[threadIdx.x][threadIdx.y] = along;
        __syncthreads();
        for (int p = 0; p < T; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

int main() {
    const int n = 64;
    float *A, *B, *C;
    cudaMalloc(&A, n * n * sizeof(float));
    cudaMalloc(&B, n * n * sizeof(float));
    cudaMalloc(&C, n * n * sizeof(float));
    cudaMemset(A, 0, n * n * sizeof(float));
    cudaMemset(B, 0, n * n * sizeof(float));
    dim3 block(T, T), grid(n / T, n / T);
    plain<<<grid, block>>>(A, B, C, n);
    tiled<<<grid, block>>>(A, B, C, n);
    turned<<<grid, block>>>(A, B, C, n);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
