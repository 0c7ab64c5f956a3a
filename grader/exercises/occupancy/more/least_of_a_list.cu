// least_of_a_list.cu - each rule is a lambda that says how many blocks it allows; the least of them counts.
//
//= student: Ada Lovelace
//= bytes_left: 24704
//= percent_by_threads: 89.06
//= blocks_by_registers: 456
//= bytes_per_thread: 426
#include "multiprocessor.h"
#include "workbook.h"
#include <algorithm>
#include <climits>
#include <functional>
#include <vector>

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    const int warps = (block.threads + gpu.warp_size - 1) / gpu.warp_size;
    auto rounded = [](long long value, long long unit) { return (value + unit - 1) / unit * unit; };
    const std::vector<std::function<long long()>> rules = {
        [&] { return warps > gpu.max_block_warps ? 0 : gpu.max_blocks; },
        [&] { return gpu.max_warps / warps; },
        [&] {
            long long bytes = rounded(block.shared_bytes + gpu.shared_reserve, gpu.shared_unit);
            return bytes > 0 ? gpu.shared_bytes / bytes : INT_MAX;
        },
        [&] {
            long long one = rounded(static_cast<long long>(block.registers) * gpu.warp_size, gpu.register_unit);
            return gpu.registers / gpu.parts / one * gpu.parts / warps;
        },
    };
    long long blocks = LLONG_MAX;
    for (const auto &rule : rules) blocks = std::min<long long>(blocks, rule());
    return {static_cast<int>(blocks), blocks * warps * 100. / gpu.max_warps};
}
