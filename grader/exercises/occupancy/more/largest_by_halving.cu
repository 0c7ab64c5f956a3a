// largest_by_halving.cu - the largest number of blocks that fit, found by halving the range that it is in.
#include "workbook.h"
#include "multiprocessor.h"

//= student: Ada Lovelace
//= bytes_left: 24704
//= percent_by_threads: 89.06
//= blocks_by_registers: 456
//= bytes_per_thread: 426

static long long rounded(long long value, long long unit) { return (value + unit - 1) / unit * unit; }

struct Demand {
    long long warps, shared, warps_by_registers;

    bool fits(long long blocks, const Multiprocessor &gpu) const {
        return blocks * warps <= gpu.max_warps && blocks * warps <= warps_by_registers &&
               blocks * shared <= gpu.shared_bytes;
    }
};

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    long long warps = (block.threads + gpu.warp_size - 1) / gpu.warp_size;
    if (warps > gpu.max_block_warps) return {0, 0};
    long long of_a_warp = rounded(static_cast<long long>(block.registers) * gpu.warp_size, gpu.register_unit);
    const Demand demand = {warps, rounded(block.shared_bytes + gpu.shared_reserve, gpu.shared_unit),
                           gpu.registers / gpu.parts / of_a_warp * gpu.parts};
    int fits = 0, too_many = gpu.max_blocks + 1;
    while (too_many - fits > 1) {
        int middle = fits + (too_many - fits) / 2;
        (demand.fits(middle, gpu) ? fits : too_many) = middle;
    }
    return {fits, 100.0 * fits * static_cast<int>(warps) / gpu.max_warps};
}
