// clusters.h - what blocks of a cluster do together: barriers, and each other's shared memory.
#ifndef CLUSTERS_H
#define CLUSTERS_H

#include "../machine/cluster.h"

// barrier.c: wakes those that wait, if all threads that have not exited have arrived.
bool cluster_barrier_check(Cluster *cluster);

// addresses.c: before anything of the block runs. false: out of memory.
bool cluster_give_rank(Block *block, uint32_t rank);

// access.c: in a cluster of several blocks, carries out the accesses of lanes whose addresses lie in other blocks'
// shared memory and takes them out of access->mask; addresses of the others become offsets. false: no lane is left.
bool cluster_own_part(Warp *warp, const Instruction *i, Access *access, Mover move);

// race.c: an access to the shared memory of a block of the cluster, its own or another's.
void cluster_race_check(Warp *warp, const Access *access, const Block *owner);
// The block of that rank has ended: nobody may have used its memory since the last barrier of the cluster.
void cluster_race_end(Cluster *cluster, uint32_t rank);
void cluster_race_free(struct ClusterShadow *shadow);

#endif
