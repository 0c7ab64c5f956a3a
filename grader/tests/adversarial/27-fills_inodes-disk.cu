// A hundred thousand empty files.
#include "correct.cuh"
#include <cstdio>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    char path[64];
    for (int i = 0; i < 100000; i++) {
        snprintf(path, sizeof path, "/tmp/%d", i);
        FILE *file = fopen(path, "w");
        if (!file) break;
        fclose(file);
    }
    correct_matmul(A, B, C, m, n, k);
}
