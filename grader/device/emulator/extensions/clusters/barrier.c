// barrier.c - barrier.cluster: threads arrive, may do something else, and wait for all others of the cluster.
//
// A lane owes a wait from when it arrives until it waits, and is pending until the barrier is complete.
#include "../../checks/checks.h"
#include "../../decode/decoders.h"
#include "../../machine/divergence.h"
#include "clusters.h"
#include <assert.h>
#include <stdio.h>

static void report(Warp *warp, const Instruction *i, uint32_t lanes, Fact fact) {
    Fault fault = {.count = (uint32_t)__builtin_popcount(lanes), .fact = fact};
    warp_fault(warp, i, (unsigned)__builtin_ctz(lanes), FAULT_DIVERGENT_BARRIER, &fault);
}

static uint32_t live_threads(const Cluster *cluster) {
    uint32_t live = 0;
    for (uint32_t rank = 0; rank < cluster->count; rank++) live += cluster->blocks[rank]->live_threads;
    return live;
}

static void release(Block *block) {
    for (uint32_t w = 0; w < block->warp_count; w++) {
        Warp *warp = &block->warps[w];
        bool waits = false;
        for (uint32_t n = 0; n < warp->path_count; n++)
            waits |= warp->paths[n].state == PATH_AT_BARRIER && warp->paths[n].barrier == CLUSTER_BARRIER;
        warp->cluster_pending = 0;
        if (waits) path_wake(warp, CLUSTER_BARRIER);
    }
    block->barrier_epoch++;
    block->barrier_location = 0;
}

bool cluster_barrier_check(Cluster *cluster) {
    assert(cluster->arrived <= cluster->count * cluster->blocks[0]->thread_count);
    if (!cluster->arrived || cluster->arrived < live_threads(cluster)) return false;
    cluster->arrived = 0;
    cluster->interval++;
    for (uint32_t rank = 0; rank < cluster->count; rank++) release(cluster->blocks[rank]);
    return true;
}

static void run_cluster_arrive(Warp *warp, const Instruction *i) {
    uint32_t again = warp->mask & warp->cluster_owed, lanes = warp->mask & ~again;
    if (again) report(warp, i, again, FACT_ALONE(cluster_arrives_twice));
    warp->cluster_owed |= lanes;
    warp->cluster_pending |= lanes;
    if (!i->extra) race_order_barrier(warp->block, true);
    warp->block->cluster->arrived += (uint32_t)__builtin_popcount(lanes);
    warp->yield = true; // the block looks whether that completed it
}

static void run_cluster_wait(Warp *warp, const Instruction *i) {
    uint32_t strange = warp->mask & ~warp->cluster_owed, pending = warp->mask & warp->cluster_pending;
    if (strange) report(warp, i, strange, FACT_ALONE(cluster_not_arrived));
    warp->cluster_owed &= ~warp->mask;
    race_order_barrier(warp->block, false);
    if (pending) path_wait(warp, PATH_AT_BARRIER, CLUSTER_BARRIER, pending, warp->next);
    warp->yield = true;
}

// barrier.cluster.arrive{.release|.relaxed}{.aligned}, barrier.cluster.wait{.acquire}{.aligned}
bool decode_cluster_barrier(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    bool arrives = ptx_has(in, "arrive");
    if (arrives == ptx_has(in, "wait") || in->operand_count) return decode_fail(decoder, in, "this kind of barrier");
    out->run = arrives ? run_cluster_arrive : run_cluster_wait;
    out->class = CLASS_BARRIER;
    out->extra = ptx_has(in, "relaxed");
    out->site = decode_site(decoder, CLASS_BARRIER);
    return true;
}
