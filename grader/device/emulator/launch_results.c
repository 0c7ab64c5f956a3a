// launch_results.c - which elements are kept, and of which it is certain that they are final.
#include "launch_results.h"
#include <math.h>
#include <string.h>

#define BEYOND 16 // a launch may have written a 16th of its range beyond what executed blocks did

void launch_results_watch(LaunchResults *results, const char *name, uint64_t address, uint64_t bytes,
                          uint32_t element_bytes) {
    unsigned n = 0;
    while (n < results->count && strcmp(results->arrays[n].name, name) != 0) n++;
    if (n == RESULT_ARRAYS || !element_bytes || element_bytes > sizeof(uint64_t)) return;
    if (n == results->count) results->count++;
    results->arrays[n] =
        (ResultArray){.name = name, .address = address, .bytes = bytes, .element_bytes = element_bytes};
}

// ---- what was written ----------------------------------------------------------------------------------------------

typedef struct {
    ResultArray *array;
    void (*visit)(ResultArray *array, uint64_t index, const uint8_t *bytes);
    uint64_t count, first, last; // elements that were written
} Written;

// The elements of a page that are not as they were, of those that lie in it as a whole.
static void each_of_page(void *context, uint64_t address, const uint8_t *now, const uint8_t *before, uint64_t size) {
    Written *written = context;
    const ResultArray *array = written->array;
    uint64_t each = array->element_bytes, begin = address > array->address ? address - array->address : 0;
    for (uint64_t index = (begin + each - 1) / each; index < array->bytes / each; index++) {
        uint64_t at = array->address + index * each - address;
        if (at + each > size) break;
        if (!memcmp(now + at, before + at, each)) continue;
        if (!written->count++) written->first = index;
        written->last = index;
        if (written->visit) written->visit(written->array, index, now + at);
    }
}

static uint64_t mix(uint64_t value) { // the finalizer of MurmurHash3
    value = (value ^ value >> 33) * 0xff51afd7ed558ccd;
    value = (value ^ value >> 33) * 0xc4ceb9fe1a85ec53;
    return value ^ value >> 33;
}

// Of the elements that share a place the one with the largest hash is kept: they are spread over all that is written.
static void keep(ResultArray *array, uint64_t index, const uint8_t *bytes) {
    uint64_t hash = mix(index);
    ResultSample *sample = &array->samples[hash % RESULT_SAMPLES];
    if (sample->taken && mix(sample->index) > hash) return;
    *sample = (ResultSample){.taken = true, .index = index};
    memcpy(&sample->bits, bytes, array->element_bytes);
}

// What a launch before this one has written in its range may have been overwritten by blocks that were not executed.
static void forget(ResultArray *array, const Written *written) {
    uint64_t beyond = (written->last - written->first) / BEYOND + 1;
    for (unsigned n = 0; n < RESULT_SAMPLES; n++) {
        ResultSample *sample = &array->samples[n];
        if (sample->index + beyond >= written->first && sample->index <= written->last + beyond) sample->taken = false;
    }
}

static void note_array(ResultArray *array, const SassMemory *memory, double share) {
    Written written = {.array = array};
    sass_memory_written(memory, each_of_page, &written);
    if (!written.count) return;
    if (!array->covers) forget(array, &written);
    double elements = (double)(array->bytes / array->element_bytes);
    array->covers = fmax(array->covers, (double)written.count / share / elements);
    written.visit = keep;
    sass_memory_written(memory, each_of_page, &written);
}

// ---- of what it depends --------------------------------------------------------------------------------------------

typedef struct {
    LaunchResults *results;
    const Memory *device;
    double share;
} Noted;

static bool overlaps(const ResultArray *array, const SassUse *use) { return array->address - use->base < use->size; }

static void note_use(void *context, const SassUse *use) {
    const Noted *noted = context;
    Allocation *allocation = memory_find(noted->device, use->base);
    if (!allocation) return;
    noted->results->depends |= use->read && allocation->lacks == LACKS_BLOCKS;
    if (use->written && allocation->lacks == LACKS_NOTHING) allocation->lacks = LACKS_PERHAPS;
    for (unsigned n = 0; n < noted->results->count && use->written; n++) {
        ResultArray *array = &noted->results->arrays[n];
        array->stored |= overlaps(array, use);
        array->unsure |= overlaps(array, use) && use->atomics && noted->share < 1;
    }
}

void launch_results_note(LaunchResults *results, const Memory *device, const SassMemory *written, double share) {
    Noted noted = {results, device, share};
    results->noted = true;
    sass_memory_uses(written, note_use, &noted);
    for (unsigned n = 0; n < results->count; n++) note_array(&results->arrays[n], written, share);
}

void launch_results_copied(LaunchResults *results, Allocation *to, const Allocation *from) {
    if (from->lacks != LACKS_BLOCKS) return;
    if (to && !to->host_visible) to->lacks = LACKS_BLOCKS;
    else results->lost = true;
}

void launch_results_unknown(LaunchResults *results, Allocation *allocation, bool skipped) {
    if (skipped) allocation->lacks = LACKS_BLOCKS;
    results->lost |= skipped && allocation->host_visible;
    for (unsigned n = 0; n < results->count; n++)
        results->arrays[n].unsure |= results->arrays[n].address - allocation->base < allocation->size;
}

typedef struct {
    LaunchResults *results;
    bool missing;
} Settled;

static void settle(Allocation *allocation, void *context) {
    const Settled *settled = context;
    if (allocation->lacks != LACKS_PERHAPS) return;
    allocation->lacks = settled->missing ? LACKS_BLOCKS : LACKS_NOTHING;
    settled->results->lost |= settled->missing && allocation->host_visible;
}

void launch_results_end(LaunchResults *results, const Memory *device, bool skipped) {
    memory_each(device, settle, &(Settled){results, skipped || results->depends});
    for (unsigned n = 0; n < results->count; n++) {
        ResultArray *array = &results->arrays[n];
        array->unsure |= array->stored && (results->depends || results->lost || !array->covers);
        array->covered += array->covers;
        array->covers = 0;
        array->stored = false;
    }
    results->depends = results->noted = false;
}
