// race.c - races of different blocks of a cluster on shared memory.
//
// For every word of every block's shared memory: who wrote it last and which blocks have read it in this interval. An
// interval ends at a barrier of the cluster, and wherever a block does something that may order it after another one:
// an atomic, a volatile or ordered access. Races within a block are the block's own checks' to find.
#include "../../base/checked.h"
#include "../../checks/checks.h"
#include "clusters.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    uint32_t interval, location; // location: of the write, or if there is none of the last read
    uint32_t block, thread;
    uint16_t readers, writers; // a bit per rank
    bool atomic;               // all writes are atomic
} WordRecord;

typedef struct ClusterShadow {
    uint64_t words; // of one block
    WordRecord *records;
} ClusterShadow;

void cluster_race_free(ClusterShadow *shadow) {
    if (shadow) free(shadow->records);
    free(shadow);
}

static ClusterShadow *shadow_of(Cluster *cluster) {
    if (cluster->shadow) return cluster->shadow;
    ClusterShadow *shadow = calloc(1, sizeof *shadow);
    if (!shadow) return NULL;
    shadow->words = cluster->launch->shared_bytes / 4 + 1;
    shadow->records = calloc(cluster->count * shadow->words, sizeof *shadow->records);
    if (shadow->records) return cluster->shadow = shadow;
    free(shadow);
    return NULL;
}

static void report(Warp *warp, const Access *access, unsigned lane, const WordRecord *other) {
    Fault fault = access_fault(access, lane);
    fault.other_location = other->location;
    fault.other = (FaultThread){other->block, other->thread};
    fault.other_is_write = other->writers != 0;
    fault.allocation_bytes = warp->block->launch->shared_bytes;
    fault.fact = FACT_ALONE(race_in_cluster);
    warp_fault(warp, access->instruction, lane, FAULT_RACE_SHARED, &fault);
}

// Notes the access; true: it races with what the record tells of.
static bool note(const Warp *warp, const Access *access, unsigned lane, WordRecord *record) {
    const Cluster *cluster = warp->block->cluster;
    _Static_assert(CLUSTER_MOST <= 16, "a block of a cluster is a bit of 16");
    uint16_t me = (uint16_t)(1u << warp->block->rank);
    bool writes = access_writes(access), atomic = access_is_atomic(access);
    if (record->interval != cluster->interval) *record = (WordRecord){.interval = cluster->interval, .atomic = true};
    bool other_writes = record->writers & ~me && !(atomic && record->atomic);
    bool other_reads = writes && record->readers & ~me;
    if (other_writes || other_reads) return true;
    if (writes || !record->writers) {
        record->location = access->instruction->location;
        record->block = warp->block->index;
        record->thread = warp_thread(warp, lane);
    }
    if (writes) record->writers |= me, record->atomic &= atomic;
    else record->readers |= me;
    return false;
}

static void note_visitor(Cluster *cluster, uint32_t rank, Warp *warp, const Access *access) {
    bool stores = access->kind == ACCESS_STORE, known = cluster->visitors[rank].warp != NULL;
    if (stores && known && !cluster->visitors[rank].stores && cluster->visitors[rank].interval == cluster->interval)
        return;
    cluster->visitors[rank].warp = warp;
    cluster->visitors[rank].location = access->instruction->location;
    cluster->visitors[rank].bytes = access->instruction->bytes;
    cluster->visitors[rank].lane = (unsigned)__builtin_ctz(access->mask);
    cluster->visitors[rank].interval = cluster->interval;
    cluster->visitors[rank].stores = stores;
}

// Blocks of a cluster run together, but nothing says that all have begun.
static void report_early(Warp *warp, const Access *access, const Block *owner) {
    unsigned lane = (unsigned)__builtin_ctz(access->mask);
    Fault fault = access_fault(access, lane);
    fault.other = (FaultThread){owner->index, 0};
    fault.fact = FACT_ALONE(cluster_block_early);
    warp_fault(warp, access->instruction, lane, FAULT_RACE_SHARED, &fault);
}

void cluster_race_check(Warp *warp, const Access *access, const Block *owner) {
    Cluster *cluster = warp->block->cluster;
    if (owner != warp->block && cluster->interval == cluster->first_interval) report_early(warp, access, owner);
    bool meets = access_is_atomic(access) || access_is_ordered(access);
    if (meets) cluster->interval++;
    if (meets && warp->block->launch->races) {
        race_order_fence(warp->block); // barriers in shared memory order as fences do
        race_order_meet(warp->block, access);
    }
    if (owner != warp->block) note_visitor(cluster, owner->rank, warp, access);
    ClusterShadow *shadow = access->space == SPACE_SHARED && !meets ? shadow_of(cluster) : NULL;
    for (uint32_t left = shadow ? access->mask : 0; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        WordRecord *records = shadow->records + owner->rank * shadow->words;
        bool races = false;
        // The block's own accesses come here before their bounds are checked.
        if (!checked_inside(access->address[lane], access->bytes, cluster->launch->shared_bytes)) continue;
        for (uint64_t word = access->address[lane] / 4; word <= (access->address[lane] + access->bytes - 1) / 4; word++)
            if (!races && (races = note(warp, access, lane, &records[word])))
                report(warp, access, lane, &records[word]);
    }
}

void cluster_race_end(Cluster *cluster, uint32_t rank) {
    if (!cluster->visitors[rank].warp || cluster->visitors[rank].interval != cluster->interval) return;
    Warp at = *cluster->visitors[rank].warp;
    Fault fault = {.count = 1, .space = "shared"};
    fault.other = (FaultThread){cluster->blocks[rank]->index, 0};
    fault.location = cluster->visitors[rank].location;
    fault.bytes = cluster->visitors[rank].bytes;
    fault.fact = FACT_ALONE(cluster_block_late);
    at.mask = 1u << cluster->visitors[rank].lane;
    warp_fault(&at, NULL, cluster->visitors[rank].lane,
               cluster->visitors[rank].stores ? FAULT_CLUSTER_STORE : FAULT_CLUSTER_MEMORY, &fault);
    faults_flush(at.block); // it may have ended before
}
