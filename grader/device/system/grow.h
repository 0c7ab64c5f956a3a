// grow.h - arrays that grow: nothing else in the grader and the emulated GPU makes one larger.
//
// An array that grows by one element at a time needs no capacity beside its count (ARRAY_GROW). One that grows by
// several, or whose elements come out of order, has one (ARRAY_RESERVE). What is made to measure has an exact size
// (ARRAY_RESIZE). Where there is no memory for it, all return false and leave the array as it was.
#ifndef GROW_H
#define GROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// array: the address of a pointer from malloc, or of NULL. count: at least 1.
static inline bool array_resize(void *array, size_t count, size_t size) {
    void *old, *larger;
    size_t bytes;
    memcpy(&old, array, sizeof old);
    larger = __builtin_mul_overflow(count, size, &bytes) ? NULL : realloc(old, bytes);
    if (larger) memcpy(array, &larger, sizeof larger);
    return larger;
}

// Makes room for one element behind `count` of them: the array has room for 8, or for the next power of two.
static inline bool array_grow(void *array, size_t count, size_t size) {
    enum { FIRST = 8 };
    if (count & (count - 1) || (count && count < FIRST)) return true;
    return array_resize(array, count ? 2 * count : FIRST, size);
}

// Makes room for `wanted` elements, and for twice as many as there was room for.
static inline bool array_reserve(void *array, size_t *capacity, size_t wanted, size_t size) {
    if (wanted <= *capacity) return true;
    size_t larger = wanted > 2 * *capacity ? wanted : 2 * *capacity;
    if (!array_resize(array, larger, size)) return false;
    *capacity = larger;
    return true;
}

// ARRAY_GROW(list->entries, list->count)
#define ARRAY_GROW(array, count) array_grow(&(array), count, sizeof *(array))
#define ARRAY_RESERVE(array, capacity, wanted) array_reserve(&(array), &(capacity), wanted, sizeof *(array))
#define ARRAY_RESIZE(array, count) array_resize(&(array), count, sizeof *(array))

#endif
