// matmul.h - what a product needs to be computed here.
#ifndef CUBLASLT_MATMUL_H
#define CUBLASLT_MATMUL_H

#include "descriptors.h"

// Whether the product of such matrices is supported: SUCCESS, INVALID_VALUE if they do not go together, NOT_SUPPORTED
// after a message that names what is missing.
cublasStatus_t matmul_check(const Operation *operation, const Layout *a, const Layout *b, const Layout *c,
                            const Layout *d);

#endif
