// streams.h - streams and events, and what capturing the work of streams changes for the calls that name them.
#ifndef STREAMS_H
#define STREAMS_H

#include "../base/captures.h"
#include "../memory/memory.h"
#include "../order/order.h"

#define HANDLE_STREAM 0x5354524d
#define HANDLE_EVENT 0x45564e54

typedef struct CUstream_st Stream;
typedef struct CUevent_st Event;
typedef struct CUgraphNode_st Node;

// Nodes that the next node of a stream depends on, as cudaStreamGetCaptureInfo gives them out.
typedef struct {
    cudaGraphNode_t *nodes;
    cudaGraphEdgeData *data;
    size_t count;
} NodeSet;

struct CUstream_st {
    uint32_t is, flags;
    int priority;
    unsigned long long id;
    enum cudaSynchronizationPolicy policy;
    struct cudaAccessPolicyWindow window;
    cudaLaunchMemSyncDomainMap domain_map;
    cudaLaunchMemSyncDomain domain;
    Ordered order;
    Capture *capture; // NULL: its work is done when it is asked for
    NodeSet tips;     // while captured
    Stream *next;     // of the same capture
};

struct CUevent_st {
    uint32_t is, flags;
    bool recorded;
    uint64_t reading;               // of the device's clock, when it was recorded
    unsigned long waits;            // context_waits() then
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

// If these two fail, the captures concerned have been ended, as the runtime's documentation says.
// For a call that cannot be captured: an error if the stream is capturing.
cudaError_t stream_uncaptured(cudaStream_t stream);
// Finds the stream for a call that can be captured; *stream is captured if its `capture` is not NULL.
cudaError_t stream_enter(cudaStream_t handle, Stream **stream);

// Who turns the work of captured streams into nodes of a graph, and owns work that is put off.
typedef struct {
    // Adds a node for the work behind the stream's last.
    cudaError_t (*add)(Stream *stream, const Work *work);
    // The same for memory of the graph, whose address is known at once.
    cudaError_t (*allocate)(Stream *stream, size_t size, void **pointer);
    cudaError_t (*record)(Stream *stream, Event *event);
    // The stream waits for the event, and one of them is captured.
    cudaError_t (*wait)(Stream *stream, Event *event, unsigned flags);
    void (*leave)(Stream *stream); // the stream is destroyed
    // Copies what the work borrows, and gives that back.
    cudaError_t (*own)(Work *work);
    void (*release)(Work *work);
} Recorder;
extern const Recorder *recorder;
// For cudaEventQuery and the like: an error if the event was recorded in a capture. `ends`: that also invalidates the
// capture.
cudaError_t event_uncaptured(const Event *event, bool ends);

// stream_work.c
// Does the work, or has it recorded.
cudaError_t stream_do(cudaStream_t stream, const Work *work);
cudaError_t work_do(const Work *work); // now

// copies_in_streams.c
// The description of a copy of `rows` rows. A row that is alone has no pitches.
Work copy_work(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows,
               enum cudaMemcpyKind kind);
cudaError_t copy_in_stream(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows,
                           enum cudaMemcpyKind kind, cudaStream_t stream);

// symbols.c: the address of bytes of a symbol; whether a copy of that kind can be to (or from) one.
cudaError_t symbol_part(const void *symbol, size_t bytes, size_t offset, uint8_t **address);
bool symbol_kind_fits(enum cudaMemcpyKind kind, bool to_symbol);

// After a reset.
void pools_forget(void);
void advice_forget(void);

#endif
