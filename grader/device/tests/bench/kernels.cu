// kernels.cu - what the benchmark runs on the emulated GPU: `kernels NAME SIZE [one]`, one launch of SIZE x SIZE. With
// `one`, the three matrices are parts of one allocation, as in programs that manage their memory themselves.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

template <int T> __global__ void tiled(const float *A, const float *B, float *C, int n) {
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int tile = 0; tile < n; tile += T) {
        a[y][x] = A[row * n + tile + x];
        b[y][x] = B[(tile + y) * n + column];
        __syncthreads();
        for (int k = 0; k < T; k++) sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void plain(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += A[row * n + k] * B[k * n + column];
    C[row * n + column] = sum;
}

__global__ void scattered(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += A[row * n + k] * B[k * n + column];
    C[row * n + column] = sum;
}

int main(int count, char **arguments) {
    bool one = count == 4 && !strcmp(arguments[3], "one");
    if (count != 3 && !one) return 2;
    const char *name = arguments[1];
    int n = atoi(arguments[2]);
    size_t bytes = sizeof(float) * n * n;
    float *A, *B = nullptr, *C = nullptr;
    cudaMalloc(&A, one ? 3 * bytes : bytes);
    if (one) B = A + n * n, C = B + n * n;
    else cudaMalloc(&B, bytes), cudaMalloc(&C, bytes);
    cudaMemset(A, 0, bytes), cudaMemset(B, 0, bytes);
    if (!strcmp(name, "tiled16")) tiled<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n);
    else if (!strcmp(name, "tiled32")) tiled<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n);
    else if (!strcmp(name, "plain")) plain<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(A, B, C, n);
    else if (!strcmp(name, "scattered")) scattered<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(A, B, C, n);
    else return 2;
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(A);
    if (!one) cudaFree(B), cudaFree(C);
    return error != cudaSuccess;
}
