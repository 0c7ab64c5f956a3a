// banks.c - shared memory: passes over the 32 banks of 4 bytes (wavefronts), and those that conflicts cause.
//
// A pass serves one word of each bank, to any number of lanes. Accesses of 4 bytes or less go as one group of 32
// lanes, of 8 bytes as two groups of 16, of 16 bytes as four of 8; a group takes as many passes as its fullest
// bank has distinct words, and all beyond the first are conflicts. For loads, neighbouring groups become one if
// every lane finds lane ^ 1, or every lane lane ^ 2, inactive or at its own address. All of this was measured on
// an H200 with some 500 patterns (tests/golden/access_patterns.csv).
#include "../base/invariant.h"
#include "regular.h"

#include <string.h>

#define BANKS 32
#define WORD_BYTES 4

// Passes for the lanes' words, `words` each: distinct ones by a table of twice as many places, then the fullest bank.
static unsigned passes_of(const Access *access, uint32_t lanes, unsigned words) {
    enum { PLACES = 64 }; // a group has at most 32 words, or 64 when two have become one: then every other is a copy
    uint32_t table[PLACES];
    uint8_t fill[BANKS] = {0};
    unsigned most = 0, distinct = 0;
    memset(table, 0xff, sizeof table);
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t word = (uint32_t)(access->address[__builtin_ctz(lanes)] / WORD_BYTES);
        for (unsigned i = 0; i < words; i++, word++) {
            unsigned place = word * 0x9e3779b9u >> 26;
            while (table[place] != word && table[place] != UINT32_MAX) place = (place + 1) % PLACES;
            if (table[place] == word) continue;
            table[place] = word;
            distinct++;
            invariant(distinct <= PLACES / 2); // the search ends
            unsigned count = ++fill[word % BANKS];
            most = count > most ? count : most;
        }
    }
    return most;
}

// True if every lane of the access finds lane ^ step inactive or at its own address.
static bool paired(const Access *access, unsigned step) {
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left), partner = lane ^ step;
        if (access->mask >> partner & 1 && access->address[partner] != access->address[lane]) return false;
    }
    return true;
}

static BankPasses wide_passes(const Access *access) {
    unsigned lanes = BANKS * WORD_BYTES / access->bytes; // of a group
    if (access->kind == ACCESS_LOAD && (paired(access, 1) || paired(access, 2))) lanes *= 2;
    BankPasses passes = {0, 0};
    for (unsigned first = 0; first < WARP_LANES; first += lanes) {
        uint32_t group = access->mask & (uint32_t)(((1ull << lanes) - 1) << first);
        if (group == 0) continue;
        passes.groups++;
        passes.wavefronts += (uint8_t)passes_of(access, group, access->bytes / WORD_BYTES);
    }
    return passes;
}

// All lanes active, each the same distance from the one before: words that share a bank are all distinct, and
// their number is the largest power of two in the distance, in words.
static bool strided(const Access *access, uint64_t *stride) {
    uint64_t step = access->address[1] - access->address[0], irregular = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        irregular |= access->address[lane] - access->address[0] - lane * step;
    *stride = step / WORD_BYTES;
    return irregular == 0 && access->mask == FULL_MASK && step % WORD_BYTES == 0;
}

static unsigned word_passes(const Access *access) {
    // Within 32 consecutive words no bank has two.
    if ((access->highest - 1) / WORD_BYTES - access->lowest / WORD_BYTES < BANKS) return 1;
    uint64_t stride;
    if (strided(access, &stride)) return stride % BANKS == 0 ? BANKS : 1u << __builtin_ctzll(stride);
    return passes_of(access, access->mask, 1);
}

static BankPasses passes_alone(const Access *access) {
    if (access->bytes <= WORD_BYTES) return (BankPasses){(uint8_t)word_passes(access), 1};
    uint8_t words = (uint8_t)(access->bytes / WORD_BYTES);
    return access->pattern & CONSECUTIVE ? (BankPasses){words, words} : wide_passes(access);
}

// The one access that the assembler makes of this one and its neighbours.
static BankPasses passes_merged(const Access *access) {
    if (access->pattern & UNIFORM_HALVES && access->kind == ACCESS_LOAD && access->instruction->merged_bytes == 16)
        return (BankPasses){2, 2}; // a row of a tile: two groups of 16 lanes at one address
    Access merged = *access;
    merged.bytes = access->instruction->merged_bytes;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        merged.address[lane] += (uint64_t)access->instruction->merged_from;
    access_shape(&merged);
    return passes_alone(&merged);
}

static BankPasses passes_of_access(const Access *access) {
    return access->instruction->merged_bytes == 0 ? passes_alone(access) : passes_merged(access);
}

static void count_part(void *opaque, const Access *part) {
    (void)opaque;
    banks_count(part->counts, passes_alone(part));
}

void banks_meter(const Warp *warp, const Access *access) {
    (void)warp;
    BankPasses none = {0, 0}; // atomics are served word by word, by a unit of their own
    if (access->instruction->used_elements) access_each_part(access, count_part, NULL);
    else banks_count(access->counts, access_is_atomic(access) ? none : passes_of_access(access));
}

BankPasses banks_regular_passes(const AccessShape *shape, const Instruction *i) {
    Access access = {.instruction = i, .kind = ACCESS_LOAD, .bytes = 4, .mask = FULL_MASK, .pattern = shape->pattern};
    access.address[0] = shape->low;
    access.address[WARP_LANES / 2] = shape->high;
    access.lowest = shape->lowest;
    access.highest = shape->highest;
    access_fill_halves(&access);
    return passes_of_access(&access);
}
