// checked.h - arithmetic on sizes that a program chose: the result fits, or there is none.
//
// Sizes, pitches, counts, offsets and alignments reach the device from a process that may be hostile, and from PTX text
// that it wrote. A sum that wraps passes the bounds test behind it and then names memory of the emulator's own. So
// whatever adds or multiplies such numbers goes through these functions, and refuses the request if one says false.
#ifndef CHECKED_H
#define CHECKED_H

#include <stdbool.h>
#include <stdint.h>

static inline bool checked_add(uint64_t a, uint64_t b, uint64_t *sum) { return !__builtin_add_overflow(a, b, sum); }
static inline bool checked_multiply(uint64_t a, uint64_t b, uint64_t *product) {
    return !__builtin_mul_overflow(a, b, product);
}

// Whether [first, first + size) lies in [0, limit).
static inline bool checked_inside(uint64_t first, uint64_t size, uint64_t limit) {
    return first <= limit && size <= limit - first;
}

// The next multiple of a unit (0 counts as 1).
static inline bool checked_round_up(uint64_t value, uint64_t unit, uint64_t *rounded) {
    uint64_t rest = unit ? value % unit : 0;
    return checked_add(value, rest ? unit - rest : 0, rounded);
}

// Lays out one thing after another: puts `size` bytes at the first multiple of `align` from *end on, and moves *end
// past them. false: they would end after `most`, and nothing changes.
static inline bool checked_place(uint64_t *end, uint64_t align, uint64_t size, uint64_t most, uint64_t *offset) {
    uint64_t at;
    if (!checked_round_up(*end, align, &at) || !checked_inside(at, size, most)) return false;
    *offset = at;
    *end = at + size;
    return true;
}

// The bytes from the first of the first row to the last of the last: `rows` rows of `width` bytes, `pitch` bytes apart.
// false: there are none, rows overlap, or the sum does not fit.
static inline bool checked_extent(uint64_t pitch, uint64_t width, uint64_t rows, uint64_t *bytes) {
    uint64_t before_last;
    if (!width || !rows || (rows > 1 && pitch < width)) return false;
    return checked_multiply(rows - 1, rows > 1 ? pitch : 0, &before_last) && checked_add(before_last, width, bytes);
}

#endif
