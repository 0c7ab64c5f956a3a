// xt.c - cublasXt: products of matrices that may lie on the host. The library of several GPUs, here with the only one.
#include "../host/host_blas.h"
#include "../work/work.h"
#include "call.h"
#include <stdio.h>
#include <stdlib.h>

struct cublasXtContext {
    int tile; // cublasXtSetBlockDim: kept, without effect
};

EXPORT cublasXtCreate(cublasXtHandle_t *handle) {
    enum { DEFAULT_TILE = 2048 };
    if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
    *handle = malloc(sizeof **handle);
    if (*handle) (*handle)->tile = DEFAULT_TILE;
    return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
EXPORT cublasXtDestroy(cublasXtHandle_t handle) {
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}
EXPORT cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (count < 1 || !devices) return CUBLAS_STATUS_INVALID_VALUE;
    if (count == 1 && devices[0] == 0) return CUBLAS_STATUS_SUCCESS;
    fprintf(
        stderr,
        "emulated GPU: cublasXtDeviceSelect asks for %d device%s beginning with number %d, but there is only device "
        "0. Pass a count of 1 and an array of a 0, or run the program on a machine with that many GPUs\n",
        count, count == 1 ? "" : "s", devices[0]);
    return CUBLAS_STATUS_INVALID_VALUE;
}
EXPORT cublasXtSetBlockDim(cublasXtHandle_t handle, int tile) {
    if (!handle || tile <= 0) return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    handle->tile = tile;
    return CUBLAS_STATUS_SUCCESS;
}
EXPORT cublasXtGetBlockDim(cublasXtHandle_t handle, int *tile) {
    if (!handle || !tile) return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    *tile = handle->tile;
    return CUBLAS_STATUS_SUCCESS;
}

// A matrix that starts at `pointer`, copied to the host without gaps; NULL: no memory, or the copy failed.
static void *fetched(const void *pointer, size_t element, size_t rows, size_t columns, size_t pitch) {
    void *copy = malloc(element * rows * columns + 1);
    if (!copy || !rows || !columns) return copy;
    if (cudaMemcpy2D(copy, rows * element, pointer, pitch * element, rows * element, columns, cudaMemcpyDefault) ==
        cudaSuccess)
        return copy;
    free(copy);
    return NULL;
}

#define XT_GEMM(name, REAL)                                                                                            \
    EXPORT name(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, size_t m, size_t n,       \
                size_t k, const REAL *alpha, const REAL *a, size_t lda, const REAL *b, size_t ldb, const REAL *beta,   \
                REAL *c, size_t ldc) {                                                                                 \
        bool turned_a = transa != CUBLAS_OP_N, turned_b = transb != CUBLAS_OP_N;                                       \
        if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                                                             \
        if (!is_operation(transa) || !is_operation(transb) || !alpha || !beta || !pitch_fits((long)ldc, (long)m) ||    \
            !pitch_fits((long)lda, (long)(turned_a ? k : m)) || !pitch_fits((long)ldb, (long)(turned_b ? n : k)))      \
            return CUBLAS_STATUS_INVALID_VALUE;                                                                        \
        context_say_once(&(Context){.library = "cuBLAS"});                                                             \
        REAL *x = fetched(a, sizeof *a, turned_a ? k : m, turned_a ? m : k, lda);                                      \
        REAL *y = fetched(b, sizeof *b, turned_b ? n : k, turned_b ? k : n, ldb);                                      \
        REAL *z = *beta == 0 ? malloc(sizeof *c * m * n + 1) : fetched(c, sizeof *c, m, n, ldc);                       \
        cublasStatus_t status = x && y && z ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;                      \
        if (status == CUBLAS_STATUS_SUCCESS && m && n) {                                                               \
            product_##REAL(turned_a, turned_b, (long)m, (long)n, (long)k, *alpha, x, (long)(turned_a ? k : m), y,      \
                           (long)(turned_b ? n : k), *beta, z, (long)m);                                               \
            if (cudaMemcpy2D(c, ldc * sizeof *c, z, m * sizeof *c, m * sizeof *c, n, cudaMemcpyDefault) !=             \
                cudaSuccess)                                                                                           \
                status = CUBLAS_STATUS_EXECUTION_FAILED;                                                               \
        }                                                                                                              \
        free(x);                                                                                                       \
        free(y);                                                                                                       \
        free(z);                                                                                                       \
        return status;                                                                                                 \
    }
XT_GEMM(cublasXtSgemm, float)
XT_GEMM(cublasXtDgemm, double)
