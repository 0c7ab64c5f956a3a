// abi.h - the part of cuBLASLt's binary interface that this library implements.
//
// Where the toolkit has cuBLASLt's own header, that is used, and the compiler holds our definitions to its prototypes.
// Attributes are numbers here, as programs pass them; their names are in the tables of descriptors.c.
#ifndef CUBLASLT_ABI_H
#define CUBLASLT_ABI_H

#include "../cublas/abi.h"

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>
#else
#include <stdio.h>
typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct {
    uint64_t data[8];
} cublasLtMatrixLayoutOpaque_t, cublasLtMatmulPreferenceOpaque_t, cublasLtMatmulAlgo_t;
typedef struct {
    uint64_t data[32];
} cublasLtMatmulDescOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef struct {
    cublasLtMatmulAlgo_t algo;
    size_t workspaceSize;
    cublasStatus_t state;
    float wavesCount;
    int reserved[4];
} cublasLtMatmulHeuristicResult_t;
typedef int cublasLtMatrixLayoutAttribute_t, cublasLtMatmulDescAttributes_t, cublasLtMatmulPreferenceAttributes_t,
    cublasLtMatmulAlgoConfigAttributes_t, cublasLtMatmulAlgoCapAttributes_t;
typedef void (*cublasLtLoggerCallback_t)(int level, const char *function, const char *message);
enum { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW };
enum { CUBLASLT_POINTER_MODE_HOST, CUBLASLT_POINTER_MODE_DEVICE };
enum {
    CUBLASLT_EPILOGUE_DEFAULT = 1,
    CUBLASLT_EPILOGUE_RELU = 2,
    CUBLASLT_EPILOGUE_BIAS = 4,
    CUBLASLT_EPILOGUE_RELU_BIAS = 6,
    CUBLASLT_EPILOGUE_GELU = 32,
    CUBLASLT_EPILOGUE_GELU_BIAS = 36
};
#endif

#define EXPORT __attribute__((visibility("default"))) cublasStatus_t

#endif
