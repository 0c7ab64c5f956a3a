// arguments.h - what routines ask about their arguments.
#ifndef CUBLAS_ARGUMENTS_H
#define CUBLAS_ARGUMENTS_H

#include "work.h"

#define EXPORT __attribute__((visibility("default"))) cublasStatus_t

static inline bool is_operation(cublasOperation_t op) {
    return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C;
}
static inline bool is_side(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT; }
static inline bool is_triangle(cublasFillMode_t fill) {
    return fill == CUBLAS_FILL_MODE_LOWER || fill == CUBLAS_FILL_MODE_UPPER;
}
static inline bool is_diagonal(cublasDiagType_t diag) {
    return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT;
}
// Whether a matrix of that many rows can have `pitch` elements from one column to the next.
static inline bool pitch_fits(long pitch, long rows) { return pitch >= (rows > 1 ? rows : 1); }

// The part of a triangular matrix that is read: without the diagonal where that is taken to be 1.
static inline int triangle_part(cublasFillMode_t fill, cublasDiagType_t diag) {
    if (diag == CUBLAS_DIAG_UNIT) return fill == CUBLAS_FILL_MODE_UPPER ? STRICTLY_UPPER : STRICTLY_LOWER;
    return fill == CUBLAS_FILL_MODE_UPPER ? UPPER : LOWER;
}

// Whether a factor is 0, all of its bytes but a sign: BLAS then does not read what it multiplies. A factor in device
// memory is fetched to find out, unless the stream is being captured; then it counts as not 0.
bool is_zero(Context *context, const void *pointer, size_t bytes);
// How a result is used to which beta times its old value is added.
unsigned added_to(Context *context, const void *beta, size_t bytes);

// Arrays of matrices: their addresses, read out of device memory.
enum { ARRAYS_MOST = 3 };
typedef struct {
    void **of[ARRAYS_MOST];
} Addresses;
// Reads `count` addresses of each array. On an error *at can be freed as well.
cublasStatus_t addresses_of(Addresses *at, Context *context, long count, const void *const arrays[],
                            unsigned array_count);
void addresses_free(Addresses *at);

#endif
