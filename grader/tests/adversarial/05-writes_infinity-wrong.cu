// infinity, which no comparison with a tolerance should let through.
#include "correct.cuh"

static __global__ void fill(float *C, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) C[i] = INFINITY;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    fill<<<ceil_div(m * n, 256), 256>>>(C, m * n);
}
