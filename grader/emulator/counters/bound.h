// bound.h - the least time that a launch with given counters can take on a GPU.
#ifndef BOUND_H
#define BOUND_H

#include "../device.h"

// The largest of the times that the GPU's resources need for what was counted, and which resource that is.
// It is a lower bound, not a prediction: latency and imperfect overlap are not in it.
Bound bound_of(const Gpu *gpu, const Counters *counters, Dim3 grid, Dim3 block);

#endif
