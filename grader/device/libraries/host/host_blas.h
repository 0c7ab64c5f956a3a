// host_blas.h - the products that cost time, on the host: OpenBLAS if it is installed, a loop of ours otherwise.
//
// C = alpha * op(A) * op(B) + beta * C in column-major order, C of m x n, op(A) of m x k. `lda`, `ldb` and `ldc` are
// elements from one column to the next. With beta = 0 C is only written; with alpha = 0 or k = 0 A and B are not read.
#ifndef CUBLAS_HOST_BLAS_H
#define CUBLAS_HOST_BLAS_H

#include <stdbool.h>

void product_float(bool transposed_a, bool transposed_b, long m, long n, long k, float alpha, const float *a, long lda,
                   const float *b, long ldb, float beta, float *c, long ldc);
void product_double(bool transposed_a, bool transposed_b, long m, long n, long k, double alpha, const double *a,
                    long lda, const double *b, long ldb, double beta, double *c, long ldc);

#endif
