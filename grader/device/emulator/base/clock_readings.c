// clock_readings.c - what warps read from the GPU's clock where a launch's time is modelled, for the same warps here.
#include "clock_readings.h"
#include "../../system/grow.h"
#include <assert.h>
#include <stdlib.h>

#define READINGS_MOST ((size_t)1 << 20)

void clock_readings_note(ClockReadings *readings, uint64_t block, uint32_t warp, uint64_t clock) {
    assert(!readings->sorted);
    if (readings->count == READINGS_MOST || !ARRAY_GROW(readings->items, readings->count)) return;
    readings->items[readings->count] = (ClockReading){block, readings->count, warp, clock};
    readings->count++;
}

static int compare(const void *one, const void *other) {
    const ClockReading *a = one, *b = other;
    if (a->block != b->block) return a->block < b->block ? -1 : 1;
    if (a->warp != b->warp) return a->warp < b->warp ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

void clock_readings_sort(ClockReadings *readings) {
    assert(!readings->sorted);
    readings->sorted = true;
    if (readings->count) qsort(readings->items, readings->count, sizeof *readings->items, compare);
}

// How many come before that warp's.
static size_t before(const ClockReadings *readings, uint64_t block, uint32_t warp) {
    ClockReading wanted = {.block = block, .warp = warp};
    size_t from = 0, to = readings->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (compare(&readings->items[middle], &wanted) < 0) from = middle + 1;
        else to = middle;
    }
    return from;
}

bool clock_readings_find(const ClockReadings *readings, uint64_t block, uint32_t warp, size_t n, uint64_t *clock) {
    if (!readings->count) return false;
    assert(readings->sorted);
    size_t end = before(readings, block + 1, 0);
    uint64_t modelled = readings->items[end ? end - 1 : 0].block;
    size_t at = before(readings, modelled, warp);
    if (n >= readings->count - at) return false;
    const ClockReading *found = &readings->items[at + n];
    *clock = found->clock;
    return found->block == modelled && found->warp == warp;
}

void clock_readings_clear(ClockReadings *readings) {
    free(readings->items);
    *readings = (ClockReadings){0};
}
