// graph_host_nodes.c - nodes that call functions of the host, and nodes that record and wait for events.
#include "nodes.h"

static struct cudaGraphNodeParams host_params(const struct cudaHostNodeParams *from) {
    return (struct cudaGraphNodeParams){.type = cudaGraphNodeTypeHost, .host = {from->fn, from->userData}};
}
NODE_CALLS(Host, cudaHostNodeParams, host_params, host)

static cudaError_t event_get(cudaGraphNode_t node, enum cudaGraphNodeType type, cudaEvent_t *event) {
    if (!node_of_type(node, type) || !event) return cudaErrorInvalidValue;
    *event = node->work.event;
    return cudaSuccess;
}

static struct cudaGraphNodeParams record_params(cudaEvent_t event) {
    return (struct cudaGraphNodeParams){.type = cudaGraphNodeTypeEventRecord, .eventRecord = {event}};
}

static struct cudaGraphNodeParams wait_params(cudaEvent_t event) {
    return (struct cudaGraphNodeParams){.type = cudaGraphNodeTypeWaitEvent, .eventWait = {event}};
}

#define EVENT_CALLS(Kind, Type, made)                                                                                  \
    API cudaError_t cudaGraphAdd##Kind##Node(cudaGraphNode_t *added, cudaGraph_t graph,                                \
                                             const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event) {   \
        struct cudaGraphNodeParams all = made(event);                                                                  \
        RESULT(node_add(added, graph, dependencies, count, &all));                                                     \
    }                                                                                                                  \
    API cudaError_t cudaGraph##Kind##NodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {                          \
        RESULT(event_get(node, Type, event));                                                                          \
    }                                                                                                                  \
    API cudaError_t cudaGraph##Kind##NodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {                           \
        struct cudaGraphNodeParams all = made(event);                                                                  \
        RESULT(node_set(node, &all));                                                                                  \
    }                                                                                                                  \
    API cudaError_t cudaGraphExec##Kind##NodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,                \
                                                      cudaEvent_t event) {                                             \
        struct cudaGraphNodeParams all = made(event);                                                                  \
        RESULT(executable_set(executable, node, &all));                                                                \
    }
EVENT_CALLS(EventRecord, cudaGraphNodeTypeEventRecord, record_params)
EVENT_CALLS(EventWait, cudaGraphNodeTypeWaitEvent, wait_params)
