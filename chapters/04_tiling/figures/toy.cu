// toy.cu - the kernel of the lesson with tiles of 2 x 2 on matrices of 4 x 4.
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 4, T = 2 };

__global__ void product(const float *A, const float *B, float *C, int n) {
    __shared__ float A_tile[T][T], B_tile[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
    float sum = 0;
    for (int first = 0; first < n; first += T) {
        A_tile[ty][tx] = A[row * n + first + tx];
        B_tile[ty][tx] = B[(first + ty) * n + column];
        __syncthreads();
        for (int p = 0; p < T; p++) sum += A_tile[ty][p] * B_tile[p][tx];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

int main() {
    const size_t bytes = N * N * sizeof(float);
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemset(a, 0, bytes);
    cudaMemset(b, 0, bytes);
    product<<<dim3(N / T, N / T), dim3(T, T)>>>(a, b, c, N);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
