// hash.h - what all hash tables here share: how words are mixed, and how a place is found.
//
// A table is an array of places, a power of two of them, more than are taken. A search begins at the place that the
// hash names and goes on from place to place, until one is free or holds what is wanted. A table that grows is
// searched again for all that it held.
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

// 2^64 over the golden ratio: its product with neighbouring numbers spreads over all upper bits.
#define HASH_MULTIPLIER UINT64_C(0x9E3779B97F4A7C15)

static inline uint64_t hash_mixed(uint64_t hash, uint64_t word) { return (hash ^ word) * HASH_MULTIPLIER; }

// Sets the variable `place`. mask: one less than there are places. ends: whether the place is free, or holds what is
// wanted; an expression with `place`.
#define HASH_SEARCH(place, hash, mask, ends)                                                                           \
    for ((place) = (hash) & (mask); !(ends); (place) = ((place) + 1) & (mask)) {}

// FNV-1a of a byte string.
static inline uint64_t hash_bytes(const void *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
