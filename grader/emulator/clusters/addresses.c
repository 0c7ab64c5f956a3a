// addresses.c - addresses in the shared memory of the blocks of a cluster, as hardware has them.
//
// Shared memory ends before 1 << CLUSTER_SHIFT, and an address has the block's rank above that, whoever uses it. So the
// addresses of variables differ by the block. A block that is alone has rank 0.
#include "../alu/lanes.h"
#include "../machine/code.h"
#include "clusters.h"
#include <stdlib.h>
#include <string.h>

enum { RANK_MOST = 255 };

#define RANK_MASK ((uint64_t)RANK_MOST << CLUSTER_SHIFT)

// The program's literals with the block's rank in the addresses of shared memory. false: out of memory.
static bool rank_literals(Block *block, unsigned wide) {
    const Program *program = block->launch->program;
    uint8_t *copy = aligned_alloc(64, (program->literal_bytes[wide] + 63) / 64 * 64);
    if (!copy) return false;
    memcpy(copy, program->literals[wide], program->literal_bytes[wide]);
    for (uint32_t n = 0; n < program->shared_literal_count[wide]; n++) {
        void *lanes = copy + program->shared_literals[wide][n];
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            if (wide) ((uint64_t *)lanes)[lane] += block->cluster_bits;
            else ((uint32_t *)lanes)[lane] += (uint32_t)block->cluster_bits;
    }
    block->literals[wide] = copy;
    for (uint32_t w = 0; w < block->warp_count; w++) block->warps[w].bank[BANK_LITERAL_WORD + wide] = copy;
    return true;
}

bool cluster_give_rank(Block *block, uint32_t rank) {
    const Program *program = block->launch->program;
    block->rank = rank;
    block->cluster_bits = (uint64_t)rank << CLUSTER_SHIFT;
    for (unsigned wide = 0; wide < 2 && rank; wide++)
        if (program->shared_literal_count[wide] && !rank_literals(block, wide)) return false;
    return true;
}

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
