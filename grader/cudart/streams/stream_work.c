// stream_work.c - work is done, in the order of its stream, or recorded while the stream is captured.
#include "streams.h"

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

// All kinds but host functions are operations.
static cudaError_t do_in_order(const Ordered *stream, const Work *work) {
    if (work->type == cudaGraphNodeTypeHost) {
        order_signals(stream);
        return work_do(work);
    }
    order_begin(stream, work->type == cudaGraphNodeTypeKernel   ? ORDER_KERNEL
                        : work->type == cudaGraphNodeTypeMemcpy ? ORDER_COPY
                        : work->type == cudaGraphNodeTypeMemset ? ORDER_SET
                                                                : ORDER_OTHER);
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
