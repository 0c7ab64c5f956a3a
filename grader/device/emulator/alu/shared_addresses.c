// shared_addresses.c - arithmetic on addresses of shared memory, as hardware has them.
//
// Shared memory ends before 1 << CLUSTER_SHIFT, and an address has the block's rank above that, whoever uses it. So the
// addresses of variables differ by the block. A block that is alone has rank 0.
#include "lanes.h"

enum { RANK_MOST = 255 };

#define RANK_MASK ((uint64_t)RANK_MOST << CLUSTER_SHIFT)

INLINED uint64_t with_rank(uint64_t address, uint32_t rank) {
    return (address & ~RANK_MASK) | ((uint64_t)rank << CLUSTER_SHIFT & RANK_MASK);
}

void alu_cvta_shared(Warp *warp, const Instruction *instruction) {
    SOURCE_u64(a) LANE_LOOP(u64, a_lanes[l] + SHARED_WINDOW)
}

void alu_cvta_to_shared(Warp *warp, const Instruction *instruction) {
    SOURCE_u64(a) LANE_LOOP(u64, a_lanes[l] - SHARED_WINDOW)
}

void alu_mapa_u32(Warp *warp, const Instruction *instruction) {
    SOURCE_u32(a) SOURCE_u32(b) LANE_LOOP(u32, with_rank(a_lanes[l], b_lanes[l]))
}

void alu_mapa_u64(Warp *warp, const Instruction *instruction) {
    SOURCE_u64(a) SOURCE_u32(b) LANE_LOOP(u64, with_rank(a_lanes[l], b_lanes[l]))
}

void alu_getctarank_u32(Warp *warp, const Instruction *instruction) {
    SOURCE_u32(a) LANE_LOOP(u32, a_lanes[l] >> CLUSTER_SHIFT)
}

void alu_getctarank_u64(Warp *warp, const Instruction *instruction) {
    SOURCE_u64(a) LANE_LOOP(u32, (uint32_t)a_lanes[l] >> CLUSTER_SHIFT)
}

// isspacep.shared: in the block's own part.
void alu_is_own_shared(Warp *warp, const Instruction *instruction) {
    const uint64_t own = SHARED_WINDOW + warp->block->cluster_bits, *a = operand_lanes(warp, instruction->a);
    uint32_t bits = 0;
    for (unsigned l = 0; l < WARP_LANES; l++) bits |= (uint32_t)(a[l] - own < 1u << CLUSTER_SHIFT) << l;
    predicate_write(warp, instruction->d, bits);
}
