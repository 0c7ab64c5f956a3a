// sizes_in_managed_memory.cu - the three sizes are in managed memory, and a block has 64 x 2 threads.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

struct Sizes {
    int m, n, k;
};

__global__ void multiply(const float *A, const float *B, float *C, const Sizes *sizes) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= sizes->m || column >= sizes->n) return;
    const float *a = A + static_cast<size_t>(row) * sizes->k, *b = B + column;
    float sum = 0;
    for (int p = 0; p < sizes->k; p++, b += sizes->n) sum = fmaf(a[p], *b, sum);
    C[static_cast<size_t>(row) * sizes->n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    Sizes *sizes;
    CHECK(cudaMallocManaged(&sizes, sizeof *sizes));
    *sizes = {m, n, k};
    multiply<<<dim3(ceil_div(n, 64), ceil_div(m, 2)), dim3(64, 2)>>>(A, B, C, sizes);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(sizes));
}
