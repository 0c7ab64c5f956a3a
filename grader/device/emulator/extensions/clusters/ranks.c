// ranks.c - a block's rank in its cluster, which its addresses of shared memory have above CLUSTER_SHIFT.
#include "../../machine/code.h"
#include "clusters.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

// The program's literals with the block's rank in the addresses of shared memory. false: out of memory.
static bool rank_literals(Block *block, unsigned wide) {
    const Program *program = block->launch->program;
    uint8_t *copy = aligned_alloc(64, (program->literal_bytes[wide] + 63) / 64 * 64);
    if (!copy) return false;
    memcpy(copy, program->literals[wide], program->literal_bytes[wide]);
    for (uint32_t n = 0; n < program->shared_literal_count[wide]; n++) {
        assert(program->shared_literals[wide][n] < program->literal_bytes[wide]);
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

const ClusterKind clusters_kind = {cluster_give_rank, cluster_own_part, cluster_barrier_check, cluster_race_end,
                                   cluster_race_free};
