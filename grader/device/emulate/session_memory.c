// session_memory.c - memory of a session: allocation, copies and sets.
#define _GNU_SOURCE
#include "../emulator/base/checked.h"
#include "order.h"
#include "session.h"
#include "timeline.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

bool answer_malloc(Service *service, Session *session, Packet *packet) {
    (void)service;
    uint64_t size = packet->request.argument[0], *address = &packet->reply.value[0];
    bool array = packet->request.argument[1] != 0;
    packet->reply.error = (array ? device_malloc_array : device_malloc)(device_of(session), size, address);
    if (packet->reply.error) return true;
    device_note_place(device_of(session), *address);
    order_uses(session->context->order, device_of(session), true, *address, size, size, 1);
    return true;
}

bool answer_object(Service *service, Session *session, Packet *packet) {
    TextureDescription description;
    if (packet->request.payload_bytes != sizeof description) return false;
    memcpy(&description, packet->payload, sizeof description);
    service->border.told_device += COPY_TELLS;
    packet->reply.error = device_create_object(device_of(session), &description, &packet->reply.value[0]);
    return true;
}

bool answer_object_destroy(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    packet->reply.error = device_destroy_object(device_of(session), argument[0], argument[1] != 0);
    return true;
}

bool answer_malloc_shared(Service *service, Session *session, Packet *packet) {
    (void)service;
    Device *device = device_of(session);
    uint64_t size = packet->request.argument[0] ? packet->request.argument[0] : 1;
    bool managed = packet->request.argument[1] != 0;
    packet->reply.error = device_error(device);
    if (packet->reply.error) return true;
    packet->reply.error = ERROR_OUT_OF_MEMORY;
    if (size > memory_limit(device_memory(device))) return true;
    packet->fd = sealed_memory(whole_pages(size));
    if (packet->fd < 0) return true;
    uint64_t address = memory_allocate(device_memory(device), size, managed ? ALLOCATION_MANAGED : ALLOCATION_HOST,
                                       packet->fd, managed ? "cudaMallocManaged" : "cudaMallocHost");
    if (!address) return true;
    device_note_place(device, address);
    packet->reply.error = 0;
    packet->reply.value[0] = address;
    packet->reply.value[1] = whole_pages(size);
    return true;
}

bool answer_free(Service *service, Session *session, Packet *packet) {
    (void)service;
    const Allocation *allocation = memory_find(device_memory(device_of(session)), packet->request.argument[0]);
    if (allocation && allocation->kind == ALLOCATION_VARIABLE && !allocation->freed) { // a module's, not the program's
        packet->reply.error = ERROR_INVALID_VALUE;
        return true;
    }
    if (allocation && !allocation->freed)
        order_uses(session->context->order, device_of(session), true, allocation->base, allocation->size,
                   allocation->size, 1);
    packet->reply.error = device_free(device_of(session), packet->request.argument[0]);
    return true;
}

bool answer_reserve(Service *service, Session *session, Packet *packet) {
    (void)service;
    packet->reply.error = device_reserve(device_of(session), packet->request.argument[0], &packet->reply.value[0]);
    return true;
}

bool answer_renew(Service *service, Session *session, Packet *packet) {
    (void)service;
    packet->reply.error = device_renew(device_of(session), packet->request.argument[0]);
    return true;
}

bool answer_condition(Service *service, Session *session, Packet *packet) {
    uint64_t handle = packet->request.argument[0];
    uint32_t value = 0;
    Device *device = device_of(session);
    packet->reply.error = handle ? device_condition(device, handle, &value) : device_condition_create(device, &handle);
    packet->reply.value[0] = handle;
    packet->reply.value[1] = value;
    if (packet->request.argument[0]) service->border.told_host += CONDITION_TELLS;
    return true;
}

bool answer_lend(Service *service, Session *session, Packet *packet) {
    (void)service;
    packet->reply.error = device_lend(device_of(session), packet->request.argument[0]);
    return true;
}

bool answer_prefetch(Service *service, Session *session, Packet *packet) {
    (void)service;
    packet->reply.error = device_prefetch(device_of(session), packet->request.argument[0], packet->request.argument[1]);
    return true;
}

// Makes the device record the fault of a copy that goes past an allocation. The device checks before it touches host
// memory, so the pages given here are never filled.
static int record_bad_range(Device *device, uint64_t address, uint64_t size, uint64_t direction) {
    uint64_t bytes = size < IMAGE_LIMIT ? size : IMAGE_LIMIT;
    void *nothing = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (nothing == MAP_FAILED) return ERROR_OUT_OF_MEMORY;
    int error = direction == TO_DEVICE ? device_write(device, address, nothing, bytes)
                                       : device_read(device, nothing, address, bytes);
    munmap(nothing, bytes);
    return error ? error : ERROR_INVALID_VALUE;
}

bool answer_range(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    Device *device = device_of(session);
    packet->reply.error = device_error(device);
    if (packet->reply.error || memory_range(device_memory(device), argument[0], argument[1])) return true;
    packet->reply.error = ERROR_INVALID_VALUE;
    if (argument[2] < DIRECTION_COUNT)
        packet->reply.error = record_bad_range(device, argument[0], argument[1], argument[2]);
    return true;
}

static bool refuse_value(Packet *packet) {
    packet->reply.error = ERROR_INVALID_VALUE;
    return true;
}

static void count_transfer(Service *service, Direction direction, uint64_t bytes, bool begins) {
    service->transfers[direction].count += begins;
    service->transfers[direction].bytes += bytes;
}

// device_write(), with tokens of a veiled case replaced.
static int write_row(const Service *service, Device *device, uint64_t to, const uint8_t *host, uint64_t width) {
    uint8_t *real = service->veil ? malloc(width) : NULL;
    if (service->veil && !real) return ERROR_OUT_OF_MEMORY;
    if (real) veil_lift(service->veil, memcpy(real, host, width), width);
    int error = device_write(device, to, real ? real : host, width);
    free(real);
    return error;
}

static int read_row(const Service *service, Device *device, uint8_t *host, uint64_t from, uint64_t width) {
    int error = device_read(device, host, from, width);
    const Allocation *source = memory_range(device_memory(device), from, width);
    if (!error && source) veil_show(service->veil, source, from - source->base, width);
    return error;
}

static void use_rows(const Session *session, bool writes, uint64_t address, uint64_t pitch, uint64_t width,
                     uint64_t rows) {
    order_uses(session->context->order, device_of(session), writes, address, pitch, width, rows);
}

// A WRITE or READ: rows on the device on one side, packed in the window on the other.
bool answer_bulk(Service *service, Session *session, Packet *packet) {
    const uint64_t *argument = packet->request.argument;
    uint64_t address = argument[0], pitch = argument[1], width = argument[2], rows = argument[3], offset = argument[4];
    bool write = packet->request.call == CALL_WRITE;
    if (!width || !rows || width > SLOT_CAPACITY || rows > SLOT_CAPACITY / width) return false;
    if (!checked_inside(offset, width * rows, STAGING_BYTES)) return false;
    if (!device_rows_sensible(device_of(session), address, pitch, width, rows)) return refuse_value(packet);
    assert(session->window);
    for (uint64_t row = 0; row < rows && !packet->reply.error; row++) {
        uint8_t *host = session->window + offset + row * width;
        uint64_t at = address + row * pitch;
        packet->reply.error = write ? write_row(service, device_of(session), at, host, width)
                                    : read_row(service, device_of(session), host, at, width);
    }
    if (packet->reply.error) return true;
    count_transfer(service, write ? TO_DEVICE : TO_HOST, width * rows, argument[5] != 0);
    use_rows(session, write, address, pitch, width, rows);
    timeline_copy(session->context->timeline, write ? TO_DEVICE : TO_HOST, width * rows);
    return true;
}

static bool is_host(const Allocation *allocation) { return allocation && allocation->kind == ALLOCATION_HOST; }
static bool is_seen(const Allocation *allocation) {
    return allocation && (allocation->host_visible || allocation->lent);
}

// Which way a row goes: by where it lies. Managed memory is on either side, and there the program's word counts.
static Direction direction_of(const Allocation *to, const Allocation *from, uint64_t claimed) {
    if (is_host(to) != is_host(from)) return is_host(to) ? TO_HOST : TO_DEVICE;
    bool back = claimed == TO_HOST && is_seen(to), there = claimed == TO_DEVICE && is_seen(from);
    return back ? TO_HOST : there ? TO_DEVICE : WITHIN_DEVICE;
}

// Bytes of host memory that both sides see are host bytes: copied as such, so that the device's checks of copies to
// and from the host are made. Nothing is assumed of the row from those before it: a pitch leads anywhere.
static int copy_row(Service *service, Device *device, uint64_t to, uint64_t from, uint64_t width, uint64_t claimed) {
    const Allocation *target = memory_range(device_memory(device), to, width);
    const Allocation *source = memory_range(device_memory(device), from, width);
    Direction direction = direction_of(target, source, claimed);
    bool arrives = is_seen(source) && !is_seen(target) && (is_host(source) || service->veil);
    int error;
    if (direction == TO_HOST && is_host(target))
        error = read_row(service, device, target->data + (to - target->base), from, width);
    else if (arrives) error = write_row(service, device, to, source->data + (from - source->base), width);
    else error = device_copy(device, to, from, width);
    if (!error && direction != TO_HOST && is_seen(target) && !is_seen(source))
        veil_show(service->veil, source, from - source->base, width);
    if (!error) count_transfer(service, direction, width, false);
    return error;
}

// Rows without gaps are one long row.
static void join_rows(uint64_t *width, uint64_t *rows) {
    uint64_t joined;
    if (!checked_multiply(*width, *rows, &joined)) return;
    *width = joined;
    *rows = 1;
}

bool answer_copy(Service *service, Session *session, Packet *packet) {
    const uint64_t *argument = packet->request.argument;
    uint64_t to_pitch = argument[2], from_pitch = argument[3], width = argument[4], rows = argument[5];
    uint64_t direction = argument[6];
    if (direction >= DIRECTION_COUNT || !width || !rows) return false;
    if (to_pitch == width && from_pitch == width) join_rows(&width, &rows);
    if (!device_rows_sensible(device_of(session), argument[0], to_pitch, width, rows) ||
        !device_rows_sensible(device_of(session), argument[1], from_pitch, width, rows))
        return refuse_value(packet);
    for (uint64_t row = 0; row < rows && !packet->reply.error; row++)
        packet->reply.error = copy_row(service, device_of(session), argument[0] + row * to_pitch,
                                       argument[1] + row * from_pitch, width, direction);
    if (packet->reply.error) return true;
    direction = direction_of(memory_find(device_memory(device_of(session)), argument[0]),
                             memory_find(device_memory(device_of(session)), argument[1]), direction);
    count_transfer(service, (Direction)direction, 0, true);
    use_rows(session, false, argument[1], from_pitch, width, rows);
    use_rows(session, true, argument[0], to_pitch, width, rows);
    timeline_copy(session->context->timeline, (Direction)direction, width * rows);
    return true;
}

bool answer_set(Service *service, Session *session, Packet *packet) {
    const uint64_t *argument = packet->request.argument;
    uint64_t pitch = argument[1], width = argument[2], rows = argument[3], element = argument[5];
    if (!width || !rows || (element != 1 && element != 2 && element != 4) || width % element) return false;
    if (pitch == width) join_rows(&width, &rows);
    if (!device_rows_sensible(device_of(session), argument[0], pitch, width, rows)) return refuse_value(packet);
    for (uint64_t row = 0; row < rows && !packet->reply.error; row++)
        packet->reply.error = device_set_elements(device_of(session), argument[0] + row * pitch, (uint32_t)argument[4],
                                                  (unsigned)element, width);
    if (packet->reply.error) return true;
    service->sets.count++;
    service->sets.bytes += width * rows;
    use_rows(session, true, argument[0], pitch, width, rows);
    timeline_set(session->context->timeline, width * rows);
    return true;
}

bool answer_memory_info(Service *service, Session *session, Packet *packet) {
    (void)service;
    const Memory *memory = device_memory(device_of(session));
    packet->reply.error = device_error(device_of(session));
    packet->reply.value[0] = memory_limit(memory) - memory_in_use(memory);
    packet->reply.value[1] = memory_limit(memory);
    return true;
}

bool answer_stack(Service *service, Session *session, Packet *packet) {
    service->border.told_device += STACK_TELLS;
    device_set_stack(device_of(session), packet->request.argument[0]);
    packet->reply.error = device_error(device_of(session));
    return true;
}

bool answer_heap(Service *service, Session *session, Packet *packet) {
    Device *device = device_of(session);
    service->border.told_device += STACK_TELLS;
    packet->reply.error = device_error(device);
    if (!packet->reply.error && !memory_limit_heap(device_memory(device), packet->request.argument[0]))
        packet->reply.error = ERROR_INVALID_VALUE;
    return true;
}

bool answer_pending(Service *service, Session *session, Packet *packet) {
    service->border.told_device += STACK_TELLS;
    device_set_pending_launches(device_of(session), packet->request.argument[0]);
    packet->reply.error = device_error(device_of(session));
    return true;
}
