// capture.c - stream capture: the work of streams becomes nodes of a graph instead of being done.
//
// A capture begins in one stream; streams that wait for an event recorded in a captured stream join it. Each captured
// stream has its tips, the nodes that its next one depends on. The captures' lock (base/captures.h) guards all of it.
#include "capture.h"
#include <stdlib.h>

static bool is_blocking(const Stream *stream) { return !(stream->flags & cudaStreamNonBlocking); }

static void join(Stream *stream, GraphCapture *capture) {
    stream->capture = &capture->capture;
    capture->capture.blocking += is_blocking(stream);
    stream->tips.count = 0;
    stream->next = capture->streams;
    capture->streams = stream;
}

GraphCapture *capture_begin(Stream *stream, enum cudaStreamCaptureMode mode, Graph *graph, bool owns_graph) {
    GraphCapture *capture = calloc(1, sizeof *capture);
    if (!capture) return NULL;
    captures_add(&capture->capture, mode);
    capture->origin = stream;
    capture->graph = graph;
    capture->owns_graph = owns_graph;
    graph->captured = true;
    join(stream, capture);
    return capture;
}

void capture_end(GraphCapture *capture) {
    for (Stream *stream = capture->streams; stream; stream = stream->next) stream->capture = NULL;
    captures_remove(&capture->capture);
    node_set_free(&capture->left);
    if (capture->graph) capture->graph->captured = false;
    free(capture);
}

// ---- work and events of captured streams --------------------------------------------------------------------------

// Copies and sets of nothing are no nodes.
static bool is_nothing(const Work *work) {
    if (work->type == cudaGraphNodeTypeMemset) return !work->set.width || !work->set.height;
    const struct cudaExtent *extent = &work->copy.extent;
    return work->type == cudaGraphNodeTypeMemcpy && (!extent->width || !extent->height || !extent->depth);
}

static cudaError_t add_node(Stream *stream, const Work *work, Node **added) {
    Node *node;
    if (stream->capture->invalid) return cudaErrorStreamCaptureInvalidated;
    if (is_nothing(work)) return cudaSuccess;
    NodeSet *tips = &stream->tips;
    cudaError_t error =
        graph_add(capture_of(stream)->graph, (const Node *const *)tips->nodes, tips->data, tips->count, work, &node);
    if (error) return error;
    tips->count = 0;
    if (added) *added = node;
    return node_set_add(tips, node, NULL);
}

static cudaError_t add(Stream *stream, const Work *work) {
    captures_lock();
    cudaError_t error = add_node(stream, work, NULL);
    captures_unlock();
    return error;
}

static cudaError_t allocate(Stream *stream, size_t size, void **pointer) {
    Node *node = NULL;
    if (!size) return cudaErrorInvalidValue;
    captures_lock();
    cudaError_t error = add_node(stream, &(Work){.type = cudaGraphNodeTypeMemAlloc, .alloc = {0, size}}, &node);
    captures_unlock();
    if (!error) *pointer = (void *)(uintptr_t)node->work.alloc.address;
    return error;
}

static cudaError_t record(Stream *stream, Event *event) {
    captures_lock();
    cudaError_t error = cudaErrorStreamCaptureInvalidated;
    if (!stream->capture->invalid) {
        error = node_set_become(&event->tips, &stream->tips);
        event->captured_in = stream->capture->number;
    }
    captures_unlock();
    return error;
}

// A wait for an event that was recorded in a capture.
static cudaError_t wait_captured(Stream *stream, const Event *event) {
    Capture *capture = capture_numbered(event->captured_in);
    if (!capture) { // which has ended
        if (stream->capture) capture_invalidate(stream->capture);
        return cudaErrorInvalidValue;
    }
    if (stream->capture && stream->capture != capture) {
        capture_invalidate(stream->capture);
        capture_invalidate(capture);
        return cudaErrorStreamCaptureMerge;
    }
    if (stream_is_legacy(stream)) {
        capture_invalidate(capture);
        return cudaErrorStreamCaptureImplicit;
    }
    if (capture->invalid) return cudaErrorStreamCaptureInvalidated;
    if (!stream->capture) join(stream, (GraphCapture *)capture);
    return node_set_join(&stream->tips, &event->tips);
}

static cudaError_t wait(Stream *stream, Event *event, unsigned flags) {
    cudaError_t error = cudaSuccess;
    captures_lock();
    Capture *capture = stream->capture;
    if (capture && capture->invalid) {
        error = cudaErrorStreamCaptureInvalidated;
    } else if (event->captured_in) {
        error = wait_captured(stream, event);
    } else if (flags & cudaEventWaitExternal) {
        error = add_node(stream, &(Work){.type = cudaGraphNodeTypeWaitEvent, .event = event}, NULL);
    } else {
        capture_invalidate(capture);
        error = cudaErrorStreamCaptureIsolation;
    }
    captures_unlock();
    return error;
}

// The capture ends with the stream it began in. Any other stream leaves the capture, but its last nodes must still be
// joined.
static void leave(Stream *stream) {
    captures_lock();
    GraphCapture *capture = capture_of(stream);
    if (capture && capture->origin == stream) {
        Graph *graph = capture->owns_graph ? capture->graph : NULL;
        capture_end(capture);
        if (graph) graph_release(graph);
    } else if (capture) {
        node_set_join(&capture->left, &stream->tips);
        capture->capture.blocking -= is_blocking(stream);
        for (Stream **at = &capture->streams; *at; at = &(*at)->next) {
            if (*at != stream) continue;
            *at = stream->next;
            break;
        }
    }
    captures_unlock();
    node_set_free(&stream->tips);
}

static cudaError_t own(Work *work) {
    const WorkKind *kind = work_kind(work->type);
    return kind->own ? kind->own(work, NULL) : cudaSuccess;
}

static void release(Work *work) {
    const WorkKind *kind = work_kind(work->type);
    if (kind->release) kind->release(work);
}

WHEN_LOADED void record_streams(void) {
    static const Recorder graphs = {add, allocate, record, wait, leave, own, release};
    recorder = &graphs;
}
