// context.h - a cuBLAS handle.
#ifndef CUBLAS_CONTEXT_H
#define CUBLAS_CONTEXT_H

#include "work.h"

// Pinned host memory in which operands stand while a call works on them. One for each stream that a handle has used:
// the calls of one stream follow each other, so each can use the same memory again.
typedef struct Staging {
    struct Staging *next;
    cudaStream_t stream;
    unsigned char *memory;
    size_t bytes;
} Staging;

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointer_mode;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    int multiprocessors; // cublasSetSmCountTarget: kept, without effect
    Staging *stagings;   // those in use and those that became too small, until the handle is destroyed
};

#endif
