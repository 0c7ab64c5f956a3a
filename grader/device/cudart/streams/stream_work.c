// stream_work.c - work is done, in the order of its stream, or recorded while the stream is captured.
#include "../order/later.h"
#include "streams.h"
#include <stdlib.h>

// A node may outlive a reset of the device, after which its kernel has to be found again.
static cudaError_t kernel_do(const Work *work) {
    KernelWork kernel = work->kernel;
    cudaError_t error = kernel.packed ? function_find(kernel.func, &kernel.function) : cudaSuccess;
    return error ? error : kernel_run(&kernel);
}

static cudaError_t host_do(const Work *work) {
    context_idle();
    work->host.fn(work->host.userData);
    return cudaSuccess;
}

static cudaError_t record_do(const Work *work) {
    order_read_begun(&work->event->clock); // the graph's, as a whole
    return event_record_now(work->event);
}

cudaError_t work_do(const Work *work) {
    switch (work->type) {
    case cudaGraphNodeTypeKernel: return kernel_do(work);
    case cudaGraphNodeTypeMemcpy: return copy_box(&work->copy, false);
    case cudaGraphNodeTypeMemset: return set_rows(&work->set);
    case cudaGraphNodeTypeHost: return host_do(work);
    case cudaGraphNodeTypeEventRecord: return record_do(work);
    case cudaGraphNodeTypeWaitEvent: // work is done in the order of the calls: what was recorded has happened
    case cudaGraphNodeTypeEmpty: return cudaSuccess;
    default: return cudaErrorNotSupported;
    }
}

static OrderKind order_kind(enum cudaGraphNodeType type) {
    switch (type) {
    case cudaGraphNodeTypeKernel: return ORDER_KERNEL;
    case cudaGraphNodeTypeMemcpy: return ORDER_COPY;
    case cudaGraphNodeTypeMemset: return ORDER_SET;
    default: return ORDER_OTHER;
    }
}

// ---- work that is put off ----------------------------------------------------------------------------------------

typedef struct {
    Later later;
    Work work;
} LaterWork;

static void do_later(Later *later) {
    Work *work = &((LaterWork *)later)->work;
    if (later->calls) {
        work_do(work);
        return;
    }
    order_start(&later->asked);
    order_protects(work);
    context_failed(work_do(work));
    order_end();
    recorder->release(work);
}

static cudaError_t put_off(const Asked *asked, const Work *work) {
    LaterWork put_off = {{.asked = *asked, .calls = work->type == cudaGraphNodeTypeHost, .run = do_later}, *work};
    cudaError_t error = recorder->own(&put_off.work);
    if (error) return error;
    error = later_add(&put_off.later, sizeof put_off);
    if (error) recorder->release(&put_off.work);
    return error;
}

// The bytes of pageable memory are those of the time of the call.
static bool is_pageable(const Work *work) {
    Region region;
    const struct cudaMemcpy3DParms *copy = &work->copy;
    return work->type == cudaGraphNodeTypeMemcpy &&
           (copy_waits(copy) || (!copy->srcArray && memory_kind(copy->srcPtr.ptr, &region) == MEMORY_UNKNOWN));
}

static cudaError_t do_in_order(const Ordered *stream, const Work *work) {
    Asked asked = order_ask(stream, order_kind(work->type));
    bool calls = work->type == cudaGraphNodeTypeHost;
    if (asked.number && is_pageable(work)) later_await(&asked.clocks);
    if (asked.number && (calls || later_is_before(&asked))) return put_off(&asked, work);
    order_start(&asked);
    order_protects(work);
    cudaError_t error = work_do(work);
    order_end();
    if (work->type == cudaGraphNodeTypeMemcpy && copy_waits(&work->copy)) order_waited_stream(stream);
    return error;
}

cudaError_t stream_do(cudaStream_t handle, const Work *work) {
    Stream *stream;
    cudaError_t error = stream_enter(handle, &stream);
    if (!error) error = context_ready();
    if (error) return error;
    return stream->capture ? recorder->add(stream, work) : do_in_order(&stream->order, work);
}
