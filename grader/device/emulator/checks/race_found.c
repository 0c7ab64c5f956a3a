// race_found.c - races between blocks that were found: one record for two places, handed over at the launch's end.
#include "../../system/grow.h"
#include "race_blocks.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_write(const Accessor *accessor) { return accessor->touch == TOUCH_WRITE; }

// Which of the two the record speaks of: a plain store rather than a load, a plain load rather than an atomic.
static bool comes_first(const Accessor *a, const Accessor *b) {
    if (is_write(a) != is_write(b)) return is_write(a);
    if (a->touch != b->touch) return a->touch < b->touch;
    if (a->location != b->location) return a->location < b->location;
    return a->block > b->block;
}

static int compare_threads(const Accessor *a, const Accessor *b) {
    if (a->block != b->block) return a->block < b->block ? -1 : 1;
    return (int)a->thread - (int)b->thread;
}

// The accessor, reduced to one of its bytes.
static Accessor at_byte(const Accessor *accessor, unsigned byte) {
    Accessor at = *accessor;
    if (at.step) at.thread = (uint16_t)(at.thread + (byte - (unsigned)__builtin_ctz(at.mask)) / at.step);
    return at;
}

static uint32_t find(RaceBlocks *races, const Accessor *a, const Accessor *b) {
    for (uint32_t n = 0; n < races->found_count; n++) {
        const FoundRace *known = &races->found[n];
        if (known->a.location == a->location && known->b.location == b->location && known->a.touch == a->touch &&
            known->b.touch == b->touch)
            return n;
    }
    if (races->found_count == FOUND_MOST) return FOUND_MOST;
    races->found[races->found_count] = (FoundRace){.a = *a, .b = *b, .address = UINT64_MAX};
    return races->found_count++;
}

// How many of the bytes were not counted for this race before. Past COUNTED_PLACES sectors nothing more is counted.
static uint32_t new_bytes(RaceBlocks *races, uint32_t race, uint64_t sector, uint32_t mask) {
    if (!races->counted) races->counted = calloc(COUNTED_PLACES, sizeof *races->counted);
    if (!races->counted) return mask;
    assert(race < FOUND_MOST);
    uint64_t key = sector * FOUND_MOST + race + 1;
    uint32_t place = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) % COUNTED_PLACES;
    for (unsigned tries = 0; tries < 64; tries++, place = (place + 1) % COUNTED_PLACES) {
        Counted *counted = &races->counted[place];
        if (counted->key && counted->key != key) continue;
        uint32_t new = mask & ~counted->mask;
        counted->key = key;
        counted->mask |= mask;
        return new;
    }
    return 0;
}

void race_found(RaceBlocks *races, uint64_t sector, uint32_t mask, const Accessor *x, const Accessor *y) {
    assert(mask && !(mask & ~x->mask) && !(mask & ~y->mask) && x->block != y->block);
    unsigned byte = (unsigned)__builtin_ctz(mask);
    Accessor a = at_byte(comes_first(x, y) ? x : y, byte), b = at_byte(comes_first(x, y) ? y : x, byte);
    lock_take(&races->lock);
    uint32_t race = find(races, &a, &b);
    if (race < FOUND_MOST) {
        FoundRace *found = &races->found[race];
        int order = compare_threads(&a, &found->a) ? compare_threads(&a, &found->a) : compare_threads(&b, &found->b);
        uint64_t address = (sector << SECTOR_SHIFT) + byte;
        if (found->address == UINT64_MAX || order < 0 || (order == 0 && address < found->address)) {
            found->a = a;
            found->b = b;
            found->address = address;
        }
        found->words += ((unsigned)__builtin_popcount(new_bytes(races, race, sector, mask)) + 3) / 4;
    }
    lock_release(&races->lock);
}

void race_looks_ahead(RaceBlocks *races, uint32_t location) {
    lock_take(&races->lock);
    uint32_t n = 0;
    while (n < races->looking_count && races->looking[n] != location) n++;
    if (n == races->looking_count && ARRAY_GROW(races->looking, n)) races->looking[races->looking_count++] = location;
    lock_release(&races->lock);
}

static bool looks_ahead(const RaceBlocks *races, const Accessor *accessor) {
    if (accessor->touch != TOUCH_READ) return false;
    for (uint32_t n = 0; n < races->looking_count; n++)
        if (races->looking[n] == accessor->location) return true;
    return false;
}

static Dim3 position(Dim3 grid, uint32_t block) {
    return (Dim3){block % grid.x, block / grid.x % grid.y, block / grid.x / grid.y};
}

static void report(Launch *launch, const FoundRace *found) {
    const Accessor *a = &found->a, *b = &found->b;
    const Allocation *allocation = memory_find(launch->memory, found->address);
    Dim3 at = position(launch->grid, b->block);
    FactDeed does = b->touch == TOUCH_WRITE ? DOES_WRITE : b->touch == TOUCH_ATOMIC ? DOES_CHANGE : DOES_READ;
    Fault fault = {.kind = FAULT_RACE_BLOCKS,
                   .launch = launch->number,
                   .module = launch->module,
                   .thread = {a->block, a->thread},
                   .count = found->words,
                   .address = found->address,
                   .bytes = a->step ? a->step : 4,
                   .space = "global",
                   .is_write = is_write(a),
                   .allocation = allocation ? allocation->base : 0,
                   .allocation_bytes = allocation ? allocation->size : 0,
                   .location = a->location,
                   .other_location = b->location,
                   .other = {b->block, b->thread},
                   .other_is_write = b->touch == TOUCH_WRITE || b->touch == TOUCH_ATOMIC};
    snprintf(fault.kernel, sizeof fault.kernel, "%s", launch->kernel);
    fault.fact = FACT_OF(race_between_blocks, is_write(a), b->thread, at.x, at.y, at.z, does);
    faults_add(launch->faults, &fault);
}

void race_blocks_end(RaceBlocks *races, Launch *launch, uint32_t last_block) {
    for (uint32_t n = 0; n < races->found_count; n++) {
        const FoundRace *found = &races->found[n];
        bool ran = found->a.block <= last_block && found->b.block <= last_block;
        if (ran && !looks_ahead(races, &found->a) && !looks_ahead(races, &found->b)) report(launch, found);
    }
    race_records_free(races);
    race_order_free(races);
    free(races->looking);
    free(races->counted);
    free(races);
    launch->races = NULL;
}
