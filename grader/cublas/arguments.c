// arguments.c - what routines ask about their arguments.
#include "arguments.h"
#include "context.h"
#include <stdlib.h>
#include <string.h>

bool is_zero(Context *context, const void *pointer, size_t bytes) {
    unsigned char value[SCALAR_MOST] = {0};
    if (context->pointer_mode == CUBLAS_POINTER_MODE_HOST) memcpy(value, pointer, bytes);
    else if (stream_is_captured(context->stream) ||
             cudaMemcpyAsync(value, pointer, bytes, cudaMemcpyDefault, context->stream) != cudaSuccess)
        return false;
    value[bytes - 1] &= 0x7f; // the sign: numbers are stored with their lowest byte first
    for (size_t i = 0; i < bytes; i++)
        if (value[i]) return false;
    return true;
}

unsigned added_to(Context *context, const void *beta, size_t bytes) {
    return is_zero(context, beta, bytes) ? WRITES : READS | WRITES;
}

cublasStatus_t addresses_of(Addresses *at, Context *context, long count, const void *const arrays[],
                            unsigned array_count) {
    *at = (Addresses){0};
    if (!context) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (count < 0) return CUBLAS_STATUS_INVALID_VALUE;
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (unsigned n = 0; n < array_count && status == CUBLAS_STATUS_SUCCESS; n++)
        at->of[n] = addresses_read(context, arrays[n], count, &status);
    return status;
}

void addresses_free(Addresses *at) {
    for (unsigned n = 0; n < ARRAYS_MOST; n++) free(at->of[n]);
}
