// key.cu - the product that matmul_coalesced starts from, once with blocks of each shape that was drawn.
#include "drawn.h"
#include "workbook.h"

__device__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

__global__ void as_it_stands(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply(A, B, C, m, n, k);
}

__global__ void with_other_blocks(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply(A, B, C, m, n, k);
}

int main(int, char **argv) {
    int m = drawn(argv, "m"), n = drawn(argv, "n"), k = drawn(argv, "k"), x = drawn(argv, "x"), y = drawn(argv, "y");
    float *A, *B, *C;
    CHECK(cudaMalloc(&A, sizeof(float) * m * k));
    CHECK(cudaMalloc(&B, sizeof(float) * k * n));
    CHECK(cudaMalloc(&C, sizeof(float) * m * n));
    CHECK(cudaMemset(A, 0, sizeof(float) * m * k));
    CHECK(cudaMemset(B, 0, sizeof(float) * k * n));
    as_it_stands<<<dim3(ceil_div(m, x), ceil_div(n, 256 / x)), dim3(x, 256 / x)>>>(A, B, C, m, n, k);
    with_other_blocks<<<dim3(ceil_div(m, y), ceil_div(n, 256 / y)), dim3(y, 256 / y)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
}
