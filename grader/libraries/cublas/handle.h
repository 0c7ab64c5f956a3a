// handle.h - a cuBLAS handle.
#ifndef CUBLAS_HANDLE_H
#define CUBLAS_HANDLE_H

#include "../work/work.h"
#include "abi.h"

struct cublasContext {
    Context context;
    cublasPointerMode_t pointer_mode;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    int multiprocessors; // cublasSetSmCountTarget: kept, without effect
};

#endif
