// streams.c - streams, events, and waiting for the device.
//
// Work is done in the order of the calls, so a stream is always idle when asked. Time is not measured: an event's time
// is the device's clock, which each launch advances by its estimate and each record by EVENT_NANOSECONDS, so that it is
// the same in every run and never runs backwards. Launches are estimated from the first record on that tells a time.
#include "streams.h"
#include "../order/later.h"
#include <stdlib.h>

#define LEAST_PRIORITY 0
#define GREATEST_PRIORITY (-5)
static Stream default_stream = {.is = HANDLE_STREAM, .id = 1};

// Each thread has a default stream of its own too, which waits for the legacy one as other streams do.
static pthread_key_t own_key;
static pthread_once_t own_prepared = PTHREAD_ONCE_INIT;

const Recorder *recorder;

static void stream_free(void *stream) {
    if (recorder) recorder->leave(stream);
    ((Stream *)stream)->is = 0;
    free(stream);
}

static void make_own_key(void) { pthread_key_create(&own_key, stream_free); }

static unsigned long long next_stream_id(void) {
    static unsigned long long last = 1;
    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

static Stream *own_stream(void) {
    pthread_once(&own_prepared, make_own_key);
    Stream *own = pthread_getspecific(own_key);
    if (own) return own;
    own = calloc(1, sizeof *own);
    if (!own || pthread_setspecific(own_key, own)) {
        free(own);
        return NULL;
    }
    own->is = HANDLE_STREAM;
    own->id = next_stream_id();
    own->order.number = order_stream();
    return own;
}

static _Thread_local bool null_is_own;
void stream_null_is_own(void) { null_is_own = true; }

Stream *stream_of(cudaStream_t handle) {
    if (handle == NULL && null_is_own) return own_stream();
    if (handle == NULL || handle == cudaStreamLegacy) return &default_stream;
    if (handle == cudaStreamPerThread) return own_stream();
    return handle->is == HANDLE_STREAM ? handle : NULL;
}

bool stream_is_legacy(const Stream *stream) { return stream == &default_stream; }
bool event_is(cudaEvent_t event) { return event && event->is == HANDLE_EVENT; }

cudaError_t stream_enter(cudaStream_t handle, Stream **stream) {
    *stream = stream_of(handle);
    if (!*stream) return cudaErrorInvalidResourceHandle;
    return stream_is_legacy(*stream) ? legacy_check(true) : cudaSuccess;
}

cudaError_t stream_uncaptured(cudaStream_t handle) {
    Stream *stream;
    cudaError_t error = stream_enter(handle, &stream);
    if (error || captures_are_none()) return error;
    captures_lock();
    if (stream->capture) {
        capture_invalidate(stream->capture);
        error = cudaErrorStreamCaptureUnsupported;
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

API cudaError_t cudaDeviceSynchronize(void) {
    cudaError_t error = capture_none();
    if (!error) order_waited_all();
    RESULT(error ? error : context_wait());
}

static cudaError_t make_stream(cudaStream_t *stream, unsigned flags, int priority) {
    if (!stream || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    cudaError_t error = context_ready();
    if (error) return error;
    Stream *made = calloc(1, sizeof *made);
    if (!made) return cudaErrorMemoryAllocation;
    if (priority > LEAST_PRIORITY) priority = LEAST_PRIORITY;
    if (priority < GREATEST_PRIORITY) priority = GREATEST_PRIORITY;
    *made = (Stream){.is = HANDLE_STREAM,
                     .flags = flags,
                     .priority = priority,
                     .id = next_stream_id(),
                     .order = {order_stream(), flags & cudaStreamNonBlocking}};
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
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread || !stream_of(stream))
        RESULT(cudaErrorInvalidResourceHandle);
    stream_free(stream);
    RESULT(cudaSuccess);
}

static cudaError_t wait_for_stream(cudaStream_t stream) {
    cudaError_t error = stream_uncaptured(stream);
    if (!error) error = capture_unsafe();
    if (stream_of(stream)) order_waited_stream(&stream_of(stream)->order);
    return error ? error : context_wait();
}

API cudaError_t cudaStreamSynchronize(cudaStream_t stream) { RESULT(wait_for_stream(stream)); }
PER_THREAD(cudaStreamSynchronize, _ptsz);
API cudaError_t cudaStreamQuery(cudaStream_t stream) { RESULT(wait_for_stream(stream)); }
PER_THREAD(cudaStreamQuery, _ptsz);

static cudaError_t wait_in_stream(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
    Stream *stream;
    if (!event_is(event)) return cudaErrorInvalidResourceHandle;
    cudaError_t error = stream_enter(handle, &stream);
    if (error) return error;
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    if (stream->capture || event->captured_in) return recorder->wait(stream, event, flags);
    if (flags & cudaEventWaitExternal) return cudaErrorIllegalState;
    order_join(&stream->order, &event->clock);
    return context_ready();
}

API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    RESULT(wait_in_stream(stream, event, flags));
}
PER_THREAD(cudaStreamWaitEvent, _ptsz);

// A callback that has not been called yet.
typedef struct {
    Later later;
    cudaStream_t stream;
    cudaStreamCallback_t function;
    void *data;
} Callback;

static void call_back(Later *later) {
    const Callback *callback = (const Callback *)later;
    callback->function(callback->stream, context_wait(), callback->data);
}

API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags) {
    if (!callback || flags) RESULT(cudaErrorInvalidValue);
    cudaError_t error = stream_uncaptured(stream);
    if (!error) error = context_ready();
    if (error) RESULT(error);
    Asked asked = order_ask(&stream_of(stream)->order, ORDER_OTHER);
    Callback later = {{.asked = asked, .calls = true, .run = call_back}, stream, callback, data};
    if (asked.number) RESULT(later_add(&later.later, sizeof later));
    call_back(&later.later);
    RESULT(cudaSuccess);
}
PER_THREAD(cudaStreamAddCallback, _ptsz);

API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    if (!function) RESULT(cudaErrorInvalidValue);
    RESULT(stream_do(stream, &(Work){.type = cudaGraphNodeTypeHost, .host = {function, data}}));
}
PER_THREAD(cudaLaunchHostFunc, _ptsz);

// For the libraries beside this one: calls a function of theirs, which signals nothing, as soon as what comes before it
// has been done.
API cudaError_t emulatedCompute(cudaStream_t stream, cudaHostFn_t function, void *data);
cudaError_t emulatedCompute(cudaStream_t handle, cudaHostFn_t function, void *data) {
    Stream *stream;
    const Work work = {.type = cudaGraphNodeTypeHost, .host = {function, data}};
    cudaError_t error = stream_enter(handle, &stream);
    if (!error) error = context_ready();
    if (error) return error;
    if (stream->capture) return recorder->add(stream, &work);
    Asked asked = order_ask(&stream->order, ORDER_OTHER);
    if (asked.number) {
        later_await(&asked.clocks);
        order_open_behind(&asked);
    }
    return work_do(&work);
}

API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    if (!stream_of(stream)) RESULT(cudaErrorInvalidResourceHandle);
    if (!priority) RESULT(cudaErrorInvalidValue);
    *priority = stream_of(stream)->priority;
    RESULT(context_ready());
}
PER_THREAD(cudaStreamGetPriority, _ptsz);

API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    cudaError_t error = stream_uncaptured(stream);
    if (error) RESULT(error);
    if (!flags) RESULT(cudaErrorInvalidValue);
    *flags = stream_of(stream)->flags;
    RESULT(context_ready());
}
PER_THREAD(cudaStreamGetFlags, _ptsz);

API cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    cudaError_t error = stream_uncaptured(stream);
    if (error) RESULT(error);
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
    node_set_free(&event->tips);
    later_forget(event);
    event->is = 0;
    free(event);
    RESULT(cudaSuccess);
}

static cudaError_t event_read(Event *event, const OrderClocks *told) {
    bool tells_time = !(event->flags & cudaEventDisableTiming);
    Exchange clock = {.request = {.call = CALL_CLOCK, .argument = {tells_time}}, .payload = told};
    if (told) clock.request.payload_bytes = sizeof *told;
    cudaError_t error = channel_exchange(&clock);
    event->reading = clock.reply.value[0];
    return not_waited(&clock.reply, error);
}

static void read_later(Later *later) {
    Event *event = (Event *)(uintptr_t)later->of;
    if (event) context_failed(event_read(event, &later->asked.clocks));
}

cudaError_t event_record_now(Event *event) {
    OrderClocks told;
    bool tells = order_tells(&event->clock, &told);
    event->waits = context_waits();
    event->recorded = true;
    event->captured_in = 0;
    if (!tells || !later_is_known(&told)) return event_read(event, tells ? &told : NULL);
    return later_add(&(Later){.asked = {.clocks = told}, .run = read_later, .of = event}, sizeof(Later));
}

// In a captured stream a record becomes a node only with cudaEventRecordExternal. What waits for the event then depends
// on the stream's last nodes.
static cudaError_t record(cudaEvent_t event, cudaStream_t handle, unsigned flags) {
    Stream *stream;
    cudaError_t error = context_ready();
    if (error) return error;
    if (!event_is(event)) return cudaErrorInvalidResourceHandle;
    error = stream_enter(handle, &stream);
    if (error) return error;
    if (flags > cudaEventRecordExternal) return cudaErrorInvalidValue;
    bool external = flags & cudaEventRecordExternal;
    if (!stream->capture && external) return cudaErrorIllegalState;
    if (!stream->capture) order_read(&stream->order, &event->clock);
    if (!stream->capture) return event_record_now(event);
    if (!external) return recorder->record(stream, event);
    return recorder->add(stream, &(Work){.type = cudaGraphNodeTypeEventRecord, .event = event});
}

API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { RESULT(record(event, stream, 0)); }
PER_THREAD(cudaEventRecord, _ptsz);

API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    RESULT(record(event, stream, flags));
}
PER_THREAD(cudaEventRecordWithFlags, _ptsz);

static cudaError_t wait_for_event(cudaEvent_t event) {
    if (!event_is(event)) return cudaErrorInvalidResourceHandle;
    cudaError_t error = event_uncaptured(event, true);
    if (!error) error = capture_unsafe();
    order_waited(&event->clock);
    return error ? error : context_wait();
}

API cudaError_t cudaEventQuery(cudaEvent_t event) { RESULT(wait_for_event(event)); }
API cudaError_t cudaEventSynchronize(cudaEvent_t event) { RESULT(wait_for_event(event)); }

// On a GPU it might have passed earlier. A program that does not wait cannot rely on that.
static bool event_has_passed(const Event *event) { return order_was_waited(&event->clock, event->waits); }

API cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (!milliseconds) RESULT(cudaErrorInvalidValue);
    if (!event_is(start) || !event_is(end)) RESULT(cudaErrorInvalidResourceHandle);
    cudaError_t error = event_uncaptured(start, false);
    if (!error) error = event_uncaptured(end, false);
    if (error) RESULT(error);
    if (!start->recorded || !end->recorded || (start->flags | end->flags) & cudaEventDisableTiming)
        RESULT(cudaErrorInvalidResourceHandle);
    if (!event_has_passed(start) || !event_has_passed(end)) RESULT(cudaErrorNotReady);
    later_await_of(start);
    later_await_of(end);
    Reply reply = {0};
    error = waited(&reply, CHANNEL_CALL(&reply, CALL_ELAPSED, start->reading, end->reading));
    if (!error) *milliseconds = (float)((double)(int64_t)reply.value[0] * (TICK_NANOSECONDS * 1e-6));
    RESULT(error);
}
