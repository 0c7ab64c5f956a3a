// build-missing_kernel.cu - launches a kernel that is nowhere defined.
// says: identifier "matmul_turned" is undefined
#include "workbook.h"

constexpr int TILE = 16;

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    matmul_turned<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
