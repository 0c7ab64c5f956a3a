// graph_launch.c - instantiating graphs, putting nodes in order, launching.
#include "../order/later.h"
#include "graph.h"
#include <assert.h>
#include <stdlib.h>

// Topological sort; nodes without dependencies come in the order of their creation. false: there is a cycle.
static bool graph_order(Graph *graph) {
    size_t ordered = 0;
    for (size_t i = 0; i < graph->count; i++) {
        Node *node = graph->nodes[i];
        node->waits_for = node->dependencies.count;
        if (!node->waits_for) graph->order[ordered++] = node;
    }
    for (size_t next = 0; next < ordered; next++) {
        const EdgeList *list = &graph->order[next]->dependents;
        for (size_t e = 0; e < list->count; e++)
            if (--list->edges[e].node->waits_for == 0) graph->order[ordered++] = list->edges[e].node;
    }
    return ordered == graph->count;
}

static cudaError_t order_all(Graph *graph) {
    graph->order = malloc((graph->count + 1) * sizeof(Node *));
    if (!graph->order) return cudaErrorMemoryAllocation;
    if (!graph_order(graph)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < graph->count; i++) {
        const Work *work = &graph->nodes[i]->work;
        cudaError_t error = work->type == cudaGraphNodeTypeGraph ? order_all(work->child) : cudaSuccess;
        for (unsigned body = 0; work->type == cudaGraphNodeTypeConditional && body < work->conditional.size; body++)
            if (!error) error = order_all(work->conditional.bodies[body]);
        if (error) return error;
    }
    return cudaSuccess;
}

// Numbers (order_node) of what comes before a node.
typedef struct {
    uint32_t numbers[NODES_BEFORE], count;
} Before;

static void before_add(Before *before, uint32_t number) {
    if (before->count == NODES_BEFORE) {
        before->numbers[0] = order_node(before->numbers, before->count);
        before->count = 1;
    }
    assert(before->count < NODES_BEFORE);
    before->numbers[before->count++] = number;
}

// What all of the graph that runs comes after: the node whose child or body it is, or its last run. 0: the launch.
static _Thread_local uint32_t outer;

static uint32_t node_begins(const Node *node) {
    Before before = {.count = 0};
    const EdgeList *list = &node->dependencies;
    if (!list->count && outer) before_add(&before, outer);
    for (size_t e = 0; e < list->count; e++) before_add(&before, list->edges[e].node->ran);
    return order_node(before.numbers, before.count);
}

// A graph within the node begins when the node does, and the node ends when that graph has.
static cudaError_t node_run(Node *node) {
    uint32_t around = outer;
    outer = node_begins(node);
    cudaError_t error = node->disabled ? cudaSuccess : work_kind(node->work.type)->run(&node->work);
    node->ran = outer;
    outer = around;
    return error;
}

cudaError_t graph_run(const Graph *graph) {
    Before before = {.count = 0};
    for (size_t i = 0; i < graph->count; i++) {
        assert(graph->order && graph->order[i]->graph == graph);
        cudaError_t error = node_run(graph->order[i]);
        if (error) return error;
        if (!graph->order[i]->dependents.count) before_add(&before, graph->order[i]->ran);
    }
    if (graph->count) outer = order_node(before.numbers, before.count);
    return cudaSuccess;
}

// ---- graphs in graphs ---------------------------------------------------------------------------------------------

static cudaError_t child_read(Work *work, const struct cudaGraphNodeParams *params) {
    work->child = params->graph.graph;
    work->moves = params->graph.ownership == cudaGraphChildGraphOwnershipMove;
    if (!graph_of(work->child) || params->graph.ownership > cudaGraphChildGraphOwnershipMove)
        return cudaErrorInvalidValue;
    if (work->moves && (work->child->owner || work->child->captured)) return cudaErrorInvalidValue;
    bool memory = !work->moves && graph_has_memory(work->child);
    return memory || graph_has(work->child, cudaGraphNodeTypeConditional) ? cudaErrorNotSupported : cudaSuccess;
}

static cudaError_t child_own(Work *work, Graph *graph) {
    bool moves = work->moves;
    work->moves = false;
    if (work->child == graph) return cudaErrorInvalidValue;
    return moves ? cudaSuccess : graph_clone(work->child, &work->child);
}

static void child_release(Work *work) { graph_release(work->child); }
static cudaError_t child_do(const Work *work) { return graph_run(work->child); }

extern const WorkKind work_child;
const WorkKind work_child = {"graph", child_read, child_own, child_release, child_do, NULL};

// ---- executable graphs --------------------------------------------------------------------------------------------

Executable *executable_of(cudaGraphExec_t handle) { return handle_is(handle, HANDLE_EXECUTABLE) ? handle : NULL; }

// Bodies of conditions take fewer kinds of nodes.
static bool belongs_in_body(Node *node, void *opaque) {
    (void)opaque;
    const Node *owner = node->graph->owner;
    while (owner && owner->work.type != cudaGraphNodeTypeConditional) owner = owner->graph->owner;
    if (!owner) return true;
    switch (node->work.type) {
    case cudaGraphNodeTypeKernel:
    case cudaGraphNodeTypeEmpty:
    case cudaGraphNodeTypeGraph:
    case cudaGraphNodeTypeMemset:
    case cudaGraphNodeTypeMemcpy:
    case cudaGraphNodeTypeConditional: return true;
    default: return false;
    }
}

static bool has_one_executable(const Graph *graph) {
    return graph_has_memory(graph) || graph_has(graph, cudaGraphNodeTypeConditional);
}

static cudaError_t instantiate_check(const Graph *graph, unsigned long long flags, cudaGraphInstantiateResult *result) {
    const unsigned long long known = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
                                     cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;
    *result = cudaGraphInstantiateError;
    if (!graph_of((cudaGraph_t)(uintptr_t)graph) || graph->owner || flags & ~known) return cudaErrorInvalidValue;
    if (flags & cudaGraphInstantiateFlagDeviceLaunch) return cudaErrorNotSupported;
    if (graph->instantiated && has_one_executable(graph)) return cudaErrorNotSupported;
    *result = cudaGraphInstantiateConditionalHandleUnused;
    if (!conditions_used(graph)) return cudaErrorInvalidValue;
    *result = cudaGraphInstantiateNodeOperationNotSupported;
    if (!graph_visit(graph, belongs_in_body, NULL)) return cudaErrorInvalidValue;
    *result = cudaGraphInstantiateSuccess;
    return cudaSuccess;
}

static cudaError_t instantiate(Executable **made, Graph *graph, unsigned long long flags,
                               cudaGraphInstantiateResult *result) {
    if (!made) return cudaErrorInvalidValue;
    cudaError_t error = capture_unsafe();
    if (!error) error = instantiate_check(graph, flags, result);
    if (error) return error;
    Executable *executable = calloc(1, sizeof *executable);
    if (!executable) return cudaErrorMemoryAllocation;
    *executable = (Executable){.source = graph, .source_number = graph->number, .flags = flags};
    error = graph_clone(graph, &executable->graph);
    if (!error) {
        error = order_all(executable->graph);
        if (error == cudaErrorInvalidValue) *result = cudaGraphInstantiateInvalidStructure;
        if (!error && !handle_add(executable, HANDLE_EXECUTABLE)) error = cudaErrorMemoryAllocation;
        if (error) graph_release(executable->graph);
    }
    if (error) free(executable);
    else {
        *made = executable;
        graph->instantiated = true;
    }
    return error;
}

API cudaError_t cudaGraphInstantiate(cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long flags) {
    cudaGraphInstantiateResult result;
    RESULT(instantiate(made, graph, flags, &result));
}

API cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long flags) {
    cudaGraphInstantiateResult result;
    RESULT(instantiate(made, graph, flags, &result));
}

API cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *made, cudaGraph_t graph,
                                               cudaGraphInstantiateParams *params) {
    if (!params) RESULT(cudaErrorInvalidValue);
    params->errNode_out = NULL;
    RESULT(instantiate(made, graph, params->flags, &params->result_out));
}
PER_THREAD(cudaGraphInstantiateWithParams, _ptsz);

API cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long *flags) {
    if (!executable_of(executable) || !flags) RESULT(cudaErrorInvalidValue);
    *flags = executable->flags;
    RESULT(cudaSuccess);
}

API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    if (!executable_of(executable)) RESULT(cudaErrorInvalidValue);
    later_await_of(executable);
    Graph *source = (Graph *)(uintptr_t)executable->source;
    if (handle_is(source, HANDLE_GRAPH) && source->number == executable->source_number) source->instantiated = false;
    handle_remove(executable);
    graph_release(executable->graph);
    free(executable);
    RESULT(cudaSuccess);
}

// ---- launching ----------------------------------------------------------------------------------------------------

static cudaError_t executable_run(const Executable *executable) {
    bool frees_first = executable->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch;
    cudaError_t error = context_ready();
    if (!error) error = graph_memory_ready(executable->graph, frees_first);
    if (!error) error = conditions_reset(executable->graph);
    outer = 0;
    return error ? error : graph_run(executable->graph);
}

// What comes before the graph because of a node: the work that an event stands for.
static bool node_waits(Node *node, void *opaque) {
    bool for_event = node->work.type == cudaGraphNodeTypeWaitEvent && event_is(node->work.event);
    if (for_event) order_join(opaque, &node->work.event->clock);
    return true;
}

static bool node_protects(Node *node, void *opaque) {
    (void)opaque;
    if (!node->disabled) order_protects(&node->work);
    return true;
}

// A launch that is put off.
typedef struct {
    Later later;
    Executable *executable;
} LaterLaunch;

static void launch_later(Later *later) {
    Executable *executable = ((LaterLaunch *)later)->executable;
    order_start(&later->asked);
    context_failed(executable_run(executable));
    if (!later->calls) graph_visit(executable->graph, node_protects, NULL);
    order_end();
}

static cudaError_t put_off(const Asked *asked, Executable *executable, bool calls) {
    LaterLaunch launch = {{.asked = *asked, .calls = calls, .run = launch_later, .of = executable}, executable};
    return later_add(&launch.later, sizeof launch);
}

// What its nodes use is taken away from the program once all have run.
static cudaError_t run_in_order(Executable *executable, Stream *stream) {
    bool calls = graph_has(executable->graph, cudaGraphNodeTypeHost);
    order_join(&stream->order, &executable->launched); // one launch of it at a time
    graph_visit(executable->graph, node_waits, (void *)(uintptr_t)&stream->order);
    Asked asked = order_ask(&stream->order, ORDER_GRAPH);
    order_read(&stream->order, &executable->launched);
    if (asked.number && (calls || later_is_before(&asked))) return put_off(&asked, executable, calls);
    order_start(&asked);
    cudaError_t error = executable_run(executable);
    if (!error) graph_visit(executable->graph, node_protects, NULL);
    order_end();
    return error;
}

// Graphs cannot be launched or uploaded into a capture.
API cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    if (!executable_of(executable)) RESULT(cudaErrorInvalidValue);
    cudaError_t error = stream_uncaptured(stream);
    RESULT(error ? error : run_in_order(executable, stream_of(stream)));
}
PER_THREAD(cudaGraphLaunch, _ptsz);

API cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
    if (!executable_of(executable)) RESULT(cudaErrorInvalidValue);
    cudaError_t error = stream_uncaptured(stream);
    RESULT(error ? error : context_ready());
}
PER_THREAD(cudaGraphUpload, _ptsz);
