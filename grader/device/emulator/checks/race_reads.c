// race_reads.c - reads of shared memory that wait to be noted.
//
// Between two barriers most programs only read what was written before the first. Such reads race with nothing, and
// what they leave behind matters only if somebody writes to the same place before the second. So they are kept as they
// came, at some nanoseconds each, and noted unit by unit when such a write comes; nearly always the barrier is first.
#include "race_shared.h"

#include <assert.h>
#include <stdlib.h>

ReadLog *race_reads_create(void) { return calloc(1, sizeof(ReadLog)); }

uint32_t race_reads_keep_addresses(SharedShadow *shadow, const Access *access) {
    ReadLog *log = shadow->reads;
    assert(log->scattered_count < SCATTERED_KEPT);
    ScatteredRead *read = &log->scattered[log->scattered_count];
    read->mask = access->mask;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) read->address[lane] = (uint32_t)access->address[lane];
    return log->scattered_count++;
}

void race_reads_begin(const Warp *warp, SharedShadow *shadow) {
    ReadLog *log = shadow->reads;
    if (log->count + 2 > READS_KEPT) race_reads_note(shadow);
    log->warp = warp->index;
    log->sync = race_sync(warp);
    log->reads[log->count++] = (Read){.location = log->warp, .low = log->sync};
}

static void find_addresses(const ReadLog *log, const Read *read, Access *access) {
    access->mask = FULL_MASK;
    if (read->pattern == 0) {
        assert(read->low < log->scattered_count);
        const ScatteredRead *scattered = &log->scattered[read->low];
        access->mask = scattered->mask;
        for (unsigned lane = 0; lane < WARP_LANES; lane++) access->address[lane] = scattered->address[lane];
    } else {
        access->address[0] = read->low;
        access->address[WARP_LANES / 2] = (uint32_t)(read->low + read->apart);
        access_fill_halves(access);
    }
    access->lowest = access->address[0]; // of consecutive lanes; else nobody asks
}

static void note_units(SharedShadow *shadow, const Access *access, RaceStamp me) {
    RaceRecords records = shadow->races;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t last = (access->address[lane] + access->bytes - 1) >> shadow->unit_shift;
        for (uint64_t unit = access->address[lane] >> shadow->unit_shift; unit <= last; unit++)
            race_note_read(&records.first[unit], &records.second[unit], me + lane);
    }
}

void race_reads_note(SharedShadow *shadow) {
    ReadLog *log = shadow->reads;
    uint32_t warp = 0, sync = 0;
    for (uint32_t n = 0; n < log->count; n++) {
        const Read *read = &log->reads[n];
        if (!read->bytes) {
            warp = read->location;
            sync = read->low;
            continue;
        }
        RaceStamp me = race_stamp(shadow->epoch, read->location, sync, warp * WARP_LANES);
        Access access = {.kind = ACCESS_LOAD, .bytes = read->bytes, .pattern = read->pattern};
        find_addresses(log, read, &access);
        if (!race_units_are_words(shadow, &access) || !race_quiet_read(shadow, &access, me, false))
            note_units(shadow, &access, me);
    }
    assert(!shadow->waiting || log->count);
    shadow->read |= shadow->waiting;
    race_reads_forget(shadow);
}
