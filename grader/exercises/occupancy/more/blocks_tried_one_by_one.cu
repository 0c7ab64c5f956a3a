// blocks_tried_one_by_one.cu - Places one block more as long as all four resources allow it.
//
//= student: Ada Lovelace
//= bytes_left: 24704
//= percent_by_threads: 89.06
//= blocks_by_registers: 456
//= bytes_per_thread: 426
#include "workbook.h"
#include "multiprocessor.h"

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    int warps = ceil_div(block.threads, gpu.warp_size);
    long long bytes =
        static_cast<long long>(ceil_div(block.shared_bytes + gpu.shared_reserve, gpu.shared_unit)) * gpu.shared_unit;
    long long registers =
        static_cast<long long>(ceil_div(block.registers * gpu.warp_size, gpu.register_unit)) * gpu.register_unit;
    long long by_registers = gpu.registers / gpu.parts / registers * gpu.parts;
    auto fits = [&](long long blocks) {
        return blocks <= gpu.max_blocks && blocks * warps <= gpu.max_warps && blocks * bytes <= gpu.shared_bytes &&
               blocks * warps <= by_registers;
    };
    int blocks = 0;
    while (warps <= gpu.max_block_warps && fits(blocks + 1)) blocks++;
    return {blocks, blocks * warps * 100.0 / gpu.max_warps};
}
