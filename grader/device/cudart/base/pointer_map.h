// pointer_map.h - a hash table from pointers to pointers. It has no lock of its own.
#ifndef POINTER_MAP_H
#define POINTER_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const void *key; // NULL: the place is free
    void *value;
} PointerPlace;

typedef struct {
    PointerPlace *places;
    size_t capacity, count;
} PointerMap;

// NULL: there is none, or no key.
void *pointer_map_get(const PointerMap *map, const void *key);
// Replaces the value if there is one. false: no memory left.
bool pointer_map_put(PointerMap *map, const void *key, void *value);
void pointer_map_remove(PointerMap *map, const void *key);

#endif
