// capture_calls.c - the calls that begin and end captures, tell of them, and change what is captured.
#include "capture.h"
#include <stdlib.h>

static cudaError_t begin_check(const Stream *stream, enum cudaStreamCaptureMode mode) {
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (stream_is_legacy(stream)) return cudaErrorStreamCaptureUnsupported;
    return stream->capture ? cudaErrorIllegalState : cudaSuccess;
}

static cudaError_t begin(cudaStream_t handle, enum cudaStreamCaptureMode mode) {
    Stream *stream = stream_of(handle);
    cudaError_t error = context_ready();
    if (!error) error = begin_check(stream, mode);
    if (error) return error;
    Graph *graph = graph_create();
    if (!graph) return cudaErrorMemoryAllocation;
    captures_lock();
    bool begun = capture_begin(stream, mode, graph, true);
    captures_unlock();
    if (!begun) graph_release(graph);
    return begun ? cudaSuccess : cudaErrorMemoryAllocation;
}

API cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    RESULT(begin(stream, mode));
}

API cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    if (!stream) stream_null_is_own();
    return api_result("cudaStreamBeginCapture", begin(stream, mode));
}

// Replaces or extends what the stream's next node depends on.
static cudaError_t set_tips(Stream *stream, const Graph *graph, const cudaGraphNode_t *nodes,
                            const cudaGraphEdgeData *data, size_t count, bool replaces) {
    cudaError_t error = cudaSuccess;
    if (count && !nodes) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        if (!node_of(nodes[i]) || nodes[i]->graph != graph) return cudaErrorInvalidValue;
    if (replaces) stream->tips.count = 0;
    for (size_t i = 0; i < count && !error; i++) error = node_set_add(&stream->tips, nodes[i], data ? &data[i] : NULL);
    return error;
}

static cudaError_t begin_to_graph(cudaStream_t handle, Graph *graph, const cudaGraphNode_t *nodes,
                                  const cudaGraphEdgeData *data, size_t count, enum cudaStreamCaptureMode mode) {
    Stream *stream = stream_of(handle);
    cudaError_t error = context_ready();
    if (!error && !graph_of(graph)) error = cudaErrorInvalidValue;
    if (!error) error = begin_check(stream, mode);
    if (!error && graph->captured) error = cudaErrorIllegalState;
    if (error) return error;
    captures_lock();
    GraphCapture *capture = capture_begin(stream, mode, graph, !graph->owner);
    error = capture ? set_tips(stream, graph, nodes, data, count, true) : cudaErrorMemoryAllocation;
    if (error && capture) capture_end(capture);
    captures_unlock();
    return error;
}

API cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                              const cudaGraphNode_t *dependencies,
                                              const cudaGraphEdgeData *dependency_data, size_t count,
                                              enum cudaStreamCaptureMode mode) {
    RESULT(begin_to_graph(stream, graph, dependencies, dependency_data, count, mode));
}

API cudaError_t cudaStreamBeginCaptureToGraph_ptsz(cudaStream_t stream, cudaGraph_t graph,
                                                   const cudaGraphNode_t *dependencies,
                                                   const cudaGraphEdgeData *dependency_data, size_t count,
                                                   enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCaptureToGraph_ptsz(cudaStream_t stream, cudaGraph_t graph,
                                               const cudaGraphNode_t *dependencies,
                                               const cudaGraphEdgeData *dependency_data, size_t count,
                                               enum cudaStreamCaptureMode mode) {
    if (!stream) stream_null_is_own();
    cudaError_t error = begin_to_graph(stream, graph, dependencies, dependency_data, count, mode);
    return api_result("cudaStreamBeginCaptureToGraph", error);
}

// Marks, in waits_for, the nodes of the set and all nodes that these depend on.
static bool mark_before(const NodeSet *set, size_t node_count) {
    Node **pending = malloc((node_count + 1) * sizeof(Node *));
    size_t count = 0;
    if (!pending) return false;
    for (size_t i = 0; i < set->count; i++)
        if (!set->nodes[i]->waits_for) {
            set->nodes[i]->waits_for = 1;
            pending[count++] = set->nodes[i];
        }
    while (count) {
        const EdgeList *list = &pending[--count]->dependencies;
        for (size_t e = 0; e < list->count; e++) {
            Node *node = list->edges[e].node;
            if (node->waits_for) continue;
            node->waits_for = 1;
            pending[count++] = node;
        }
    }
    free(pending);
    return true;
}

static bool all_marked(const NodeSet *set) {
    for (size_t i = 0; i < set->count; i++)
        if (!set->nodes[i]->waits_for) return false;
    return true;
}

// Whether the origin waits for all that the other streams did.
static bool is_joined(const GraphCapture *capture) {
    Graph *graph = capture->graph;
    if (!capture->streams->next && !capture->left.count) return true;
    for (size_t i = 0; i < graph->count; i++) graph->nodes[i]->waits_for = 0;
    if (!mark_before(&capture->origin->tips, graph->count)) return false;
    bool joined = all_marked(&capture->left);
    for (const Stream *stream = capture->streams; stream; stream = stream->next)
        joined &= stream == capture->origin || all_marked(&stream->tips);
    return joined;
}

static cudaError_t end_check(Stream *stream) {
    Capture *capture = stream->capture;
    if (!capture) return cudaErrorIllegalState;
    if (capture->mode != cudaStreamCaptureModeRelaxed && !pthread_equal(capture->thread, pthread_self()))
        return cudaErrorStreamCaptureWrongThread;
    if (capture_of(stream)->origin == stream) return cudaSuccess;
    capture_invalidate(capture);
    return cudaErrorStreamCaptureUnmatched;
}

// A capture that failed takes its graph with it. A capture that the calling thread may not end ends nevertheless.
static cudaError_t end(cudaStream_t handle, cudaGraph_t *made) {
    Stream *stream = stream_of(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    captures_lock();
    cudaError_t error = end_check(stream);
    GraphCapture *capture = capture_of(stream);
    if (!error || error == cudaErrorStreamCaptureWrongThread) {
        Graph *graph = capture->graph;
        bool owns = capture->owns_graph;
        if (!error && capture->capture.invalid) error = cudaErrorStreamCaptureInvalidated;
        else if (!error && !is_joined(capture)) error = cudaErrorStreamCaptureUnjoined;
        capture_end(capture);
        if (error && owns) graph_release(graph);
        if (made && !error) *made = graph;
    }
    if (made && error) *made = NULL;
    captures_unlock();
    return error;
}

API cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) { RESULT(end(stream, graph)); }
PER_THREAD(cudaStreamEndCapture, _ptsz);

static enum cudaStreamCaptureStatus status_of(const Stream *stream) {
    if (!stream->capture) return cudaStreamCaptureStatusNone;
    return stream->capture->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

// A query does not count as a use of the legacy stream, but fails while that stream must not be used.
static cudaError_t ask(cudaStream_t handle, Stream **stream) {
    *stream = stream_of(handle);
    if (!*stream) return cudaErrorInvalidResourceHandle;
    cudaError_t error = stream_is_legacy(*stream) ? legacy_check(false) : cudaSuccess;
    return error ? error : context_ready();
}

API cudaError_t cudaStreamIsCapturing(cudaStream_t handle, enum cudaStreamCaptureStatus *status) {
    Stream *stream;
    if (!status) RESULT(cudaErrorInvalidValue);
    cudaError_t error = ask(handle, &stream);
    if (!error) *status = status_of(stream);
    RESULT(error);
}
PER_THREAD(cudaStreamIsCapturing, _ptsz);

static bool is_plain(const NodeSet *set) {
    for (size_t i = 0; i < set->count; i++)
        if (!edge_is_plain(&set->data[i])) return false;
    return true;
}

API cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, enum cudaStreamCaptureStatus *status,
                                         unsigned long long *id, cudaGraph_t *graph,
                                         const cudaGraphNode_t **dependencies, const cudaGraphEdgeData **data,
                                         size_t *count) {
    Stream *stream;
    if (!status || (data && !dependencies)) RESULT(cudaErrorInvalidValue);
    cudaError_t error = ask(handle, &stream);
    if (error) RESULT(error);
    *status = status_of(stream);
    if (*status != cudaStreamCaptureStatusActive) RESULT(cudaSuccess);
    if (dependencies && !data && !is_plain(&stream->tips)) RESULT(cudaErrorLossyQuery);
    if (id) *id = stream->capture->number;
    if (graph) *graph = capture_of(stream)->graph;
    if (dependencies) *dependencies = stream->tips.nodes;
    if (data) *data = stream->tips.data;
    if (count) *count = stream->tips.count;
    RESULT(cudaSuccess);
}
PER_THREAD(cudaStreamGetCaptureInfo, _ptsz);

API cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t *dependencies,
                                                    const cudaGraphEdgeData *data, size_t count, unsigned flags) {
    Stream *stream = stream_of(handle);
    if (!stream) RESULT(cudaErrorInvalidResourceHandle);
    if (flags > cudaStreamSetCaptureDependencies) RESULT(cudaErrorInvalidValue);
    captures_lock();
    const GraphCapture *capture = capture_of(stream);
    bool replaces = flags == cudaStreamSetCaptureDependencies;
    cudaError_t error = !capture ? cudaErrorIllegalState
                        : capture->capture.invalid
                            ? cudaErrorStreamCaptureInvalidated
                            : set_tips(stream, capture->graph, dependencies, data, count, replaces);
    captures_unlock();
    RESULT(error);
}
PER_THREAD(cudaStreamUpdateCaptureDependencies, _ptsz);

API cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    RESULT(capture_exchange_mode(mode));
}
