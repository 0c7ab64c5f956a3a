// cluster.h - the blocks of a cluster: those that run together and reach into each other's shared memory.
#ifndef MACHINE_CLUSTER_H
#define MACHINE_CLUSTER_H

#include "access.h"

#define CLUSTER_MOST 16          // blocks
#define CLUSTER_BARRIER BARRIERS // what BranchPath.barrier says of lanes that wait for their cluster
#define CLUSTER_PORTABLE 8       // blocks that every GPU with clusters can run together
#define CLUSTER_CAPABILITY 9     // the first that has clusters

typedef struct Cluster {
    const struct ClusterKind *kind; // NULL: a block alone, in a build without clusters
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

// What an extension does for clusters (CLUSTERS in extensions/extensions.h).
typedef struct ClusterKind {
    // Before anything of the block runs. false: out of memory.
    bool (*give_rank)(Block *block, uint32_t rank);
    // Lanes reach into other blocks' shared memory first, and leave access->mask; addresses of the others become
    // offsets. false: nothing is left for the block's own.
    bool (*own_part)(Warp *warp, const Instruction *i, Access *access, Mover move);
    // Wakes those that wait at the cluster's barrier, if all threads that have not exited have arrived. true: it did.
    bool (*barrier_check)(Cluster *cluster);
    // The block of that rank has ended.
    void (*block_ended)(Cluster *cluster, uint32_t rank);
    void (*free_shadow)(struct ClusterShadow *shadow); // of NULL: nothing
} ClusterKind;

#endif
