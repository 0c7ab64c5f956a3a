// stream_attributes.c - attributes of streams and of memory in them: hints on scheduling and caches, kept and told,
// without effect.
#include "streams.h"

static bool window_fits(const struct cudaAccessPolicyWindow *window) {
    return window->hitRatio >= 0 && window->hitRatio <= 1 && window->missProp != cudaAccessPropertyPersisting &&
           (unsigned)window->hitProp <= cudaAccessPropertyPersisting &&
           (unsigned)window->missProp <= cudaAccessPropertyPersisting;
}

static cudaError_t get(const Stream *stream, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value) {
    *value = (cudaLaunchAttributeValue){0};
    switch (id) {
    case cudaLaunchAttributeSynchronizationPolicy:
        value->syncPolicy = stream->policy ? stream->policy : cudaSyncPolicyAuto;
        return cudaSuccess;
    case cudaLaunchAttributeAccessPolicyWindow: value->accessPolicyWindow = stream->window; return cudaSuccess;
    case cudaLaunchAttributePriority: value->priority = stream->priority; return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomainMap: value->memSyncDomainMap = stream->domain_map; return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomain: value->memSyncDomain = stream->domain; return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

static cudaError_t set(Stream *stream, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value) {
    switch (id) {
    case cudaLaunchAttributeSynchronizationPolicy:
        if (value->syncPolicy < cudaSyncPolicyAuto || value->syncPolicy > cudaSyncPolicyBlockingSync)
            return cudaErrorInvalidValue;
        stream->policy = value->syncPolicy;
        return cudaSuccess;
    case cudaLaunchAttributeAccessPolicyWindow:
        if (!window_fits(&value->accessPolicyWindow)) return cudaErrorInvalidValue;
        stream->window = value->accessPolicyWindow;
        return cudaSuccess;
    case cudaLaunchAttributePriority: stream->priority = value->priority; return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomainMap: stream->domain_map = value->memSyncDomainMap; return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomain: stream->domain = value->memSyncDomain; return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

API cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value) {
    const Stream *stream = stream_of(handle);
    if (!stream) RESULT(cudaErrorInvalidResourceHandle);
    cudaError_t error = context_ready();
    RESULT(error ? error : value ? get(stream, id, value) : cudaErrorInvalidValue);
}
PER_THREAD(cudaStreamGetAttribute, _ptsz);

API cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaLaunchAttributeID id,
                                       const cudaLaunchAttributeValue *value) {
    Stream *stream = stream_of(handle);
    if (!stream) RESULT(cudaErrorInvalidResourceHandle);
    cudaError_t error = context_ready();
    RESULT(error ? error : value ? set(stream, id, value) : cudaErrorInvalidValue);
}
PER_THREAD(cudaStreamSetAttribute, _ptsz);

API cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    Stream *target = stream_of(to);
    const Stream *source = stream_of(from);
    if (!target || !source) RESULT(cudaErrorInvalidResourceHandle);
    target->policy = source->policy;
    target->window = source->window;
    target->priority = source->priority;
    target->domain_map = source->domain_map;
    target->domain = source->domain;
    RESULT(context_ready());
}
PER_THREAD(cudaStreamCopyAttributes, _ptsz);

API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes, unsigned flags) {
    Region region;
    cudaError_t error = stream_uncaptured(stream);
    if (error) RESULT(error);
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        RESULT(cudaErrorInvalidValue);
    if (memory_kind(pointer, &region) != MEMORY_MANAGED || (bytes && bytes != region.size))
        RESULT(cudaErrorInvalidValue);
    RESULT(context_ready());
}
PER_THREAD(cudaStreamAttachMemAsync, _ptsz);
