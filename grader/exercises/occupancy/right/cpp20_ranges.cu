// cpp20_ranges.cu - C++20: the least number by a range, and a designated initialiser.
//
//= student: Ada Lovelace
//= bytes_left: 24704
//= percent_by_threads: 89.06
//= blocks_by_registers: 456
//= bytes_per_thread: 426
#include "workbook.h"
#include "multiprocessor.h"
#include <algorithm>
#include <array>
#include <ranges>

constexpr auto units(std::integral auto value, std::integral auto unit) { return (value + unit - 1) / unit; }

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    const int warps = units(block.threads, gpu.warp_size);
    if (warps > gpu.max_block_warps) return {.blocks = 0, .percent = 0};
    const int bytes = units(block.shared_bytes + gpu.shared_reserve, gpu.shared_unit) * gpu.shared_unit;
    const int registers = units(block.registers * gpu.warp_size, gpu.register_unit) * gpu.register_unit;
    const std::array limits{gpu.max_blocks, gpu.max_warps / warps, bytes ? gpu.shared_bytes / bytes : gpu.max_blocks,
                            gpu.registers / gpu.parts / registers * gpu.parts / warps};
    const int blocks = std::ranges::min(limits);
    return {.blocks = blocks, .percent = 100.0 * blocks * warps / gpu.max_warps};
}
