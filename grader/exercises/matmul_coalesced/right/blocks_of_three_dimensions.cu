// blocks_of_three_dimensions.cu - blocks of 16 x 4 x 2: a half warp has 16 columns of a row, z has other rows.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

struct Matrix {
    const float *values;
    int width;
    __device__ float operator()(int row, int column) const { return __ldg(&values[static_cast<size_t>(row) * width + column]); }
};

template <typename Factor> __device__ float dot(int count, Factor factors) {
    float sum = 0;
    for (int p = 0; p < count; p++) sum += factors(p);
    return sum;
}

__global__ void multiply(Matrix a, Matrix b, float *C, int m) {
    int column = blockIdx.x * 16 + threadIdx.x, row = (blockIdx.y * 2 + threadIdx.z) * 4 + threadIdx.y;
    if (row < m && column < b.width)
        C[static_cast<size_t>(row) * b.width + column] = dot(a.width, [&](int p) { return a(row, p) * b(p, column); });
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, 16), ceil_div(m, 8)), dim3(16, 4, 2)>>>({A, k}, {B, n}, C, m);
    CHECK(cudaGetLastError());
}
