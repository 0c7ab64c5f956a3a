// gpu.h - the GPUs that can be emulated: limits, rates, and the occupancy that follows from them.
#ifndef GPU_H
#define GPU_H

#include <stdint.h>

// One row of gpus.def. Limits are those of the compute capability.
typedef struct Gpu {
    const char *name;           // "h200": what --gpu takes
    const char *marketing_name; // "NVIDIA H200"
    int major, minor;           // compute capability
    uint32_t multiprocessors;
    uint32_t max_threads_per_block, max_threads_per_multiprocessor, max_blocks_per_multiprocessor;
    uint32_t registers_per_multiprocessor, registers_per_block;
    uint32_t register_unit, warp_register_granularity; // registers come to a warp in units; partitions of warps
    uint64_t shared_per_multiprocessor, shared_per_block, shared_per_block_optin, shared_reserved_per_block;
    uint32_t shared_unit;
    uint64_t memory_bytes, l2_bytes;
    uint32_t clock_khz, memory_clock_khz, memory_bus_bits;
    // Rates that the GPU does not exceed
    double dram_bytes_per_second, l2_load_bytes_per_second, l2_store_bytes_per_second;
    double fp32_per_clock; // thread-level operations per clock and multiprocessor
} Gpu;

const Gpu *gpu_named(const char *name); // NULL if there is none
const Gpu *gpu_default(void);           // h200
const Gpu *gpu_at(unsigned index);      // NULL past the last

typedef struct {
    uint32_t limit_blocks, limit_registers, limit_shared, limit_warps; // blocks per multiprocessor that each allows
    uint32_t blocks, warps;                                            // resident per multiprocessor
    double percent;                                                    // warps / maximum warps * 100
    const char *limited_by; // "blocks", "registers", "shared memory", "warps"
} Occupancy;

// Occupancy of blocks of `threads` with that many registers a thread and shared bytes (static + dynamic, the reserve
// not included), by the rules of the toolkit's cuda_occupancy.h.
Occupancy gpu_occupancy(const Gpu *gpu, uint32_t threads, uint32_t registers, uint64_t shared_bytes);

#endif
