// node_set.c - sets of nodes with the data of the edges that will come from them.
#include "streams.h"
#include <stdlib.h>
#include <string.h>

static bool reserve(NodeSet *set, size_t count) {
    if (count <= set->capacity) return true;
    size_t capacity = 2 * count + 2;
    cudaGraphNode_t *nodes = realloc(set->nodes, capacity * sizeof(cudaGraphNode_t));
    if (nodes) set->nodes = nodes;
    cudaGraphEdgeData *data = nodes ? realloc(set->data, capacity * sizeof *data) : NULL;
    if (data) set->data = data;
    if (data) set->capacity = capacity;
    return data;
}

cudaError_t node_set_add(NodeSet *set, Node *node, const cudaGraphEdgeData *data) {
    for (size_t i = 0; i < set->count; i++)
        if (set->nodes[i] == node) return cudaSuccess;
    if (!reserve(set, set->count + 1)) return cudaErrorMemoryAllocation;
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
