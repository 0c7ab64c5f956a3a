// advice.c - hints about managed memory: kept and told when asked for, without effect, since both sides see the same
// bytes all the time.
//
// A hint holds for whole pages. Hints stay in the order they were given in, so that the last one that covers a page is
// the one that counts there.
#include "../../system/grow.h"
#include "streams.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef enum { READ_MOSTLY, PREFERRED, PREFETCHED, USED_BY_DEVICE, USED_BY_HOST } HintKind;
typedef struct {
    HintKind kind;
    uint64_t from, to;
    struct cudaMemLocation location; // cudaMemLocationTypeInvalid: taken back
} Hint;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Hint *hints;
static size_t hint_count;

static const struct cudaMemLocation nowhere = {.type = cudaMemLocationTypeInvalid, .id = cudaInvalidDeviceId};

static cudaError_t range_check(const void *pointer, size_t bytes) {
    Region region;
    cudaError_t error = context_ready();
    if (error) return error;
    if (memory_kind(pointer, &region) != MEMORY_MANAGED) return cudaErrorInvalidValue;
    uint64_t offset = (uint64_t)(uintptr_t)pointer - region.base;
    return bytes && bytes <= region.size - offset ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t location_check(struct cudaMemLocation location) {
    switch (location.type) {
    case cudaMemLocationTypeDevice: return location.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent: return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

static Hint hint_make(HintKind kind, const void *pointer, size_t bytes, struct cudaMemLocation location) {
    uint64_t page = page_size(), address = (uint64_t)(uintptr_t)pointer;
    if (location.type != cudaMemLocationTypeDevice && location.type != cudaMemLocationTypeHostNuma)
        location.id = location.type == cudaMemLocationTypeInvalid ? cudaInvalidDeviceId : cudaCpuDeviceId;
    return (Hint){kind, address / page * page, (address + bytes + page - 1) / page * page, location};
}

// The newest hint comes last. One of the same kind for the same pages has nothing more to say.
static cudaError_t hint_add(Hint hint) {
    size_t kept = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < hint_count; i++)
        if (hints[i].kind != hint.kind || hints[i].from < hint.from || hints[i].to > hint.to) hints[kept++] = hints[i];
    hint_count = kept;
    bool grown = ARRAY_GROW(hints, hint_count);
    if (grown) hints[hint_count++] = hint;
    pthread_mutex_unlock(&lock);
    return grown ? cudaSuccess : cudaErrorMemoryAllocation;
}

void advice_forget(void) {
    pthread_mutex_lock(&lock);
    hint_count = 0;
    pthread_mutex_unlock(&lock);
}

API cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                              struct cudaMemLocation location) {
    bool taken_back = advice == cudaMemAdviseUnsetReadMostly || advice == cudaMemAdviseUnsetPreferredLocation ||
                      advice == cudaMemAdviseUnsetAccessedBy;
    bool placeless = advice == cudaMemAdviseSetReadMostly || advice == cudaMemAdviseUnsetReadMostly ||
                     advice == cudaMemAdviseUnsetPreferredLocation;
    HintKind kind = READ_MOSTLY;
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) RESULT(cudaErrorInvalidValue);
    if (placeless) location = (struct cudaMemLocation){.type = cudaMemLocationTypeDevice};
    if (advice == cudaMemAdviseSetPreferredLocation || advice == cudaMemAdviseUnsetPreferredLocation) kind = PREFERRED;
    if (advice == cudaMemAdviseSetAccessedBy || advice == cudaMemAdviseUnsetAccessedBy)
        kind = location.type == cudaMemLocationTypeDevice ? USED_BY_DEVICE : USED_BY_HOST;
    cudaError_t error = range_check(pointer, bytes);
    if (!error) error = location_check(location);
    RESULT(error ? error : hint_add(hint_make(kind, pointer, bytes, taken_back ? nowhere : location)));
}

static cudaError_t prefetch(const void *pointer, size_t bytes, struct cudaMemLocation location) {
    cudaError_t error = range_check(pointer, bytes);
    if (!error) error = location_check(location);
    if (!error && location.type == cudaMemLocationTypeDevice)
        error = CHANNEL_CALL(NULL, CALL_PREFETCH, (uint64_t)(uintptr_t)pointer, bytes);
    return error ? error : hint_add(hint_make(PREFETCHED, pointer, bytes, location));
}

API cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation location, unsigned flags,
                                     cudaStream_t stream) {
    if (flags) RESULT(cudaErrorInvalidValue);
    cudaError_t error = stream_uncaptured(stream);
    RESULT(error ? error : prefetch(pointer, bytes, location));
}
PER_THREAD(cudaMemPrefetchAsync, _ptsz);

// Whether a batch is valid: entry i says where its location begins to count, so first[] begins with 0 and rises.
static bool batch_fits(void **ranges, const size_t *sizes, size_t count, const size_t *first, size_t entries) {
    if (!ranges || !sizes || !count || !first || !entries || entries > count || first[0]) return false;
    for (size_t i = 1; i < entries; i++)
        if (first[i] <= first[i - 1] || first[i] >= count) return false;
    return true;
}

static cudaError_t prefetch_batch(void **ranges, const size_t *sizes, size_t count,
                                  const struct cudaMemLocation *locations, const size_t *first, size_t entries,
                                  cudaStream_t stream) {
    if (!locations || !batch_fits(ranges, sizes, count, first, entries)) return cudaErrorInvalidValue;
    cudaError_t error = stream_uncaptured(stream);
    for (size_t i = 0, entry = 0; i < count && !error; i++) {
        entry += entry + 1 < entries && first[entry + 1] == i;
        error = prefetch(ranges[i], sizes[i], locations[entry]);
    }
    return error;
}

API cudaError_t cudaMemPrefetchBatchAsync(void **ranges, size_t *sizes, size_t count, struct cudaMemLocation *locations,
                                          size_t *first, size_t entries, unsigned long long flags,
                                          cudaStream_t stream) {
    if (flags) RESULT(cudaErrorInvalidValue);
    RESULT(prefetch_batch(ranges, sizes, count, locations, first, entries, stream));
}
PER_THREAD(cudaMemPrefetchBatchAsync, _ptsz);

// What discarded memory holds is not defined; here it stays what it was.
static cudaError_t discard(void **ranges, const size_t *sizes, size_t count, cudaStream_t stream) {
    if (!ranges || !sizes || !count) return cudaErrorInvalidValue;
    cudaError_t error = stream_uncaptured(stream);
    for (size_t i = 0; i < count && !error; i++) error = range_check(ranges[i], sizes[i]);
    return error;
}

API cudaError_t cudaMemDiscardBatchAsync(void **ranges, size_t *sizes, size_t count, unsigned long long flags,
                                         cudaStream_t stream) {
    RESULT(flags ? cudaErrorInvalidValue : discard(ranges, sizes, count, stream));
}
PER_THREAD(cudaMemDiscardBatchAsync, _ptsz);

API cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **ranges, size_t *sizes, size_t count,
                                                    struct cudaMemLocation *locations, size_t *first, size_t entries,
                                                    unsigned long long flags, cudaStream_t stream) {
    cudaError_t error = flags ? cudaErrorInvalidValue : discard(ranges, sizes, count, stream);
    RESULT(error ? error : prefetch_batch(ranges, sizes, count, locations, first, entries, stream));
}
PER_THREAD(cudaMemDiscardAndPrefetchBatchAsync, _ptsz);

// The location that counts at an address, which is the same up to *end.
static struct cudaMemLocation location_at(HintKind kind, uint64_t address, uint64_t *end) {
    struct cudaMemLocation location = nowhere;
    for (size_t i = 0; i < hint_count; i++) {
        const Hint *hint = &hints[i];
        if (hint->kind != kind) continue;
        uint64_t border = hint->from > address ? hint->from : hint->to;
        if (border > address && border < *end) *end = border;
        if (hint->from <= address && address < hint->to) location = hint->location;
    }
    return location;
}

// The location that all pages of a range agree on; `nowhere` if they do not.
static struct cudaMemLocation location_of(HintKind kind, const void *pointer, size_t bytes) {
    uint64_t address = (uint64_t)(uintptr_t)pointer, last = address + bytes, end = last;
    pthread_mutex_lock(&lock);
    struct cudaMemLocation common = location_at(kind, address, &end);
    for (address = end; address < last; address = end) {
        end = last;
        struct cudaMemLocation location = location_at(kind, address, &end);
        if (location.type != common.type || location.id != common.id) common = nowhere;
    }
    pthread_mutex_unlock(&lock);
    return common;
}

static bool holds(HintKind kind, const void *pointer, size_t bytes) {
    return location_of(kind, pointer, bytes).type != cudaMemLocationTypeInvalid;
}

// The ids of the devices that cudaMemAdviseSetAccessedBy named for the whole range; the rest of the array is
// cudaInvalidDeviceId.
static void list_users(int *ids, size_t room, const void *pointer, size_t bytes) {
    size_t count = 0;
    if (holds(USED_BY_DEVICE, pointer, bytes)) ids[count++] = 0;
    if (count < room && holds(USED_BY_HOST, pointer, bytes)) ids[count++] = cudaCpuDeviceId;
    while (count < room) ids[count++] = cudaInvalidDeviceId;
}

static cudaError_t attribute_of(int *data, size_t data_bytes, enum cudaMemRangeAttribute attribute, const void *pointer,
                                size_t bytes) {
    HintKind kind = attribute == cudaMemRangeAttributePreferredLocation ||
                            attribute == cudaMemRangeAttributePreferredLocationType ||
                            attribute == cudaMemRangeAttributePreferredLocationId
                        ? PREFERRED
                        : PREFETCHED;
    bool list = attribute == cudaMemRangeAttributeAccessedBy;
    if (!data || !data_bytes || data_bytes % sizeof *data || (!list && data_bytes != sizeof *data))
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly: *data = holds(READ_MOSTLY, pointer, bytes); return cudaSuccess;
    case cudaMemRangeAttributeAccessedBy:
        list_users(data, data_bytes / sizeof *data, pointer, bytes);
        return cudaSuccess;
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributePreferredLocationId:
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationId: *data = location_of(kind, pointer, bytes).id; return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationType:
    case cudaMemRangeAttributeLastPrefetchLocationType:
        *data = (int)location_of(kind, pointer, bytes).type;
        return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

API cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_bytes, enum cudaMemRangeAttribute attribute,
                                         const void *pointer, size_t bytes) {
    cudaError_t error = range_check(pointer, bytes);
    RESULT(error ? error : attribute_of(data, data_bytes, attribute, pointer, bytes));
}

API cudaError_t cudaMemRangeGetAttributes(void **data, size_t *data_bytes, enum cudaMemRangeAttribute *attributes,
                                          size_t count, const void *pointer, size_t bytes) {
    if (!data || !data_bytes || !attributes || !count) RESULT(cudaErrorInvalidValue);
    cudaError_t error = range_check(pointer, bytes);
    for (size_t i = 0; i < count && !error; i++)
        error = attribute_of(data[i], data_bytes[i], attributes[i], pointer, bytes);
    RESULT(error);
}
