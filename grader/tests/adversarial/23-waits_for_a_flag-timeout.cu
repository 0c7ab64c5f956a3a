// Waits for a flag that nobody raises.
#include "correct.cuh"

static __global__ void wait(volatile int *flag) {
    while (*flag == 0) {}
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int *flag;
    CHECK(cudaMalloc(&flag, sizeof *flag));
    CHECK(cudaMemset(flag, 0, sizeof *flag));
    wait<<<1, 64>>>(flag);
    correct_matmul(A, B, C, m, n, k);
}
