// host_blas.c - matrix products on the host.
#include "host_blas.h"
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

enum { COLUMN_MAJOR = 102, NOT_TRANSPOSED = 111, TRANSPOSED = 112 }; // cblas.h's values
enum { ROWS = 256, TERMS = 128 }; // of the block of op(A) that is multiplied at a time: it stays in a cache

static struct {
    void (*sgemm)(int order, int op_a, int op_b, int m, int n, int k, float alpha, const float *a, int lda,
                  const float *b, int ldb, float beta, float *c, int ldc);
    void (*dgemm)(int order, int op_a, int op_b, int m, int n, int k, double alpha, const double *a, int lda,
                  const double *b, int ldb, double beta, double *c, int ldc);
} openblas;

static void find_openblas(void) {
    void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    void *sgemm = dlsym(library, "cblas_sgemm"), *dgemm = dlsym(library, "cblas_dgemm");
    if (!sgemm || !dgemm) return;
    memcpy(&openblas.sgemm, &sgemm, sizeof sgemm); // a cast from void * to a function is not ISO C
    memcpy(&openblas.dgemm, &dgemm, sizeof dgemm);
}

static bool has_openblas(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_openblas);
    return openblas.sgemm;
}

static bool fits_int(long m, long n, long k, long lda, long ldb, long ldc) {
    return m <= INT_MAX && n <= INT_MAX && k <= INT_MAX && lda <= INT_MAX && ldb <= INT_MAX && ldc <= INT_MAX;
}

static int order_of(bool transposed) { return transposed ? TRANSPOSED : NOT_TRANSPOSED; }

#define REAL float
#define NAME(name) name##_float
#define OPENBLAS openblas.sgemm
#include "host_product.inc"
#undef REAL
#undef NAME
#undef OPENBLAS
#define REAL double
#define NAME(name) name##_double
#define OPENBLAS openblas.dgemm
#include "host_product.inc"
