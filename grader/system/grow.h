// grow.h - arrays that grow by one element at a time: the one way in which they do.
//
// Such an array needs no capacity beside its count. It has room for 8 elements or for the next power of two.
#ifndef GROW_H
#define GROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Makes room for one element behind `count` of them. array: the address of a pointer from malloc, or of NULL.
// false: out of memory; the array is as it was.
static inline bool array_grow(void *array, size_t count, size_t size) {
    enum { FIRST = 8 };
    void *old, *larger;
    size_t bytes;
    if (count & (count - 1) || (count && count < FIRST)) return true;
    memcpy(&old, array, sizeof old);
    bool fits = !__builtin_mul_overflow(count ? 2 * count : FIRST, size, &bytes);
    larger = fits ? realloc(old, bytes) : NULL;
    if (larger) memcpy(array, &larger, sizeof larger);
    return larger;
}

// ARRAY_GROW(list->entries, list->count)
#define ARRAY_GROW(array, count) array_grow(&(array), count, sizeof *(array))

#endif
