// owners.c - whose results are in memory.
#include "owners.h"
#include <stdlib.h>
#include <string.h>

void owners_note(Allocation *allocation, uint64_t offset, uint64_t size, uint64_t writer) {
    if (!allocation->owned) __atomic_store_n(&allocation->owned, true, __ATOMIC_RELAXED);
    uint64_t first = offset / SECTOR_BYTES, last = (offset + size - 1) / SECTOR_BYTES;
    for (uint64_t *at = allocation->writer + first; at <= allocation->writer + last; at++) {
        uint64_t before = __atomic_load_n(at, __ATOMIC_RELAXED);
        while (before < writer &&
               !__atomic_compare_exchange_n(at, &before, writer, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    }
}

void owners_forget(Allocation *allocation, uint64_t offset, uint64_t size) {
    if (!size || !allocation->owned) return;
    uint64_t first = offset / SECTOR_BYTES, last = (offset + size - 1) / SECTOR_BYTES;
    memset(allocation->writer + first, 0, (last - first + 1) * sizeof *allocation->writer);
}

// Within one allocation the copy may overlap itself: then sectors are read before they change.
void owners_copy(Allocation *to, uint64_t to_offset, const Allocation *from, uint64_t from_offset, uint64_t size) {
    if (!size || !to->writer || (!to->owned && !from->owned)) return;
    bool backwards = to == from && to_offset > from_offset;
    uint64_t first = to_offset / SECTOR_BYTES, count = (to_offset + size - 1) / SECTOR_BYTES - first + 1;
    to->owned = true;
    for (uint64_t n = 0; n < count; n++) {
        uint64_t sector = first + (backwards ? count - 1 - n : n), byte = sector * SECTOR_BYTES;
        uint64_t copied = byte > to_offset ? byte - to_offset : 0;
        to->writer[sector] = from->writer ? from->writer[(from_offset + copied) / SECTOR_BYTES] : 0;
    }
}

static int by_writer(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

Owned owners_count(uint64_t *writers, uint64_t count) {
    Owned owned = {0};
    uint64_t most = 0; // of a block of this launch
    qsort(writers, count, sizeof *writers, by_writer);
    for (uint64_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && writers[end] == writers[first];) end++;
        if (writers[first] == 0) continue;
        owned.sectors += end - first;
        if (end - first > most) most = end - first;
        bool last = end == count || writers[end] >> 32 != writers[first] >> 32;
        if (last) owned.busiest += most, most = 0;
    }
    return owned;
}
