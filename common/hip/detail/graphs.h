// graphs.h - calls on edges of graphs, which CUDA 13 gave a parameter for the data of an edge that HIP does not have.
#pragma once

#define hipGraphEdgeData cudaGraphEdgeData
#define hipGraphInstantiateParams cudaGraphInstantiateParams

static inline hipError_t hipGraphAddNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after,
                                         size_t count, hipGraphNodeParams *parameters) {
    return cudaGraphAddNode(node, graph, after, nullptr, count, parameters);
}
static inline hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to,
                                                 size_t count) {
    return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
static inline hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                                    const hipGraphNode_t *to, size_t count) {
    return cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}
static inline hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to, size_t *count) {
    return cudaGraphGetEdges(graph, from, to, nullptr, count);
}
static inline hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count) {
    return cudaGraphNodeGetDependencies(node, nodes, nullptr, count);
}
static inline hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count) {
    return cudaGraphNodeGetDependentNodes(node, nodes, nullptr, count);
}
static inline hipError_t hipStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t *nodes, size_t count,
                                                            unsigned flags = 0) {
    return cudaStreamUpdateCaptureDependencies(stream, nodes, nullptr, count, flags);
}
static inline hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus *status,
                                                    unsigned long long *id = nullptr, hipGraph_t *graph = nullptr,
                                                    const hipGraphNode_t **nodes = nullptr, size_t *count = nullptr) {
    return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, nullptr, count);
}
