// order.c - which operations of streams come before which. (order.h)
#include "order.h"
#include "../../protocol/addresses.h"
#include "../base/lending.h"
#include "../memory/regions.h"
#include "call_site.h"
#include "later.h"
#include "protection.h"
#include "turns.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

const Ordered order_legacy = {.number = 0};
static atomic_bool several;                              // streams
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the clocks
static Clock clocks[ORDER_STREAMS], host;                // [0]: the legacy default stream's
static bool waits_for_legacy[ORDER_STREAMS];             // streams that it waits for, and that wait for it
static uint32_t stream_count = 1;
static _Thread_local uint32_t launch_site;         // line of the <<<>>> that this thread is in, 0: none, or unknown
static _Thread_local uint32_t begun, begun_number; // the operation that this thread asks for: its stream, its number
static _Thread_local uint32_t nodes;               // of a graph that have begun in it

static bool matters(void) { return atomic_load(&several) || regions_existed(); }

uint32_t order_stream(void) {
    atomic_store(&several, true);
    uint32_t number = __atomic_fetch_add(&stream_count, 1, __ATOMIC_RELAXED);
    return number < ORDER_STREAMS ? number : ORDER_STREAMS - 1; // the last one's work counts as one stream's
}

static void join(Clock *to, const Clock *from) {
    for (unsigned n = 0; n < ORDER_STREAMS; n++)
        if (from->of[n] > to->of[n]) to->of[n] = from->of[n];
}

// The clock of the next operation in the stream, as far as it is known; the lock is held.
static Clock *clock_of(const Ordered *stream) {
    assert(stream->number < ORDER_STREAMS);
    uint32_t number = stream->number;
    Clock *clock = &clocks[number];
    waits_for_legacy[number] = !stream->ignores_legacy;
    join(clock, &host);
    for (uint32_t n = 1; n < ORDER_STREAMS && number == 0; n++)
        if (waits_for_legacy[n]) join(clock, &clocks[n]);
    if (number != 0 && waits_for_legacy[number]) join(clock, &clocks[0]);
    return clock;
}

void order_notes_launch(void) { launch_site = call_site(); }

// The lock is held.
static void tell_clocks(const Clock *known, OrderClocks *told) {
    memcpy(told->known, known->of, sizeof told->known);
    memcpy(told->host, host.of, sizeof told->host);
}

Asked order_ask(const Ordered *stream, OrderKind kind) {
    Asked asked = {.stream = stream->number, .kind = kind};
    asked.site = kind == ORDER_KERNEL && launch_site ? launch_site : call_site();
    launch_site = 0;
    channel_at(asked.site);
    if (!matters()) return asked;
    pthread_mutex_lock(&lock);
    Clock *clock = clock_of(stream);
    asked.number = ++clock->of[stream->number];
    tell_clocks(clock, &asked.clocks);
    pthread_mutex_unlock(&lock);
    return asked;
}

void order_start(const Asked *asked) {
    channel_at(asked->site); // it may have been put off
    if (!asked->number) return;
    assert(!begun_number); // operations do not nest
    begun = asked->stream;
    begun_number = asked->number;
    nodes = 0;
    Exchange order = {.request = {CALL_ORDER, sizeof asked->clocks, {begun, begun_number, asked->kind, asked->site}},
                      .payload = &asked->clocks};
    channel_lock(); // until order_end(), so that no other thread's work counts as this operation's
    channel_send(&order);
}

void order_begin(const Ordered *stream, OrderKind kind) {
    Asked asked = order_ask(stream, kind);
    if (asked.number) later_await(&asked.clocks);
    order_start(&asked);
}

void order_end(void) {
    if (!begun_number) return;
    Exchange end = {.request = {CALL_ORDER, 0, {0}}};
    channel_send(&end);
    begun_number = 0;
    channel_unlock();
}

uint32_t order_node(const uint32_t *before, uint32_t count) {
    if (!begun_number) return 0;
    assert(count <= NODES_BEFORE);
    Exchange node = {.request = {CALL_NODE, count * (uint32_t)sizeof *before, {++nodes}}, .payload = before};
    channel_send(&node);
    return nodes;
}

void order_protects_rows(const void *pointer, Shape shape, bool writes) {
    if (!begun_number || !shape.rows) return;
    uint64_t first = (uint64_t)(uintptr_t)pointer;
    protect(first, first + (shape.rows - 1) * (shape.rows > 1 ? shape.to_pitch : 0) + shape.width, writes, begun,
            begun_number);
}

static void protects_variable(const Variable *variable) {
    protect(variable->address, variable->address + variable->size, true, begun, begun_number);
}

// A kernel may use what its parameters point to, and what pointers in managed memory lead to, as in structures of
// arrays. They are looked for in the first bytes of each allocation, a few steps deep, unless an operation has taken
// the pages away already: then it has looked.
enum { STEPS_MOST = 3, SEARCHED_BYTES = 1 << 16, REACHED_MOST = 64 };

// What the device has not lent, looking at it would count as the program's.
static bool is_readable(const void *word) {
    uint64_t address = (uint64_t)(uintptr_t)word;
    return !lending_holds(address) || lending_is_open(address);
}

static void protect_reached(const void *pointer, unsigned steps, unsigned *reached) {
    Region region;
    MemoryKind kind = memory_kind(memory_of_program(pointer), &region);
    if (kind == MEMORY_UNKNOWN || kind == MEMORY_DEVICE || *reached == REACHED_MOST) return;
    uint64_t end = region.base + region.size, searched = region.size < SEARCHED_BYTES ? region.size : SEARCHED_BYTES;
    void *const *words = (void *const *)(uintptr_t)region.base;
    bool searches = kind == MEMORY_MANAGED && steps && !is_protected(region.base, end);
    ++*reached;
    for (uint64_t n = 0; searches && n < searched / sizeof *words; n++)
        if (is_readable(&words[n]) && (uint64_t)(uintptr_t)words[n] - GLOBAL_BASE < GLOBAL_SPAN)
            protect_reached(words[n], steps - 1, reached);
    protect(region.base, end, true, begun, begun_number);
}

static void protects_parameters(const KernelWork *kernel) {
    uint8_t block[PAYLOAD_BYTES];
    const KernelDescription *info = &kernel->function->info;
    memset(block, 0, info->parameter_bytes);
    if (!kernel->packed && kernel_pack(kernel, block)) return;
    const uint8_t *bytes = kernel->packed ? kernel->packed : block;
    unsigned reached = 0;
    for (uint32_t at = 0; at + sizeof(void *) <= info->parameter_bytes; at += sizeof(void *)) {
        const void *pointer;
        memcpy(&pointer, bytes + at, sizeof pointer);
        protect_reached(pointer, STEPS_MOST, &reached);
    }
}

static void protects_copy(const struct cudaMemcpy3DParms *copy) {
    if (copy->srcArray || copy->dstArray || copy->extent.depth != 1) return;
    bool alone = copy->extent.height <= 1;
    Shape shape = {copy->extent.width, copy->extent.height, alone ? 0 : copy->dstPtr.pitch, 0};
    order_protects_rows(box_position(copy->dstPtr, copy->dstPos), shape, true);
    shape.to_pitch = alone ? 0 : copy->srcPtr.pitch;
    order_protects_rows(box_position(copy->srcPtr, copy->srcPos), shape, false);
}

void order_protects(const Work *work) {
    if (!begun_number) return;
    if (work->type == cudaGraphNodeTypeKernel) {
        protects_parameters(&work->kernel);
        function_each_managed(work->kernel.function, protects_variable);
    }
    if (work->type == cudaGraphNodeTypeMemcpy) protects_copy(&work->copy);
    if (work->type != cudaGraphNodeTypeMemset) return;
    const struct cudaMemsetParams *set = &work->set;
    order_protects_rows(set->dst, (Shape){set->width * set->elementSize, set->height, set->pitch, 0}, true);
}

void order_read(const Ordered *stream, Clock *clock) {
    pthread_mutex_lock(&lock);
    *clock = *clock_of(stream);
    pthread_mutex_unlock(&lock);
}

void order_read_begun(Clock *clock) {
    if (!begun_number) return;
    pthread_mutex_lock(&lock);
    *clock = clocks[begun];
    pthread_mutex_unlock(&lock);
}

void order_join(const Ordered *stream, const Clock *clock) {
    pthread_mutex_lock(&lock);
    join(&clocks[stream->number], clock);
    pthread_mutex_unlock(&lock);
}

static void tell(const Clock *clock, OrderClocks *told) {
    pthread_mutex_lock(&lock);
    tell_clocks(clock, told);
    pthread_mutex_unlock(&lock);
}

// From now on all that the clock knows comes before what the program does.
static void reach(const Clock *clock) {
    pthread_mutex_lock(&lock);
    join(&host, clock);
    pthread_mutex_unlock(&lock);
    protection_ends(&host);
}

// While a thread is in an operation, no other one gets a turn.
void order_waited(const Clock *clock) {
    OrderClocks waited;
    if (!matters()) return;
    tell(clock, &waited);
    if (!begun_number) {
        later_await(&waited);
        turn_await(&waited);
    }
    reach(clock);
}

static Clock clock_before(const Asked *asked) {
    Clock clock;
    memcpy(clock.of, asked->clocks.known, sizeof clock.of);
    return clock;
}

void order_called(const Asked *asked) {
    Clock clock = clock_before(asked);
    reach(&clock);
}

void order_open_behind(const Asked *asked) {
    Clock clock = clock_before(asked);
    protection_ends(&clock);
}

void order_waited_stream(const Ordered *stream) {
    Clock clock;
    order_read(stream, &clock);
    order_waited(&clock);
}

void order_waited_all(void) {
    Clock all = {{0}};
    pthread_mutex_lock(&lock);
    for (uint32_t n = 0; n < ORDER_STREAMS; n++) join(&all, &clocks[n]);
    pthread_mutex_unlock(&lock);
    order_waited(&all);
}

void order_open(void) {
    if (matters()) protection_ends(NULL);
}

void order_forget(void) {
    order_waited_all();
    call_sites_forget();
}

bool order_tells(const Clock *clock, OrderClocks *told) {
    if (!matters() || begun_number) return false;
    tell(clock, told);
    return true;
}

bool order_was_waited(const Clock *clock, unsigned long waits) {
    bool waited = true;
    if (!matters()) return context_waits() != waits;
    pthread_mutex_lock(&lock);
    for (unsigned n = 0; n < ORDER_STREAMS; n++) waited = waited && clock->of[n] <= host.of[n];
    pthread_mutex_unlock(&lock);
    return waited;
}
