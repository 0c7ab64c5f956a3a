// device_memory.c - the device's memory as its users see it: allocations, objects in it, copies and sets, leaks.
#include "base/checked.h"
#include "base/pages.h"
#include "device_state.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

int device_malloc(Device *device, uint64_t size, uint64_t *address) {
    if (device->error) return device->error;
    *address = memory_allocate(device->memory, size, ALLOCATION_DEVICE, -1, "cudaMalloc");
    return *address ? 0 : ERROR_MEMORY;
}

int device_malloc_array(Device *device, uint64_t size, uint64_t *address) {
    if (device->error) return device->error;
    *address = memory_allocate(device->memory, size, ALLOCATION_DEVICE, -1, "cudaMallocArray");
    return *address ? 0 : ERROR_MEMORY;
}

int device_create_object(Device *device, const TextureDescription *description, uint64_t *handle) {
    if (device->error) return device->error;
    return extension_object_create(device->extensions, device->memory, description, handle);
}

int device_destroy_object(Device *device, uint64_t handle, bool is_surface) {
    return device->error ? device->error : extension_object_destroy(device->extensions, handle, is_surface);
}

int device_free(Device *device, uint64_t address) {
    if (device->error) return device->error;
    const Allocation *allocation = memory_find(device->memory, address);
    bool starts = allocation && allocation->base == address, heap = starts && allocation->kind == ALLOCATION_HEAP;
    if (!heap && memory_free(device->memory, address)) {
        memory_find(device->memory, address)->freed_location = device->asked.location;
        return 0;
    }
    bool freed = allocation && allocation->freed, inside = allocation && !freed && !heap && !starts;
    FactFreed what = heap ? FREES_KERNELS : freed ? FREES_FREED : inside ? FREES_INSIDE : FREES_NOTHING;
    Fault fault = {.kind = FAULT_DOUBLE_FREE,
                   .launch = UINT64_MAX,
                   .count = 1,
                   .address = address,
                   .module = device->asked.module,
                   .location = device->asked.location,
                   .other_location = freed ? allocation->freed_location : 0,
                   .fact = FACT_OF(freed_wrongly, what)};
    faults_add(device->faults, &fault);
    return ERROR_INVALID_VALUE;
}

int device_reserve(Device *device, uint64_t size, uint64_t *address) {
    if (device->error) return device->error;
    *address = memory_allocate(device->memory, size, ALLOCATION_DEVICE, -1, "a graph's memory");
    if (!*address) return ERROR_MEMORY;
    memory_free(device->memory, *address);
    return 0;
}

int device_renew(Device *device, uint64_t address) {
    if (device->error) return device->error;
    return memory_renew(device->memory, address) ? 0 : ERROR_INVALID_VALUE;
}

int device_condition_create(Device *device, uint64_t *handle) {
    if (device->error) return device->error;
    *handle = memory_allocate(device->memory, sizeof(uint32_t), ALLOCATION_VARIABLE, -1, CONDITION_LABEL);
    return *handle ? 0 : ERROR_MEMORY;
}

int device_condition(Device *device, uint64_t handle, uint32_t *value) {
    const uint32_t *condition = memory_condition(device->memory, handle);
    if (!condition) return ERROR_INVALID_VALUE;
    *value = *condition;
    return device->error;
}

void device_operation(Device *device, uint32_t module, uint32_t location, const char *by) {
    device->asked = (Asked){module, location, by};
}

void device_asked_at(Device *device, uint32_t module, uint32_t location) {
    device->asked.module = module;
    device->asked.location = location;
}

void device_note_place(Device *device, uint64_t address) {
    Allocation *allocation = memory_find(device->memory, address);
    if (!allocation) return;
    allocation->module = device->asked.module;
    allocation->location = device->asked.location;
}

// The function of a library that the program has called, "": none.
static FactText asked_by(const Device *device) { return fact_text(device->asked.by ? device->asked.by : ""); }

static int report_range(Device *device, uint64_t address, uint64_t size, bool write, FactRange does) {
    Fault fault = {.kind = FAULT_COPY_OUT_OF_BOUNDS,
                   .launch = UINT64_MAX,
                   .count = 1,
                   .address = address,
                   .is_write = write,
                   .module = device->asked.module,
                   .location = device->asked.location};
    const Allocation *allocation = memory_find(device->memory, address);
    fault.bytes = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    snprintf(fault.space, sizeof fault.space, "global");
    if (allocation) {
        fault.allocation = allocation->base;
        fault.allocation_bytes = allocation->size;
        if (allocation->freed) fault.other_location = allocation->freed_location;
        fault.fact = FACT_OF(range_outside, asked_by(device), does, write, size, address - allocation->base,
                             allocation->freed, allocation->size);
    } else {
        fault.fact = FACT_OF(range_nowhere, asked_by(device), does, write, size);
    }
    faults_add(device->faults, &fault);
    return ERROR_INVALID_VALUE;
}

int device_give(Device *device, uint64_t to, const void *bytes, uint64_t size) {
    if (device->error || !size) return device->error;
    Allocation *allocation = memory_range(device->memory, to, size);
    if (!allocation) return report_range(device, to, size, true, RANGE_TO_DEVICE);
    memcpy(allocation->data + (to - allocation->base), bytes, size);
    memory_mark(allocation, to - allocation->base, size);
    return 0;
}

int device_give_repeated(Device *device, uint64_t to, const void *part, uint64_t part_bytes, uint64_t size) {
    if (device->error || !size) return device->error;
    Allocation *allocation = memory_range(device->memory, to, size);
    if (!allocation) return report_range(device, to, size, true, RANGE_TO_DEVICE);
    uint8_t *bytes = allocation->data + (to - allocation->base);
    assert(part_bytes);
    bool mappable = part_bytes % PAGE_BYTES == 0 && (uintptr_t)bytes % PAGE_BYTES == 0;
    uint64_t mapped = mappable ? size / PAGE_BYTES * PAGE_BYTES : 0;
    int file = mapped ? pages_make_file(part, part_bytes) : NO_FILE;
    if (file == NO_FILE || !pages_repeat(bytes, mapped, file, part_bytes)) mapped = 0;
    pages_close_file(file);
    for (uint64_t at = mapped; at < size;) {
        uint64_t from = at % part_bytes, count = part_bytes - from;
        if (count > size - at) count = size - at;
        memcpy(bytes + at, (const uint8_t *)part + from, count);
        at += count;
    }
    memory_mark(allocation, to - allocation->base, size);
    return 0;
}

// Bytes have been copied from one place to another; NULL: memory of this process.
static void count_copy(Device *device, const Allocation *to, const Allocation *from, uint64_t from_offset,
                       uint64_t size) {
    bool shown = !to || to->host_visible;
    uint64_t unseen = shown && from ? memory_unseen(from, from_offset, size) : 0;
    uint64_t told = shown ? 0 : from ? memory_told(from, from_offset, size) : size;
    device->passage.to_host += unseen;
    device->passage.from_host += told;
    device->passage.within += !unseen && !told;
}

int device_write(Device *device, uint64_t to, const void *host, uint64_t size) {
    int error = device_give(device, to, host, size);
    if (!error && size) count_copy(device, memory_find(device->memory, to), NULL, 0, size);
    return error;
}

int device_unwrite(Device *device, uint64_t to, uint64_t size) {
    if (device->error || !size) return device->error;
    Allocation *allocation = memory_range(device->memory, to, size);
    if (!allocation) return report_range(device, to, size, true, RANGE_ARRAY);
    memory_unmark(allocation, to - allocation->base, size);
    return 0;
}

void device_count_as_written(Device *device) { memory_count_as_written(device->memory); }

static void report_uninitialised(Device *device, const Allocation *allocation, uint64_t offset) {
    Fault fault = {.kind = FAULT_UNINITIALISED_COPY,
                   .launch = UINT64_MAX,
                   .count = 1,
                   .space = "global",
                   .address = allocation->base + offset,
                   .allocation = allocation->base,
                   .allocation_bytes = allocation->size,
                   .module = device->asked.module,
                   .location = device->asked.location,
                   .fact = FACT_OF(copied_unwritten, asked_by(device), offset, fact_text(allocation->label))};
    faults_add(device->faults, &fault);
}

int device_read(Device *device, void *host, uint64_t from, uint64_t size) {
    if (device->error || !size) return device->error;
    const Allocation *allocation = memory_range(device->memory, from, size);
    if (!allocation) return report_range(device, from, size, false, RANGE_TO_HOST);
    uint64_t first;
    if (device->options.checks && !memory_initialised(allocation, from - allocation->base, size, &first))
        report_uninitialised(device, allocation, first);
    memcpy(host, allocation->data + (from - allocation->base), size);
    if (device->options.results) launch_results_copied(device->options.results, NULL, allocation);
    count_copy(device, NULL, allocation, from - allocation->base, size);
    return 0;
}

bool device_rows_sensible(const Device *device, uint64_t address, uint64_t pitch, uint64_t width, uint64_t rows) {
    uint64_t bytes, end;
    if (rows == 1) return width > 0; // the device checks where it lies
    return checked_extent(pitch, width, rows, &bytes) && checked_add(address, bytes, &end) &&
           rows <= memory_limit(device->memory) / width + 1;
}

int device_copy(Device *device, uint64_t to, uint64_t from, uint64_t size) {
    if (device->error || !size) return device->error;
    Allocation *target = memory_range(device->memory, to, size);
    const Allocation *source = memory_range(device->memory, from, size);
    if (!target) return report_range(device, to, size, true, RANGE_WITHIN);
    if (!source) return report_range(device, from, size, false, RANGE_WITHIN);
    uint64_t to_offset = to - target->base, from_offset = from - source->base;
    count_copy(device, target, source, from_offset, size);
    memmove(target->data + to_offset, source->data + from_offset, size);
    memory_mark_copy(target, to_offset, source, from_offset, size);
    if (device->options.results) launch_results_copied(device->options.results, target, source);
    return 0;
}

int device_lend(Device *device, uint64_t address) {
    return memory_lend(device->memory, address, &device->passage.to_host) ? 0 : ERROR_INVALID_VALUE;
}

int device_prefetch(Device *device, uint64_t address, uint64_t size) {
    Allocation *allocation = memory_range(device->memory, address, size);
    if (!allocation) return ERROR_INVALID_VALUE;
    if (allocation->lent) (void)lent_use(allocation->lent, address - allocation->base, size);
    return 0;
}

void device_take_back(Device *device) { memory_take_back(device->memory); }

bool device_signals(Device *device) {
    if (!memory_lends(device->memory) || !device->checked->signals) return false;
    if (!memory_lend_for_good(device->memory, &device->passage.to_host)) device->error = ERROR_MEMORY;
    return true;
}

int device_set(Device *device, uint64_t to, int byte, uint64_t size) {
    return device_set_elements(device, to, (uint8_t)byte, 1, size);
}

int device_set_elements(Device *device, uint64_t to, uint32_t value, unsigned element, uint64_t size) {
    if (device->error || !size) return device->error;
    Allocation *allocation = memory_range(device->memory, to, size);
    if (!allocation) return report_range(device, to, size, true, RANGE_SET);
    uint8_t *bytes = allocation->data + (to - allocation->base);
    assert(element && element <= sizeof value && size % element == 0);
    if (element == 1) memset(bytes, (int)value, size);
    else
        for (uint64_t at = 0; at < size; at += element) memcpy(bytes + at, &value, element); // of little-endian bytes
    memory_mark(allocation, to - allocation->base, size);
    if (allocation->lent) (void)lent_use(allocation->lent, to - allocation->base, size);
    device->passage.sets++;
    return 0;
}

static void report_leak(Allocation *allocation, void *context) {
    Device *device = context;
    if (allocation->kind == ALLOCATION_VARIABLE) return;
    Fault fault = {.kind = FAULT_LEAK,
                   .launch = UINT64_MAX,
                   .count = 1,
                   .address = allocation->base,
                   .allocation = allocation->base,
                   .allocation_bytes = allocation->size,
                   .module = allocation->module,
                   .location = allocation->location,
                   .fact = FACT_OF(never_freed, allocation->size, fact_text(allocation->label))};
    faults_add(device->faults, &fault);
}

void device_find_leaks(Device *device) { memory_each(device->memory, report_leak, device); }

// ---- what launches use --------------------------------------------------------------------------------------------

void device_note_use(Device *device) { device->notes_use = true; }

typedef struct {
    void (*visit)(void *context, const Allocation *allocation, uint64_t *used[USE_COUNT]);
    void *context;
} UseVisit;

static void take_use(Allocation *allocation, void *opaque) {
    const UseVisit *visit = opaque;
    uint64_t *used[USE_COUNT];
    bool any = false;
    for (unsigned use = 0; use < USE_COUNT; use++) {
        used[use] = allocation->used[use];
        allocation->used[use] = NULL;
        any |= used[use] != NULL;
    }
    if (any) visit->visit(visit->context, allocation, used);
}

void device_take_use(Device *device,
                     void (*visit)(void *context, const Allocation *allocation, uint64_t *used[USE_COUNT]),
                     void *context) {
    memory_each(device->memory, take_use, &(UseVisit){visit, context});
}

void device_report(Device *device, const Fault *fault) { faults_add(device->faults, fault); }
