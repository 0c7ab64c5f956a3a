// grid_strides.cu - few threads, each of which takes every 8,192nd element of C as if C were one long row.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    size_t elements = static_cast<size_t>(m) * n, step = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += step) {
        size_t row = i / n, column = i % n;
        float sum = 0;
        for (int p = 0; p < k; p++) sum += A[row * k + p] * B[static_cast<size_t>(p) * n + column];
        C[i] = sum;
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<32, 256>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
