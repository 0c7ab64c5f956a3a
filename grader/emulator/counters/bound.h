// bound.h - the least time that a launch with given counters can take on a GPU.
#ifndef BOUND_H
#define BOUND_H

#include "../gpus/gpu.h"
#include "../machine/faults.h"
#include "counters.h"

// Which bound the counters give: no kernel with these counts can be faster on the GPU.
typedef struct {
    double microseconds;
    const char *resource; // "DRAM bandwidth", "shared memory wavefronts", ... never NULL
} Bound;

// The largest of the times that the GPU's resources need for what was counted, and which resource that is.
// It is a lower bound, not a prediction: latency and imperfect overlap are not in it.
Bound bound_of(const Gpu *gpu, const Counters *counters, Dim3 grid, Dim3 block);

#endif
