// cluster.h - blocks that run together, meet at barriers of their own and reach into each other's shared memory.
//
// A grid is run cluster by cluster; without clusters each has one block. One worker runs all blocks of a cluster, a
// turn each, so that those that wait for each other make progress. Blocks live until the last of the cluster has ended.
#ifndef CLUSTER_H
#define CLUSTER_H

#include "../machine/cluster.h"
#include "block.h"

Cluster *cluster_create(Launch *launch, Worker *worker); // NULL: out of memory
void cluster_begin(Cluster *cluster, uint32_t index);
uint32_t cluster_first_block(const Cluster *cluster, uint32_t index);
BlockState cluster_run(Cluster *cluster); // until all blocks have ended, all only wait for other clusters, or one asked
void cluster_free(Cluster *cluster);
uint32_t cluster_count(const Launch *launch); // clusters of the grid

#endif
