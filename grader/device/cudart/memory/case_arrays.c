// case_arrays.c - two functions that NVIDIA's library does not have: inputs and outputs of a graded case, by name.
//
// The harness of an exercise declares both functions weak. Under NVIDIA's library they are not there, and it copies the
// arrays itself.
#include "../base/captures.h"
#include <string.h>

// Copies array `name` of the case to device memory; an output's memory keeps its bytes but counts as uninitialised.
// cudaErrorInvalidValue if the case has no such array on the device or it is not `bytes` long, cudaErrorNotSupported if
// the device process was given no case.
API int emulatedArrayLoad(const char *name, void *device, size_t bytes);
// Takes output `name` of the case from device memory, with the same errors. The last of several counts.
API int emulatedArrayStore(const char *name, const void *device, size_t bytes);

static cudaError_t array_call(Call call, const char *name, const void *device, size_t bytes) {
    size_t length = name ? strlen(name) : 0;
    cudaError_t error = capture_unsafe();
    if (!error) error = context_ready();
    if (error) return error;
    if (!length || length > NAME_BYTES) return cudaErrorInvalidValue;
    Exchange exchange = {.request = {call, (uint32_t)length, {(uint64_t)(uintptr_t)device, bytes}}, .payload = name};
    error = channel_exchange(&exchange);
    return waited(&exchange.reply, error);
}

int emulatedArrayLoad(const char *name, void *device, size_t bytes) {
    RESULT(array_call(CALL_ARRAY_LOAD, name, device, bytes));
}

int emulatedArrayStore(const char *name, const void *device, size_t bytes) {
    RESULT(array_call(CALL_ARRAY_STORE, name, device, bytes));
}
