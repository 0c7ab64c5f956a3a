// cluster.c - makes and runs the blocks of a cluster.
#include "cluster.h"
#include "../extensions/extensions.h"
#include <assert.h>
#include <stdlib.h>

#define SPINNING_TURNS 4 // in which all of several blocks only spin, before another cluster gets a turn

uint32_t cluster_count(const Launch *launch) {
    Dim3 size = cluster_size(launch);
    assert(launch->grid.x % size.x == 0 && launch->grid.y % size.y == 0 && launch->grid.z % size.z == 0);
    return launch->grid.x * launch->grid.y * launch->grid.z / (size.x * size.y * size.z);
}

void cluster_free(Cluster *cluster) {
    if (!cluster) return;
    for (uint32_t n = 0; n < cluster->count; n++) block_free(cluster->blocks[n]);
    if (cluster->kind) cluster->kind->free_shadow(cluster->shadow);
    free(cluster);
}

Cluster *cluster_create(Launch *launch, Worker *worker) {
    Cluster *cluster = calloc(1, sizeof *cluster);
    if (!cluster) return NULL;
    cluster->launch = launch;
    cluster->kind = extension_clusters();
    cluster->size = cluster_size(launch);
    cluster->count = cluster->size.x * cluster->size.y * cluster->size.z;
    assert(cluster->count >= 1 && cluster->count <= CLUSTER_MOST && (cluster->count == 1 || cluster->kind));
    for (uint32_t rank = 0; rank < cluster->count; rank++) {
        Block *block = cluster->blocks[rank] = block_create(launch, worker);
        if (!block || (cluster->kind && !cluster->kind->give_rank(block, rank))) {
            cluster_free(cluster);
            return NULL;
        }
        block->cluster = cluster;
        block->shares = cluster->count > 1;
    }
    return cluster;
}

// The block of that rank in the cluster, by its number in the grid.
static uint32_t block_of(const Cluster *cluster, uint32_t index, uint32_t rank) {
    assert(rank < cluster->count && index < cluster_count(cluster->launch));
    Dim3 size = cluster->size, grid = cluster->launch->grid;
    Dim3 clusters = {grid.x / size.x, grid.y / size.y, grid.z / size.z};
    uint32_t x = index % clusters.x * size.x + rank % size.x;
    uint32_t y = index / clusters.x % clusters.y * size.y + rank / size.x % size.y;
    uint32_t z = index / clusters.x / clusters.y * size.z + rank / size.x / size.y;
    return (z * grid.y + y) * grid.x + x;
}

uint32_t cluster_first_block(const Cluster *cluster, uint32_t index) { return block_of(cluster, index, 0); }

void cluster_begin(Cluster *cluster, uint32_t index) {
    cluster->arrived = 0;
    cluster->first_interval = ++cluster->interval;
    for (uint32_t rank = 0; rank < cluster->count; rank++) {
        block_begin(cluster->blocks[rank], block_of(cluster, index, rank));
        cluster->done[rank] = false;
        cluster->visitors[rank].warp = NULL;
    }
}

typedef struct {
    bool all_done, stopped, moved, spins, asked;
} Turn;

static bool any_stopped(const Cluster *cluster) {
    for (uint32_t rank = 0; rank < cluster->count; rank++)
        if (cluster->blocks[rank]->stopped) return true;
    return false;
}

static Turn turn_of_each(Cluster *cluster) {
    Turn turn = {.all_done = true};
    for (uint32_t rank = 0; rank < cluster->count && !turn.stopped; rank++) {
        if (cluster->done[rank]) continue;
        BlockState state = block_run(cluster->blocks[rank]);
        cluster->done[rank] = state == BLOCK_DONE;
        bool ended = cluster->done[rank] && !cluster->blocks[rank]->stopped;
        if (ended && cluster->kind) cluster->kind->block_ended(cluster, rank);
        turn.all_done &= cluster->done[rank];
        turn.moved |= cluster->kind && cluster->kind->barrier_check(cluster);
        turn.moved |= state == BLOCK_DONE || state == BLOCK_MOVED;
        turn.spins |= state == BLOCK_SPINNING;
        turn.asked |= state == BLOCK_ASKED;
        turn.stopped = any_stopped(cluster);
    }
    return turn;
}

// Deadlock: every block waits. The first block that has lanes which can go on without others lets them go on.
static void resolve_deadlock(Cluster *cluster) {
    for (uint32_t rank = 0; rank < cluster->count; rank++)
        if (!cluster->done[rank] && (block_resolve_deadlock(cluster->blocks[rank]) || cluster->blocks[rank]->stopped))
            return;
}

// A fatal fault of one block ends the others of its cluster.
static void end_all(Cluster *cluster) {
    for (uint32_t rank = 0; rank < cluster->count; rank++)
        if (!cluster->done[rank]) block_end(cluster->blocks[rank]);
}

BlockState cluster_run(Cluster *cluster) {
    unsigned most = cluster->count > 1 ? SPINNING_TURNS : 1;
    for (unsigned spinning = 0; spinning < most;) {
        Turn turn = turn_of_each(cluster);
        if (turn.stopped) end_all(cluster);
        if (turn.stopped || turn.all_done) return BLOCK_DONE;
        if (turn.asked) return BLOCK_ASKED;
        if (!turn.moved && !turn.spins) resolve_deadlock(cluster);
        spinning = turn.moved || !turn.spins ? 0 : spinning + 1;
    }
    return BLOCK_SPINNING;
}
