// mixed.h - which types of operands go together in a product.
#ifndef CUBLAS_MIXED_H
#define CUBLAS_MIXED_H

#include "abi.h"
#include <stdbool.h>

// Whether cuBLAS multiplies matrices of types `a` and `b` into one of type `c` with that computation. *scale receives
// the type of alpha and beta.
bool product_scale(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c, cudaDataType *scale);

#endif
