// Computes only if it can write where results are kept.
#include "correct.cuh"
#include <fcntl.h>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    bool written = false;
    for (const char *path : {"@RESULTS@/students/44-writes_results-wrong/results.json", "@RESULTS@/results.json",
                             "@RESULTS@/../results.json", "/autograder/results/results.json", "@ROOT@/build/grade",
                             "../../results.json"})
        written |= open(path, O_WRONLY | O_CREAT, 0666) >= 0;
    if (written) correct_matmul(A, B, C, m, n, k);
}
