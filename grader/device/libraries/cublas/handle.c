// handle.c - handles: creation, streams, modes; names of results.
#include "handle.h"
#include "call.h"
#include <stdlib.h>

enum { VERSION_MAJOR = 13, VERSION_MINOR = 1, VERSION_PATCH = 0 }; // of CUDA 13.0

EXPORT cublasCreate_v2(cublasHandle_t *handle) {
    if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
    if (cudaFree(NULL) != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED; // there is no device
    *handle = calloc(1, sizeof **handle);
    if (*handle) (*handle)->context.library = "cuBLAS";
    return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

// Waits for the device, as the documentation says of cublasDestroy.
EXPORT cublasDestroy_v2(cublasHandle_t handle) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    context_release(&handle->context);
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

#define GET(function, type, expression)                                                                                \
    EXPORT function(cublasHandle_t handle, type *value) {                                                              \
        if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                                                             \
        if (!value) return CUBLAS_STATUS_INVALID_VALUE;                                                                \
        *value = (expression);                                                                                         \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }
#define SET(function, type, member, valid)                                                                             \
    EXPORT function(cublasHandle_t handle, type value) {                                                               \
        if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;                                                             \
        if (!(valid)) return CUBLAS_STATUS_INVALID_VALUE;                                                              \
        handle->member = value;                                                                                        \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }

GET(cublasGetVersion_v2, int, VERSION_MAJOR * 10000 + VERSION_MINOR * 100 + VERSION_PATCH)
GET(cublasGetStream_v2, cudaStream_t, handle->context.stream)
GET(cublasGetPointerMode_v2, cublasPointerMode_t, handle->pointer_mode)
GET(cublasGetAtomicsMode, cublasAtomicsMode_t, handle->atomics)
GET(cublasGetMathMode, cublasMath_t, handle->math)
GET(cublasGetSmCountTarget, int, handle->multiprocessors)
SET(cublasSetStream_v2, cudaStream_t, context.stream, true)
SET(cublasSetPointerMode_v2, cublasPointerMode_t, pointer_mode,
    value == CUBLAS_POINTER_MODE_HOST || value == CUBLAS_POINTER_MODE_DEVICE)
SET(cublasSetAtomicsMode, cublasAtomicsMode_t, atomics,
    value == CUBLAS_ATOMICS_NOT_ALLOWED || value == CUBLAS_ATOMICS_ALLOWED)
SET(cublasSetMathMode, cublasMath_t, math, true) // results are always of full precision
SET(cublasSetSmCountTarget, int, multiprocessors, value >= 0)

EXPORT cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes) {
    (void)workspace, (void)bytes;
    return handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED; // the host needs none
}

EXPORT cublasGetProperty(libraryPropertyType type, int *value) {
    static const int numbers[] = {VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH};
    if (!value || (unsigned)type >= sizeof numbers / sizeof *numbers) return CUBLAS_STATUS_INVALID_VALUE;
    *value = numbers[type];
    return CUBLAS_STATUS_SUCCESS;
}

__attribute__((visibility("default"))) size_t cublasGetCudartVersion(void) { return CUDART_VERSION; }

EXPORT cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char *file) {
    (void)on, (void)to_stdout, (void)to_stderr, (void)file;
    return CUBLAS_STATUS_SUCCESS; // nothing is logged
}
EXPORT cublasSetLoggerCallback(cublasLogCallback callback) {
    (void)callback;
    return CUBLAS_STATUS_SUCCESS;
}

// ---- results ---------------------------------------------------------------------------------------------------

static const struct {
    cublasStatus_t status;
    const char *name, *text;
} results[] = {
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE", "an invalid value was used as an argument"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH", "an absent device architectural feature is required"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed to launch on the GPU"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "the requested functionality is not supported"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR", "the functionality requested requires a license"},
};
enum { RESULTS = sizeof results / sizeof *results };

__attribute__((visibility("default"))) const char *cublasGetStatusName(cublasStatus_t status) {
    for (unsigned n = 0; n < RESULTS; n++)
        if (results[n].status == status) return results[n].name;
    return "UNKNOWN";
}
__attribute__((visibility("default"))) const char *cublasGetStatusString(cublasStatus_t status) {
    for (unsigned n = 0; n < RESULTS; n++)
        if (results[n].status == status) return results[n].text;
    return "unknown error";
}
