// Assembly that is none.
#include "correct.cuh"

static __global__ void nonsense() { asm volatile("this.is no.ptx %r99999, [;"); }

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    nonsense<<<1, 1>>>();
    correct_matmul(A, B, C, m, n, k);
}
