// algorithms.c - choosing an algorithm. There is one here; what a program configures is kept for it, without effect.
#include "attributes.h"
#include "matmul.h"
#include <string.h>

typedef struct {
    int32_t id;
    uint32_t tile, split, reduction, swizzling, custom, stages;
    uint16_t inner_shape, cluster_shape;
} Algorithm;
_Static_assert(sizeof(Algorithm) <= sizeof(cublasLtMatmulAlgo_t), "opaque structure");

static const Algorithm the_one = {.split = 1};

static void algorithm_give(cublasLtMatmulAlgo_t *algorithm) {
    memset(algorithm, 0, sizeof *algorithm);
    memcpy(algorithm, &the_one, sizeof the_one);
}

static cublasStatus_t check(cublasLtHandle_t handle, cublasLtMatmulDesc_t operation, cublasLtMatrixLayout_t a,
                            cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    return matmul_check((const Operation *)operation, (const Layout *)a, (const Layout *)b, (const Layout *)c,
                        (const Layout *)d);
}

EXPORT cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t operation, cublasLtMatrixLayout_t a,
                                      cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                      cublasLtMatmulPreference_t preference, int requested,
                                      cublasLtMatmulHeuristicResult_t results[], int *returned) {
    if (!preference || requested < 1 || !results || !returned) return CUBLAS_STATUS_INVALID_VALUE;
    cublasStatus_t status = check(handle, operation, a, b, c, d);
    *returned = status == CUBLAS_STATUS_SUCCESS;
    if (!*returned) return status;
    results[0] = (cublasLtMatmulHeuristicResult_t){.state = CUBLAS_STATUS_SUCCESS, .wavesCount = 1};
    algorithm_give(&results[0].algo);
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t operation, cublasLtMatrixLayout_t a,
                               cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                               const cublasLtMatmulAlgo_t *algorithm, cublasLtMatmulHeuristicResult_t *result) {
    if (!algorithm || !result) return CUBLAS_STATUS_INVALID_VALUE;
    cublasStatus_t status = check(handle, operation, a, b, c, d);
    if (status == CUBLAS_STATUS_SUCCESS)
        *result = (cublasLtMatmulHeuristicResult_t){.algo = *algorithm, .state = status, .wavesCount = 1};
    return status;
}

EXPORT cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t compute, cudaDataType scale,
                                cudaDataType a, cudaDataType b, cudaDataType c, cudaDataType d, int requested,
                                int ids[], int *returned) {
    (void)compute, (void)scale, (void)a, (void)b, (void)c, (void)d;
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (requested < 1 || !ids || !returned) return CUBLAS_STATUS_INVALID_VALUE;
    ids[0] = the_one.id;
    *returned = 1;
    return CUBLAS_STATUS_SUCCESS;
}

// Any number is accepted, since programs know those of the real library by heart.
EXPORT cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t compute, cudaDataType scale, cudaDataType a,
                              cudaDataType b, cudaDataType c, cudaDataType d, int id, cublasLtMatmulAlgo_t *algorithm) {
    (void)compute, (void)scale, (void)a, (void)b, (void)c, (void)d;
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (id < 0 || !algorithm) return CUBLAS_STATUS_INVALID_VALUE;
    algorithm_give(algorithm);
    ((Algorithm *)algorithm)->id = id;
    return CUBLAS_STATUS_SUCCESS;
}

static const Attribute config_rows[] = {
    MEMBER(Algorithm, 0, ALGO_CONFIG_ID, id),
    MEMBER(Algorithm, 1, ALGO_CONFIG_TILE_ID, tile),
    MEMBER(Algorithm, 2, ALGO_CONFIG_SPLITK_NUM, split),
    MEMBER(Algorithm, 3, ALGO_CONFIG_REDUCTION_SCHEME, reduction),
    MEMBER(Algorithm, 4, ALGO_CONFIG_CTA_SWIZZLING, swizzling),
    MEMBER(Algorithm, 5, ALGO_CONFIG_CUSTOM_OPTION, custom),
    MEMBER(Algorithm, 6, ALGO_CONFIG_STAGES_ID, stages),
    MEMBER(Algorithm, 7, ALGO_CONFIG_INNER_SHAPE_ID, inner_shape),
    MEMBER(Algorithm, 8, ALGO_CONFIG_CLUSTER_SHAPE_ID, cluster_shape),
};
static const Attributes config_attributes = {config_rows, sizeof config_rows / sizeof *config_rows};

EXPORT cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algorithm,
                                            cublasLtMatmulAlgoConfigAttributes_t number, const void *value,
                                            size_t size) {
    return attribute_set(&config_attributes, algorithm, (int)number, value, size);
}
EXPORT cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algorithm,
                                            cublasLtMatmulAlgoConfigAttributes_t number, void *value, size_t size,
                                            size_t *written) {
    return attribute_get(&config_attributes, algorithm, (int)number, value, size, written);
}

// What it can: batches and results in another place than C; no splitting, no choice of tiles or stages (one, number 0).
typedef struct {
    int32_t split, swizzling, batches, elsewhere, triangle, custom, custom_order, negative;
    uint32_t reductions, pointer_modes, epilogues, tile, stages, alignment[4];
    uint64_t implementations;
} Capabilities;
static const Capabilities capabilities = {
    .batches = 1, .elsewhere = 1, .pointer_modes = 3, .epilogues = 0x27, .alignment = {1, 1, 1, 1}};
static const Attribute capability_rows[] = {
    MEMBER(Capabilities, 0, ALGO_CAP_SPLITK_SUPPORT, split),
    MEMBER(Capabilities, 1, ALGO_CAP_REDUCTION_SCHEME_MASK, reductions),
    MEMBER(Capabilities, 2, ALGO_CAP_CTA_SWIZZLING_SUPPORT, swizzling),
    MEMBER(Capabilities, 3, ALGO_CAP_STRIDED_BATCH_SUPPORT, batches),
    MEMBER(Capabilities, 4, ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT, elsewhere),
    MEMBER(Capabilities, 5, ALGO_CAP_UPLO_SUPPORT, triangle),
    MEMBER(Capabilities, 6, ALGO_CAP_TILE_IDS, tile),
    MEMBER(Capabilities, 7, ALGO_CAP_CUSTOM_OPTION_MAX, custom),
    MEMBER(Capabilities, 10, ALGO_CAP_CUSTOM_MEMORY_ORDER, custom_order),
    MEMBER(Capabilities, 11, ALGO_CAP_POINTER_MODE_MASK, pointer_modes),
    MEMBER(Capabilities, 12, ALGO_CAP_EPILOGUE_MASK, epilogues),
    MEMBER(Capabilities, 13, ALGO_CAP_STAGES_IDS, stages),
    MEMBER(Capabilities, 14, ALGO_CAP_LD_NEGATIVE, negative),
    MEMBER(Capabilities, 15, ALGO_CAP_NUMERICAL_IMPL_FLAGS, implementations),
    MEMBER(Capabilities, 16, ALGO_CAP_MIN_ALIGNMENT_A_BYTES, alignment[0]),
    MEMBER(Capabilities, 17, ALGO_CAP_MIN_ALIGNMENT_B_BYTES, alignment[1]),
    MEMBER(Capabilities, 18, ALGO_CAP_MIN_ALIGNMENT_C_BYTES, alignment[2]),
    MEMBER(Capabilities, 19, ALGO_CAP_MIN_ALIGNMENT_D_BYTES, alignment[3]),
};
static const Attributes capability_attributes = {capability_rows, sizeof capability_rows / sizeof *capability_rows};

EXPORT cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algorithm,
                                         cublasLtMatmulAlgoCapAttributes_t number, void *value, size_t size,
                                         size_t *written) {
    if (!algorithm) return CUBLAS_STATUS_INVALID_VALUE;
    return attribute_get(&capability_attributes, &capabilities, (int)number, value, size, written);
}
