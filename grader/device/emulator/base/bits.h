// bits.h - bitmaps of 64-bit words that several threads read and set at once.
//
// Setting is a relaxed atomic or, done only where a bit is missing, so that marking what is marked costs a load.
#ifndef BITS_H
#define BITS_H

#include "invariant.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t bits_words(uint64_t bits) { return (bits + 63) / 64; }

// The bits of word `word` that lie in [first, last].
static inline uint64_t bits_mask(uint64_t word, uint64_t first, uint64_t last) {
    invariant(first <= last && word >= first / 64 && word <= last / 64);
    uint64_t mask = ~0ull;
    if (word == first / 64) mask &= ~0ull << first % 64;
    if (word == last / 64) mask &= ~0ull >> (63 - last % 64);
    return mask;
}

// True if all bits of [first, last] are set; otherwise *missing (if not NULL) is the first that is not.
static inline bool bits_all_set(const uint64_t *words, uint64_t first, uint64_t last, uint64_t *missing) {
    invariant(first <= last);
    for (uint64_t word = first / 64; word <= last / 64; word++) {
        uint64_t mask = bits_mask(word, first, last);
        uint64_t absent = ~__atomic_load_n(&words[word], __ATOMIC_RELAXED) & mask;
        if (absent != 0) {
            if (missing != NULL) *missing = word * 64 + (unsigned)__builtin_ctzll(absent);
            return false;
        }
    }
    return true;
}

// The same of 1 to 64 bits from `first` on.
static inline bool bits_few_set(const uint64_t *words, uint64_t first, unsigned count) {
    invariant(count >= 1 && count <= 64);
    const uint64_t *word = &words[first / 64];
    unsigned before = first % 64;
    uint64_t set = __atomic_load_n(word, __ATOMIC_RELAXED) >> before;
    if (before + count > 64) set |= __atomic_load_n(word + 1, __ATOMIC_RELAXED) << (64 - before);
    return !(~set & ~0ull >> (64 - count));
}

// True if any bit of [first, last] is set.
static inline bool bits_any_set(const uint64_t *words, uint64_t first, uint64_t last) {
    invariant(first <= last);
    for (uint64_t word = first / 64; word <= last / 64; word++)
        if (__atomic_load_n(&words[word], __ATOMIC_RELAXED) & bits_mask(word, first, last)) return true;
    return false;
}

// Sets the bits of `mask` in one word; how many were not set before.
static inline unsigned bits_or(uint64_t *word, uint64_t mask) {
    uint64_t absent = ~__atomic_load_n(word, __ATOMIC_RELAXED) & mask;
    if (absent == 0) return 0;
    __atomic_fetch_or(word, mask, __ATOMIC_RELAXED);
    return (unsigned)__builtin_popcountll(absent);
}

// Sets all bits of [first, last]; how many were not set before.
static inline uint64_t bits_set(uint64_t *words, uint64_t first, uint64_t last) {
    invariant(first <= last);
    uint64_t added = 0;
    for (uint64_t word = first / 64; word <= last / 64; word++)
        added += bits_or(&words[word], bits_mask(word, first, last));
    return added;
}

// Clears all bits of [first, last].
static inline void bits_clear(uint64_t *words, uint64_t first, uint64_t last) {
    invariant(first <= last);
    for (uint64_t word = first / 64; word <= last / 64; word++)
        __atomic_fetch_and(&words[word], ~bits_mask(word, first, last), __ATOMIC_RELAXED);
}

#endif
