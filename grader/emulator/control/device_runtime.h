// device_runtime.h - what the calls of the device's runtime share.
#ifndef DEVICE_RUNTIME_H
#define DEVICE_RUNTIME_H

#include "../kernels/loader.h"
#include "../machine/code.h"
#include "../machine/cuda_errors.h"
#include "children.h"
#include "system_calls.h"

#define CALL(name)                                                                                                     \
    void name(Warp *warp, const Instruction *call, unsigned lane, const uint8_t *const *arguments, uint8_t *result)
#define ARGUMENT(n, bytes) system_argument(arguments[n], bytes)

enum { DEFAULT_SHARED = 49152 }; // bytes a block may have unless the host asks for more

static inline Children *children_of(const Warp *warp) { return warp->block->launch->children; }

// The error that the thread's cudaGetLastError will give.
int *runtime_last_error(const Warp *warp, unsigned lane);
// Every call's end: its error, if it is one, becomes the thread's last error.
void runtime_finish(const Warp *warp, unsigned lane, uint8_t *result, int error);
int runtime_put(Warp *warp, unsigned lane, uint64_t address, const void *value, size_t bytes); // returns an error
// The kernel whose "address" that is, NULL: none.
const PtxFunction *runtime_kernel(const Launch *launch, uint64_t address, uint32_t *index);
// NULL: the program has no machine code of it for the GPU.
const FatbinResources *runtime_resources(const Launch *launch, const PtxFunction *kernel);

uint64_t runtime_most_threads(const Launch *launch, const PtxFunction *kernel); // in a block

// device_queries.c
const char *runtime_error_text(int error);
CALL(query_last_error);
CALL(query_peek_error);
CALL(query_error_name);
CALL(query_error_string);
CALL(query_device_count);
CALL(query_device);
CALL(query_version);
CALL(query_attribute);
CALL(query_limit);
CALL(query_active_blocks);
CALL(query_function_attributes);

#endif
