// graph_conditions.c - conditional nodes: if, while and switch on a value that kernels set.
//
// A condition is a word of the device's whose handle kernels give to cudaGraphSetConditional.
#include "../../system/grow.h"
#include "graph.h"
#include <stdlib.h>

static Condition *condition_find(const Graph *graph, cudaGraphConditionalHandle handle) {
    for (; graph; graph = graph->owner ? graph->owner->graph : NULL)
        for (size_t i = 0; i < graph->condition_count; i++)
            if (graph->conditions[i].handle == handle) return &graph->conditions[i];
    return NULL;
}

static bool size_fits(enum cudaGraphConditionalNodeType type, unsigned size) {
    switch (type) {
    case cudaGraphCondTypeIf: return size == 1 || size == 2;
    case cudaGraphCondTypeWhile: return size == 1;
    case cudaGraphCondTypeSwitch: return size > 0;
    default: return false;
    }
}

static cudaError_t conditional_read(Work *work, const struct cudaGraphNodeParams *params) {
    const struct cudaConditionalNodeParams *from = &params->conditional;
    work->conditional = (ConditionalWork){from->handle, from->type, from->size, NULL};
    return size_fits(from->type, from->size) ? cudaSuccess : cudaErrorInvalidValue;
}

static void conditional_release(Work *work) {
    for (unsigned i = 0; i < work->conditional.size && work->conditional.bodies[i]; i++)
        graph_release(work->conditional.bodies[i]);
    free(work->conditional.bodies);
}

// A new node gets empty bodies; the copy of a node gets copies of its bodies.
static cudaError_t conditional_own(Work *work, Graph *graph) {
    ConditionalWork *conditional = &work->conditional, owned = *conditional;
    Condition *condition = condition_find(graph, conditional->handle);
    if (!conditional->bodies && (!condition || condition->used)) return cudaErrorInvalidValue;
    owned.bodies = calloc(owned.size, sizeof(Graph *));
    cudaError_t error = owned.bodies ? cudaSuccess : cudaErrorMemoryAllocation;
    for (unsigned i = 0; i < owned.size && !error; i++) {
        if (conditional->bodies) error = graph_clone(conditional->bodies[i], &owned.bodies[i]);
        else if (!(owned.bodies[i] = graph_create())) error = cudaErrorMemoryAllocation;
    }
    if (error) {
        if (owned.bodies) conditional_release(&(Work){.conditional = owned});
        return error;
    }
    if (condition) condition->used = true;
    *conditional = owned;
    return cudaSuccess;
}

static cudaError_t condition_value(cudaGraphConditionalHandle handle, uint32_t *value) {
    Reply reply = {0};
    cudaError_t error = CHANNEL_CALL(&reply, CALL_CONDITION, handle);
    *value = (uint32_t)reply.value[1];
    return error;
}

static cudaError_t conditional_do(const Work *work) {
    const ConditionalWork *conditional = &work->conditional;
    uint32_t value;
    cudaError_t error = condition_value(conditional->handle, &value);
    if (conditional->type == cudaGraphCondTypeWhile) {
        while (!error && value) {
            error = graph_run(conditional->bodies[0]);
            if (!error) error = condition_value(conditional->handle, &value);
        }
        return error;
    }
    unsigned body = conditional->type == cudaGraphCondTypeIf ? !value : value;
    return !error && body < conditional->size ? graph_run(conditional->bodies[body]) : error;
}

extern const WorkKind work_conditional;
const WorkKind work_conditional = {"conditional",       conditional_read, conditional_own,
                                   conditional_release, conditional_do,   NULL};

API cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned value,
                                                 unsigned flags) {
    Reply reply;
    if (!handle || !graph_of(graph) || flags & ~(unsigned)cudaGraphCondAssignDefault) RESULT(cudaErrorInvalidValue);
    cudaError_t error = context_ready();
    if (!error) error = CHANNEL_CALL(&reply, CALL_CONDITION, 0);
    if (error) RESULT(error);
    if (!ARRAY_GROW(graph->conditions, graph->condition_count)) RESULT(cudaErrorMemoryAllocation);
    bool sets_default = flags & cudaGraphCondAssignDefault;
    graph->conditions[graph->condition_count++] = (Condition){reply.value[0], value, sets_default, false};
    *handle = reply.value[0];
    RESULT(cudaSuccess);
}

bool conditions_used(const Graph *graph) {
    for (size_t i = 0; i < graph->condition_count; i++)
        if (!graph->conditions[i].used) return false;
    return true;
}

// Handles of a body's graph get their defaults too, once a launch.
static bool reset(const Graph *graph, cudaError_t *error) {
    for (size_t i = 0; i < graph->condition_count && !*error; i++) {
        const Condition *condition = &graph->conditions[i];
        const struct cudaMemsetParams set = {
            (void *)(uintptr_t)condition->handle, 0, condition->value, sizeof(uint32_t), 1, 1};
        if (condition->sets_default) *error = set_rows(&set);
    }
    return !*error;
}

static bool reset_bodies(Node *node, void *error) {
    if (node->work.type == cudaGraphNodeTypeGraph) return reset(node->work.child, error);
    if (node->work.type != cudaGraphNodeTypeConditional) return true;
    for (unsigned i = 0; i < node->work.conditional.size; i++)
        if (!reset(node->work.conditional.bodies[i], error)) return false;
    return true;
}

cudaError_t conditions_reset(const Graph *graph) {
    cudaError_t error = cudaSuccess;
    if (reset(graph, &error)) graph_visit(graph, reset_bodies, &error);
    return error;
}
