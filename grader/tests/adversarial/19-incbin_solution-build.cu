// The solution as data, to be printed later.
#include "correct.cuh"

asm(".section .rodata\nsolution: .incbin \"@ROOT@/solutions/02_coalescing/matmul_coalesced.cu\"\n.text\n");

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    (void)A, (void)B, (void)C, (void)m, (void)n, (void)k;
}
