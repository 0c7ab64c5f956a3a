// access.c - distributed shared memory: accesses to that of other blocks of the cluster.
//
// The observers look at a block's own memory; what they check is checked here for another's, lane by lane. Meters see
// nothing of it: such accesses pass through no bank of the multiprocessor that makes them. Their sectors are counted
// as if that memory were global.
#include "../../base/bits.h"
#include "../../checks/checks.h"
#include "../../checks/shadow.h"
#include "clusters.h"
#include <assert.h>
#include <stdio.h>

#define OFFSET_MASK ((1ull << CLUSTER_SHIFT) - 1)

static uint32_t lanes_of(const Access *access, uint64_t rank) {
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (access->mask >> lane & 1 && access->address[lane] >> CLUSTER_SHIFT == rank) lanes |= 1u << lane;
    return lanes;
}

// What is wrong with a lane's access to that block's memory (NULL: there is no such block), FAULT_KIND_COUNT: nothing.
// A store to a block that has ended is lost, on hardware too.
static FaultKind fault_of(const Launch *launch, const Access *access, unsigned lane, const Block *owner, Fault *fault) {
    uint64_t offset = access->address[lane], bytes = launch->shared_bytes;
    fault->allocation_bytes = bytes;
    if (!owner || owner->live_threads == 0) {
        fault->fact = owner ? FACT_ALONE(cluster_block_ended) : FACT_ALONE(cluster_block_missing);
        return owner && access->kind == ACCESS_STORE ? FAULT_CLUSTER_STORE : FAULT_CLUSTER_MEMORY;
    }
    if (offset > bytes || access->bytes > bytes - offset) return FAULT_CLUSTER_MEMORY;
    return offset % access->bytes ? FAULT_MISALIGNED : FAULT_KIND_COUNT;
}

static void check_written(Warp *warp, const Access *access, Block *owner) {
    const SharedShadow *shadow = owner->shadow;
    if (!warp->block->launch->checks || !shadow) return;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t offset = access->address[lane];
        bool reads = access->kind != ACCESS_STORE && access->order != ORDER_AHEAD;
        if (reads && !bits_any_set(shadow->initialised, offset, offset + access->bytes - 1)) {
            Fault fault = access_fault(access, lane);
            fault.is_write = false;
            warp_fault(warp, access->instruction, lane, FAULT_UNINITIALISED_SHARED, &fault);
        }
        if (access_writes(access)) shared_mark(owner, offset, access->bytes);
    }
}

// All lanes of `access` access that block's memory; their addresses are offsets there.
static void access_other(Warp *warp, const Instruction *i, Access *access, Block *owner, Mover move) {
    for (uint32_t left = access->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        Fault fault = access_fault(access, lane);
        FaultKind kind = fault_of(warp->block->launch, access, lane, owner, &fault);
        if (kind == FAULT_KIND_COUNT) continue;
        warp_fault(warp, i, lane, kind, &fault);
        access->mask &= ~(1u << lane);
    }
    if (!access->mask || warp->block->stopped) return;
    access_shape(access);
    check_written(warp, access, owner);
    if (warp->block->launch->checks) cluster_race_check(warp, access, owner);
    uint8_t *own = warp->block->shared;
    warp->block->shared = owner->shared; // where movers look
    move(warp, i, access, access->mask);
    warp->block->shared = own;
}

// The distinct 32-byte pieces, of whichever blocks, that `lanes` access.
static unsigned sectors_of(const Access *access, uint32_t lanes) {
    unsigned count = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint64_t sector = access->address[__builtin_ctz(left)] / SECTOR_BYTES;
        uint32_t later = left & (left - 1);
        while (later && access->address[__builtin_ctz(later)] / SECTOR_BYTES != sector) later &= later - 1;
        count += later == 0;
    }
    return count;
}

static void count_others(const Instruction *i, const Access *access, uint32_t others) {
    if (!others || i->class == CLASS_BULK_COPY) return;
    access->counts->cluster++;
    access->counts->cluster_sectors += sectors_of(access, others);
}

// Carries out the accesses to other blocks' memory; returns the lanes that access the block's own.
static uint32_t access_others(Warp *warp, const Instruction *i, Access *access, Mover move) {
    Block *block = warp->block;
    Cluster *cluster = block->cluster;
    assert(block->shares && block->rank < cluster->count);
    uint32_t own = lanes_of(access, block->rank), others = access->mask & ~own;
    count_others(i, access, others);
    while (others && !block->stopped) {
        uint64_t rank = access->address[__builtin_ctz(others)] >> CLUSTER_SHIFT;
        Access part = *access;
        part.mask = lanes_of(access, rank) & others;
        others &= ~part.mask;
        for (unsigned lane = 0; lane < WARP_LANES; lane++) part.address[lane] &= OFFSET_MASK;
        access_other(warp, i, &part, rank < cluster->count ? cluster->blocks[rank] : NULL, move);
    }
    for (unsigned lane = 0; lane < WARP_LANES; lane++) access->address[lane] &= OFFSET_MASK;
    access->mask = own;
    return own;
}

bool cluster_own_part(Warp *warp, const Instruction *i, Access *access, Mover move) {
    if (access->space == SPACE_SHARED && !access_others(warp, i, access, move)) return false;
    if (warp->block->launch->checks) cluster_race_check(warp, access, warp->block);
    return true;
}
