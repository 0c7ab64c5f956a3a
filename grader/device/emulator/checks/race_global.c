// race_global.c - races of a block's threads in global memory.
//
// Global memory is too large for a shadow, and nearly every thread keeps to its own elements. So accesses are
// written to a log (about 10 ns each), which is settled at every barrier, when it is full and at the block's end:
// entries that no write's range meets are dropped, the rest is sorted by address and falls into groups of overlapping
// ranges. A group of one warp doing the same again (x[i] = f(x[i])) is dropped too; only the others go unit by unit
// through the rule of race.h. What lies further apart than a full log is not compared.
//
// Locks and flags order accesses in ways no barrier shows: if a thread's warp does an atomic (or ordered access) after
// its access, and the other's warp one after that and before its own access, the two count as ordered.
#include "../../system/hash.h"
#include "checks.h"
#include "race.h"
#include "shadow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LOG_ENTRIES 2048
#define LOG_BYTES (LOG_ENTRIES * 512u) // of addresses and values
#define WARPS 32
#define WRITTEN_RANGES 16 // allocations written in an interval; with more, nothing is dropped early

typedef struct {
    const Allocation *allocation; // NULL: several
    uint64_t lowest, highest;
    uint32_t location; // of the instruction, which may be a handler's own and not outlive it
    uint32_t mask;
    uint32_t sync;              // warp-level barriers of this warp before, in this log
    uint32_t addresses, values; // where in bytes; addresses only if the access is irregular, values only of stores
    uint16_t warp, atomics;     // atomics of this warp before, in this log
    uint8_t kind, bytes;
    bool consecutive, uniform;
} Entry;

typedef struct GlobalShadow {
    Entry entries[LOG_ENTRIES];
    uint32_t count, writes, atomics;
    uint16_t atomics_of[WARPS];
    uint32_t sync_of[WARPS]; // sync_epoch of a warp at its first entry
    uint32_t warps;          // that have an entry
    uint32_t barrier_epoch;
    uint32_t used; // of bytes
    uint8_t bytes[LOG_BYTES];
} GlobalShadow;

// Ordered loads and compare-and-swaps peek: only plain writes race with them. Ordered stores are like atomics; here
// volatile accesses are ordered, since that is how blocks and warps signal through global memory.
enum { ENTRY_PEEK = ACCESS_REDUCTION + 1 };
static uint8_t entry_kind(const Access *access) {
    bool peek = access->order == ORDER_SWAP || (access->order != ORDER_NONE && access->kind == ACCESS_LOAD);
    return (uint8_t)(peek ? ENTRY_PEEK : access->order != ORDER_NONE ? ACCESS_ATOMIC : access->kind);
}
static bool entry_writes(const Entry *entry) { return entry->kind != ACCESS_LOAD && entry->kind != ENTRY_PEEK; }
static bool entry_is_atomic(const Entry *entry) { return entry->kind != ACCESS_LOAD && entry->kind != ACCESS_STORE; }

static uint64_t lane_address(const GlobalShadow *log, const Entry *entry, unsigned lane) {
    if (entry->uniform) return entry->lowest;
    if (entry->consecutive) return entry->lowest + (uint64_t)lane * entry->bytes;
    uint64_t address;
    memcpy(&address, log->bytes + entry->addresses + lane * sizeof address, sizeof address);
    return address;
}

// ---- lanes of a group -------------------------------------------------------------------------------------

// Units of a group by address: open addressing, at most half full. writer: entry of the last plain write.
typedef struct {
    uint64_t *keys; // address of the unit + 1, 0: empty
    RaceRecords records;
    uint32_t *writer;
    uint64_t places;
    unsigned unit_shift;
} UnitTable;

static bool table_create(UnitTable *table, uint64_t units, unsigned unit_shift) {
    table->places = 64;
    while (table->places < 2 * units) table->places *= 2;
    assert((table->places & (table->places - 1)) == 0);
    table->keys = calloc(4 * table->places, sizeof *table->keys);
    table->writer = malloc(table->places * sizeof *table->writer);
    if (table->keys == NULL || table->writer == NULL) {
        free(table->keys);
        free(table->writer);
        return false;
    }
    RaceStamp *stamps = table->keys + table->places;
    table->records = (RaceRecords){stamps, stamps + table->places, stamps + 2 * table->places};
    table->unit_shift = unit_shift;
    return true;
}

static void table_free(UnitTable *table) {
    free(table->keys);
    free(table->writer);
}

static uint64_t table_place(UnitTable *table, uint64_t unit) {
    uint64_t place;
    HASH_SEARCH(place, hash_mixed(0, unit) >> 20, table->places - 1,
                table->keys[place] == 0 || table->keys[place] == unit + 1);
    table->keys[place] = unit + 1;
    return place;
}

// Stamps of a log: its sync part holds warp-level barriers and atomics, so that both order a warp's own lanes.
static RaceStamp entry_stamp(const Entry *entry) {
    uint32_t sync = entry->sync < 0xff && entry->atomics < 0xff ? entry->sync << 8 | entry->atomics : STAMP_SYNC_MOST;
    return race_stamp(1, entry->location, sync, entry->warp * WARP_LANES);
}

// Index of the warp's atomic number `which` in the log, or the log's end.
static uint32_t atomic_index(const GlobalShadow *log, unsigned warp, unsigned which, uint32_t end) {
    for (uint32_t i = 0; i < end; i++)
        if (log->entries[i].warp == warp && entry_is_atomic(&log->entries[i]) && log->entries[i].atomics == which)
            return i;
    return end;
}

// Atomics may order the other access before this entry: a release and an acquire (see above).
static bool ordered_by_atomics(const GlobalShadow *log, RaceStamp other, uint32_t index) {
    const Entry *entry = &log->entries[index];
    if (log->atomics == 0 || entry->atomics == 0) return false;
    if (stamp_sync(other) == STAMP_SYNC_MOST) return true;
    uint32_t release = atomic_index(log, stamp_thread(other) / WARP_LANES, stamp_sync(other) & 0xff, index);
    uint32_t acquire = atomic_index(log, entry->warp, entry->atomics - 1u, index);
    return release < acquire && acquire < index;
}

static void report(Block *block, const GlobalShadow *log, const Entry *entry, unsigned lane, RaceStamp other,
                   bool other_writes) {
    uint64_t address = lane_address(log, entry, lane);
    const Allocation *allocation = memory_find(block->launch->memory, address);
    assert(allocation && stamp_thread(other) < block->thread_count);
    Fault fault = {.location = entry->location,
                   .address = address,
                   .bytes = entry->bytes,
                   .space = "global",
                   .is_write = entry_writes(entry),
                   .allocation = allocation->base,
                   .allocation_bytes = allocation->size,
                   .other_location = stamp_location(other),
                   .other = {block->index, stamp_thread(other)},
                   .other_is_write = other_writes};
    warp_fault(&block->warps[entry->warp], NULL, lane, FAULT_RACE_GLOBAL, &fault);
}

// Whether the last plain write of a unit left the bytes that this lane writes there now.
static bool same_value(const GlobalShadow *log, const UnitTable *table, uint64_t place, const Entry *entry,
                       unsigned lane, uint64_t offset) {
    RaceStamp last = table->records.write[place];
    if (last == 0 || last & STAMP_ATOMIC) return false;
    const Entry *writer = &log->entries[table->writer[place]];
    unsigned other = stamp_thread(last) % WARP_LANES;
    uint64_t there = lane_address(log, entry, lane) + offset - lane_address(log, writer, other);
    assert(writer->kind == ACCESS_STORE && there + (1u << table->unit_shift) <= writer->bytes);
    const uint8_t *before = log->bytes + writer->values + other * writer->bytes + there;
    const uint8_t *now = log->bytes + entry->values + lane * entry->bytes + offset;
    return memcmp(before, now, (size_t)1 << table->unit_shift) == 0;
}

static void check_lane(Block *block, const GlobalShadow *log, UnitTable *table, uint32_t index, unsigned lane) {
    const Entry *entry = &log->entries[index];
    RaceStamp me = entry_stamp(entry) + lane, other = 0;
    bool other_writes = false;
    uint64_t address = lane_address(log, entry, lane);
    for (uint64_t offset = 0; offset < entry->bytes; offset += 1u << table->unit_shift) {
        uint64_t place = table_place(table, (address + offset) >> table->unit_shift);
        bool writes;
        RaceStamp found;
        if (entry->kind == ACCESS_LOAD) found = race_read(table->records, place, me, &writes);
        else if (entry->kind == ENTRY_PEEK) found = race_peek(table->records, place, me, &writes);
        else if (entry->kind == ACCESS_STORE) {
            bool same = same_value(log, table, place, entry, lane, offset);
            found = race_write(table->records, place, me, same, &writes);
            table->writer[place] = index;
        } else found = race_atomic(table->records, place, me, &writes);
        if (other != 0 || found == 0 || ordered_by_atomics(log, found, index)) continue;
        other = found;
        other_writes = writes;
    }
    if (other != 0) report(block, log, entry, lane, other, other_writes);
}

// ---- groups -----------------------------------------------------------------------------------------------

typedef struct {
    uint64_t lowest, highest;
    uint32_t index;
} Span;

static int compare_spans(const void *x, const void *y) {
    const Span *a = x, *b = y;
    if (a->lowest != b->lowest) return a->lowest < b->lowest ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}
static int compare_indices(const void *x, const void *y) {
    const Span *a = x, *b = y;
    return a->index < b->index ? -1 : 1;
}

// No two entries can race: none writes, all are atomic, or one warp does the same consecutive access again.
static bool harmless(const GlobalShadow *log, const Span *spans, size_t count) {
    const Entry *first = &log->entries[spans[0].index];
    bool writes = false, atomic = true, same = first->consecutive;
    for (size_t i = 0; i < count; i++) {
        const Entry *entry = &log->entries[spans[i].index];
        writes |= entry_writes(entry);
        atomic &= entry_is_atomic(entry);
        same &= entry->consecutive && entry->warp == first->warp && entry->lowest == first->lowest &&
                entry->bytes == first->bytes;
    }
    return !writes || atomic || same;
}

static void check_group(Block *block, const GlobalShadow *log, Span *spans, size_t count) {
    if (harmless(log, spans, count)) return;
    unsigned unit_shift = 2;
    uint64_t bytes = 0;
    qsort(spans, count, sizeof *spans, compare_indices); // in the order of execution
    for (size_t i = 0; i < count; i++) {
        const Entry *entry = &log->entries[spans[i].index];
        if (entry->bytes < 4) unit_shift = 0;
        bytes += (uint64_t)__builtin_popcount(entry->mask) * entry->bytes;
    }
    UnitTable table;
    if (!table_create(&table, bytes >> unit_shift, unit_shift)) return;
    for (size_t i = 0; i < count; i++)
        for (uint32_t left = log->entries[spans[i].index].mask; left != 0; left &= left - 1)
            check_lane(block, log, &table, spans[i].index, (unsigned)__builtin_ctz(left));
    table_free(&table);
}

// The range of each allocation that holds all writes to it: from lowest[i] to highest[i] in allocation[i].
typedef struct {
    const Allocation *allocation[WRITTEN_RANGES];
    uint64_t lowest[WRITTEN_RANGES], highest[WRITTEN_RANGES];
    unsigned count;
    bool all; // too many to tell
} Written;

static void written_add(Written *written, const Entry *entry) {
    unsigned i = 0;
    while (i < written->count && written->allocation[i] != entry->allocation) i++;
    if (entry->allocation == NULL || i == WRITTEN_RANGES) {
        written->all = true;
        return;
    }
    if (i == written->count) {
        written->allocation[i] = entry->allocation;
        written->lowest[i] = entry->lowest;
        written->highest[i] = entry->highest;
        written->count++;
    }
    if (entry->lowest < written->lowest[i]) written->lowest[i] = entry->lowest;
    if (entry->highest > written->highest[i]) written->highest[i] = entry->highest;
}

static bool written_meets(const Written *written, const Entry *entry) {
    if (written->all || entry->allocation == NULL) return true;
    for (unsigned i = 0; i < written->count; i++)
        if (written->allocation[i] == entry->allocation)
            return entry->lowest < written->highest[i] && written->lowest[i] < entry->highest;
    return false;
}

static size_t spans_near_writes(const GlobalShadow *log, Span spans[LOG_ENTRIES]) {
    Written written = {.count = 0};
    for (uint32_t i = 0; i < log->count; i++)
        if (entry_writes(&log->entries[i])) written_add(&written, &log->entries[i]);
    size_t count = 0;
    for (uint32_t i = 0; i < log->count; i++)
        if (written_meets(&written, &log->entries[i]))
            spans[count++] = (Span){log->entries[i].lowest, log->entries[i].highest, i};
    return count;
}

static void settle_writes(Block *block, const GlobalShadow *log) {
    Span spans[LOG_ENTRIES];
    size_t count = spans_near_writes(log, spans);
    qsort(spans, count, sizeof *spans, compare_spans);
    assert(count <= log->count);
    for (size_t first = 0, end; first < count; first = end) {
        uint64_t highest = spans[first].highest;
        for (end = first + 1; end < count && spans[end].lowest < highest; end++)
            if (spans[end].highest > highest) highest = spans[end].highest;
        if (end > first + 1 || !log->entries[spans[first].index].consecutive)
            check_group(block, log, spans + first, end - first);
    }
}

void global_shadow_settle(Block *block) {
    GlobalShadow *log = block->global_shadow;
    if (log == NULL) return;
    if (log->writes != 0) settle_writes(block, log);
    log->count = log->writes = log->atomics = log->used = log->warps = 0;
    memset(log->atomics_of, 0, sizeof log->atomics_of);
}

void global_shadow_free(Block *block) {
    free(block->global_shadow);
    block->global_shadow = NULL;
}

// ---- the log ----------------------------------------------------------------------------------------------

static uint32_t keep_bytes(GlobalShadow *log, const void *from, uint32_t size) {
    uint32_t at = log->used;
    assert(size <= LOG_BYTES - at);
    memcpy(log->bytes + at, from, size);
    log->used += size;
    return at;
}

uint32_t race_global_check(Warp *warp, Access *access) {
    Block *block = warp->block;
    if (block->global_shadow == NULL) block->global_shadow = calloc(1, sizeof(GlobalShadow));
    GlobalShadow *log = block->global_shadow;
    if (log == NULL) return access->mask;
    const uint32_t most = WARP_LANES * (sizeof(uint64_t) + 32); // bytes that one entry can need
    bool barrier = log->barrier_epoch != block->barrier_epoch;
    if (log->count != 0 && (barrier || log->count == LOG_ENTRIES || log->used > LOG_BYTES - most))
        global_shadow_settle(block);
    log->barrier_epoch = block->barrier_epoch;
    uint32_t w = warp->index % WARPS;
    if (!(log->warps >> w & 1)) log->sync_of[w] = warp->sync_epoch;
    log->warps |= 1u << w;
    assert(log->count < LOG_ENTRIES && access->bytes <= 32);
    Entry *entry = &log->entries[log->count++];
    *entry = (Entry){access->allocation,
                     access->lowest,
                     access->highest,
                     access->instruction->location,
                     access->mask,
                     warp->sync_epoch - log->sync_of[w],
                     0,
                     0,
                     (uint16_t)w,
                     log->atomics_of[w],
                     entry_kind(access),
                     (uint8_t)access->bytes,
                     (access->pattern & CONSECUTIVE) != 0,
                     (access->pattern & UNIFORM) != 0};
    if (!(access->pattern & (UNIFORM | CONSECUTIVE)))
        entry->addresses = keep_bytes(log, access->address, sizeof access->address);
    log->writes += entry_writes(entry);
    if (entry->kind == ACCESS_STORE) entry->values = keep_bytes(log, access->values, access->bytes * WARP_LANES);
    if (entry_is_atomic(entry)) {
        log->atomics++;
        log->atomics_of[w]++;
        race_warp_meet(warp, access);
    }
    return access->mask;
}
