// clusters.h - what blocks of a cluster do together: barriers, and each other's shared memory (machine/cluster.h).
#ifndef CLUSTERS_H
#define CLUSTERS_H

#include "../extensions.h"

// ranks.c, barrier.c, access.c, race.c: of ClusterKind.
bool cluster_give_rank(Block *block, uint32_t rank);
bool cluster_barrier_check(Cluster *cluster);
bool cluster_own_part(Warp *warp, const Instruction *i, Access *access, Mover move);
void cluster_race_end(Cluster *cluster, uint32_t rank); // nobody may have used its memory since the last barrier
void cluster_race_free(struct ClusterShadow *shadow);

// race.c: an access to the shared memory of a block of the cluster, its own or another's.
void cluster_race_check(Warp *warp, const Access *access, const Block *owner);

#endif
