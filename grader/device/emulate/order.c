// order.c - data races between operations in flight, and between them and the host.
//
// For each operation the library says which others happen before it: earlier ones of its stream, those before an event
// that it waits for, and those that the program has waited for (vector clocks: Fidge 1988, Mattern 1989). Two
// operations are ordered if one is in the other's clock. Operations that may still race are kept with the bytes that
// they use; those that the program has waited for are dropped.
#include "order.h"
#include "../emulator/base/bits.h"
#include "../emulator/base/checked.h"
#include "../system/grow.h"
#include "demangle.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USES_MOST = 4096, TOLD_MOST = 64, NAME_ROOM = 96, SITES_MOST = 4096, NODES_MOST = 4096 };

// A part of it may be a node of the graph that it launches; 0: it is no graph.
typedef struct {
    uint32_t stream, number, site, node;
    OrderKind kind;
    char name[NAME_ROOM]; // of at most 80 characters
} Operation;

// Of each node of the graph that is launched, the nodes that come before it: NODES_MOST bits, by number.
typedef struct {
    uint64_t before[NODES_MOST / 64];
} Earlier;

// Bytes of an allocation: all of [lowest, highest), or those whose bits are set, counted from base.
typedef struct {
    Operation by;
    MemoryUse use;
    uint64_t base, lowest, highest;
    uint64_t *bits;
    bool with_host; // memory that the program sees, too
} Use;

typedef struct {
    char *file;       // "": not known
    const char *call; // behind it: the function of a library, as cublasSgemm; "": a call of the runtime
    uint32_t line;
} Site;

struct Order {
    Operation now; // number 0: none is begun
    OrderClocks clocks;
    uint32_t heard[ORDER_STREAMS]; // of each stream, operations whose signals the program has looked at
    uint32_t counts[ORDER_KINDS];  // operations of each kind so far
    Earlier *nodes;                // of the operation, by number; beyond NODES_MOST nodes count as ordered
    size_t node_capacity;
    Use *uses;
    size_t count;
    Fault told[TOLD_MOST];
    size_t told_count;
    Site *sites; // site n is [n - 1]
    size_t site_count;
};

void order_free(Order *order) {
    if (!order) return;
    for (size_t n = 0; n < order->count; n++) free(order->uses[n].bits);
    for (size_t n = 0; n < order->site_count; n++) free(order->sites[n].file);
    free(order->sites);
    free(order->nodes);
    free(order->uses);
    free(order);
}

// The one there, or a new one. NULL: no memory for it.
static Order *order_at(Order **place) {
    if (!*place) *place = calloc(1, sizeof **place);
    return *place;
}

void order_site(Order **place, uint32_t number, uint32_t line, const uint8_t *file, size_t length) {
    Order *order = order_at(place);
    assert(!order || order->site_count <= SITES_MOST);
    if (!order || number != order->site_count + 1 || number > SITES_MOST) return;
    if (!ARRAY_GROW(order->sites, order->site_count)) return;
    char *name = strndup((const char *)file, length);
    if (!name) return;
    char *call = strchr(name, '\n');
    if (call) *call++ = 0;
    order->sites[order->site_count++] = (Site){name, call ? call : "", line};
}

static const Site *site_at(const Order *order, uint32_t site) {
    return order && site && site <= order->site_count ? &order->sites[site - 1] : NULL;
}

Place order_place(const Order *order, uint32_t site) {
    const Site *at = site_at(order, site);
    return at && *at->file ? (Place){.file = at->file, .line = at->line} : (Place){.file = NULL};
}

// Drops what the program has waited for.
static void forget(Order *order) {
    size_t kept = 0;
    for (size_t n = 0; n < order->count; n++) {
        if (order->uses[n].by.number > order->clocks.host[order->uses[n].by.stream])
            order->uses[kept++] = order->uses[n];
        else free(order->uses[n].bits);
    }
    assert(kept <= USES_MOST);
    order->count = kept;
}

void order_begin(Order **place, Device *device, uint32_t stream, uint32_t number, OrderKind kind, uint32_t site,
                 const OrderClocks *clocks) {
    static const char *const NAMES[ORDER_KINDS] = {"operation", "kernel",     "copy", "memset",
                                                   "graph",     "allocation", "free"};
    Order *order = order_at(place);
    if (!order) return;
    assert(stream < ORDER_STREAMS && number && kind < ORDER_KINDS);
    device_note_use(device);
    order->clocks = *clocks;
    order->now = (Operation){.stream = stream, .number = number, .site = site, .kind = kind};
    const Site *at = site_at(order, site);
    bool is_library = at && *at->call;
    if (is_library) snprintf(order->now.name, sizeof order->now.name, "%.80s", at->call);
    else snprintf(order->now.name, sizeof order->now.name, "%s %u", NAMES[kind], ++order->counts[kind]);
    device_operation(device, ORDER_SITES, site, is_library ? order->now.name : NULL);
    forget(order);
}

void order_node(Order *order, uint64_t number, const uint32_t *before, uint32_t count) {
    if (!order || !order->now.number || order->now.kind != ORDER_GRAPH) return;
    bool follows = number == order->now.node + 1ull && number < NODES_MOST &&
                   ARRAY_RESERVE(order->nodes, order->node_capacity, number + 1);
    order->now.node = follows ? (uint32_t)number : 0;
    if (!follows) return;
    snprintf(order->now.name, sizeof order->now.name, "a copy or a memset"); // kernels have names, other nodes no uses
    Earlier *earlier = &order->nodes[number];
    *earlier = (Earlier){{0}};
    for (uint32_t n = 0; n < count; n++) {
        if (!before[n] || before[n] >= number) continue;
        earlier->before[before[n] / 64] |= 1ull << before[n] % 64;
        for (unsigned word = 0; word < NODES_MOST / 64; word++)
            earlier->before[word] |= order->nodes[before[n]].before[word];
    }
}

void order_end(Order *order, Device *device) {
    if (order) order->now.number = 0;
    device_operation(device, 0, 0, NULL);
}

// ---- meeting ---------------------------------------------------------------------------------------------------

static bool has_byte(const Use *use, uint64_t address) {
    assert(use->base <= use->lowest && use->lowest < use->highest);
    uint64_t offset = address - use->base;
    return address >= use->lowest && address < use->highest &&
           (!use->bits || use->bits[offset / 64] >> offset % 64 & 1);
}

// The first byte that both use, 0: none.
static uint64_t common_byte(const Use *a, const Use *b) {
    uint64_t at = a->lowest > b->lowest ? a->lowest : b->lowest,
             end = a->highest < b->highest ? a->highest : b->highest;
    while (at < end) {
        uint64_t word = (at - a->base) / 64, both = ~0ull << (at - a->base) % 64;
        if (a->bits) both &= a->bits[word];
        if (b->bits) both &= b->bits[word];
        uint64_t found = a->base + word * 64 + (both ? (unsigned)__builtin_ctzll(both) : 64);
        if (both) return found < end ? found : 0;
        at = found;
    }
    return 0;
}

// Reports each race once, however often the program runs into it.
static void report(Order *order, Device *device, const Fault *fault) {
    for (size_t n = 0; n < order->told_count; n++) {
        const Fault *told = &order->told[n];
        bool same_lines = told->location == fault->location && told->other_location == fault->other_location;
        if (same_lines && fact_equal(&told->fact, &fault->fact)) return;
    }
    if (order->told_count == TOLD_MOST) return;
    assert(order->told_count < TOLD_MOST);
    order->told[order->told_count++] = *fault;
    device_report(device, fault);
}

static FactDeed deed(const Use *use) {
    if (use->by.kind == ORDER_ALLOCATION) return DOES_MAKE;
    if (use->by.kind == ORDER_FREE) return DOES_GIVE_BACK;
    return use->use == USE_READ ? DOES_READ : use->use == USE_WRITE ? DOES_WRITE : DOES_CHANGE;
}

Fault order_fault(Device *device, FaultKind kind, uint64_t address) {
    const Allocation *allocation = memory_find(device_memory(device), address);
    Fault fault = {.kind = kind,
                   .launch = UINT64_MAX,
                   .count = 1,
                   .address = address,
                   .bytes = 1,
                   .space = "global",
                   .module = ORDER_SITES};
    if (!allocation) return fault;
    fault.allocation = allocation->base;
    fault.allocation_bytes = allocation->size;
    return fault;
}

static bool is_same(const Operation *a, const Operation *b) { return a->stream == b->stream && a->number == b->number; }

static Fact unordered(const Use *before, const Use *now) {
    FactText before_name = fact_text(before->by.name), now_name = fact_text(now->by.name);
    if (is_same(&before->by, &now->by)) return FACT_OF(nodes_unordered, now_name, deed(now), before_name, deed(before));
    return FACT_OF(streams_unordered, now_name, now->by.stream, deed(now), before_name, before->by.stream,
                   deed(before));
}

static void report_streams(Order *order, Device *device, const Use *before, const Use *now, uint64_t address) {
    Fault fault = order_fault(device, FAULT_STREAM_ORDER, address);
    fault.is_write = now->use != USE_READ;
    fault.other_is_write = before->use != USE_READ;
    fault.location = now->by.site;
    fault.other_location = before->by.site;
    fault.fact = unordered(before, now);
    report(order, device, &fault);
}

static bool is_atomic(MemoryUse use) { return use == USE_ATOMIC || use == USE_SIGNAL; }

// Whether one of a stream's earlier operations, or one that the operation knows, or an earlier node of the same graph.
static bool comes_before(const Order *order, const Operation *before, const Operation *now) {
    if (!is_same(before, now))
        return before->stream == now->stream || before->number <= order->clocks.known[before->stream];
    assert(before->stream < ORDER_STREAMS && now->node < NODES_MOST && before->node < NODES_MOST);
    if (before->node == now->node || !before->node || !now->node) return true;
    return order->nodes[now->node].before[before->node / 64] >> before->node % 64 & 1;
}

static void compare(Order *order, Device *device, const Use *now) {
    assert(now->by.number && now->lowest < now->highest);
    for (size_t n = 0; n < order->count; n++) {
        const Use *before = &order->uses[n];
        bool harmless =
            (before->use == USE_READ && now->use == USE_READ) || (is_atomic(before->use) && is_atomic(now->use));
        if (harmless || before->base != now->base || comes_before(order, &before->by, &now->by)) continue;
        uint64_t address = common_byte(before, now);
        if (address) report_streams(order, device, before, now, address);
    }
}

static void keep(Order *order, Device *device, Use use) {
    compare(order, device, &use);
    if (order->count == USES_MOST || !ARRAY_GROW(order->uses, order->count)) {
        free(use.bits);
        return;
    }
    order->uses[order->count++] = use;
}

// ---- what operations use ---------------------------------------------------------------------------------------

void order_uses(Order *order, Device *device, bool writes, uint64_t address, uint64_t pitch, uint64_t width,
                uint64_t rows) {
    const Allocation *allocation = order && order->now.number ? memory_find(device_memory(device), address) : NULL;
    uint64_t bytes;
    if (!allocation || !checked_extent(pitch, width, rows, &bytes)) return;
    bool inside = checked_inside(address - allocation->base, bytes, allocation->size);
    if (!inside) return; // out of bounds, which is reported elsewhere
    Use use = {order->now, writes ? USE_WRITE : USE_READ, allocation->base, address, address + bytes, NULL, false};
    if (rows > 1 && pitch != width) {
        use.bits = calloc(bits_words(allocation->size) + 1, sizeof *use.bits);
        for (uint64_t row = 0; use.bits && row < rows; row++) {
            uint64_t first = address + row * pitch - allocation->base;
            bits_set(use.bits, first, first + width - 1);
        }
        if (!use.bits) return;
    }
    keep(order, device, use);
}

typedef struct {
    Order *order;
    Device *device;
} Launched;

// The lowest and highest set bits, so that most comparisons end at once.
static bool ends_of(const Allocation *allocation, const uint64_t *bits, uint64_t *lowest, uint64_t *highest) {
    uint64_t words = bits_words(allocation->size), first = 0, last = words;
    while (first < words && !bits[first]) first++;
    while (last > first && !bits[last - 1]) last--;
    if (first == last) return false;
    assert(first < last && bits[first] && bits[last - 1]);
    *lowest = allocation->base + first * 64 + (unsigned)__builtin_ctzll(bits[first]);
    *highest = allocation->base + last * 64 - (unsigned)__builtin_clzll(bits[last - 1]);
    return true;
}

// Programs also show progress by a kernel's atomics of the usual scope on pinned memory, which the host polls.
static MemoryUse use_in(const Allocation *allocation, MemoryUse use) {
    return use == USE_ATOMIC && allocation->kind == ALLOCATION_HOST ? USE_SIGNAL : use;
}

static void keep_launched(void *opaque, const Allocation *allocation, uint64_t *used[USE_COUNT]) {
    const Launched *launched = opaque;
    for (unsigned n = 0; n < USE_COUNT; n++) {
        MemoryUse kind = use_in(allocation, (MemoryUse)n);
        Use use = {launched->order->now, kind, allocation->base, 0, 0, used[n], allocation->host_visible};
        if (used[n] && launched->order->now.number && ends_of(allocation, used[n], &use.lowest, &use.highest))
            keep(launched->order, launched->device, use);
        else free(used[n]);
    }
}

void order_launched(Order *order, Device *device) {
    size_t count;
    const LaunchRecord *launches = device_launches(device, &count);
    if (!order) return;
    if (count && (order->now.kind == ORDER_KERNEL || order->now.node)) {
        char kernel[512];
        kernel_demangle(launches[count - 1].kernel, kernel, sizeof kernel);
        char *parameters = strchr(kernel, '(');
        if (parameters) *parameters = '\0';
        snprintf(order->now.name, sizeof order->now.name, "kernel %.80s", kernel);
    }
    device_take_use(device, keep_launched, &(Launched){order, device});
}

// ---- the program -----------------------------------------------------------------------------------------------

static bool is_of(const Use *use, uint32_t stream, uint32_t number) {
    return use->by.stream == stream && use->by.number == number;
}

// Whether the operation signals in memory that the program sees, at that address, or anywhere if that is 0.
static bool signals(const Order *order, uint32_t stream, uint32_t number, uint64_t address) {
    for (size_t n = 0; n < order->count; n++) {
        const Use *use = &order->uses[n];
        bool shared = use->use == USE_SIGNAL && use->with_host && is_of(use, stream, number);
        if (shared && (!address || has_byte(use, address))) return true;
    }
    return false;
}

void order_touched(Order *order, Device *device, uint64_t address, bool writes, uint32_t stream, uint32_t number,
                   uint32_t site) {
    if (!order) return;
    assert(stream < ORDER_STREAMS);
    if (signals(order, stream, number, address) && order->heard[stream] < number) order->heard[stream] = number;
    if (signals(order, stream, number, 0)) return; // it may talk with the program, which then knows what it may touch
    for (size_t n = 0; n < order->count; n++) {
        const Use *use = &order->uses[n];
        bool clash = writes || use->use != USE_READ;
        if (!is_of(use, stream, number) || !clash || !has_byte(use, address)) continue;
        Fault fault = order_fault(device, FAULT_HOST_ORDER, address);
        fault.is_write = writes;
        fault.other_is_write = use->use != USE_READ;
        fault.location = site;
        fault.other_location = use->by.site;
        fault.fact = FACT_OF(not_waited_for, writes, fact_text(use->by.name), use->by.stream, deed(use));
        report(order, device, &fault);
        return;
    }
}

void order_heard(const Order *order, OrderClocks *clocks) {
    for (unsigned n = 0; order && n < ORDER_STREAMS; n++)
        if (clocks->host[n] < order->heard[n]) clocks->host[n] = order->heard[n];
}

void order_strayed(Order *order, Device *device, uint64_t address, bool writes, uint32_t site) {
    Fault fault = order_fault(device, FAULT_DEVICE_POINTER, address);
    fault.is_write = writes;
    fault.location = order ? site : 0;
    fault.fact = FACT_OF(device_memory_used, writes);
    device_report(device, &fault);
}
