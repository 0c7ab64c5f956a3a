// graph_host_nodes.c - nodes that call functions of the host, and nodes that record and wait for events.
#include "nodes.h"

static struct cudaGraphNodeParams host_params(const struct cudaHostNodeParams *from) {
    return (struct cudaGraphNodeParams){.type = cudaGraphNodeTypeHost, .host = {from->fn, from->userData}};
}

API cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                     size_t count, const struct cudaHostNodeParams *params) {
    if (!params) RESULT(cudaErrorInvalidValue);
    struct cudaGraphNodeParams all = host_params(params);
    RESULT(node_add(added, graph, dependencies, count, &all));
}

API cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *params) {
    if (!node_of_type(node, cudaGraphNodeTypeHost) || !params) RESULT(cudaErrorInvalidValue);
    *params = node->work.host;
    RESULT(cudaSuccess);
}

API cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *params) {
    if (!node_of_type(node, cudaGraphNodeTypeHost) || !params) RESULT(cudaErrorInvalidValue);
    struct cudaGraphNodeParams all = host_params(params);
    RESULT(node_set(node, &all));
}

API cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               const struct cudaHostNodeParams *params) {
    if (!params) RESULT(cudaErrorInvalidValue);
    struct cudaGraphNodeParams all = host_params(params);
    RESULT(executable_set(executable, node, &all));
}

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

API cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *added, cudaGraph_t graph,
                                            const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event) {
    struct cudaGraphNodeParams all = record_params(event);
    RESULT(node_add(added, graph, dependencies, count, &all));
}

API cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
    RESULT(event_get(node, cudaGraphNodeTypeEventRecord, event));
}

API cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    struct cudaGraphNodeParams all = record_params(event);
    RESULT(node_set(node, &all));
}

API cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                     cudaEvent_t event) {
    struct cudaGraphNodeParams all = record_params(event);
    RESULT(executable_set(executable, node, &all));
}

API cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *added, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event) {
    struct cudaGraphNodeParams all = wait_params(event);
    RESULT(node_add(added, graph, dependencies, count, &all));
}

API cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) {
    RESULT(event_get(node, cudaGraphNodeTypeWaitEvent, event));
}

API cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    struct cudaGraphNodeParams all = wait_params(event);
    RESULT(node_set(node, &all));
}

API cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                   cudaEvent_t event) {
    struct cudaGraphNodeParams all = wait_params(event);
    RESULT(executable_set(executable, node, &all));
}
