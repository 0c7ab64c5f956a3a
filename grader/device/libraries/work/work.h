// work.h - one call of a library as work in a stream: operands out of the device, a function on the host, results back.
//
// A library describes a call's operands (Operand), names the function that computes (Work.compute) and hands both to
// work_run. That makes staging memory, copies the operands that are read out of the device, has the host function run,
// and copies what is written back, each an asynchronous operation in the context's stream. So events, waits between
// streams and stream capture see the call as they would see a kernel, and bytes that nobody wrote are a fault at the
// line of the call.
#ifndef LIBRARIES_WORK_H
#define LIBRARIES_WORK_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

// What a call does with an operand. RETURNS: `device` is the program's host memory, which receives the staged value
// before work_run returns, as a dot product does with host pointers.
enum { READS = 1, WRITES = 2, RETURNS = 4 };
enum { WHOLE, LOWER, UPPER, STRICTLY_LOWER, STRICTLY_UPPER }; // parts of a matrix; the latter two without the diagonal
enum { DENSE, BANDED, PACKED };                               // how a matrix is stored in device memory
enum { OPERANDS_MOST = 7 };

// A matrix, a vector or a scalar in device memory: columns of `rows` elements, `pitch` elements from one to the next.
// In the staging memory a column follows the other without a gap: column c begins at element c * rows.
typedef struct {
    void *device;
    size_t element; // bytes
    size_t rows, columns;
    size_t pitch; // elements
    int part;     // outside of it nothing is read or written
    int storage;  // BANDED: the diagonals from `above` to `below` the main one, a column of pitch elements each;
                  // PACKED: the columns of a triangle, one behind the other. What is not stored is 0 in the staged copy
    size_t above, below;
    unsigned use; // READS, WRITES or both, or RETURNS
    void *host;   // the staged copy: work_run's
} Operand;

// What every call has. It is the first member of a library's own description, of `bytes` bytes in all, which is staged
// with the operands.
typedef struct Work Work;
struct Work {
    size_t bytes;
    void (*compute)(Work *staged); // runs on the host when the operands have been copied; reads and writes Operand.host
    Operand operands[OPERANDS_MOST];
    unsigned operand_count;
};

// Pinned host memory in which operands stand while a call works on them. One for each stream that a context has used:
// the calls of one stream follow each other, so each can use the same memory again.
typedef struct Staging Staging;

// What a library's handle has of this: its name for messages, its stream, its staging memory.
typedef struct {
    const char *library;
    cudaStream_t stream;
    Staging *stagings; // those in use and those that became too small
} Context;
// Waits for the device, since calls in flight use the memory, and frees it.
void context_release(Context *context);

// Adds an operand and returns its index: a matrix of `rows` x `columns` elements in column-major order, all of it.
int operand_add(Work *work, const void *device, size_t element, size_t rows, size_t columns, size_t pitch,
                unsigned use);

typedef enum {
    WORK_DONE,
    WORK_NO_MEMORY,
    WORK_FAILED,   // an operand is memory that a device does not reach, or a copy failed
    WORK_CAPTURED, // a result on the host, while the stream is captured
} WorkResult;
// Does the work in the context's stream. What `work` says is copied. With an operand that RETURNS, the function waits
// for it.
WorkResult work_run(Context *context, const Work *work);

// Reads `count` addresses out of device memory in stream order, for calls on arrays of matrices: the addresses have to
// be known before their matrices can be staged. The caller frees *addresses; NULL unless the result is WORK_DONE.
WorkResult addresses_read(Context *context, const void *device, size_t count, void ***addresses);

bool stream_is_captured(cudaStream_t stream);
// Says, once in a program and library, that its results are computed but not counted.
void context_say_once(const Context *context);
// Says, once for each function, that it is not supported and what to do, and has the device count all memory as
// written: no fault is reported of results that are missing. Returns 15, cuBLAS's NOT_SUPPORTED.
int refuse_call(const char *name);
// The same, once in a program, for cuBLAS's interface without handles.
int refuse_legacy(const char *name);
// The same for something that a supported function of `library` is asked to do.
int refuse_option(const char *library, const char *what);
// Ends the program: a compute function has no memory, and nobody to return an error to.
_Noreturn void work_out_of_memory(const char *library);

#endif
