// Right, and then one element more.
#include "correct.cuh"

static __global__ void one_more(float *C, int count) { C[count] = 1; }

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    correct_matmul(A, B, C, m, n, k);
    one_more<<<1, 1>>>(C, m * n);
}
