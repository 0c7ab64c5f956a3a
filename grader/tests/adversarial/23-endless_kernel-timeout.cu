// A kernel that does not end.
#include "correct.cuh"

static __global__ void spin(float *C) {
    for (volatile float *at = C;;) *at = 1;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    spin<<<1, 32>>>(C);
    CHECK(cudaDeviceSynchronize());
}
