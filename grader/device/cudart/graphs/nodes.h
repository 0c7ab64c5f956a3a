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

// The four calls of a kind of node whose parameters are a struct of its own: `made(params)` makes those of any node
// from it, and `member` of the node's work holds it.
#define NODE_CALLS(Kind, Params, made, member)                                                                         \
    API cudaError_t cudaGraphAdd##Kind##Node(cudaGraphNode_t *added, cudaGraph_t graph,                                \
                                             const cudaGraphNode_t *dependencies, size_t count,                        \
                                             const struct Params *params) {                                            \
        if (!params) RESULT(cudaErrorInvalidValue);                                                                    \
        struct cudaGraphNodeParams all = made(params);                                                                 \
        RESULT(node_add(added, graph, dependencies, count, &all));                                                     \
    }                                                                                                                  \
    API cudaError_t cudaGraph##Kind##NodeGetParams(cudaGraphNode_t node, struct Params *params) {                      \
        if (!node_of_type(node, cudaGraphNodeType##Kind) || !params) RESULT(cudaErrorInvalidValue);                    \
        *params = node->work.member;                                                                                   \
        RESULT(cudaSuccess);                                                                                           \
    }                                                                                                                  \
    API cudaError_t cudaGraph##Kind##NodeSetParams(cudaGraphNode_t node, const struct Params *params) {                \
        if (!node_of_type(node, cudaGraphNodeType##Kind) || !params) RESULT(cudaErrorInvalidValue);                    \
        struct cudaGraphNodeParams all = made(params);                                                                 \
        RESULT(node_set(node, &all));                                                                                  \
    }                                                                                                                  \
    API cudaError_t cudaGraphExec##Kind##NodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,               \
                                                       const struct Params *params) {                                  \
        if (!params) RESULT(cudaErrorInvalidValue);                                                                    \
        struct cudaGraphNodeParams all = made(params);                                                                 \
        RESULT(executable_set(executable, node, &all));                                                                \
    }

#endif
