// capture.c - stream capture: the work of streams becomes nodes of a graph instead of being done.
//
// A capture begins in one stream; streams that wait for an event recorded in a captured stream join it. Each captured
// stream has its tips, the nodes that its next one depends on. A call that a capture forbids invalidates it: from then
// on all its streams refuse work until the capture is ended where it began. What is forbidden, and which error it is,
// was read off an H200 (tests/programs/capture_behaviour.expected). One lock guards all of it; while nothing is
// captured, calls only look at a counter.
#define _GNU_SOURCE // PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#include "capture.h"
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static Capture *captures; // in progress
static unsigned capture_count;
static _Thread_local enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

void captures_lock(void) { pthread_mutex_lock(&lock); }
void captures_unlock(void) { pthread_mutex_unlock(&lock); }

static bool none_captured(void) { return __atomic_load_n(&capture_count, __ATOMIC_ACQUIRE) == 0; }

Capture *capture_begin(Stream *stream, enum cudaStreamCaptureMode mode, Graph *graph, bool owns_graph) {
    static unsigned long long last_number;
    Capture *capture = calloc(1, sizeof *capture);
    if (!capture) return NULL;
    *capture = (Capture){.number = ++last_number,
                         .mode = mode,
                         .thread = pthread_self(),
                         .origin = stream,
                         .streams = stream,
                         .graph = graph,
                         .owns_graph = owns_graph,
                         .next = captures};
    captures = capture;
    graph->captured = true;
    stream->capture = capture;
    stream->next = NULL;
    stream->tips.count = 0;
    __atomic_add_fetch(&capture_count, 1, __ATOMIC_RELEASE);
    return capture;
}

void capture_end(Capture *capture) {
    for (Stream *stream = capture->streams; stream; stream = stream->next) stream->capture = NULL;
    for (Capture **at = &captures; *at; at = &(*at)->next) {
        if (*at != capture) continue;
        *at = capture->next;
        break;
    }
    node_set_free(&capture->left);
    if (capture->graph) capture->graph->captured = false;
    free(capture);
    __atomic_sub_fetch(&capture_count, 1, __ATOMIC_RELEASE);
}

void capture_invalidate(Capture *capture) { capture->invalid = true; }

static Capture *capture_numbered(unsigned long long number) {
    for (Capture *capture = captures; capture; capture = capture->next)
        if (capture->number == number) return capture;
    return NULL;
}

// ---- what captures forbid -----------------------------------------------------------------------------------------

static bool has_blocking_stream(const Capture *capture) {
    for (const Stream *stream = capture->streams; stream; stream = stream->next)
        if (!(stream->flags & cudaStreamNonBlocking)) return true;
    return false;
}

cudaError_t legacy_check(bool invalidates) {
    cudaError_t error = cudaSuccess;
    if (none_captured()) return error;
    captures_lock();
    for (Capture *capture = captures; capture; capture = capture->next) {
        if (!has_blocking_stream(capture)) continue;
        error = cudaErrorStreamCaptureImplicit;
        if (invalidates) capture_invalidate(capture);
    }
    captures_unlock();
    return error;
}

cudaError_t stream_legacy(void) {
    cudaError_t error = legacy_check(true);
    return error ? error : context_ready();
}

static bool forbids_unsafe(const Capture *capture) {
    if (thread_mode == cudaStreamCaptureModeRelaxed || capture->mode == cudaStreamCaptureModeRelaxed) return false;
    if (pthread_equal(capture->thread, pthread_self())) return true;
    return thread_mode == cudaStreamCaptureModeGlobal && capture->mode == cudaStreamCaptureModeGlobal;
}

static cudaError_t forbid(bool all) {
    cudaError_t error = cudaSuccess;
    if (none_captured()) return error;
    captures_lock();
    for (Capture *capture = captures; capture; capture = capture->next) {
        if (!all && !forbids_unsafe(capture)) continue;
        error = cudaErrorStreamCaptureUnsupported;
        capture_invalidate(capture);
    }
    captures_unlock();
    return error;
}

cudaError_t capture_unsafe(void) { return forbid(false); }
cudaError_t capture_none(void) { return forbid(true); }

cudaError_t stream_enter(cudaStream_t handle, Stream **stream) {
    *stream = stream_of(handle);
    if (!*stream) return cudaErrorInvalidResourceHandle;
    return stream_is_legacy(*stream) ? legacy_check(true) : cudaSuccess;
}

cudaError_t stream_uncaptured(cudaStream_t handle) {
    Stream *stream;
    cudaError_t error = stream_enter(handle, &stream);
    if (error || none_captured()) return error;
    captures_lock();
    if (stream->capture) {
        capture_invalidate(stream->capture);
        error = cudaErrorStreamCaptureUnsupported;
    }
    captures_unlock();
    return error;
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
        graph_add(stream->capture->graph, (const Node *const *)tips->nodes, tips->data, tips->count, work, &node);
    if (error) return error;
    tips->count = 0;
    if (added) *added = node;
    return node_set_add(tips, node, NULL);
}

cudaError_t capture_add(Stream *stream, const Work *work, Node **added) {
    captures_lock();
    cudaError_t error = add_node(stream, work, added);
    captures_unlock();
    return error;
}

// A host function runs after all earlier work of its stream, so the program has waited for that; all other kinds are
// operations.
static cudaError_t do_in_order(Stream *stream, const Work *work) {
    if (work->type == cudaGraphNodeTypeHost) {
        order_waited_stream(stream);
        return work_kind(work->type)->run(work);
    }
    order_begin(stream, work->type == cudaGraphNodeTypeKernel   ? ORDER_KERNEL
                        : work->type == cudaGraphNodeTypeMemcpy ? ORDER_COPY
                        : work->type == cudaGraphNodeTypeMemset ? ORDER_SET
                                                                : ORDER_OTHER);
    order_protects(work);
    cudaError_t error = work_kind(work->type)->run(work);
    order_end();
    if (work->type == cudaGraphNodeTypeMemcpy && copy_waits(&work->copy)) order_waited_stream(stream);
    return error;
}

cudaError_t stream_do(cudaStream_t handle, const Work *work) {
    Stream *stream;
    cudaError_t error = stream_enter(handle, &stream);
    if (!error) error = context_ready();
    if (error) return error;
    return stream->capture ? capture_add(stream, work, NULL) : do_in_order(stream, work);
}

cudaError_t capture_record(Stream *stream, Event *event) {
    captures_lock();
    cudaError_t error = cudaErrorStreamCaptureInvalidated;
    if (!stream->capture->invalid) {
        error = node_set_become(&event->tips, &stream->tips);
        event->captured_in = stream->capture->number;
    }
    captures_unlock();
    return error;
}

static void join_capture(Stream *stream, Capture *capture) {
    stream->capture = capture;
    stream->tips.count = 0;
    stream->next = capture->streams;
    capture->streams = stream;
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
    if (!stream->capture) join_capture(stream, capture);
    return node_set_join(&stream->tips, &event->tips);
}

cudaError_t capture_wait(Stream *stream, Event *event, unsigned flags, bool *captured) {
    cudaError_t error = cudaSuccess;
    *captured = stream->capture || event->captured_in;
    if (!*captured) return cudaSuccess;
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

cudaError_t event_uncaptured(const Event *event, bool ends) {
    if (!event->captured_in) return cudaSuccess;
    captures_lock();
    Capture *capture = capture_numbered(event->captured_in);
    if (capture && ends) capture_invalidate(capture);
    captures_unlock();
    return capture ? cudaErrorCapturedEvent : cudaErrorInvalidValue;
}

// The capture ends with the stream it began in. Any other stream leaves the capture, but its last nodes must still be
// joined.
void capture_leave(Stream *stream) {
    captures_lock();
    Capture *capture = stream->capture;
    if (capture && capture->origin == stream) {
        Graph *graph = capture->owns_graph ? capture->graph : NULL;
        capture_end(capture);
        if (graph) graph_release(graph);
    } else if (capture) {
        node_set_join(&capture->left, &stream->tips);
        for (Stream **at = &capture->streams; *at; at = &(*at)->next) {
            if (*at != stream) continue;
            *at = stream->next;
            break;
        }
    }
    captures_unlock();
    node_set_free(&stream->tips);
}

cudaError_t capture_exchange_mode(enum cudaStreamCaptureMode *mode) {
    enum cudaStreamCaptureMode old = thread_mode;
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    thread_mode = *mode;
    *mode = old;
    return cudaSuccess;
}
