// Prints from the device without end.
#include "correct.cuh"
#include <cstdio>

static __global__ void flood() {
    for (int i = 0; i < 10; i++) printf("flood flood flood flood flood flood flood %d\n", i);
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    for (int i = 0; i < 40; i++) {
        flood<<<16, 128>>>();
        CHECK(cudaDeviceSynchronize());
    }
    correct_matmul(A, B, C, m, n, k);
}
