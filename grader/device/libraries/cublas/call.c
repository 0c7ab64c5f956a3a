// call.c - a routine of cuBLAS as work in a stream.
#include "call.h"
#include "handle.h"
#include <stdlib.h>
#include <string.h>

int matrix(Call *call, const void *device, size_t element, long rows, long columns, long pitch, unsigned use) {
    return operand_add(&call->work, device, element, (size_t)rows, (size_t)columns, (size_t)pitch, use);
}

int vector(Call *call, const void *device, size_t element, long n, long increment, unsigned use, long *step) {
    *step = increment > 0 ? 1 : increment < 0 ? -1 : 0;
    if (increment == 1 || increment == -1) return matrix(call, device, element, n, 1, n, use);
    return matrix(call, device, element, 1, increment ? n : 1, increment < 0 ? -increment : increment, use);
}

static bool on_device(cublasHandle_t handle) { return handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE; }

int result(Call *call, cublasHandle_t handle, void *pointer, size_t bytes) {
    return matrix(call, pointer, bytes, 1, 1, 1, on_device(handle) ? WRITES : RETURNS);
}

Scalar scalar(Call *call, cublasHandle_t handle, const void *pointer, size_t bytes) {
    Scalar made = {.operand = -1};
    if (on_device(handle)) made.operand = matrix(call, pointer, bytes, 1, 1, 1, READS);
    else memcpy(made.value, pointer, bytes);
    return made;
}

const void *scalar_value(const Call *call, const Scalar *scalar) {
    return scalar->operand < 0 ? scalar->value : call->work.operands[scalar->operand].host;
}

bool is_zero(cublasHandle_t handle, const void *pointer, size_t bytes) {
    unsigned char value[SCALAR_MOST] = {0};
    cudaStream_t stream = handle->context.stream;
    if (!on_device(handle)) memcpy(value, pointer, bytes);
    else if (stream_is_captured(stream) ||
             cudaMemcpyAsync(value, pointer, bytes, cudaMemcpyDefault, stream) != cudaSuccess)
        return false;
    value[bytes - 1] &= 0x7f; // the sign: numbers are stored with their lowest byte first
    for (size_t i = 0; i < bytes; i++)
        if (value[i]) return false;
    return true;
}

unsigned added_to(cublasHandle_t handle, const void *beta, size_t bytes) {
    return is_zero(handle, beta, bytes) ? WRITES : READS | WRITES;
}

static void compute(Work *staged) {
    Call *call = (Call *)staged;
    call->compute(call);
}

static cublasStatus_t status_of(WorkResult outcome) {
    switch (outcome) {
    case WORK_DONE: return CUBLAS_STATUS_SUCCESS;
    case WORK_NO_MEMORY: return CUBLAS_STATUS_ALLOC_FAILED;
    case WORK_CAPTURED: return CUBLAS_STATUS_NOT_SUPPORTED;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
    }
}

cublasStatus_t call_run(cublasHandle_t handle, Call *call) {
    call->work.bytes = sizeof *call;
    call->work.compute = compute;
    return status_of(work_run(&handle->context, &call->work));
}

cublasStatus_t addresses_of(Addresses *at, cublasHandle_t handle, long count, const void *const arrays[],
                            unsigned array_count) {
    *at = (Addresses){.of = {NULL}};
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (count < 0) return CUBLAS_STATUS_INVALID_VALUE;
    WorkResult outcome = WORK_DONE;
    for (unsigned n = 0; n < array_count && outcome == WORK_DONE; n++)
        outcome = addresses_read(&handle->context, arrays[n], (size_t)count, &at->of[n]);
    return status_of(outcome);
}

void addresses_free(Addresses *at) {
    for (unsigned n = 0; n < ARRAYS_MOST; n++) free(at->of[n]);
}
