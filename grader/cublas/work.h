// work.h - one call of the library as work in a stream: operands out of the device, a function on the host, results
// back.
//
// A routine describes its operands (Operand), names the function that computes (Call.compute) and hands both to
// call_run. That makes staging memory, copies the operands that are read out of the device, has the host function run,
// and copies what is written back, each an asynchronous operation in the handle's stream. So events, waits between
// streams and stream capture see the call as they would see a kernel, and bytes that nobody wrote are a fault at the
// line of the call.
#ifndef CUBLAS_WORK_H
#define CUBLAS_WORK_H

#include "abi.h"
#include <stdbool.h>
#include <stddef.h>

// What a call does with an operand. RETURNS: `device` is the program's host memory, which receives the staged value
// before call_run returns, as a dot product does with host pointers.
enum { READS = 1, WRITES = 2, RETURNS = 4 };
enum { OPERANDS_MOST = 6, SCALAR_MOST = 16 }; // 16 bytes: a double-precision complex number

// A matrix, a vector or a scalar in device memory: columns of `rows` elements, `pitch` elements from one to the next.
// In the staging memory a column follows the other without a gap: column c begins at element c * rows.
typedef struct {
    void *device;
    size_t element; // bytes
    size_t rows, columns;
    size_t pitch; // elements
    int part;     // WHOLE, or the triangle outside of which nothing is read or written
    unsigned use; // READS, WRITES or both
    void *host;   // the staged copy: call_run's
} Operand;
enum { WHOLE, LOWER, UPPER, STRICTLY_LOWER, STRICTLY_UPPER }; // the latter two without the diagonal

// A factor as cuBLAS passes it: a value on the host, which is read at the time of the call, or one in device memory.
typedef struct {
    unsigned char value[SCALAR_MOST];
    int operand; // the operand that holds it, -1: `value` does
} Scalar;

typedef struct Call Call;
struct Call {
    void (*compute)(Call *call); // runs on the host when the operands have been copied; reads and writes Operand.host
    Operand operands[OPERANDS_MOST];
    unsigned operand_count;
    int a, b, c, info; // the operands by their role in the routine; -1: neither read nor written
    long m, n, k;
    bool transposed_a, transposed_b, unit, left, upper;
    long step_x, step_y; // 1, -1 or 0: how a vector's elements follow each other (vector())
    Scalar alpha, beta;
    cudaDataType type_a, type_b, type_c; // of products of several types (mixed.c)
    cudaDataType scale;                  // and of alpha and beta
};

// A handle's stream, modes and staging memory.
typedef struct cublasContext Context;

// Where element i of a staged vector of n elements is.
static inline long place(long step, long n, long i) { return step > 0 ? i : step < 0 ? n - 1 - i : 0; }

// Adds an operand to the call and returns its index.
int operand_add(Call *call, Operand operand);
// A matrix of `rows` x `columns` elements in column-major order.
int matrix(Call *call, const void *device, size_t element, long rows, long columns, long pitch, unsigned use);
// A vector of n elements. `step` receives how element i is found in the staged copy: a negative increment begins at the
// end, as in BLAS; an increment of 0 is a single element.
int vector(Call *call, const void *device, size_t element, long n, long increment, unsigned use, long *step);
// A factor of `bytes` bytes. With device pointers it becomes an operand.
Scalar scalar(Call *call, const Context *context, const void *pointer, size_t bytes);
const void *scalar_value(const Call *call, const Scalar *scalar);

// Where a call leaves a single result, as a dot product does: the operand that the compute function writes.
int result(Call *call, const Context *context, void *pointer, size_t bytes);

// Does the call in the context's stream. What `call` says is copied. With a result on the host the function returns
// when the result is there. ALLOC_FAILED without memory for the staging, EXECUTION_FAILED if an operand is memory that
// a device does not reach, or a copy fails; NOT_SUPPORTED for a result on the host while the stream is captured.
cublasStatus_t call_run(Context *context, const Call *call);

// Says, once in a program, that results of cuBLAS are computed but not counted.
void work_say_once(void);
// Ends the program: a compute function has no memory, and nobody to return an error to.
_Noreturn void work_out_of_memory(void);
bool stream_is_captured(cudaStream_t stream);

// Reads `count` addresses out of device memory in stream order, for calls on arrays of matrices: the addresses have to
// be known before their matrices can be staged. NULL: out of memory, a failed copy, or a stream that is being captured.
// The caller frees the array.
void **addresses_read(Context *context, const void *device, long count, cublasStatus_t *status);

#endif
