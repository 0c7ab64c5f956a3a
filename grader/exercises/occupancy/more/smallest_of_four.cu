// smallest_of_four.cu - The four limits as four functions, and the smallest of them.
//
//= student: Ada Lovelace
//= bytes_left: 24704
//= percent_by_threads: 89.06
//= blocks_by_registers: 456
//= bytes_per_thread: 426
#include "workbook.h"
#include "multiprocessor.h"
#include <algorithm>
#include <functional>
#include <vector>

static int up(int value, int unit) { return (value + unit - 1) / unit * unit; }

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    const int warps = (block.threads + gpu.warp_size - 1) / gpu.warp_size;
    if (warps > gpu.max_block_warps) return Occupancy{0, 0.0};
    const std::vector<std::function<int()>> limits = {
        [&] { return gpu.max_warps / warps; },
        [&] { return gpu.max_blocks; },
        [&] {
            int bytes = up(block.shared_bytes + gpu.shared_reserve, gpu.shared_unit);
            return bytes > 0 ? gpu.shared_bytes / bytes : gpu.max_blocks;
        },
        [&] {
            int of_a_warp = up(gpu.warp_size * block.registers, gpu.register_unit);
            return of_a_warp > 0 ? (gpu.registers / gpu.parts) / of_a_warp * gpu.parts / warps : gpu.max_blocks;
        },
    };
    int blocks = gpu.max_blocks;
    for (const auto &limit : limits) blocks = std::min(blocks, limit());
    return Occupancy{blocks, 100.0 * (blocks * warps) / gpu.max_warps};
}
