// occupancy.cu - how many blocks of a kernel a multiprocessor holds, and how many of its warps that is.
//
// Four things can run out: warps, blocks, registers, shared memory. The one that runs out first decides.
#include "workbook.h"
#include "multiprocessor.h"
#include <algorithm>

//= student: Ada Lovelace
//= bytes_left: 24704
//= percent_by_threads: 89.06
//= blocks_by_registers: 6
//= bytes_per_thread: 426

static int round_up(int value, int unit) { return ceil_div(value, unit) * unit; }

// A warp lies in one part with all its registers, so what is left over in each part is lost.
static int blocks_by_registers(const BlockNeeds &block, int warps, const Multiprocessor &gpu) {
    int of_a_warp = round_up(block.registers * gpu.warp_size, gpu.register_unit);
    int warps_in_a_part = gpu.registers / gpu.parts / of_a_warp;
    return warps_in_a_part * gpu.parts / warps;
}

static int blocks_by_shared(const BlockNeeds &block, const Multiprocessor &gpu) {
    int of_a_block = round_up(block.shared_bytes + gpu.shared_reserve, gpu.shared_unit);
    return of_a_block == 0 ? gpu.max_blocks : gpu.shared_bytes / of_a_block;
}

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    int warps = ceil_div(block.threads, gpu.warp_size);
    if (warps > gpu.max_block_warps) return {0, 0};
    int blocks = std::min(
        {gpu.max_blocks, gpu.max_warps / warps, blocks_by_registers(block, warps, gpu), blocks_by_shared(block, gpu)});
    return {blocks, 100.0 * blocks * warps / gpu.max_warps};
}
