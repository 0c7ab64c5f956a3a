// occupancy.c - how many blocks a multiprocessor holds, by the rules of the toolkit's cuda_occupancy.h.
//
// Registers are given to whole warps in units of register_unit and live in one of four partitions; a block's
// shared memory is what it asks for and the reserve, rounded up to shared_unit.
//
// How much of the L1 becomes shared memory is the driver's choice (the carve-out). It never costs a block that
// fits, so occupancy does not depend on it, but limit_shared does: profilers divide the chosen carve-out, not the
// largest. For capability 9.0 the choice follows launches measured on an H200 (tests/golden/occupancy.csv);
// elsewhere limit_shared is that of the largest carve-out, as in cuda_occupancy.h.
#include "gpu.h"

#include <assert.h>
#include <stddef.h>

#define WARP_THREADS 32
#define REGISTERS_PER_THREAD_MAX 256     // as cuda_occupancy.h has it; an instruction can name 255
#define REGISTERS_PER_THREAD_LEAST_90 16 // what a kernel gets at least on capability 9.0 (profiled on an H200)
#define KB 1024u

static uint64_t divide_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit; }
static uint64_t round_up(uint64_t value, uint64_t unit) { return divide_up(value, unit) * unit; }
static uint32_t minimum(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t blocks_by_registers(const Gpu *gpu, uint32_t warps, uint32_t registers) {
    if (registers > REGISTERS_PER_THREAD_MAX) return 0;
    if (registers == 0) return gpu->max_blocks_per_multiprocessor;
    if (gpu->major == 9 && registers < REGISTERS_PER_THREAD_LEAST_90) registers = REGISTERS_PER_THREAD_LEAST_90;
    uint64_t per_warp = round_up((uint64_t)registers * WARP_THREADS, gpu->register_unit);
    uint32_t partitions = gpu->warp_register_granularity;
    // Hardware checks a block as if its warps filled all partitions evenly.
    if (per_warp * round_up(warps, partitions) > gpu->registers_per_block) return 0;
    assert(warps && per_warp);
    uint64_t resident_warps = gpu->registers_per_multiprocessor / partitions / per_warp * partitions;
    return (uint32_t)(resident_warps / warps);
}

// The carve-out the driver picks on capability 9.0, for blocks that take `allocated` bytes each, of which `resident`
// would fit if shared memory had no limit. It wants room for twice as many, or for three quarters of those between that
// number and 32, as long as 132 KB are enough for that (blocks of 1024 threads: just as many); otherwise the least that
// holds as many as can be.
static uint64_t carveout_90(uint32_t threads, uint64_t shared_bytes, uint64_t allocated, uint32_t resident) {
    static const uint32_t sizes[] = {8 * KB,   16 * KB,  32 * KB,  64 * KB, 100 * KB,
                                     132 * KB, 164 * KB, 196 * KB, 228 * KB};
    assert(allocated);
    enum { SIZES = sizeof sizes / sizeof *sizes, PREFERRED = 6, WITHOUT_SHARED = 3 };
    uint32_t wanted = threads >= 1024 ? resident : minimum(2 * resident, (resident + 96) / 4);
    if (shared_bytes == 0) { // blocks are counted at twice the reserve, and 32 KB are the most
        for (size_t i = 0; i < WITHOUT_SHARED; i++)
            if (wanted * 2 * allocated <= sizes[i]) return sizes[i];
        return sizes[WITHOUT_SHARED - 1];
    }
    for (size_t i = 0; i < PREFERRED; i++)
        if (sizes[i] / allocated >= wanted) return sizes[i];
    uint32_t most = minimum(resident, (uint32_t)(sizes[SIZES - 1] / allocated));
    size_t i = PREFERRED - 1;
    while (i < SIZES - 1 && sizes[i] / allocated < most) i++;
    return sizes[i];
}

static uint32_t blocks_by_shared(const Gpu *gpu, uint32_t threads, uint64_t shared_bytes, uint32_t resident) {
    uint64_t allocated = round_up(shared_bytes + gpu->shared_reserved_per_block, gpu->shared_unit);
    if (allocated > gpu->shared_per_block_optin + gpu->shared_reserved_per_block) return 0;
    if (allocated == 0) return gpu->max_blocks_per_multiprocessor;
    uint64_t carveout = gpu->shared_per_multiprocessor;
    if (gpu->major == 9) carveout = carveout_90(threads, shared_bytes, allocated, resident);
    return (uint32_t)(carveout / allocated);
}

Occupancy gpu_occupancy(const Gpu *gpu, uint32_t threads, uint32_t registers, uint64_t shared_bytes) {
    uint32_t warps = (uint32_t)divide_up(threads, WARP_THREADS);
    uint32_t most_warps = gpu->max_threads_per_multiprocessor / WARP_THREADS;
    Occupancy occupancy = {.limit_blocks = gpu->max_blocks_per_multiprocessor, .limited_by = "warps"};
    if (threads == 0 || threads > gpu->max_threads_per_block) return occupancy; // no such block: nothing is resident
    occupancy.limit_warps = most_warps / warps;
    occupancy.limit_registers = blocks_by_registers(gpu, warps, registers);
    uint32_t resident = minimum(minimum(occupancy.limit_warps, occupancy.limit_registers), occupancy.limit_blocks);
    occupancy.limit_shared = blocks_by_shared(gpu, threads, shared_bytes, resident);
    occupancy.blocks = minimum(resident, occupancy.limit_shared);
    occupancy.warps = occupancy.blocks * warps;
    assert(occupancy.warps <= most_warps && occupancy.blocks <= gpu->max_blocks_per_multiprocessor);
    occupancy.percent = 100.0 * occupancy.warps / most_warps;
    if (occupancy.blocks == occupancy.limit_shared) occupancy.limited_by = "shared memory";
    if (occupancy.blocks == occupancy.limit_blocks) occupancy.limited_by = "blocks"; // 32 KB hold as many reserves
    if (occupancy.blocks == occupancy.limit_registers) occupancy.limited_by = "registers";
    if (occupancy.blocks == occupancy.limit_warps) occupancy.limited_by = "warps";
    return occupancy;
}
