// graph_update.c - changing what executable graphs do, node by node or after another graph of the same shape.
#include "../order/later.h"
#include "nodes.h"

// The executable graph's copy of the node.
static Node *copy_in(cudaGraphExec_t executable, cudaGraphNode_t node) {
    if (!executable_of(executable) || !node_of(node)) return NULL;
    later_await_of(executable);
    return graph_find_copy(executable->graph, node);
}

static bool may_become(const Node *node, const Work *work) {
    const WorkKind *kind = work_kind(work->type);
    return node->work.type == work->type && (!kind->may_become || kind->may_become(&node->work, work));
}

cudaError_t executable_set_work(cudaGraphExec_t executable, cudaGraphNode_t node, const Work *work) {
    Node *copy = copy_in(executable, node);
    return copy && may_become(copy, work) ? node_change(copy, work) : cudaErrorInvalidValue;
}

// A child graph is changed by updating it after another; other kinds by replacing their work.
static cudaError_t child_update(Node *node, Graph *from);
cudaError_t executable_set(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaGraphNodeParams *params) {
    Work work;
    Node *copy = copy_in(executable, node);
    if (!copy || copy->work.type != params->type) return cudaErrorInvalidValue;
    if (params->type == cudaGraphNodeTypeGraph) return child_update(copy, params->graph.graph);
    cudaError_t error = node_read(&work, params);
    if (!error) node_keep_attributes(copy, &work);
    return error ? error : executable_set_work(executable, node, &work);
}

// ---- whole graphs -------------------------------------------------------------------------------------------------

static bool same_edges(const Node *node, const Node *from) {
    if (node->dependencies.count != from->dependencies.count) return false;
    for (size_t i = 0; i < node->dependencies.count; i++) {
        const Node *other = from->dependencies.edges[i].node;
        if (!edge_find(&node->dependencies, node->graph->nodes[other->index])) return false;
    }
    return true;
}

// Compares node by node; nothing is changed yet. Nodes correspond by the order of their creation.
static enum cudaGraphExecUpdateResult compare(const Graph *graph, const Graph *from, Node **at) {
    *at = NULL;
    if (graph->count != from->count) return cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < graph->count; i++) {
        Node *node = graph->nodes[i], *other = from->nodes[i];
        *at = other;
        if (node->work.type != other->work.type) return cudaGraphExecUpdateErrorNodeTypeChanged;
        *at = NULL;
        if (!same_edges(node, other)) return cudaGraphExecUpdateErrorTopologyChanged;
        if (node->work.type == cudaGraphNodeTypeGraph) {
            enum cudaGraphExecUpdateResult result = compare(node->work.child, other->work.child, at);
            if (result) return result;
        }
        *at = other;
        if (node->work.type == cudaGraphNodeTypeConditional) return cudaGraphExecUpdateErrorNotSupported;
        if (!may_become(node, &other->work)) return cudaGraphExecUpdateErrorParametersChanged;
    }
    *at = NULL;
    return cudaGraphExecUpdateSuccess;
}

static bool keeps_its_work(const Node *node) {
    return node->work.type == cudaGraphNodeTypeEmpty || node->work.type == cudaGraphNodeTypeMemAlloc ||
           node->work.type == cudaGraphNodeTypeMemFree;
}

// From now on the nodes count as copies of those of `from`: they take over its numbers.
static cudaError_t apply(Graph *graph, const Graph *from) {
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < graph->count && !error; i++) {
        Node *node = graph->nodes[i];
        if (node->work.type == cudaGraphNodeTypeGraph) error = apply(node->work.child, from->nodes[i]->work.child);
        else if (!keeps_its_work(node)) error = node_change(node, &from->nodes[i]->work);
    }
    return error;
}

static cudaError_t child_update(Node *node, Graph *from) {
    Node *at;
    if (!graph_of(from)) return cudaErrorInvalidValue;
    if (compare(node->work.child, from, &at)) return cudaErrorGraphExecUpdateFailure;
    return apply(node->work.child, from);
}

API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                    cudaGraphExecUpdateResultInfo *info) {
    Node *at = NULL;
    if (!executable_of(executable) || !graph_of(graph)) RESULT(cudaErrorInvalidValue);
    later_await_of(executable);
    enum cudaGraphExecUpdateResult result = compare(executable->graph, graph, &at);
    cudaError_t error = result ? cudaErrorGraphExecUpdateFailure : apply(executable->graph, graph);
    if (error && !result) result = cudaGraphExecUpdateError;
    if (info) *info = (cudaGraphExecUpdateResultInfo){.result = result, .errorNode = at};
    RESULT(error);
}

API cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                     cudaGraph_t child) {
    struct cudaGraphNodeParams all = {.type = cudaGraphNodeTypeGraph, .graph.graph = child};
    RESULT(executable_set(executable, node, &all));
}

// ---- nodes that are skipped ---------------------------------------------------------------------------------------

static Node *switchable(cudaGraphExec_t executable, cudaGraphNode_t node) {
    Node *copy = copy_in(executable, node);
    bool can = copy && (copy->work.type == cudaGraphNodeTypeKernel || copy->work.type == cudaGraphNodeTypeMemset ||
                        copy->work.type == cudaGraphNodeTypeMemcpy);
    return can ? copy : NULL;
}

API cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned enabled) {
    Node *copy = switchable(executable, node);
    if (copy) copy->disabled = !enabled;
    RESULT(copy ? cudaSuccess : cudaErrorInvalidValue);
}

API cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned *enabled) {
    const Node *copy = switchable(executable, node);
    if (copy && enabled) *enabled = !copy->disabled;
    RESULT(copy && enabled ? cudaSuccess : cudaErrorInvalidValue);
}
