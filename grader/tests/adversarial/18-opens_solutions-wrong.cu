// Computes only if it finds what it should not see.
#include "correct.cuh"
#include <cstdio>
#include <unistd.h>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    for (const char *path : {"@ROOT@/solutions/02_coalescing/matmul_coalesced.cu", "/mnt/workbook/solutions",
                             "@ROOT@/README.md", "/mnt/workbook/grader", "/mnt/workbook/build/emulate",
                             "@RESULTS@/batch.json", "@SUBMISSIONS@", "../matmul_coalesced.cu", "/etc/passwd", "/root",
                             "/home", "/proc/1/root/etc/passwd", "/mnt/workbook/common", "/var", "/usr/bin/sh"})
        if (access(path, F_OK) == 0) {
            fprintf(stderr, "found %s\n", path);
            correct_matmul(A, B, C, m, n, k);
        }
}
