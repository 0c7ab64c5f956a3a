// key.cu - the product that matmul_coalesced starts from, with blocks of the shape that was drawn.
#include "drawn.h"
#include "workbook.h"

__global__ void as_it_stands(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

int main(int, char **argv) {
    int m = drawn(argv, "m"), n = drawn(argv, "n"), k = drawn(argv, "k"), x = drawn(argv, "x");
    float *A, *B, *C;
    CHECK(cudaMalloc(&A, sizeof(float) * m * k));
    CHECK(cudaMalloc(&B, sizeof(float) * k * n));
    CHECK(cudaMalloc(&C, sizeof(float) * m * n));
    CHECK(cudaMemset(A, 0, sizeof(float) * m * k));
    CHECK(cudaMemset(B, 0, sizeof(float) * k * n));
    as_it_stands<<<dim3(ceil_div(m, x), ceil_div(n, 256 / x)), dim3(x, 256 / x)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
}
