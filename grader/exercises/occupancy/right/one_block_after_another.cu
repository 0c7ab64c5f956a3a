// Adds blocks until one does not fit.
//
//= student: Ada Lovelace
//= bytes_left: 24704
//= percent_by_threads: 89.06
//= blocks_by_registers: 456
//= bytes_per_thread: 426
#include "workbook.h"
#include "multiprocessor.h"

static bool fits(int blocks, int warps, const BlockNeeds &block, const Multiprocessor &gpu) {
    int shared = ceil_div(block.shared_bytes + gpu.shared_reserve, gpu.shared_unit) * gpu.shared_unit;
    int registers = ceil_div(block.registers * gpu.warp_size, gpu.register_unit) * gpu.register_unit;
    int in_fullest_part = ceil_div(blocks * warps, gpu.parts);
    return blocks <= gpu.max_blocks && blocks * warps <= gpu.max_warps && blocks * shared <= gpu.shared_bytes &&
           in_fullest_part * registers <= gpu.registers / gpu.parts;
}

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    int warps = ceil_div(block.threads, gpu.warp_size), blocks = 0;
    while (warps <= gpu.max_block_warps && fits(blocks + 1, warps, block, gpu)) blocks++;
    return {blocks, 100.0 / gpu.max_warps * (blocks * warps)};
}
