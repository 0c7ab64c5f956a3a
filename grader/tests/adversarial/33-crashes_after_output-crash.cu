// Right, written, and then it falls over: a program that crashes has not worked.
#include "correct.cuh"
#include <cstdlib>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    atexit(abort);
    correct_matmul(A, B, C, m, n, k);
}
