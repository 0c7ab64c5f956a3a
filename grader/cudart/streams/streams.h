// streams.h - streams and events, and what capturing the work of streams changes for the calls that name them.
#ifndef STREAMS_H
#define STREAMS_H

#include "../graphs/graph.h"
#include "order.h"

#define HANDLE_STREAM 0x5354524d
#define HANDLE_EVENT 0x45564e54

typedef struct CUstream_st Stream;
typedef struct CUevent_st Event;
typedef struct Capture Capture;

// Nodes that the next node of a stream depends on, as cudaStreamGetCaptureInfo gives them out.
typedef struct {
    cudaGraphNode_t *nodes;
    cudaGraphEdgeData *data;
    size_t count, capacity;
} NodeSet;

struct CUstream_st {
    uint32_t is, flags;
    int priority;
    unsigned long long id;
    enum cudaSynchronizationPolicy policy;
    struct cudaAccessPolicyWindow window;
    cudaLaunchMemSyncDomainMap domain_map;
    cudaLaunchMemSyncDomain domain;
    uint32_t order;   // its clock (order.c)
    Capture *capture; // NULL: its work is done when it is asked for
    NodeSet tips;     // while captured
    Stream *next;     // of the same capture
};

struct CUevent_st {
    uint32_t is, flags;
    bool recorded;
    uint64_t reading;               // of the device's clock, when it was recorded
    Clock clock;                    // of what comes before it (order.c)
    unsigned long long captured_in; // the number of the capture it was last recorded in, 0: in none
    NodeSet tips;                   // what a wait for that record waits for
};

// streams.c
Stream *stream_of(cudaStream_t handle); // NULL: no stream
// From now on NULL is the thread's own stream to this thread, as it is to programs compiled with per-thread default
// streams. It makes a difference only where a stream is captured.
void stream_null_is_own(void);
bool stream_is_legacy(const Stream *stream);
bool event_is(cudaEvent_t event);
cudaError_t event_record_now(Event *event);

// node_set.c
cudaError_t node_set_add(NodeSet *set, Node *node, const cudaGraphEdgeData *data); // does nothing if it is there
cudaError_t node_set_join(NodeSet *set, const NodeSet *more);
cudaError_t node_set_become(NodeSet *set, const NodeSet *from);
void node_set_free(NodeSet *set);

// capture.c. Errors of these have ended the captures that they concern, as documented for each of the runtime's calls.
// Of a call that cannot be captured: the stream must not be capturing.
cudaError_t stream_uncaptured(cudaStream_t stream);
// Of a call that may wait for all streams or change memory under them (cudaMalloc, ...): no capture may forbid it.
cudaError_t capture_unsafe(void);
// Of a call that waits for the whole device.
cudaError_t capture_none(void);
// Finds the stream for a call that can be captured; *stream is captured if its `capture` is not NULL.
cudaError_t stream_enter(cudaStream_t handle, Stream **stream);
// Adds a node for the work behind the stream's last.
cudaError_t capture_add(Stream *stream, const Work *work, Node **added);
cudaError_t capture_record(Stream *stream, Event *event);
// stream waits for the event. *captured: the capture has dealt with it; otherwise the caller has to wait.
cudaError_t capture_wait(Stream *stream, Event *event, unsigned flags, bool *captured);
// For cudaEventQuery and the like: an error if the event was recorded in a capture. `ends`: that also invalidates the
// capture.
cudaError_t event_uncaptured(const Event *event, bool ends);
void capture_leave(Stream *stream); // the stream is destroyed

#endif
