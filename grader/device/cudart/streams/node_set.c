// node_set.c - sets of nodes with the data of the edges that will come from them.
#include "../../system/grow.h"
#include "streams.h"
#include <stdlib.h>
#include <string.h>

cudaError_t node_set_add(NodeSet *set, Node *node, const cudaGraphEdgeData *data) {
    for (size_t i = 0; i < set->count; i++)
        if (set->nodes[i] == node) return cudaSuccess;
    if (!ARRAY_GROW(set->nodes, set->count) || !ARRAY_GROW(set->data, set->count)) return cudaErrorMemoryAllocation;
    set->nodes[set->count] = node;
    set->data[set->count++] = data ? *data : (cudaGraphEdgeData){0};
    return cudaSuccess;
}

cudaError_t node_set_join(NodeSet *set, const NodeSet *more) {
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < more->count && !error; i++) error = node_set_add(set, more->nodes[i], &more->data[i]);
    return error;
}

cudaError_t node_set_become(NodeSet *set, const NodeSet *from) {
    set->count = 0;
    return node_set_join(set, from);
}

void node_set_free(NodeSet *set) {
    free(set->nodes);
    free(set->data);
    *set = (NodeSet){0};
}
