// gpu.c - the table of GPUs: a row of gpus.def joined with the limits of its compute capability.
#include "gpu.h"

#include <string.h>

// Limits by compute capability, as in the CUDA C++ Programming Guide and the toolkit's cuda_occupancy.h:
// threads, blocks and shared bytes of a multiprocessor; shared bytes of a block at most, its reserve, and the unit.
#define LIMITS_7_0 2048, 32, 98304, 98304, 0, 256
#define LIMITS_7_5 1024, 16, 65536, 65536, 0, 256
#define LIMITS_8_0 2048, 32, 167936, 166912, 1024, 128
#define LIMITS_8_6 1536, 16, 102400, 101376, 1024, 128
#define LIMITS_8_9 1536, 24, 102400, 101376, 1024, 128
#define LIMITS_9_0 2048, 32, 233472, 232448, 1024, 128

#define LIMIT_FIELDS(threads, blocks, shared, optin, reserved, unit)                                                   \
    .max_threads_per_multiprocessor = threads, .max_blocks_per_multiprocessor = blocks,                                \
    .shared_per_multiprocessor = shared, .shared_per_block_optin = optin, .shared_reserved_per_block = reserved,       \
    .shared_unit = unit
#define LIMITS(...) LIMIT_FIELDS(__VA_ARGS__) // expands LIMITS_x_y into its six numbers first

#define GPU(id, title, cc_major, cc_minor, sms, memory, l2, clock, memory_clock, bus, dram, l2_load, l2_store, fp32)   \
    {.name = #id,                                                                                                      \
     .marketing_name = title,                                                                                          \
     .major = cc_major,                                                                                                \
     .minor = cc_minor,                                                                                                \
     .multiprocessors = sms,                                                                                           \
     .max_threads_per_block = 1024,                                                                                    \
     .registers_per_multiprocessor = 65536,                                                                            \
     .registers_per_block = 65536,                                                                                     \
     .register_unit = 256,                                                                                             \
     .warp_register_granularity = 4,                                                                                   \
     .shared_per_block = 49152,                                                                                        \
     LIMITS(LIMITS_##cc_major##_##cc_minor),                                                                           \
     .memory_bytes = memory,                                                                                           \
     .l2_bytes = l2,                                                                                                   \
     .clock_khz = clock,                                                                                               \
     .memory_clock_khz = memory_clock,                                                                                 \
     .memory_bus_bits = bus,                                                                                           \
     .dram_bytes_per_second = dram,                                                                                    \
     .l2_load_bytes_per_second = l2_load,                                                                              \
     .l2_store_bytes_per_second = l2_store,                                                                            \
     .fp32_per_clock = fp32},

static const Gpu gpus[] = {
#include "gpus.def"
};
#undef GPU

const Gpu *gpu_at(unsigned index) { return index < sizeof gpus / sizeof *gpus ? &gpus[index] : NULL; }
const Gpu *gpu_default(void) { return &gpus[0]; }

const Gpu *gpu_named(const char *name) {
    for (unsigned i = 0; gpu_at(i) != NULL; i++)
        if (strcmp(gpus[i].name, name) == 0) return &gpus[i];
    return NULL;
}
