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

// What cuBLASLt shares: declared here for toolkits without cuBLAS's header.
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

#endif
