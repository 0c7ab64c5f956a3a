// cluster.h - blocks that run together, meet at barriers of their own and reach into each other's shared memory.
//
// A grid is run cluster by cluster; without clusters each has one block. One worker runs all blocks of a cluster, a
// turn each, so that those that wait for each other make progress. Blocks live until the last of the cluster has ended.
#ifndef CLUSTER_H
#define CLUSTER_H

#include "../machine/code.h"

#define CLUSTER_MOST 16          // blocks
#define CLUSTER_BARRIER BARRIERS // what Path.barrier says of lanes that wait for their cluster
#define CLUSTER_PORTABLE 8       // blocks that every GPU with clusters can run together
#define CLUSTER_CAPABILITY 9     // the first that has clusters

typedef struct Cluster {
    Launch *launch;
    Block *blocks[CLUSTER_MOST];
    bool done[CLUSTER_MOST];
    uint32_t count;
    Dim3 size;
    uint32_t arrived;             // threads at the barrier
    uint32_t interval;            // counts barriers and meetings through memory, for race checks
    uint32_t first_interval;      // before any of them
    struct ClusterShadow *shadow; // checks' record of accesses that matter to other blocks
    // By rank: the last access of another block to its shared memory, a store only if all were since the last barrier.
    // warp: NULL if there was none.
    struct {
        Warp *warp;
        uint32_t location, bytes; // of the access
        unsigned lane;
        uint32_t interval;
        bool stores;
    } visitors[CLUSTER_MOST];
} Cluster;

Cluster *cluster_create(Launch *launch, Worker *worker); // NULL: out of memory
void cluster_begin(Cluster *cluster, uint32_t index);
uint32_t cluster_first_block(const Cluster *cluster, uint32_t index);
BlockState cluster_run(Cluster *cluster); // until all blocks have ended, or all only wait for other clusters
void cluster_free(Cluster *cluster);
uint32_t cluster_count(const Launch *launch); // clusters of the grid

// cluster_barrier.c: wakes those that wait, if all threads that have not exited have arrived.
bool cluster_barrier_check(Cluster *cluster);

// cluster_addresses.c: before anything of the block runs. false: out of memory.
bool cluster_give_rank(Block *block, uint32_t rank);

// cluster_access.c
typedef void (*ClusterMover)(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes);
// Shared memory: the lanes whose addresses are other blocks' make their accesses, and leave access->mask; addresses of
// the others become offsets. Returns what is left to do.
uint32_t cluster_access(Warp *warp, const Instruction *i, Access *access, ClusterMover move);

// cluster_race.c: an access to the shared memory of a block of the cluster, its own or another's.
void cluster_race_check(Warp *warp, const Access *access, const Block *owner);
// The block of that rank has ended: nobody may have used its memory since the last barrier of the cluster.
void cluster_race_end(Cluster *cluster, uint32_t rank);
void cluster_race_free(struct ClusterShadow *shadow);

#endif
