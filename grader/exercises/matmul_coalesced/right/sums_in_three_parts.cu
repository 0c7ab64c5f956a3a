// sums_in_three_parts.cu - a kernel clears C, then three blocks for each place add their third of the products to it.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void clear(float *values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = 0;
}

__global__ void add_part(const float *A, const float *B, float *C, int m, int n, int k) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    int first = k * blockIdx.z / gridDim.z, end = k * (blockIdx.z + 1) / gridDim.z;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = first; p < end; p++) sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(p) * n + column];
    atomicAdd(&C[static_cast<size_t>(row) * n + column], sum);
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    clear<<<ceil_div(m * n, 512), 512>>>(C, m * n);
    add_part<<<dim3(ceil_div(n, 32), ceil_div(m, 4), 3), dim3(32, 4)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
