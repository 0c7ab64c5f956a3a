// cluster_addresses.c - addresses in the shared memory of the blocks of a cluster.
//
// Shared memory ends before 1 << CLUSTER_SHIFT. An address of the block of rank r has r + 1 above that; 0 there is the
// block's own. A block of a cluster of one never makes other addresses; one of a larger cluster gives its number to the
// generic addresses that it makes, which others may use.
#include "lanes.h"

#define OFFSET_MASK ((1ull << CLUSTER_SHIFT) - 1)

// The address with the number of the block of that rank; the own number is left out unless it is wanted.
INLINED uint64_t mapped(const Warp *warp, uint64_t address, uint32_t rank, bool keep_own) {
    uint64_t offset = address & OFFSET_MASK, number = ((uint64_t)(rank < 255 ? rank : 254) + 1) << CLUSTER_SHIFT;
    bool own = rank == warp->block->rank;
    return own ? offset + (keep_own ? warp->block->cluster_bits : 0) : offset + number;
}

INLINED uint32_t rank_of(const Warp *warp, uint64_t address) {
    uint32_t number = (uint32_t)(address >> CLUSTER_SHIFT) & 255;
    return number ? number - 1 : warp->block->rank;
}

void alu_cvta_shared(Warp *warp, const Instruction *instruction) {
    const uint64_t own = warp->block->cluster_bits;
    SOURCE_u64(a) LANE_LOOP(u64, a_lanes[l] + SHARED_WINDOW + (a_lanes[l] <= OFFSET_MASK ? own : 0))
}

void alu_cvta_to_shared(Warp *warp, const Instruction *instruction) {
    const uint64_t own = warp->block->cluster_bits;
    SOURCE_u64(a) LANE_LOOP(u64, a_lanes[l] - SHARED_WINDOW -
                                     ((a_lanes[l] - SHARED_WINDOW) >> CLUSTER_SHIFT << CLUSTER_SHIFT == own ? own : 0))
}

void alu_mapa_shared_u32(Warp *warp, const Instruction *instruction) {
    SOURCE_u32(a) SOURCE_u32(b) LANE_LOOP(u32, mapped(warp, a_lanes[l], b_lanes[l], false))
}

void alu_mapa_shared_u64(Warp *warp, const Instruction *instruction) {
    SOURCE_u64(a) SOURCE_u32(b) LANE_LOOP(u64, mapped(warp, a_lanes[l], b_lanes[l], false))
}

void alu_mapa_generic(Warp *warp, const Instruction *instruction) {
    SOURCE_u64(a) SOURCE_u32(b)
        LANE_LOOP(u64, SHARED_WINDOW + mapped(warp, a_lanes[l] - SHARED_WINDOW, b_lanes[l], true))
}

void alu_getctarank_u32(Warp *warp, const Instruction *instruction) {
    SOURCE_u32(a) LANE_LOOP(u32, rank_of(warp, a_lanes[l]))
}

void alu_getctarank_u64(Warp *warp, const Instruction *instruction) {
    SOURCE_u64(a) LANE_LOOP(u32, rank_of(warp, a_lanes[l]))
}

// isspacep.shared: in the block's own part.
void alu_is_own_shared(Warp *warp, const Instruction *instruction) {
    const uint64_t own = warp->block->cluster_bits, *a = operand_lanes(warp, instruction->a);
    uint32_t bits = 0;
    for (unsigned l = 0; l < WARP_LANES; l++) {
        uint64_t offset = a[l] - SHARED_WINDOW, number = offset >> CLUSTER_SHIFT << CLUSTER_SHIFT;
        bits |= (uint32_t)(number == 0 || (offset < WINDOW_BYTES && number == own)) << l;
    }
    predicate_write(warp, instruction->d, bits);
}
