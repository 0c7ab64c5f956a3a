// nodes.h - what the files with the calls of each kind of node share.
#ifndef NODES_H
#define NODES_H

#include "graph.h"

cudaError_t node_read(Work *work, const struct cudaGraphNodeParams *params);
cudaError_t node_add(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
                     const struct cudaGraphNodeParams *params);
cudaError_t node_add_work(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                          const cudaGraphEdgeData *data, size_t count, const Work *work);
cudaError_t node_set(cudaGraphNode_t node, const struct cudaGraphNodeParams *params);
void node_keep_attributes(const Node *node, Work *work);

// graph_update.c: gives the node's copy in the executable graph other work.
cudaError_t executable_set(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaGraphNodeParams *params);
cudaError_t executable_set_work(cudaGraphExec_t executable, cudaGraphNode_t node, const Work *work);

#endif
