// graph.c - graphs as data: nodes, edges, copies of graphs.
#include "graph.h"
#include "../../system/grow.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long next_number(void) {
    static unsigned long long last;
    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

bool edge_is_plain(const cudaGraphEdgeData *data) {
    static const cudaGraphEdgeData plain;
    return memcmp(data, &plain, sizeof plain) == 0;
}

bool edge_add(EdgeList *list, Node *node, const cudaGraphEdgeData *data) {
    if (!ARRAY_GROW(list->edges, list->count)) return false;
    list->edges[list->count++] = (Edge){node, data ? *data : (cudaGraphEdgeData){0}};
    return true;
}

Edge *edge_find(const EdgeList *list, const Node *node) {
    for (size_t i = 0; i < list->count; i++)
        if (list->edges[i].node == node) return &list->edges[i];
    return NULL;
}

void edge_remove(EdgeList *list, const Node *node) {
    Edge *found = edge_find(list, node);
    if (!found) return;
    list->count--;
    memmove(found, found + 1, (size_t)(list->edges + list->count - found) * sizeof *found);
}

Graph *graph_of(cudaGraph_t handle) { return handle_is(handle, HANDLE_GRAPH) ? handle : NULL; }
Node *node_of(cudaGraphNode_t handle) { return handle_is(handle, HANDLE_NODE) ? handle : NULL; }
Node *node_of_type(cudaGraphNode_t handle, enum cudaGraphNodeType type) {
    return node_of(handle) && handle->work.type == type ? handle : NULL;
}

Graph *graph_create(void) {
    Graph *graph = calloc(1, sizeof *graph);
    if (!graph) return NULL;
    graph->number = next_number();
    if (handle_add(graph, HANDLE_GRAPH)) return graph;
    free(graph);
    return NULL;
}

static void node_free(Node *node) {
    handle_remove(node);
    const WorkKind *kind = work_kind(node->work.type);
    if (kind->release) kind->release(&node->work);
    free(node->dependencies.edges);
    free(node->dependents.edges);
    free(node);
}

void graph_release(Graph *graph) {
    handle_remove(graph);
    for (size_t i = 0; i < graph->count; i++) node_free(graph->nodes[i]);
    references_release(graph);
    free(graph->nodes);
    free(graph->order);
    free(graph->conditions);
    free(graph);
}

cudaError_t graph_connect(Node *from, Node *to, const cudaGraphEdgeData *data) {
    if (!edge_add(&from->dependents, to, data)) return cudaErrorMemoryAllocation;
    if (edge_add(&to->dependencies, from, data)) return cudaSuccess;
    edge_remove(&from->dependents, to);
    return cudaErrorMemoryAllocation;
}

static Node *node_create(Graph *graph, const Work *work) {
    Node *node = ARRAY_GROW(graph->nodes, graph->count) ? calloc(1, sizeof *node) : NULL;
    if (!node || !handle_add(node, HANDLE_NODE)) {
        free(node);
        return NULL;
    }
    node->number = next_number();
    node->work = *work;
    node->graph = graph;
    node->index = graph->count;
    graph->nodes[graph->count++] = node;
    if (work->type == cudaGraphNodeTypeGraph) work->child->owner = node;
    for (unsigned i = 0; work->type == cudaGraphNodeTypeConditional && i < work->conditional.size; i++)
        work->conditional.bodies[i]->owner = node;
    return node;
}

// Takes out of its graph a node that nothing else refers to.
static void node_drop(Node *node) {
    Graph *graph = node->graph;
    for (size_t i = 0; i < node->dependencies.count; i++)
        edge_remove(&node->dependencies.edges[i].node->dependents, node);
    for (size_t i = 0; i < node->dependents.count; i++)
        edge_remove(&node->dependents.edges[i].node->dependencies, node);
    assert(node->index < graph->count && graph->nodes[node->index] == node);
    for (size_t i = node->index + 1; i < graph->count; i++) {
        graph->nodes[i - 1] = graph->nodes[i];
        graph->nodes[i - 1]->index = i - 1;
    }
    graph->count--;
    node_free(node);
}

cudaError_t graph_add(Graph *graph, const Node *const *dependencies, const cudaGraphEdgeData *data, size_t count,
                      const Work *work, Node **added) {
    const WorkKind *kind = work_kind(work->type);
    Work owned = *work;
    cudaError_t error = kind->own ? kind->own(&owned, graph) : cudaSuccess;
    if (error) return error;
    Node *node = node_create(graph, &owned);
    if (!node) {
        if (kind->release) kind->release(&owned);
        return cudaErrorMemoryAllocation;
    }
    for (size_t i = 0; i < count && !error; i++)
        error = graph_connect((Node *)(uintptr_t)dependencies[i], node, data ? &data[i] : NULL);
    if (error) node_drop(node);
    else *added = node;
    return error;
}

static cudaError_t clone_nodes(const Graph *graph, Graph *clone) {
    for (size_t i = 0; i < graph->count; i++) {
        Node *copy;
        cudaError_t error = graph_add(clone, NULL, NULL, 0, &graph->nodes[i]->work, &copy);
        if (error) return error;
        copy->origin = graph->nodes[i]->number;
    }
    for (size_t i = 0; i < graph->count; i++) {
        const EdgeList *list = &graph->nodes[i]->dependents;
        for (size_t e = 0; e < list->count; e++) {
            Node *to = clone->nodes[list->edges[e].node->index];
            cudaError_t error = graph_connect(clone->nodes[i], to, &list->edges[e].data);
            if (error) return error;
        }
    }
    return cudaSuccess;
}

cudaError_t graph_clone(const Graph *graph, Graph **clone) {
    Graph *made = graph_create();
    if (!made) return cudaErrorMemoryAllocation;
    made->origin = graph->number;
    cudaError_t error = clone_nodes(graph, made);
    if (!error) error = references_copy(made, graph);
    for (size_t i = 0; i < graph->condition_count && !error; i++) {
        if (ARRAY_GROW(made->conditions, i)) made->conditions[made->condition_count++] = graph->conditions[i];
        else error = cudaErrorMemoryAllocation;
    }
    if (error) graph_release(made);
    else *clone = made;
    return error;
}

bool graph_visit(const Graph *graph, bool (*visit)(Node *node, void *opaque), void *opaque) {
    for (size_t i = 0; i < graph->count; i++) {
        const Work *work = &graph->nodes[i]->work;
        if (!visit(graph->nodes[i], opaque)) return false;
        if (work->type == cudaGraphNodeTypeGraph && !graph_visit(work->child, visit, opaque)) return false;
        if (work->type != cudaGraphNodeTypeConditional) continue;
        for (unsigned body = 0; body < work->conditional.size; body++)
            if (!graph_visit(work->conditional.bodies[body], visit, opaque)) return false;
    }
    return true;
}

static bool is_not_type(Node *node, void *opaque) { return node->work.type != *(const enum cudaGraphNodeType *)opaque; }

bool graph_has(const Graph *graph, enum cudaGraphNodeType type) { return !graph_visit(graph, is_not_type, &type); }

typedef struct {
    unsigned long long origin;
    Node *found;
} Search;

static bool is_no_copy(Node *node, void *opaque) {
    Search *search = opaque;
    if (node->origin == search->origin) search->found = node;
    return !search->found;
}

Node *graph_find_copy(const Graph *graph, const Node *origin) {
    if (origin->index < graph->count && graph->nodes[origin->index]->origin == origin->number)
        return graph->nodes[origin->index];
    Search search = {origin->number, NULL};
    graph_visit(graph, is_no_copy, &search);
    return search.found;
}

API cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
    if (!graph || flags) RESULT(cudaErrorInvalidValue);
    cudaError_t error = context_ready();
    if (error) RESULT(error);
    Graph *made = graph_create();
    if (made) *graph = made;
    RESULT(made ? cudaSuccess : cudaErrorMemoryAllocation);
}

API cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (!graph_of(graph) || graph->owner) RESULT(cudaErrorInvalidValue);
    if (graph->captured) RESULT(cudaErrorIllegalState);
    graph_release(graph);
    RESULT(cudaSuccess);
}

// Graphs with memory nodes or conditional nodes cannot be cloned: addresses and handles belong to one graph.
API cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    if (!clone || !graph_of(graph)) RESULT(cudaErrorInvalidValue);
    if (graph_has_memory(graph) || graph_has(graph, cudaGraphNodeTypeConditional)) RESULT(cudaErrorNotSupported);
    RESULT(graph_clone(graph, clone));
}

API cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t original, cudaGraph_t clone) {
    if (!found || !node_of(original) || !graph_of(clone) || clone->origin != original->graph->number)
        RESULT(cudaErrorInvalidValue);
    Node *copy = graph_find_copy(clone, original);
    if (copy) *found = copy;
    RESULT(copy ? cudaSuccess : cudaErrorInvalidValue);
}

API cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    if (!node_of(node)) RESULT(cudaErrorInvalidValue);
    if (node->work.type == cudaGraphNodeTypeMemAlloc || node->work.type == cudaGraphNodeTypeMemFree)
        RESULT(cudaErrorNotSupported);
    if (node->graph->captured) RESULT(cudaErrorIllegalState);
    node_drop(node);
    RESULT(cudaSuccess);
}
