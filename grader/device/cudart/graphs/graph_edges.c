// graph_edges.c - adding and removing dependencies, and what is asked of nodes and edges.
#include "graph.h"

static const cudaGraphEdgeData plain;

bool edge_fits(const Work *from, const Work *to, const cudaGraphEdgeData *data) {
    if (!data || edge_is_plain(data)) return true;
    bool kernels = from->type == cudaGraphNodeTypeKernel && to->type == cudaGraphNodeTypeKernel;
    bool known = data->type == cudaGraphDependencyTypeProgrammatic && !data->to_port &&
                 (data->from_port == cudaGraphKernelNodePortProgrammatic ||
                  data->from_port == cudaGraphKernelNodePortLaunchCompletion);
    for (size_t i = 0; i < sizeof data->reserved; i++) known &= !data->reserved[i];
    return kernels && known;
}

static cudaError_t connect_all(Graph *graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                               const cudaGraphEdgeData *data, size_t count) {
    if (!graph_of(graph) || (count && (!from || !to))) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (!node_of(from[i]) || !node_of(to[i]) || from[i]->graph != graph || to[i]->graph != graph)
            return cudaErrorInvalidValue;
        const cudaGraphEdgeData *edge = data ? &data[i] : NULL;
        if (from[i] == to[i] || edge_find(&from[i]->dependents, to[i]) ||
            !edge_fits(&from[i]->work, &to[i]->work, edge))
            return cudaErrorInvalidValue;
        cudaError_t error = graph_connect(from[i], to[i], edge);
        if (error) return error;
    }
    return cudaSuccess;
}

API cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                         const cudaGraphEdgeData *data, size_t count) {
    RESULT(connect_all(graph, from, to, data, count));
}

static bool has_memory_node(const Node *from, const Node *to) {
    const enum cudaGraphNodeType types[] = {from->work.type, to->work.type};
    for (int i = 0; i < 2; i++)
        if (types[i] == cudaGraphNodeTypeMemAlloc || types[i] == cudaGraphNodeTypeMemFree) return true;
    return false;
}

static cudaError_t disconnect_all(Graph *graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                  const cudaGraphEdgeData *data, size_t count) {
    if (!graph_of(graph) || (count && (!from || !to))) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        Edge *edge = node_of(from[i]) && node_of(to[i]) ? edge_find(&from[i]->dependents, to[i]) : NULL;
        const cudaGraphEdgeData *wanted = data ? &data[i] : &plain;
        if (!edge || from[i]->graph != graph || __builtin_memcmp(&edge->data, wanted, sizeof *wanted) != 0)
            return cudaErrorInvalidValue;
        if (has_memory_node(from[i], to[i])) return cudaErrorNotSupported;
        edge_remove(&from[i]->dependents, to[i]);
        edge_remove(&to[i]->dependencies, from[i]);
    }
    return cudaSuccess;
}

API cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                            const cudaGraphEdgeData *data, size_t count) {
    RESULT(disconnect_all(graph, from, to, data, count));
}

// All these queries answer alike. Without arrays they only count. Otherwise they write at most *count nodes, set *count
// to the number written, and fill the rest of the arrays with NULL.
typedef struct {
    cudaGraphNode_t *nodes, *others;
    cudaGraphEdgeData *data;
    size_t capacity, count;
    bool lossy; // an edge's data had no place
} Answer;

static void answer_node(Answer *answer, Node *node, Node *other, const cudaGraphEdgeData *data) {
    size_t at = answer->count++;
    answer->lossy |= data && answer->nodes && !answer->data && !edge_is_plain(data);
    if (at >= answer->capacity) return;
    if (answer->nodes) answer->nodes[at] = node;
    if (answer->others) answer->others[at] = other;
    if (answer->data && data) answer->data[at] = *data;
}

static cudaError_t answer_end(Answer *answer, size_t *count) {
    if (answer->lossy) return cudaErrorLossyQuery;
    if (answer->nodes) {
        for (size_t i = answer->count; i < answer->capacity; i++) {
            answer->nodes[i] = NULL;
            if (answer->others) answer->others[i] = NULL;
        }
        if (answer->count > answer->capacity) answer->count = answer->capacity;
    }
    *count = answer->count;
    return cudaSuccess;
}

static cudaError_t list_nodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count, bool roots_only) {
    if (!graph_of(graph) || !count) return cudaErrorInvalidValue;
    Answer answer = {.nodes = nodes, .capacity = nodes ? *count : 0};
    for (size_t i = 0; i < graph->count; i++)
        if (!roots_only || !graph->nodes[i]->dependencies.count) answer_node(&answer, graph->nodes[i], NULL, NULL);
    return answer_end(&answer, count);
}

API cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    RESULT(list_nodes(graph, nodes, count, false));
}

API cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    RESULT(list_nodes(graph, nodes, count, true));
}

static cudaError_t list_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data,
                              size_t *count) {
    if (!graph_of(graph) || !count || !from != !to || (data && !from)) return cudaErrorInvalidValue;
    Answer answer = {.nodes = from, .others = to, .data = data, .capacity = from ? *count : 0};
    for (size_t i = 0; i < graph->count; i++) {
        const EdgeList *list = &graph->nodes[i]->dependents;
        for (size_t e = 0; e < list->count; e++)
            answer_node(&answer, graph->nodes[i], list->edges[e].node, &list->edges[e].data);
    }
    return answer_end(&answer, count);
}

API cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                  cudaGraphEdgeData *data, size_t *count) {
    RESULT(list_edges(graph, from, to, data, count));
}

static cudaError_t list_neighbours(const EdgeList *list, cudaGraphNode_t *nodes, cudaGraphEdgeData *data,
                                   size_t *count) {
    if (!count || (data && !nodes)) return cudaErrorInvalidValue;
    Answer answer = {.nodes = nodes, .data = data, .capacity = nodes ? *count : 0};
    for (size_t e = 0; e < list->count; e++) answer_node(&answer, list->edges[e].node, NULL, &list->edges[e].data);
    return answer_end(&answer, count);
}

API cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data,
                                             size_t *count) {
    RESULT(node_of(node) ? list_neighbours(&node->dependencies, nodes, data, count) : cudaErrorInvalidValue);
}

API cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data,
                                               size_t *count) {
    RESULT(node_of(node) ? list_neighbours(&node->dependents, nodes, data, count) : cudaErrorInvalidValue);
}

API cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    if (!node_of(node) || !type) RESULT(cudaErrorInvalidValue);
    *type = node->work.type;
    RESULT(cudaSuccess);
}
