// Builds only where something can be included that it should not see.
#include "correct.cuh"

#if __has_include("@ROOT@/solutions/02_coalescing/matmul_coalesced.cu")
#define SEEN
#endif
#if __has_include("@ROOT@/README.md")
#define SEEN
#endif
#if __has_include("/mnt/workbook/grader/exercises/matmul_coalesced/skeleton.cu")
#define SEEN
#endif
#if __has_include("@SUBMISSIONS@/01-correct-passed/matmul_coalesced.cu")
#define SEEN
#endif
#if __has_include("/etc/passwd")
#define SEEN
#endif
#if __has_include("/proc/self/environ")
#define SEEN
#endif
#ifndef SEEN
#error "nothing to be seen"
#endif

void matmul(const float *A, const float *B, float *C, int m, int n, int k) { correct_matmul(A, B, C, m, n, k); }
