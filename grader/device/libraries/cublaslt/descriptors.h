// descriptors.h - what a program describes before it multiplies: matrices, the operation, preferences.
//
// Each lies in the opaque structure that the program or a Create function provides, so it must fit there: a MatmulDesc
// of CUDA 12 has 23 words of 8 bytes, the others have 8.
#ifndef CUBLASLT_DESCRIPTORS_H
#define CUBLASLT_DESCRIPTORS_H

#include "abi.h"

// A matrix: rows and columns as the operation sees them. `pitch` is the number of elements from one column (with
// CUBLASLT_ORDER_ROW: from one row) to the next.
typedef struct {
    uint64_t rows, columns;
    int64_t pitch, batch_stride; // elements
    int32_t type, order, batches, batch_mode;
    int64_t plane_offset;
} Layout;

typedef struct {
    int32_t compute, scale, pointer_mode, op_a, op_b, op_c, fill;
    uint32_t epilogue;
    const void *bias;
    int64_t bias_batch_stride;
    int32_t bias_type; // -1: that of the result
    int32_t multiprocessors;
    int8_t fast_accumulation;
} Operation;

typedef struct {
    uint64_t workspace, implementations;
    uint32_t search, reductions, alignment[4];
    float waves;
} Preference;

_Static_assert(sizeof(Layout) <= 8 * 8 && sizeof(Operation) <= 23 * 8 && sizeof(Preference) <= 8 * 8,
               "opaque structures");

#endif
