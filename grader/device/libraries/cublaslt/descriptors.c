// descriptors.c - making, changing and destroying descriptors.
#include "descriptors.h"
#include "attributes.h"
#include <stdlib.h>
#include <string.h>

#define REFUSED(number, name)                                                                                          \
    { number, "CUBLASLT_" #name, 0, 0 }

static const Attribute layout_rows[] = {
    MEMBER(Layout, 0, MATRIX_LAYOUT_TYPE, type),
    MEMBER(Layout, 1, MATRIX_LAYOUT_ORDER, order),
    MEMBER(Layout, 2, MATRIX_LAYOUT_ROWS, rows),
    MEMBER(Layout, 3, MATRIX_LAYOUT_COLS, columns),
    MEMBER(Layout, 4, MATRIX_LAYOUT_LD, pitch),
    MEMBER(Layout, 5, MATRIX_LAYOUT_BATCH_COUNT, batches),
    MEMBER(Layout, 6, MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, batch_stride),
    MEMBER(Layout, 7, MATRIX_LAYOUT_PLANE_OFFSET, plane_offset),
    MEMBER(Layout, 8, MATRIX_LAYOUT_BATCH_MODE, batch_mode),
};
static const Attribute operation_rows[] = {
    MEMBER(Operation, 0, MATMUL_DESC_COMPUTE_TYPE, compute),
    MEMBER(Operation, 1, MATMUL_DESC_SCALE_TYPE, scale),
    MEMBER(Operation, 2, MATMUL_DESC_POINTER_MODE, pointer_mode),
    MEMBER(Operation, 3, MATMUL_DESC_TRANSA, op_a),
    MEMBER(Operation, 4, MATMUL_DESC_TRANSB, op_b),
    MEMBER(Operation, 5, MATMUL_DESC_TRANSC, op_c),
    MEMBER(Operation, 6, MATMUL_DESC_FILL_MODE, fill),
    MEMBER(Operation, 7, MATMUL_DESC_EPILOGUE, epilogue),
    MEMBER(Operation, 8, MATMUL_DESC_BIAS_POINTER, bias),
    MEMBER(Operation, 10, MATMUL_DESC_BIAS_BATCH_STRIDE, bias_batch_stride),
    REFUSED(11, MATMUL_DESC_EPILOGUE_AUX_POINTER),
    REFUSED(12, MATMUL_DESC_EPILOGUE_AUX_LD),
    REFUSED(13, MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE),
    REFUSED(14, MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE),
    MEMBER(Operation, 15, MATMUL_DESC_SM_COUNT_TARGET, multiprocessors),
    REFUSED(17, MATMUL_DESC_A_SCALE_POINTER),
    REFUSED(18, MATMUL_DESC_B_SCALE_POINTER),
    REFUSED(19, MATMUL_DESC_C_SCALE_POINTER),
    REFUSED(20, MATMUL_DESC_D_SCALE_POINTER),
    REFUSED(21, MATMUL_DESC_AMAX_D_POINTER),
    REFUSED(22, MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE),
    REFUSED(23, MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER),
    REFUSED(24, MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER),
    MEMBER(Operation, 25, MATMUL_DESC_FAST_ACCUM, fast_accumulation),
    MEMBER(Operation, 26, MATMUL_DESC_BIAS_DATA_TYPE, bias_type),
    REFUSED(31, MATMUL_DESC_A_SCALE_MODE),
    REFUSED(32, MATMUL_DESC_B_SCALE_MODE),
    REFUSED(33, MATMUL_DESC_C_SCALE_MODE),
    REFUSED(34, MATMUL_DESC_D_SCALE_MODE),
    REFUSED(35, MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE),
    REFUSED(36, MATMUL_DESC_D_OUT_SCALE_POINTER),
    REFUSED(37, MATMUL_DESC_D_OUT_SCALE_MODE),
    REFUSED(38, MATMUL_DESC_EMULATION_DESCRIPTOR),
};
// Preferences have no effect: there is one way to compute, and it needs no workspace.
static const Attribute preference_rows[] = {
    MEMBER(Preference, 0, MATMUL_PREF_SEARCH_MODE, search),
    MEMBER(Preference, 1, MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace),
    MEMBER(Preference, 3, MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions),
    MEMBER(Preference, 5, MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment[0]),
    MEMBER(Preference, 6, MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment[1]),
    MEMBER(Preference, 7, MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment[2]),
    MEMBER(Preference, 8, MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment[3]),
    MEMBER(Preference, 9, MATMUL_PREF_MAX_WAVES_COUNT, waves),
    MEMBER(Preference, 12, MATMUL_PREF_IMPL_MASK, implementations),
};
#define TABLE_OF(rows)                                                                                                 \
    { rows, sizeof rows / sizeof *rows }
static const Attributes layout_attributes = TABLE_OF(layout_rows), operation_attributes = TABLE_OF(operation_rows),
                        preference_attributes = TABLE_OF(preference_rows);

// The functions that every descriptor has: cublasLtMatrixLayoutDestroy, ...SetAttribute, ...GetAttribute.
#define DESCRIPTOR(name, OPAQUE, ATTRIBUTE, table)                                                                     \
    EXPORT cublasLt##name##Destroy(OPAQUE *object) {                                                                   \
        free(object);                                                                                                  \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }                                                                                                                  \
    EXPORT cublasLt##name##SetAttribute(OPAQUE *object, ATTRIBUTE number, const void *value, size_t size) {            \
        return attribute_set(&table, object, (int)number, value, size);                                                \
    }                                                                                                                  \
    EXPORT cublasLt##name##GetAttribute(OPAQUE *object, ATTRIBUTE number, void *value, size_t size, size_t *written) { \
        return attribute_get(&table, object, (int)number, value, size, written);                                       \
    }
#define CREATE(object, INIT)                                                                                           \
    if (!object) return CUBLAS_STATUS_INVALID_VALUE;                                                                   \
    *object = calloc(1, sizeof **object);                                                                              \
    return *object ? INIT : CUBLAS_STATUS_ALLOC_FAILED

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t object, size_t size, cudaDataType type,
                                                 uint64_t rows, uint64_t columns, int64_t pitch);
EXPORT cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t object, size_t size, cudaDataType type, uint64_t rows,
                                         uint64_t columns, int64_t pitch) {
    Layout made = {.type = (int32_t)type, .rows = rows, .columns = columns, .pitch = pitch, .batches = 1};
    if (!object) return CUBLAS_STATUS_INVALID_VALUE;
    if (size < sizeof made) return CUBLAS_STATUS_ALLOC_FAILED;
    memcpy(object, &made, sizeof made);
    return CUBLAS_STATUS_SUCCESS;
}
EXPORT cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *object, cudaDataType type, uint64_t rows, uint64_t columns,
                                  int64_t pitch) {
    CREATE(object, cublasLtMatrixLayoutInit_internal(*object, sizeof **object, type, rows, columns, pitch));
}
DESCRIPTOR(MatrixLayout, cublasLtMatrixLayoutOpaque_t, cublasLtMatrixLayoutAttribute_t, layout_attributes)

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t object, size_t size, cublasComputeType_t compute,
                                               cudaDataType scale);
EXPORT cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t object, size_t size, cublasComputeType_t compute,
                                       cudaDataType scale) {
    Operation made = {.compute = (int32_t)compute,
                      .scale = (int32_t)scale,
                      .fill = CUBLAS_FILL_MODE_FULL,
                      .epilogue = CUBLASLT_EPILOGUE_DEFAULT,
                      .bias_type = -1};
    if (!object) return CUBLAS_STATUS_INVALID_VALUE;
    if (size < sizeof made) return CUBLAS_STATUS_ALLOC_FAILED;
    memcpy(object, &made, sizeof made);
    return CUBLAS_STATUS_SUCCESS;
}
EXPORT cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *object, cublasComputeType_t compute, cudaDataType scale) {
    CREATE(object, cublasLtMatmulDescInit_internal(*object, sizeof **object, compute, scale));
}
DESCRIPTOR(MatmulDesc, cublasLtMatmulDescOpaque_t, cublasLtMatmulDescAttributes_t, operation_attributes)

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t object, size_t size);
EXPORT cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t object, size_t size) {
    enum { LARGEST_ALIGNMENT = 256 };
    Preference made = {.reductions = ~0u, .implementations = ~0ull};
    for (int n = 0; n < 4; n++) made.alignment[n] = LARGEST_ALIGNMENT;
    if (!object) return CUBLAS_STATUS_INVALID_VALUE;
    if (size < sizeof made) return CUBLAS_STATUS_ALLOC_FAILED;
    memcpy(object, &made, sizeof made);
    return CUBLAS_STATUS_SUCCESS;
}
EXPORT cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *object) {
    CREATE(object, cublasLtMatmulPreferenceInit_internal(*object, sizeof **object));
}
DESCRIPTOR(MatmulPreference, cublasLtMatmulPreferenceOpaque_t, cublasLtMatmulPreferenceAttributes_t,
           preference_attributes)
