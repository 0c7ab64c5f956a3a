// transfers.c - cublasSetVector, cublasGetMatrix and their like: copies between the host and the device.
//
// `from` and `to` have columns of `rows` elements of `element` bytes, their columns `from_pitch` and `to_pitch`
// elements apart. A vector with increments is a matrix whose columns have one element.
#include "call.h"

static cublasStatus_t transfer(long rows, long columns, long element, const void *from, long from_pitch, void *to,
                               long to_pitch, enum cudaMemcpyKind kind, bool waits, cudaStream_t stream) {
    if (rows < 0 || columns < 0 || element <= 0 || from_pitch <= 0 || to_pitch <= 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (!rows || !columns) return CUBLAS_STATUS_SUCCESS;
    size_t width = (size_t)(rows * element), from_bytes = (size_t)(from_pitch * element),
           to_bytes = (size_t)(to_pitch * element);
    if (from_bytes < width || to_bytes < width) return CUBLAS_STATUS_INVALID_VALUE;
    bool packed = columns == 1 || (from_bytes == width && to_bytes == width);
    cudaError_t error;
    if (packed && waits) error = cudaMemcpy(to, from, width * (size_t)columns, kind);
    else if (packed) error = cudaMemcpyAsync(to, from, width * (size_t)columns, kind, stream);
    else if (waits) error = cudaMemcpy2D(to, to_bytes, from, from_bytes, width, (size_t)columns, kind);
    else error = cudaMemcpy2DAsync(to, to_bytes, from, from_bytes, width, (size_t)columns, kind, stream);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// A vector without gaps is one column, so that it is one copy.
static cublasStatus_t transfer_vector(long n, long element, const void *from, long from_step, void *to, long to_step,
                                      enum cudaMemcpyKind kind, bool waits, cudaStream_t stream) {
    if (from_step == 1 && to_step == 1)
        return transfer(n, 1, element, from, n > 0 ? n : 1, to, n > 0 ? n : 1, kind, waits, stream);
    return transfer(1, n, element, from, from_step, to, to_step, kind, waits, stream);
}

#define TRANSFERS(direction, kind, INT, suffix)                                                                        \
    EXPORT cublas##direction##Vector##suffix(INT n, INT element, const void *x, INT incx, void *y, INT incy) {         \
        return transfer_vector(n, element, x, incx, y, incy, kind, true, NULL);                                        \
    }                                                                                                                  \
    EXPORT cublas##direction##VectorAsync##suffix(INT n, INT element, const void *x, INT incx, void *y, INT incy,      \
                                                  cudaStream_t stream) {                                               \
        return transfer_vector(n, element, x, incx, y, incy, kind, false, stream);                                     \
    }                                                                                                                  \
    EXPORT cublas##direction##Matrix##suffix(INT rows, INT columns, INT element, const void *a, INT lda, void *b,      \
                                             INT ldb) {                                                                \
        return transfer(rows, columns, element, a, lda, b, ldb, kind, true, NULL);                                     \
    }                                                                                                                  \
    EXPORT cublas##direction##MatrixAsync##suffix(INT rows, INT columns, INT element, const void *a, INT lda, void *b, \
                                                  INT ldb, cudaStream_t stream) {                                      \
        return transfer(rows, columns, element, a, lda, b, ldb, kind, false, stream);                                  \
    }
TRANSFERS(Set, cudaMemcpyHostToDevice, int, )
TRANSFERS(Set, cudaMemcpyHostToDevice, int64_t, _64)
TRANSFERS(Get, cudaMemcpyDeviceToHost, int, )
TRANSFERS(Get, cudaMemcpyDeviceToHost, int64_t, _64)
