// Never comes back.
#include "correct.cuh"

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    for (volatile bool on = true; on;) {}
}
