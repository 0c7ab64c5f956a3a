// launch_request.h - a launch as it was asked for, and how far it is.
#ifndef LAUNCH_REQUEST_H
#define LAUNCH_REQUEST_H

#include "faults.h"
#include <stdatomic.h>

typedef struct {
    uint32_t module, kernel;
    Dim3 grid, block;
    uint64_t dynamic_shared_bytes;
    const uint8_t *parameters; // parameter_bytes of the kernel
    uint32_t parameter_bytes;
    bool cooperative;    // grid-wide synchronisation: all blocks must be resident
    Dim3 cluster;        // blocks of a cluster; 0: what the kernel says
    bool large_clusters; // may have more blocks than every GPU can run together
} LaunchRequest;

// For another thread to look at while the grid runs.
typedef struct {
    _Atomic uint64_t blocks, finished;
    _Atomic uint32_t asked; // whoever looks adds one: then thread_instructions follows with the next blocks that end
    _Atomic uint64_t thread_instructions;
} LaunchProgress;

#endif
