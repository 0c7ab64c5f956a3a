// device_runtime.h - what the calls of the device's runtime share.
#ifndef DEVICE_RUNTIME_H
#define DEVICE_RUNTIME_H

#include "../../base/cuda_errors.h"
#include "../../control/system_calls.h"
#include "../../gpus/gpu.h"
#include "../../image/fatbin.h"
#include "../../machine/code.h"
#include "children.h"

#define ARGUMENT(n, bytes) system_argument(arguments[n], bytes)

enum { DEFAULT_SHARED = 49152 }; // bytes a block may have unless the host asks for more

static inline Children *children_of(const Warp *warp) { return warp->block->launch->extensions[STATE_children]; }

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

#endif
