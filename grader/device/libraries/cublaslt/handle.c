// handle.c - handles, versions, names of results, logging. A handle of cuBLAS is a handle of cuBLASLt as well.
#include "../cublas/handle.h"
#include "abi.h"

EXPORT cublasLtCreate(cublasLtHandle_t *handle) {
    cublasHandle_t made;
    if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
    cublasStatus_t status = cublasCreate_v2(&made);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    made->context.library = "cuBLASLt";
    *handle = (cublasLtHandle_t)made;
    return CUBLAS_STATUS_SUCCESS;
}
EXPORT cublasLtDestroy(cublasLtHandle_t handle) { return cublasDestroy_v2((cublasHandle_t)handle); }

#define PUBLIC __attribute__((visibility("default")))
PUBLIC const char *cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
PUBLIC const char *cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }
PUBLIC size_t cublasLtGetVersion(void) {
    int major = 0, minor = 0, patch = 0;
    cublasGetProperty(MAJOR_VERSION, &major);
    cublasGetProperty(MINOR_VERSION, &minor);
    cublasGetProperty(PATCH_LEVEL, &patch);
    return (size_t)(major * 10000 + minor * 100 + patch);
}
PUBLIC size_t cublasLtGetCudartVersion(void) { return cublasGetCudartVersion(); }
EXPORT cublasLtGetProperty(libraryPropertyType type, int *value) { return cublasGetProperty(type, value); }

// ---- without effect: nothing is cached or logged -----------------------------------------------------------------

EXPORT cublasLtHeuristicsCacheGetCapacity(size_t *capacity) {
    if (!capacity) return CUBLAS_STATUS_INVALID_VALUE;
    *capacity = 0;
    return CUBLAS_STATUS_SUCCESS;
}
EXPORT cublasLtHeuristicsCacheSetCapacity(size_t capacity) {
    (void)capacity;
    return CUBLAS_STATUS_SUCCESS;
}
PUBLIC unsigned cublasLtDisableCpuInstructionsSetMask(unsigned mask) {
    (void)mask;
    return 0;
}
#define LOGGER(name, TYPE)                                                                                             \
    EXPORT cublasLtLogger##name(TYPE value) {                                                                          \
        (void)value;                                                                                                   \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }
LOGGER(SetCallback, cublasLtLoggerCallback_t)
LOGGER(SetFile, FILE *)
LOGGER(OpenFile, const char *)
LOGGER(SetLevel, int)
LOGGER(SetMask, int)
EXPORT cublasLtLoggerForceDisable(void) { return CUBLAS_STATUS_SUCCESS; }
