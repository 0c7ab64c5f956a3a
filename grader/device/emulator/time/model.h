// model.h - the constants of the time model for a GPU.
#ifndef TIME_MODEL_H
#define TIME_MODEL_H

#include "../gpus/gpu.h"

typedef struct {
#define CONSTANT(name, value, source) double name;
#include "h200.def"
#undef CONSTANT
    const char *source; // "measured on an H200", or "from data sheets"
} TimeModel;

// A GPU without measurements has the latencies in clocks of the H200, and rates and sizes of its data sheet.
TimeModel time_model_of(const Gpu *gpu);

#endif
