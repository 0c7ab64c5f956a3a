// streams.c - streams, events, and waiting for the device.
//
// Work is done in the order of the calls, so a stream is always idle when asked. Time is not measured: an event's time
// is the device's clock, which each launch advances by its bound (the least time that its counters allow) and each
// record by EVENT_NANOSECONDS, so that it is the same in every run and never runs backwards.
#include "api.h"
#include <stdio.h>
#include <stdlib.h>

#define LEAST_PRIORITY 0
#define GREATEST_PRIORITY (-5)
#define HANDLE_STREAM 0x5354524d
#define HANDLE_EVENT 0x45564e54

typedef struct CUstream_st {
    uint32_t is, flags;
    int priority;
    unsigned long long id;
} Stream;
typedef struct CUevent_st {
    uint32_t is, flags;
    bool recorded;
    uint64_t nanoseconds;
} Event;

static Stream default_stream = {.is = HANDLE_STREAM, .id = 1};

static Stream *stream_of(cudaStream_t handle) {
    if (handle == NULL || handle == cudaStreamLegacy || handle == cudaStreamPerThread) return &default_stream;
    return handle->is == HANDLE_STREAM ? handle : NULL;
}

static bool event_is(cudaEvent_t event) { return event && event->is == HANDLE_EVENT; }

void streams_flush(void) {
    static char text[PAYLOAD_BYTES];
    channel_lock();
    for (;;) {
        Exchange printed = {.request = {.call = CALL_PRINTED}, .answer = text, .answer_bytes = sizeof text};
        if (channel_exchange(&printed) || !printed.reply.payload_bytes) break;
        fwrite(text, 1, printed.reply.payload_bytes, stdout);
    }
    channel_unlock();
}

API cudaError_t cudaDeviceSynchronize(void) { RESULT(context_wait()); }

static cudaError_t make_stream(cudaStream_t *stream, unsigned flags, int priority) {
    static unsigned long long next_id = 2;
    if (!stream || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    cudaError_t error = context_ready();
    if (error) return error;
    Stream *made = calloc(1, sizeof *made);
    if (!made) return cudaErrorMemoryAllocation;
    if (priority > LEAST_PRIORITY) priority = LEAST_PRIORITY;
    if (priority < GREATEST_PRIORITY) priority = GREATEST_PRIORITY;
    *made = (Stream){HANDLE_STREAM, flags, priority, __atomic_fetch_add(&next_id, 1, __ATOMIC_RELAXED)};
    *stream = made;
    return cudaSuccess;
}

API cudaError_t cudaStreamCreate(cudaStream_t *stream) { RESULT(make_stream(stream, cudaStreamDefault, 0)); }

API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    RESULT(make_stream(stream, flags, 0));
}

API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    RESULT(make_stream(stream, flags, priority));
}

API cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    cudaError_t error = context_ready();
    if (error) RESULT(error);
    if (stream_of(stream) == &default_stream || !stream_of(stream)) RESULT(cudaErrorInvalidResourceHandle);
    stream->is = 0;
    free(stream);
    RESULT(cudaSuccess);
}

static cudaError_t wait_for_stream(cudaStream_t stream) {
    return stream_of(stream) ? context_wait() : cudaErrorInvalidResourceHandle;
}

API cudaError_t cudaStreamSynchronize(cudaStream_t stream) { RESULT(wait_for_stream(stream)); }
PER_THREAD(cudaStreamSynchronize, _ptsz);
API cudaError_t cudaStreamQuery(cudaStream_t stream) { RESULT(wait_for_stream(stream)); }
PER_THREAD(cudaStreamQuery, _ptsz);

API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    if (!stream_of(stream) || !event_is(event)) RESULT(cudaErrorInvalidResourceHandle);
    RESULT(flags > cudaEventWaitExternal ? cudaErrorInvalidValue : context_ready());
}
PER_THREAD(cudaStreamWaitEvent, _ptsz);

API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags) {
    if (!stream_of(stream)) RESULT(cudaErrorInvalidResourceHandle);
    if (!callback || flags) RESULT(cudaErrorInvalidValue);
    cudaError_t error = context_ready();
    if (error) RESULT(error);
    callback(stream, context_wait(), data);
    RESULT(cudaSuccess);
}
PER_THREAD(cudaStreamAddCallback, _ptsz);

API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    if (!stream_of(stream)) RESULT(cudaErrorInvalidResourceHandle);
    if (!function) RESULT(cudaErrorInvalidValue);
    cudaError_t error = context_ready();
    if (error) RESULT(error);
    function(data);
    RESULT(cudaSuccess);
}
PER_THREAD(cudaLaunchHostFunc, _ptsz);

API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    if (!stream_of(stream)) RESULT(cudaErrorInvalidResourceHandle);
    if (!priority) RESULT(cudaErrorInvalidValue);
    *priority = stream_of(stream)->priority;
    RESULT(context_ready());
}
PER_THREAD(cudaStreamGetPriority, _ptsz);

API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    if (!stream_of(stream)) RESULT(cudaErrorInvalidResourceHandle);
    if (!flags) RESULT(cudaErrorInvalidValue);
    *flags = stream_of(stream)->flags;
    RESULT(context_ready());
}
PER_THREAD(cudaStreamGetFlags, _ptsz);

API cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    if (!stream_of(stream)) RESULT(cudaErrorInvalidResourceHandle);
    if (!id) RESULT(cudaErrorInvalidValue);
    *id = stream_of(stream)->id;
    RESULT(context_ready());
}
PER_THREAD(cudaStreamGetId, _ptsz);

API cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    if (!stream_of(stream)) RESULT(cudaErrorInvalidResourceHandle);
    if (!device) RESULT(cudaErrorInvalidValue);
    *device = 0;
    RESULT(context_ready());
}
PER_THREAD(cudaStreamGetDevice, _ptsz);

API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    if (!stream_of(stream)) RESULT(cudaErrorInvalidResourceHandle);
    if (!status) RESULT(cudaErrorInvalidValue);
    *status = cudaStreamCaptureStatusNone; // capture is refused, so no stream ever does
    RESULT(context_ready());
}
PER_THREAD(cudaStreamIsCapturing, _ptsz);

API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    cudaError_t error = context_ready();
    if (error) RESULT(error);
    if (least) *least = LEAST_PRIORITY;
    if (greatest) *greatest = GREATEST_PRIORITY;
    RESULT(cudaSuccess);
}

static cudaError_t make_event(cudaEvent_t *event, unsigned flags) {
    unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || flags & ~known) return cudaErrorInvalidValue;
    if (flags & cudaEventInterprocess) return cudaErrorNotSupported;
    cudaError_t error = context_ready();
    if (error) return error;
    Event *made = calloc(1, sizeof *made);
    if (!made) return cudaErrorMemoryAllocation;
    *made = (Event){.is = HANDLE_EVENT, .flags = flags};
    *event = made;
    return cudaSuccess;
}

API cudaError_t cudaEventCreate(cudaEvent_t *event) { RESULT(make_event(event, cudaEventDefault)); }
API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) { RESULT(make_event(event, flags)); }

API cudaError_t cudaEventDestroy(cudaEvent_t event) {
    cudaError_t error = context_ready();
    if (error) RESULT(error);
    if (!event_is(event)) RESULT(cudaErrorInvalidResourceHandle);
    event->is = 0;
    free(event);
    RESULT(cudaSuccess);
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream) {
    Reply reply = {0};
    cudaError_t error = context_ready();
    if (error) return error;
    if (!event_is(event) || !stream_of(stream)) return cudaErrorInvalidResourceHandle;
    error = channel_call(CALL_CLOCK, NULL, 0, &reply);
    event->nanoseconds = reply.value[0];
    event->recorded = true;
    return not_waited(&reply, error);
}

API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { RESULT(record(event, stream)); }
PER_THREAD(cudaEventRecord, _ptsz);

API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    RESULT(flags > cudaEventRecordExternal ? cudaErrorInvalidValue : record(event, stream));
}
PER_THREAD(cudaEventRecordWithFlags, _ptsz);

static cudaError_t wait_for_event(cudaEvent_t event) {
    return event_is(event) ? context_wait() : cudaErrorInvalidResourceHandle;
}

API cudaError_t cudaEventQuery(cudaEvent_t event) { RESULT(wait_for_event(event)); }
API cudaError_t cudaEventSynchronize(cudaEvent_t event) { RESULT(wait_for_event(event)); }

API cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (!milliseconds) RESULT(cudaErrorInvalidValue);
    if (!event_is(start) || !event_is(end)) RESULT(cudaErrorInvalidResourceHandle);
    if (!start->recorded || !end->recorded || (start->flags | end->flags) & cudaEventDisableTiming)
        RESULT(cudaErrorInvalidResourceHandle);
    *milliseconds = (float)(((double)end->nanoseconds - (double)start->nanoseconds) * 1e-6);
    RESULT(context_wait());
}
