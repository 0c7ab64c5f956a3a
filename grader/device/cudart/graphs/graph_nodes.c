// graph_nodes.c - adding nodes, and reading and changing what they do, by the generic calls and those of each kind.
//
// Every call fills in the generic parameters; node_read makes work of them.
#include "graph.h"
#include "nodes.h"
#include <string.h>

cudaError_t node_read(Work *work, const struct cudaGraphNodeParams *params) {
    const WorkKind *kind = work_kind(params->type);
    work->type = params->type;
    if (kind) return kind->read(work, params);
    bool known =
        params->type == cudaGraphNodeTypeExtSemaphoreSignal || params->type == cudaGraphNodeTypeExtSemaphoreWait;
    return known ? cudaErrorNotSupported : cudaErrorInvalidValue;
}

static cudaError_t dependencies_check(const Graph *graph, const cudaGraphNode_t *dependencies, size_t count) {
    if (count && !dependencies) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (!node_of(dependencies[i]) || dependencies[i]->graph != graph) return cudaErrorInvalidValue;
        for (size_t j = 0; j < i; j++)
            if (dependencies[j] == dependencies[i]) return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t node_add_work(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                          const cudaGraphEdgeData *data, size_t count, const Work *work) {
    if (!added || !graph_of(graph)) return cudaErrorInvalidValue;
    cudaError_t error = dependencies_check(graph, dependencies, count);
    if (error) return error;
    for (size_t i = 0; data && i < count; i++)
        if (!edge_fits(&dependencies[i]->work, work, &data[i])) return cudaErrorInvalidValue;
    return graph_add(graph, (const Node *const *)dependencies, data, count, work, added);
}

cudaError_t node_add(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
                     const struct cudaGraphNodeParams *params) {
    Work work;
    cudaError_t error = context_ready();
    if (!error) error = node_read(&work, params);
    return error ? error : node_add_work(added, graph, dependencies, NULL, count, &work);
}

// What the call gives back beside the node.
static void give_back(const Node *node, struct cudaGraphNodeParams *params) {
    if (params->type == cudaGraphNodeTypeMemAlloc) params->alloc.dptr = (void *)(uintptr_t)node->work.alloc.address;
    if (params->type == cudaGraphNodeTypeConditional) params->conditional.phGraph_out = node->work.conditional.bodies;
}

static bool reserved_are_zero(const struct cudaGraphNodeParams *params) {
    return !params->reserved0[0] && !params->reserved0[1] && !params->reserved0[2] && !params->reserved2;
}

API cudaError_t cudaGraphAddNode(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                 const cudaGraphEdgeData *data, size_t count, struct cudaGraphNodeParams *params) {
    Work work;
    if (!params || !reserved_are_zero(params)) RESULT(cudaErrorInvalidValue);
    cudaError_t error = context_ready();
    if (!error) error = node_read(&work, params);
    if (!error) error = node_add_work(added, graph, dependencies, data, count, &work);
    if (!error) give_back(*added, params);
    RESULT(error);
}

// Memory nodes, conditional nodes and child graphs cannot be changed.
static bool can_change(enum cudaGraphNodeType type) {
    return type != cudaGraphNodeTypeMemAlloc && type != cudaGraphNodeTypeMemFree &&
           type != cudaGraphNodeTypeConditional && type != cudaGraphNodeTypeEmpty && type != cudaGraphNodeTypeGraph;
}

cudaError_t node_change(Node *node, const Work *work) {
    const WorkKind *kind = work_kind(work->type);
    Work owned = *work;
    if (node->work.type != work->type || !can_change(work->type)) return cudaErrorInvalidValue;
    cudaError_t error = kind->own ? kind->own(&owned, node->graph) : cudaSuccess;
    if (error) return error;
    if (kind->release) kind->release(&node->work);
    node->work = owned;
    return cudaSuccess;
}

cudaError_t node_set(cudaGraphNode_t node, const struct cudaGraphNodeParams *params) {
    Work work;
    if (!node_of(node)) return cudaErrorInvalidValue;
    cudaError_t error = node_read(&work, params);
    if (!error) node_keep_attributes(node, &work);
    return error ? error : node_change(node, &work);
}

// A kernel node keeps its attributes when its parameters change.
void node_keep_attributes(const Node *node, Work *work) {
    if (work->type != cudaGraphNodeTypeKernel || node->work.type != work->type) return;
    work->kernel.attributes = node->work.kernel.attributes;
    work->kernel.attribute_count = node->work.kernel.attribute_count;
}

API cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *params) {
    if (!params || !reserved_are_zero(params)) RESULT(cudaErrorInvalidValue);
    RESULT(node_set(node, params));
}

API cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           struct cudaGraphNodeParams *params) {
    if (!params || !reserved_are_zero(params)) RESULT(cudaErrorInvalidValue);
    RESULT(executable_set(executable, node, params));
}

API cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                      size_t count) {
    RESULT(node_add(added, graph, dependencies, count, &(struct cudaGraphNodeParams){.type = cudaGraphNodeTypeEmpty}));
}

API cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                         size_t count, struct cudaMemAllocNodeParams *params) {
    if (!params) RESULT(cudaErrorInvalidValue);
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeMemAlloc};
    memcpy(&all.alloc, params, sizeof *params);
    cudaError_t error = node_add(added, graph, dependencies, count, &all);
    if (!error) params->dptr = (void *)(uintptr_t)(*added)->work.alloc.address;
    RESULT(error);
}

API cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params) {
    if (!node_of_type(node, cudaGraphNodeTypeMemAlloc) || !params) RESULT(cudaErrorInvalidValue);
    *params = (struct cudaMemAllocNodeParams){
        .poolProps = {.allocType = cudaMemAllocationTypePinned, .location = {cudaMemLocationTypeDevice, 0}},
        .bytesize = node->work.alloc.size,
        .dptr = (void *)(uintptr_t)node->work.alloc.address};
    RESULT(cudaSuccess);
}

API cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                        size_t count, void *freed) {
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeMemFree, .free.dptr = freed};
    RESULT(node_add(added, graph, dependencies, count, &all));
}

API cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *freed) {
    if (!node_of_type(node, cudaGraphNodeTypeMemFree) || !freed) RESULT(cudaErrorInvalidValue);
    *(void **)freed = (void *)(uintptr_t)node->work.freed;
    RESULT(cudaSuccess);
}

API cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *added, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies, size_t count, cudaGraph_t child) {
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeGraph, .graph.graph = child};
    RESULT(node_add(added, graph, dependencies, count, &all));
}

API cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *child) {
    if (!node_of_type(node, cudaGraphNodeTypeGraph) || !child) RESULT(cudaErrorInvalidValue);
    *child = node->work.child;
    RESULT(cudaSuccess);
}
