// blocks_of_64_by_4_in_constants.cu - The sizes lie in constant memory, and blocks of 64 x 4 stride over C in both
// directions.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

struct Sizes {
    int m, n, k;
};
__constant__ Sizes size;

__global__ void matmul_kernel(const float *A, const float *B, float *C) {
    for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < size.m; row += gridDim.y * blockDim.y)
        for (int column = blockIdx.x * blockDim.x + threadIdx.x; column < size.n; column += gridDim.x * blockDim.x) {
            double sum = 0;
            for (int p = 0; p < size.k; p++)
                sum += static_cast<double>(A[static_cast<size_t>(row) * size.k + p]) *
                       B[static_cast<size_t>(p) * size.n + column];
            C[static_cast<size_t>(row) * size.n + column] = static_cast<float>(sum);
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    const Sizes sizes{m, n, k};
    CHECK(cudaMemcpyToSymbol(size, &sizes, sizeof sizes));
    matmul_kernel<<<dim3(2, 4), dim3(64, 4)>>>(A, B, C);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}
