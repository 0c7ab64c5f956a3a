// model.c - which constants a GPU has.
#include "model.h"
#include <string.h>

static const TimeModel H200 = {
#define CONSTANT(name, value, source) .name = (value),
#include "h200.def"
#undef CONSTANT
    .source = "measured on an H200",
};

TimeModel time_model_of(const Gpu *gpu) {
    TimeModel model = H200;
    if (strcmp(gpu->name, "h200") == 0) return model;
    const Gpu *measured = gpu_named("h200");
    double dram_share = H200.dram_bytes_per_second / measured->dram_bytes_per_second;
    model.clock_hz = gpu->clock_khz * 1e3;
    model.dram_bytes_per_second = dram_share * gpu->dram_bytes_per_second;
    model.l2_load_bytes_per_second = gpu->l2_load_bytes_per_second;
    model.l2_store_bytes_per_second = gpu->l2_store_bytes_per_second;
    model.l2_usable_bytes = H200.l2_usable_bytes / (double)measured->l2_bytes * (double)gpu->l2_bytes;
    model.l1_and_shared_bytes = (double)gpu->shared_per_multiprocessor + 28 * 1024;
    model.source = "from data sheets";
    return model;
}
