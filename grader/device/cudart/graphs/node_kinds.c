// node_kinds.c - the kinds of nodes: how each reads its parameters, owns what they point to, is done, and may change.
#include "graph.h"
#include <stdlib.h>
#include <string.h>

// ---- kernels -----------------------------------------------------------------------------------------------------

static cudaError_t kernel_read(Work *work, const struct cudaGraphNodeParams *params) {
    const struct cudaKernelNodeParamsV2 *from = &params->kernel;
    work->kernel = (KernelWork){.func = from->func,
                                .grid = {from->gridDim.x, from->gridDim.y, from->gridDim.z},
                                .block = {from->blockDim.x, from->blockDim.y, from->blockDim.z},
                                .shared = from->sharedMemBytes,
                                .arguments = from->kernelParams,
                                .extra = from->extra};
    cudaError_t error = function_find(from->func, &work->kernel.function);
    return error ? error : kernel_check(&work->kernel);
}

static void kernel_release(Work *work) {
    free(work->kernel.packed);
    free(work->kernel.arguments);
    free((void *)(uintptr_t)work->kernel.attributes);
}

static cudaError_t kernel_own(Work *work, Graph *graph) {
    (void)graph;
    KernelWork *kernel = &work->kernel, owned = *kernel;
    const KernelDescription *info = &kernel->function->info;
    cudaError_t error = kernel_check(kernel);
    if (error) return error;
    owned.extra = NULL;
    owned.packed = calloc(1, info->parameter_bytes + 1u);
    owned.arguments = malloc((info->parameter_count + 1u) * sizeof *owned.arguments);
    cudaLaunchAttribute *attributes = malloc((kernel->attribute_count + 1u) * sizeof *attributes);
    owned.attributes = attributes;
    if (!owned.packed || !owned.arguments || !attributes) error = cudaErrorMemoryAllocation;
    else if (kernel->attribute_count)
        memcpy(attributes, kernel->attributes, kernel->attribute_count * sizeof *attributes);
    if (!error) error = kernel_pack(kernel, owned.packed);
    for (uint32_t i = 0; i < info->parameter_count && !error; i++)
        owned.arguments[i] = owned.packed + info->parameters[i].offset;
    if (error) kernel_release(&(Work){.kernel = owned});
    else *kernel = owned;
    return error;
}

static const WorkKind work_kernel = {"kernel", kernel_read, kernel_own, kernel_release, work_do, NULL};

// ---- copies and sets ----------------------------------------------------------------------------------------------

static bool has_volume(struct cudaExtent extent) { return extent.width && extent.height && extent.depth; }

static cudaError_t copy_read(Work *work, const struct cudaGraphNodeParams *params) {
    work->copy = params->memcpy.copyParams;
    return has_volume(work->copy.extent) ? copy_check(&work->copy) : cudaErrorInvalidValue;
}

static cudaError_t copy_own(Work *work, Graph *graph) {
    (void)graph;
    return copy_check(&work->copy);
}

// A box may change in size, but a copy of one row stays a copy of one row. Source and target stay the same kind of
// memory.
static bool copy_may_become(const Work *old, const Work *changed) {
    const struct cudaMemcpy3DParms *a = &old->copy, *b = &changed->copy;
    Region region;
    bool alone = a->extent.height == 1 && a->extent.depth == 1;
    return a->kind == b->kind && !a->srcArray == !b->srcArray && !a->dstArray == !b->dstArray &&
           memory_kind(a->srcPtr.ptr, &region) == memory_kind(b->srcPtr.ptr, &region) &&
           memory_kind(a->dstPtr.ptr, &region) == memory_kind(b->dstPtr.ptr, &region) &&
           (!alone || (b->extent.height == 1 && b->extent.depth == 1));
}

static const WorkKind work_copy = {"memcpy", copy_read, copy_own, NULL, work_do, copy_may_become};

static cudaError_t set_read(Work *work, const struct cudaGraphNodeParams *params) {
    const struct cudaMemsetParamsV2 *from = &params->memset;
    work->set = (struct cudaMemsetParams){
        from->dst, from->height > 1 ? from->pitch : 0, from->value, from->elementSize, from->width, from->height};
    return from->width && from->height ? set_check(&work->set) : cudaErrorInvalidValue;
}

static cudaError_t set_own(Work *work, Graph *graph) {
    (void)graph;
    return set_check(&work->set);
}

static bool set_may_become(const Work *old, const Work *changed) {
    return (old->set.height == 1) == (changed->set.height == 1);
}

static const WorkKind work_set = {"memset", set_read, set_own, NULL, work_do, set_may_become};

// ---- functions of the host, events, nothing -----------------------------------------------------------------------

static cudaError_t host_read(Work *work, const struct cudaGraphNodeParams *params) {
    work->host = (struct cudaHostNodeParams){params->host.fn, params->host.userData};
    return params->host.fn ? cudaSuccess : cudaErrorInvalidValue;
}

static const WorkKind work_host = {"host", host_read, NULL, NULL, work_do, NULL};

static cudaError_t record_read(Work *work, const struct cudaGraphNodeParams *params) {
    work->event = params->eventRecord.event;
    return event_is(work->event) ? cudaSuccess : cudaErrorInvalidValue;
}

static const WorkKind work_record = {"event record", record_read, NULL, NULL, work_do, NULL};

static cudaError_t wait_read(Work *work, const struct cudaGraphNodeParams *params) {
    work->event = params->eventWait.event;
    return event_is(work->event) ? cudaSuccess : cudaErrorInvalidValue;
}

static const WorkKind work_wait = {"event wait", wait_read, NULL, NULL, work_do, NULL};

static cudaError_t nothing_read(Work *work, const struct cudaGraphNodeParams *params) {
    (void)work, (void)params;
    return cudaSuccess;
}

static const WorkKind work_empty = {"empty", nothing_read, NULL, NULL, work_do, NULL};

// The other kinds have files of their own.
extern const WorkKind work_child;                 // graph_launch.c
extern const WorkKind work_allocation, work_free; // graph_memory.c
extern const WorkKind work_conditional;           // graph_conditions.c

const WorkKind *work_kind(enum cudaGraphNodeType type) {
    switch (type) {
#define NODE_TYPE(name, kind)                                                                                          \
    case cudaGraphNodeType##name:                                                                                      \
        return &work_##kind;
#include "node_types.def"
#undef NODE_TYPE
    default: return NULL;
    }
}
