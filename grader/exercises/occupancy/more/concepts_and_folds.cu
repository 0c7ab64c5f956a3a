// concepts_and_folds.cu - Each resource is a callable; a fold over all takes the least.
//
//= student: Ada Lovelace
//= bytes_left: 24704
//= percent_by_threads: 89.06
//= blocks_by_registers: 456
//= bytes_per_thread: 426
#include "workbook.h"
#include "multiprocessor.h"
#include <concepts>

template <typename F>
concept Limit = requires(F f, const BlockNeeds &b, const Multiprocessor &g) { { f(b, g) } -> std::same_as<int>; };

constexpr int rounded(int value, int unit) { return unit ? (value + unit - 1) / unit * unit : value; }
static int warps_of(const BlockNeeds &b, const Multiprocessor &g) { return (b.threads + g.warp_size - 1) / g.warp_size; }

template <Limit... Limits> static int least(const BlockNeeds &b, const Multiprocessor &g, Limits... limits) {
    int blocks = g.max_blocks;
    ((blocks = limits(b, g) < blocks ? limits(b, g) : blocks), ...);
    return blocks;
}

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    int warps = warps_of(block, gpu);
    if (warps > gpu.max_block_warps) return {};
    auto by_warps = [=](const BlockNeeds &, const Multiprocessor &g) { return g.max_warps / warps; };
    auto by_registers = [=](const BlockNeeds &b, const Multiprocessor &g) {
        int part = g.registers / g.parts, each = rounded(b.registers * g.warp_size, g.register_unit);
        return part / each * g.parts / warps;
    };
    auto by_memory = [](const BlockNeeds &b, const Multiprocessor &g) {
        int bytes = rounded(b.shared_bytes + g.shared_reserve, g.shared_unit);
        return bytes ? g.shared_bytes / bytes : g.max_blocks;
    };
    int blocks = least(block, gpu, by_warps, by_registers, by_memory);
    return Occupancy{.blocks = blocks, .percent = blocks * warps * 100.0 / gpu.max_warps};
}
