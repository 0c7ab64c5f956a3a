// Places one block after another, and each warp in the part with the most free registers.
//= student: Ada Lovelace
//= bytes_left: 24704
//= percent_by_threads: 89.0625
//= blocks_by_registers: 456
//= bytes_per_thread: 426
#include "workbook.h"
#include "multiprocessor.h"
#include <vector>
class Sm {
  public:
    explicit Sm(const Multiprocessor &m) : m(m), free(m.parts, m.registers / m.parts), shared(m.shared_bytes) {}
    bool place(const BlockNeeds &b) {
        int w = warps(b);
        if (w > m.max_block_warps || resident + w > m.max_warps || blocks == m.max_blocks) return false;
        int s = (b.shared_bytes + m.shared_reserve + m.shared_unit - 1) / m.shared_unit * m.shared_unit;
        if (s > shared) return false;
        int r = (b.registers * m.warp_size + m.register_unit - 1) / m.register_unit * m.register_unit;
        for (int i = 0; i < w; i++) {
            size_t best = 0;
            for (size_t p = 1; p < free.size(); p++)
                if (free[p] > free[best]) best = p;
            if (free[best] < r) return false;
            free[best] -= r;
        }
        shared -= s; resident += w; blocks++;
        return true;
    }
    int warps(const BlockNeeds &b) const { return (b.threads - 1) / m.warp_size + 1; }
    int resident = 0, blocks = 0;
  private:
    const Multiprocessor &m;
    std::vector<int> free;
    int shared;
};
Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    Sm sm(gpu);
    while (sm.place(block)) {}
    return {sm.blocks, sm.resident * 100.0 / gpu.max_warps};
}
