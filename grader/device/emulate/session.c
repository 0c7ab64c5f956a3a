// session.c - packets: which call goes where, the start of a session, its contexts, clock and printed text.
#define _GNU_SOURCE
#include "session.h"
#include "../emulator/base/checked.h"
#include "../system/grow.h"
#include "order.h"
#include "timeline.h"
#include "wrong_memory.h"
#include <assert.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int sealed_memory(uint64_t bytes) {
    int fd = memfd_create("emulated GPU", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) return -1;
    int seals = F_SEAL_SHRINK | F_SEAL_GROW; // memory_free adds another
    if (bytes <= INT64_MAX && ftruncate(fd, (off_t)bytes) == 0 && fcntl(fd, F_ADD_SEALS, seals) == 0) return fd;
    close(fd);
    return -1;
}

uint64_t whole_pages(uint64_t bytes) {
    uint64_t pages;
    return checked_round_up(bytes, (uint64_t)sysconf(_SC_PAGESIZE), &pages) ? pages : UINT64_MAX;
}

static void print_text(void *opaque, const char *text, size_t length) {
    Session *session = opaque;
    if (!session->printed) session->printed = malloc(PRINTED_LIMIT); // pages that are not written take no memory
    if (!session->printed) return;
    assert(session->printed_bytes <= PRINTED_LIMIT);
    if (length > PRINTED_LIMIT - session->printed_bytes) length = PRINTED_LIMIT - session->printed_bytes;
    memcpy(session->printed + session->printed_bytes, text, length);
    session->printed_bytes += length;
}

bool session_begin_context(Service *service, Session *session) {
    Context *context = service->context_count < CONTEXT_LIMIT ? calloc(1, sizeof *context) : NULL;
    if (context) context->device = device_create(&service->options);
    if (!context || !context->device) {
        free(context);
        return false;
    }
    device_on_print(context->device, print_text, session);
    context->timeline = timeline_create(device_gpu(context->device)->dram_bytes_per_second * 1e-6);
    assert(service->context_count < CONTEXT_LIMIT && !session->context);
    service->contexts[service->context_count++] = context;
    session->context = context;
    return true;
}

static DeviceDescription describe(const Gpu *gpu, uint64_t memory_bytes) {
    DeviceDescription d = {
        .major = gpu->major,
        .minor = gpu->minor,
        .multiprocessors = (int)gpu->multiprocessors,
        .max_threads_per_block = (int)gpu->max_threads_per_block,
        .max_threads_per_multiprocessor = (int)gpu->max_threads_per_multiprocessor,
        .max_blocks_per_multiprocessor = (int)gpu->max_blocks_per_multiprocessor,
        .registers_per_multiprocessor = (int)gpu->registers_per_multiprocessor,
        .registers_per_block = (int)gpu->registers_per_block,
        .clock_khz = (int)gpu->clock_khz,
        .memory_clock_khz = (int)gpu->memory_clock_khz,
        .memory_bus_bits = (int)gpu->memory_bus_bits,
        .l2_bytes = (int)gpu->l2_bytes,
        .shared_per_multiprocessor = gpu->shared_per_multiprocessor,
        .shared_per_block = gpu->shared_per_block,
        .shared_per_block_optin = gpu->shared_per_block_optin,
        .shared_reserved_per_block = gpu->shared_reserved_per_block,
        .shared_unit = gpu->shared_unit,
        .memory_bytes = memory_bytes,
    };
    snprintf(d.name, sizeof d.name, "%s", gpu->marketing_name);
    return d;
}

static bool answer_hello(Service *service, Session *session, Packet *packet) {
    if (session->window || packet->request.argument[0] != PROTOCOL_VERSION) return false;
    if (!session_begin_context(service, session)) return false;
    packet->fd = sealed_memory(STAGING_BYTES);
    void *window = mmap(NULL, STAGING_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, packet->fd, 0);
    if (window == MAP_FAILED) return false;
    session->window = window;
    Device *device = device_of(session);
    DeviceDescription description = describe(device_gpu(device), memory_limit(device_memory(device)));
    memcpy(packet->answer, &description, sizeof description);
    packet->reply.payload_bytes = sizeof description;
    packet->reply.value[0] = PROTOCOL_VERSION;
    packet->reply.value[1] = memory_lends(device_memory(device));
    return true;
}

static bool answer_synchronize(Service *service, Session *session, Packet *packet) {
    (void)service;
    packet->reply.error = device_error(device_of(session));
    return true;
}

// A program that must not see its case's inputs does not get what kernels printed either.
static void keep_printed(Service *service, Session *session) {
    assert(service->kept_bytes <= KEPT_LIMIT);
    size_t room = KEPT_LIMIT - service->kept_bytes, bytes = session->printed_bytes;
    if (!service->kept) service->kept = malloc(KEPT_LIMIT);
    if (!service->kept) room = 0;
    if (bytes > room) bytes = room;
    if (bytes) memcpy(service->kept + service->kept_bytes, session->printed, bytes);
    service->kept_bytes += bytes;
    service->printed_bytes += session->printed_bytes;
    session->printed_bytes = 0;
}

// Hands over the next part of what kernels printed; an empty part ends it.
static bool answer_printed(Service *service, Session *session, Packet *packet) {
    assert(session->printed_taken <= session->printed_bytes);
    size_t left = session->printed_bytes - session->printed_taken;
    size_t part = left < PAYLOAD_BYTES ? left : PAYLOAD_BYTES;
    if (part) memcpy(packet->answer, session->printed + session->printed_taken, part);
    packet->reply.payload_bytes = (uint32_t)part;
    session->printed_taken += part;
    service->printed_bytes += part;
    if (session->printed_taken == session->printed_bytes) session->printed_taken = session->printed_bytes = 0;
    return true;
}

// The program keeps the number, and learns a time when it asks for one. The payload are the clocks of what comes
// before; without it, that is everything.
static bool answer_clock(Service *service, Session *session, Packet *packet) {
    (void)service;
    Context *context = session->context;
    OrderClocks clocks;
    uint32_t bytes = packet->request.payload_bytes;
    if (bytes && bytes != sizeof clocks) return false;
    memcpy(&clocks, packet->payload, bytes);
    bool timed = !packet->request.argument[0] || device_time_launches(context->device);
    size_t number = context->reading_count;
    bool grown = timed && number < READING_LIMIT && ARRAY_GROW(context->readings, number);
    packet->reply.error = grown ? device_error(context->device) : ERROR_OUT_OF_MEMORY;
    if (!grown) return true;
    double events = (double)EVENT_NANOSECONDS * (double)++context->reading_count;
    context->readings[number] = timeline_reading(context->timeline, bytes ? &clocks : NULL) * 1000 + events;
    packet->reply.value[0] = number;
    return true;
}

// Which of the program's threads goes on first is up to the program, and depends on this.
static bool answer_ends(Service *service, Session *session, Packet *packet) {
    OrderClocks clocks;
    if (packet->request.payload_bytes != sizeof clocks) return false;
    memcpy(&clocks, packet->payload, sizeof clocks);
    uint64_t nanoseconds = (uint64_t)llround(timeline_reading(session->context->timeline, &clocks) * 1000);
    border_time(&service->border, nanoseconds);
    packet->reply.value[0] = nanoseconds;
    packet->reply.error = device_error(device_of(session));
    return true;
}

// An event's time is a whole number of ticks, so that times between events add up.
static int64_t ticks_of(double nanoseconds) { return llround(nanoseconds / TICK_NANOSECONDS); }

static bool answer_elapsed(Service *service, Session *session, Packet *packet) {
    const Context *context = session->context;
    uint64_t start = packet->request.argument[0], end = packet->request.argument[1];
    packet->reply.error = ERROR_INVALID_VALUE;
    if (start >= context->reading_count || end >= context->reading_count) return true;
    int64_t ticks = ticks_of(context->readings[end]) - ticks_of(context->readings[start]);
    service->tells_times = true;
    border_time(&service->border, (uint64_t)llabs(ticks));
    packet->reply.value[0] = (uint64_t)ticks;
    packet->reply.error = device_error(context->device);
    return true;
}

typedef struct {
    uint64_t *address;
    size_t count;
} Addresses;

static void collect_address(Allocation *allocation, void *opaque) {
    Addresses *all = opaque;
    if (!ARRAY_GROW(all->address, all->count)) return;
    all->address[all->count++] = allocation->base;
}

void session_end_context(Session *session) {
    if (!session->context) return;
    Addresses all = {0};
    Memory *memory = device_memory(device_of(session));
    device_find_leaks(device_of(session));
    memory_each(memory, collect_address, &all);
    for (size_t i = 0; i < all.count; i++) memory_free(memory, all.address[i]);
    free(all.address);
    session->context = NULL;
}

static bool answer_reset(Service *service, Session *session, Packet *packet) {
    uint64_t site = packet->request.argument[REQUEST_SITE];
    Place place = order_place(session->context->order, site > UINT32_MAX ? 0 : (uint32_t)site);
    if (!service->resets++ && place.file) {
        snprintf(service->reset_file, sizeof service->reset_file, "%s", place.file);
        service->reset_line = place.line;
    }
    session_end_context(session); // the next packet begins another
    return true;
}

static bool is_identifier(const uint8_t *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        int c = text[i] | 32;
        if (!(c >= 'a' && c <= 'z') && !(text[i] >= '0' && text[i] <= '9') && text[i] != '_') return false;
    }
    return length > 0;
}

// An API call failed in the program: counted by call and error.
static bool answer_note(Service *service, Session *session, Packet *packet) {
    (void)session;
    size_t length = packet->request.payload_bytes;
    ApiError *errors = service->api_errors, noted = {.error = (int)packet->request.argument[0], .count = 1};
    packet->silent = true;
    if (length >= sizeof noted.call || !is_identifier(packet->payload, length)) return false;
    memcpy(noted.call, packet->payload, length);
    for (size_t i = 0; i < service->api_error_count; i++)
        if (errors[i].error == noted.error && strcmp(errors[i].call, noted.call) == 0) {
            errors[i].count++;
            return true;
        }
    assert(service->api_error_count <= API_ERROR_LIMIT);
    if (service->api_error_count < API_ERROR_LIMIT) errors[service->api_error_count++] = noted;
    return true;
}

// What is missing in memory from now on is not the program's mistake.
static bool answer_refused(Service *service, Session *session, Packet *packet) {
    (void)service;
    packet->silent = true;
    device_count_as_written(device_of(session));
    return packet->request.payload_bytes == 0;
}

// A line of the program in which it asks for later operations.
static bool answer_site(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    packet->silent = true;
    if (argument[0] > UINT32_MAX || argument[1] > UINT32_MAX || packet->request.payload_bytes > NAME_BYTES)
        return false;
    order_site(&session->context->order, (uint32_t)argument[0], (uint32_t)argument[1], packet->payload,
               packet->request.payload_bytes);
    return true;
}

// An operation of a stream begins or ends.
static bool answer_order(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    OrderClocks clocks;
    packet->silent = true;
    if (!argument[1]) {
        order_end(session->context->order, device_of(session));
        timeline_end(session->context->timeline);
        return packet->request.payload_bytes == 0;
    }
    bool sensible = argument[0] < ORDER_STREAMS && argument[1] <= UINT32_MAX && argument[2] < ORDER_KINDS &&
                    argument[3] <= UINT32_MAX;
    if (!sensible || packet->request.payload_bytes != sizeof clocks) return false;
    memcpy(&clocks, packet->payload, sizeof clocks);
    order_heard(session->context->order, &clocks);
    timeline_begin(session->context->timeline, (uint32_t)argument[0], (uint32_t)argument[1], &clocks);
    order_begin(&session->context->order, device_of(session), (uint32_t)argument[0], (uint32_t)argument[1],
                (OrderKind)argument[2], (uint32_t)argument[3], &clocks);
    return true;
}

// A node of the graph that the operation launches begins.
static bool answer_node(Service *service, Session *session, Packet *packet) {
    (void)service;
    uint32_t before[NODES_BEFORE], bytes = packet->request.payload_bytes;
    packet->silent = true;
    if (bytes > sizeof before || bytes % sizeof *before) return false;
    memcpy(before, packet->payload, bytes);
    order_node(session->context->order, packet->request.argument[0], before, bytes / sizeof *before);
    timeline_node(session->context->timeline, packet->request.argument[0], before, bytes / sizeof *before);
    return true;
}

static bool answer_touch(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    packet->silent = true;
    if (argument[2] >= ORDER_STREAMS || argument[3] > UINT32_MAX || argument[4] > UINT32_MAX) return false;
    order_touched(session->context->order, device_of(session), argument[0], argument[1] != 0, (uint32_t)argument[2],
                  (uint32_t)argument[3], (uint32_t)argument[4]);
    return true;
}

static bool answer_stray(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    packet->silent = true;
    if (argument[2] > UINT32_MAX) return false;
    order_strayed(session->context->order, device_of(session), argument[0], argument[1] != 0, (uint32_t)argument[2]);
    return true;
}

static bool answer_wrong_memory(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    packet->silent = true;
    if (argument[0] >= WRONG_CALLS || argument[1] > INT32_MAX || argument[2] >= SIDES || argument[3] >= SIDES ||
        argument[5] > UINT32_MAX)
        return false;
    WrongMemory wrong = {.call = (WrongCall)argument[0],
                         .kind = (int)argument[1],
                         .to = (MemorySide)argument[2],
                         .from = (MemorySide)argument[3],
                         .address = argument[4],
                         .site = session->context->order ? (uint32_t)argument[5] : 0};
    wrong_memory_report(device_of(session), &wrong);
    return true;
}

// Calls that are not answered.
static bool is_silent(uint32_t call) {
    return call == CALL_NOTE || call == CALL_SITE || call == CALL_ORDER || call == CALL_NODE || call == CALL_TOUCH ||
           call == CALL_STRAY || call == CALL_WRONG_MEMORY || call == CALL_REFUSED;
}

static Handler *const handlers[CALL_COUNT] = {
    [CALL_HELLO] = answer_hello,
    [CALL_IMAGE_BEGIN] = answer_image_begin,
    [CALL_IMAGE_PART] = answer_image_part,
    [CALL_IMAGE_LOAD] = answer_image_load,
    [CALL_KERNEL] = answer_kernel,
    [CALL_KERNEL_NAME] = answer_kernel_name,
    [CALL_KERNEL_SHARED] = answer_kernel_shared,
    [CALL_VARIABLE] = answer_variable,
    [CALL_VARIABLE_SHARE] = answer_variable_share,
    [CALL_MALLOC] = answer_malloc,
    [CALL_MALLOC_SHARED] = answer_malloc_shared,
    [CALL_OBJECT] = answer_object,
    [CALL_OBJECT_DESTROY] = answer_object_destroy,
    [CALL_FREE] = answer_free,
    [CALL_RESERVE] = answer_reserve,
    [CALL_RENEW] = answer_renew,
    [CALL_CONDITION] = answer_condition,
    [CALL_LEND] = answer_lend,
    [CALL_PREFETCH] = answer_prefetch,
    [CALL_RANGE] = answer_range,
    [CALL_WRITE] = answer_bulk,
    [CALL_READ] = answer_bulk,
    [CALL_COPY] = answer_copy,
    [CALL_SET] = answer_set,
    [CALL_ARRAY_LOAD] = answer_array_load,
    [CALL_ARRAY_STORE] = answer_array_store,
    [CALL_STACK] = answer_stack,
    [CALL_HEAP] = answer_heap,
    [CALL_PENDING] = answer_pending,
    [CALL_LAUNCH] = answer_launch,
    [CALL_SYNCHRONIZE] = answer_synchronize,
    [CALL_PRINTED] = answer_printed,
    [CALL_OCCUPANCY] = answer_occupancy,
    [CALL_MEMORY_INFO] = answer_memory_info,
    [CALL_CLOCK] = answer_clock,
    [CALL_ELAPSED] = answer_elapsed,
    [CALL_ENDS] = answer_ends,
    [CALL_RESET] = answer_reset,
    [CALL_SITE] = answer_site,
    [CALL_ORDER] = answer_order,
    [CALL_NODE] = answer_node,
    [CALL_TOUCH] = answer_touch,
    [CALL_STRAY] = answer_stray,
    [CALL_WRONG_MEMORY] = answer_wrong_memory,
    [CALL_NOTE] = answer_note,
    [CALL_REFUSED] = answer_refused,
};

bool session_answer(Service *service, Session *session, Packet *packet) {
    uint32_t call = packet->request.call;
    if (call >= CALL_COUNT || !handlers[call]) return false;
    if (!session->window && call != CALL_HELLO) return false;
    if (!session->context && call != CALL_HELLO && !session_begin_context(service, session)) {
        packet->reply.error = ERROR_DEVICES_UNAVAILABLE;
        packet->silent = is_silent(call);
        return true;
    }
    if (call_takes_back(call)) device_take_back(device_of(session));
    uint64_t site = packet->request.argument[REQUEST_SITE];
    if (session->context) device_asked_at(device_of(session), ORDER_SITES, site > UINT32_MAX ? 0 : (uint32_t)site);
    if (!handlers[call](service, session, packet)) return false;
    if (session->context) packet->reply.context = device_error(device_of(session));
    if (service->given) keep_printed(service, session); // not even how much it is
    assert(packet->reply.payload_bytes <= PAYLOAD_BYTES && session->printed_taken <= session->printed_bytes);
    assert(!packet->silent == !is_silent(call));
    packet->reply.printed_bytes = (uint32_t)(session->printed_bytes - session->printed_taken);
    return true;
}
