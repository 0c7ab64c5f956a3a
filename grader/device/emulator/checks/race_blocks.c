// race_blocks.c - races between blocks: which accesses are looked at, in pieces of a granule each. (race_blocks.h)
#include "race_blocks.h"
#include "../base/checked.h"
#include "../machine/code.h"
#include "checks.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define GRANULE_LOW ((1u << GRANULE_SHIFT) - 1)

// ---- a launch --------------------------------------------------------------------------------------------------

// The launch may write to bytes of the range, beside those of which it is known already.
static void watch(const Launch *launch, Allocation *allocation, uint64_t low, uint64_t high) {
    assert(low < high && low >= allocation->base && high <= allocation->base + allocation->size);
    if (allocation->watched == race_blocks_mark(launch)) {
        if (allocation->watched_low < low) low = allocation->watched_low;
        if (allocation->watched_high > high) high = allocation->watched_high;
    }
    __atomic_store_n(&allocation->watched_low, low, __ATOMIC_RELAXED);
    __atomic_store_n(&allocation->watched_high, high, __ATOMIC_RELAXED);
    __atomic_store_n(&allocation->watched, race_blocks_mark(launch), __ATOMIC_RELEASE);
}

static void watch_store(const Launch *launch, uint64_t roots, AddressRange range) {
    for (uint64_t left = roots; left; left &= left - 1) {
        const WrittenRoot *root = &launch->program->roots[__builtin_ctzll(left)];
        Allocation *allocation = memory_find(launch->memory, root_address(launch, root));
        if (!allocation) continue;
        uint64_t base = allocation->base, end = base + allocation->size;
        uint64_t low = range.low > base ? range.low : base, high = range.high < end ? range.high : end;
        if (low < high) watch(launch, allocation, low, high);
    }
}

RaceBlocks *race_blocks_begin(const Launch *launch, const LaunchAddresses *addresses) {
    uint64_t blocks = (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;
    if (!launch->checks || blocks < 2 || !launch->program->module) return NULL;
    const Program *program = launch->program;
    RaceBlocks *races = calloc(1, sizeof *races);
    if (!races) return NULL;
    races->launch = launch;
    races->blocks = (uint32_t)blocks;
    races->everything = program->writes_anywhere;
    lock_create(&races->lock);
    for (unsigned n = 0; n < STRIPES; n++) lock_create(&races->stripes[n].lock);
    for (uint32_t n = 0; n < program->access_count && !races->everything; n++)
        watch_store(launch, program->accesses[n].roots,
                    addresses ? addresses->ranges[n] : (AddressRange){0, UINT64_MAX});
    return races;
}

// ---- an access -------------------------------------------------------------------------------------------------

static Touch touch_of(const Access *access) {
    if (access_is_atomic(access)) return TOUCH_ATOMIC;
    bool ordered = access_is_ordered(access);
    if (access->kind == ACCESS_LOAD) return ordered ? TOUCH_PEEK : TOUCH_READ;
    return ordered ? TOUCH_ATOMIC : TOUCH_WRITE;
}

// Loads of what the launch does not write to are left alone. A store says that it does.
static bool is_watched(const RaceBlocks *races, const Warp *warp, const Access *access, Touch touch) {
    const Launch *launch = warp->block->launch;
    Allocation *allocation = access->allocation;
    if (!allocation || races->everything) return true;
    if (race_blocks_watched(launch, allocation, access->lowest, access->highest)) return true;
    if (touch == TOUCH_READ || touch == TOUCH_PEEK) return false;
    watch(launch, allocation, allocation->base, allocation->base + allocation->size);
    return true;
}

static RaceMemory *memory_of(Worker *worker) {
    if (!worker->races) worker->races = calloc(1, sizeof *worker->races);
    return worker->races;
}

void race_memory_free(RaceMemory *memory) { free(memory); }

// The worker remembers what its blocks have touched since their last fence: it need not be noted again.
static bool is_known(RaceMemory *memory, const BlockOrder *order, const Piece *piece, Touch touch) {
    unsigned place = piece->granule % TOUCHED_PLACES;
    uint64_t key = piece->granule << 2 | touch, mask = piece->mask;
    if (memory->touched[place].key == key && memory->touched[place].generation == order->generation) {
        if (!(mask & ~memory->touched[place].mask)) return true;
        mask |= memory->touched[place].mask;
    }
    memory->touched[place].key = key;
    memory->touched[place].mask = mask;
    memory->touched[place].generation = order->generation;
    return false;
}

// Lanes from `lane` on that touch `bytes` bytes one after another from their first one's address on.
static void note_run(RaceBlocks *races, const Warp *warp, const Access *access, unsigned lane, uint64_t bytes,
                     Touch touch) {
    const Block *block = warp->block;
    uint64_t start = access->address[lane], end = start + bytes;
    Allocation *allocation = access->allocation ? access->allocation : memory_find(block->launch->memory, start);
    assert(checked_inside(start - allocation->base, bytes, allocation->size));
    if (touch == TOUCH_READ && race_records_settled(allocation, block->index, start, end)) return;
    const uint8_t *values = touch == TOUCH_WRITE ? access->values : NULL;
    if (values) values += (size_t)lane * access->bytes;
    for (uint64_t at = start, next; at < end; at = next) {
        next = (at | GRANULE_LOW) + 1 < end ? (at | GRANULE_LOW) + 1 : end;
        Piece piece = {.granule = at >> GRANULE_SHIFT,
                       .mask = ~0ull >> (64 - (next - at)) << (at & GRANULE_LOW),
                       .thread = warp_thread(warp, lane + (unsigned)((at - start) / access->bytes)),
                       .step = access->bytes,
                       .values = values ? values + (at - start) : NULL,
                       .allocation = allocation};
        if (is_known(warp->worker->races, block->order, &piece, touch)) continue;
        race_records_note(races, block, &piece, touch, access->instruction->location);
    }
}

// Runs of lanes that touch consecutive bytes.
static void note_runs(RaceBlocks *races, const Warp *warp, const Access *access, Touch touch) {
    for (uint32_t left = access->mask; left;) {
        unsigned lane = (unsigned)__builtin_ctz(left), last = lane;
        while (last + 1 < WARP_LANES && left >> (last + 1) & 1 &&
               access->address[last + 1] == access->address[last] + access->bytes)
            last++;
        note_run(races, warp, access, lane, (uint64_t)(last + 1 - lane) * access->bytes, touch);
        left &= last + 1 < WARP_LANES ? ~0u << (last + 1) : 0;
    }
}

// All lanes read pages that only reads have settled: nothing is to be noted, wherever in them the lanes are.
static bool is_settled(const Warp *warp, const Access *access, Touch touch) {
    const Allocation *allocation = access->allocation;
    return touch == TOUCH_READ && allocation &&
           race_records_pages_settled(allocation, warp->block->index, access->lowest, access->highest);
}

static void note_lanes(RaceBlocks *races, const Warp *warp, const Access *access, Touch touch) {
    if (access->pattern & UNIFORM)
        note_run(races, warp, access, (unsigned)__builtin_ctz(access->mask), access->bytes, touch);
    else if (access->pattern & CONSECUTIVE)
        note_run(races, warp, access, 0, (uint64_t)WARP_LANES * access->bytes, touch);
    else note_runs(races, warp, access, touch);
}

uint32_t race_blocks_check(Warp *warp, Access *access) {
    RaceBlocks *races = warp->block->launch->races;
    Touch touch = touch_of(access);
    assert(races && access->space == SPACE_GLOBAL);
    race_order_before(warp->block);
    if (is_watched(races, warp, access, touch) && memory_of(warp->worker)) {
        warp->block->order->touched = true;
        if (!is_settled(warp, access, touch)) note_lanes(races, warp, access, touch);
    }
    if (touch == TOUCH_ATOMIC || touch == TOUCH_PEEK) race_order_meet(warp->block, access);
    return access->mask;
}
