// session_arrays.c - arrays of a case that go between the case's files and the device, past the program.
//
// A program that is graded gets neither the contents of its inputs nor its outputs in its own memory: it names an array
// and where it lies on the device. Only plain device memory will do: bytes of host and managed memory are the
// program's too. Neither call is a transfer: a program cannot avoid them, and on a GPU they would be outside of what is
// measured.
#include "session.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The array that the payload names. false: the payload is no name. *array is NULL if the case has none of that name.
static bool find_array(const Service *service, const Packet *packet, const CaseArray **array) {
    char name[sizeof(*array)->name] = "";
    size_t length = packet->request.payload_bytes;
    if (!length || length > NAME_BYTES || memchr(packet->payload, 0, length)) return false;
    *array = NULL;
    if (!service->given || length >= sizeof name) return true;
    memcpy(name, packet->payload, length);
    *array = case_file_find(service->given, name);
    return true;
}

static bool is_as_long(const CaseArray *array, uint64_t bytes) {
    return array->count == bytes / array->element_bytes && bytes % array->element_bytes == 0;
}

// Whether it is memory of another kind than cudaMalloc's. If it is no memory at all, the device reports that.
static bool is_other_memory(const Session *session, uint64_t address, uint64_t bytes) {
    const Allocation *allocation = memory_range(device_memory(device_of(session)), address, bytes);
    return bytes && allocation && allocation->kind != ALLOCATION_DEVICE;
}

// Listings and pictures then call it that.
static void name_allocation(const Session *session, const CaseArray *array, uint64_t address) {
    Allocation *allocation = memory_find(device_memory(device_of(session)), address);
    if (allocation && allocation->base == address)
        snprintf(allocation->name, sizeof allocation->name, "%s", array->name);
}

// The first part of an announced input's contents. NULL: the case has none.
static const CaseArray *part_of(const CaseFile *given, const CaseArray *array) {
    char name[sizeof array->name + sizeof CASE_PART];
    snprintf(name, sizeof name, CASE_PART "%s", array->name);
    const CaseArray *part = array->data ? NULL : case_file_find(given, name);
    return part && part->count ? part : NULL;
}

// Copies the bytes of an input. An output has none yet: its memory keeps its bytes but counts as uninitialised.
static int load_array(Service *service, Device *device, const CaseArray *array, uint64_t to, uint64_t bytes) {
    const CaseArray *part = part_of(service->given, array);
    if (array->role != CASE_IN) launch_results_watch(&service->results, array->name, to, bytes, array->element_bytes);
    if (array->role == CASE_OUT) return device_unwrite(device, to, bytes);
    if (part) return device_give_repeated(device, to, part->data, part->count * part->element_bytes, bytes);
    return device_give(device, to, array->data, bytes);
}

bool answer_array_load(Service *service, Session *session, Packet *packet) {
    uint64_t to = packet->request.argument[0], bytes = packet->request.argument[1];
    const CaseArray *array;
    if (!find_array(service, packet, &array)) return false;
    bool has_contents = array && (array->data || part_of(service->given, array));
    bool is_input = has_contents && (array->role == CASE_IN || array->role == CASE_IN_OUT);
    bool is_output = array && array->role == CASE_OUT;
    if (!service->given) packet->reply.error = ERROR_NOT_SUPPORTED;
    else if ((!is_input && !is_output) || !is_as_long(array, bytes) || is_other_memory(session, to, bytes))
        packet->reply.error = ERROR_INVALID_VALUE;
    else packet->reply.error = load_array(service, device_of(session), array, to, bytes);
    if (!packet->reply.error) name_allocation(session, array, to);
    return true;
}

// Where the bytes of an output are kept; the last ones stored count. NULL: out of memory.
static void *taken_bytes(CaseFile *taken, const CaseArray *output, uint64_t bytes) {
    const CaseArray *before = case_file_find(taken, output->name); // as long as this, for it is the same output
    return before ? before->data : case_file_add_structs(taken, output->name, 1, CASE_OUT, bytes);
}

// Whether a kernel has computed an element: each of its bytes was stored by one, or is 0 as a memset leaves it, or is
// what it was before (NULL: it was nothing).
static bool is_computed(const Allocation *allocation, uint64_t at, const uint8_t *before, uint32_t bytes) {
    const uint8_t *now = allocation->data + at;
    for (uint32_t b = 0; b < bytes; b++)
        if (now[b] && !(before && now[b] == before[b]) && !memory_computed(allocation, at + b)) return false;
    return true;
}

static uint64_t count_uncomputed(const Allocation *allocation, uint64_t at, const CaseArray *output) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < output->count; i++) {
        uint64_t first = i * output->element_bytes;
        const uint8_t *before = output->data ? (const uint8_t *)output->data + first : NULL;
        sum += !is_computed(allocation, at + first, before, output->element_bytes);
    }
    return sum;
}

// Unwritten bytes are no fault here: a program that writes too little has a wrong result.
static int take_array(Service *service, Session *session, const CaseArray *output, uint64_t from, uint64_t bytes) {
    Device *device = device_of(session);
    if (device_error(device)) return device_error(device);
    const Allocation *allocation = memory_range(device_memory(device), from, bytes);
    if (bytes && !allocation) return device_read(device, NULL, from, bytes); // reports it, and touches nothing
    void *kept = taken_bytes(service->taken, output, bytes);
    if (!kept) return ERROR_OUT_OF_MEMORY;
    size_t index = (size_t)(output - service->given->arrays);
    assert(index < service->given->count);
    service->uncomputed[index] = 0;
    if (!bytes) return 0;
    uint64_t at = from - allocation->base;
    memcpy(kept, allocation->data + at, bytes);
    service->uncomputed[index] = count_uncomputed(allocation, at, output);
    return 0;
}

bool answer_array_store(Service *service, Session *session, Packet *packet) {
    uint64_t from = packet->request.argument[0], bytes = packet->request.argument[1];
    const CaseArray *array;
    if (!find_array(service, packet, &array)) return false;
    bool is_output = array && (array->role == CASE_OUT || array->role == CASE_IN_OUT);
    if (!service->given || !service->taken) packet->reply.error = ERROR_NOT_SUPPORTED;
    else if (!is_output || !is_as_long(array, bytes) || is_other_memory(session, from, bytes))
        packet->reply.error = ERROR_INVALID_VALUE;
    else packet->reply.error = take_array(service, session, array, from, bytes);
    if (!packet->reply.error) name_allocation(session, array, from);
    return true;
}
