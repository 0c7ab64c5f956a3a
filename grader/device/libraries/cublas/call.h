// call.h - a routine of cuBLAS as work in a stream (../work/work.h): what its compute function needs to know.
#ifndef CUBLAS_CALL_H
#define CUBLAS_CALL_H

#include "../work/work.h"
#include "abi.h"

enum { SCALAR_MOST = 16 }; // bytes: a double-precision complex number

// A factor as cuBLAS passes it: a value on the host, which is read at the time of the call, or one in device memory.
typedef struct {
    unsigned char value[SCALAR_MOST];
    int operand; // the operand that holds it, -1: `value` does
} Scalar;

typedef struct Call Call;
struct Call {
    Work work; // first
    void (*compute)(Call *call);
    int a, b, c, info; // the operands by their role in the routine; -1: neither read nor written
    long m, n, k;
    bool transposed_a, transposed_b, unit, left, upper;
    long step_x, step_y; // 1, -1 or 0: how a vector's elements follow each other (vector())
    Scalar alpha, beta;
    cudaDataType type_a, type_b, type_c; // of products of several types (mixed.c)
    cudaDataType scale;                  // and of alpha and beta
    int d, bias; // of cublasLtMatmul: where the result goes, what is added to each row of it; -1: none
    cudaDataType type_d, type_bias;
    unsigned epilogue;    // cublasLtEpilogue_t: what is done with the product
    double parameters[5]; // of rotm on the host: the bytes of five numbers of its type
    bool by_rows;         // the result is stored by rows: what is computed is its transpose
};

// Where element i of a staged vector of n elements is.
static inline long place(long step, long n, long i) { return step > 0 ? i : step < 0 ? n - 1 - i : 0; }

// A matrix of `rows` x `columns` elements in column-major order. Each of these functions adds an operand to the call
// and returns its index.
int matrix(Call *call, const void *device, size_t element, long rows, long columns, long pitch, unsigned use);
// A vector of n elements. `step` receives how element i is found in the staged copy: a negative increment begins at the
// end, as in BLAS; an increment of 0 is a single element.
int vector(Call *call, const void *device, size_t element, long n, long increment, unsigned use, long *step);
// Where a call leaves a single result, as a dot product does: the operand that the compute function writes.
int result(Call *call, cublasHandle_t handle, void *pointer, size_t bytes);
// A factor of `bytes` bytes. With device pointers it becomes an operand.
Scalar scalar(Call *call, cublasHandle_t handle, const void *pointer, size_t bytes);
const void *scalar_value(const Call *call, const Scalar *scalar);

// Whether a factor is 0, all of its bytes but a sign: BLAS then does not read what it multiplies. A factor in device
// memory is fetched to find out, unless the stream is being captured; then it counts as not 0.
bool is_zero(cublasHandle_t handle, const void *pointer, size_t bytes);
// How a result is used to which beta times its old value is added.
unsigned added_to(cublasHandle_t handle, const void *beta, size_t bytes);

// Does the call in the handle's stream.
cublasStatus_t call_run(cublasHandle_t handle, Call *call);

// Arrays of matrices: their addresses, read out of device memory.
enum { ARRAYS_MOST = 3 };
typedef struct {
    void **of[ARRAYS_MOST];
} Addresses;
// Reads `count` addresses of each array. NOT_INITIALIZED without a handle. After an error *at can be freed as well.
cublasStatus_t addresses_of(Addresses *at, cublasHandle_t handle, long count, const void *const arrays[],
                            unsigned array_count);
void addresses_free(Addresses *at);

// ---- what routines ask about their arguments -------------------------------------------------------------------

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

#endif
