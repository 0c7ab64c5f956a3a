// Prints to stderr without end.
#include "correct.cuh"
#include <cstdio>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    for (;;) fputs("flood flood flood flood flood flood flood\n", stderr);
}
