// four_columns_by_vectors.cu - a thread computes four neighbours with loads and stores of 16 bytes, where rows allow it.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void multiply_four(const float *A, const float4 *B, float4 *C, int m, int n, int k) {
    int quad = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, width = n / 4;
    if (row >= m || quad >= width) return;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int p = 0; p < k; p++) {
        float a = A[static_cast<size_t>(row) * k + p];
        float4 b = B[static_cast<size_t>(p) * width + quad];
        sum.x += a * b.x, sum.y += a * b.y, sum.z += a * b.z, sum.w += a * b.w;
    }
    C[static_cast<size_t>(row) * width + quad] = sum;
}

__global__ void multiply_one(const float *A, const float *B, float *C, int m, int n, int k) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(8, 16);
    if (n % 4 == 0)
        multiply_four<<<dim3(ceil_div(n, 32), ceil_div(m, 16)), block>>>(A, reinterpret_cast<const float4 *>(B),
                                                                         reinterpret_cast<float4 *>(C), m, n, k);
    else multiply_one<<<dim3(ceil_div(n, 8), ceil_div(m, 16)), block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
