// pointer_map.c - a hash table from pointers to pointers.
//
// Open addressing with linear probing; the number of places is a power of two, and at most half of them are taken. When
// an entry is removed, later entries of its run move up.
#include "pointer_map.h"
#include "../../system/hash.h"
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#define FIRST_PLACES 64

static size_t home_of(const PointerMap *map, const void *key) {
    return hash_mixed(0, (uintptr_t)key) >> 20 & (map->capacity - 1);
}

static size_t place_after(const PointerMap *map, size_t place) { return (place + 1) & (map->capacity - 1); }

// Where the key is, or would be.
static size_t place_of(const PointerMap *map, const void *key) {
    assert(map->count < map->capacity && (map->capacity & (map->capacity - 1)) == 0);
    size_t place;
    HASH_SEARCH(place, home_of(map, key), map->capacity - 1, !map->places[place].key || map->places[place].key == key);
    return place;
}

static bool enlarge(PointerMap *map) {
    PointerMap larger = {.capacity = map->capacity ? 2 * map->capacity : FIRST_PLACES, .count = map->count};
    larger.places = calloc(larger.capacity, sizeof *larger.places);
    if (!larger.places) return false;
    for (size_t n = 0; n < map->capacity; n++)
        if (map->places[n].key) larger.places[place_of(&larger, map->places[n].key)] = map->places[n];
    free(map->places);
    *map = larger;
    return true;
}

void *pointer_map_get(const PointerMap *map, const void *key) {
    return map->capacity && key ? map->places[place_of(map, key)].value : NULL;
}

bool pointer_map_put(PointerMap *map, const void *key, void *value) {
    assert(key);
    if (2 * map->count >= map->capacity && !enlarge(map)) return false;
    PointerPlace *place = &map->places[place_of(map, key)];
    map->count += !place->key;
    *place = (PointerPlace){key, value};
    return true;
}

void pointer_map_remove(PointerMap *map, const void *key) {
    size_t hole = map->capacity ? place_of(map, key) : 0;
    if (!map->capacity || !map->places[hole].key) return;
    map->count--;
    for (size_t next = place_after(map, hole); map->places[next].key; next = place_after(map, next)) {
        size_t distance = (next - home_of(map, map->places[next].key)) & (map->capacity - 1);
        if (distance < ((next - hole) & (map->capacity - 1))) continue; // it would come before its own place
        map->places[hole] = map->places[next];
        hole = next;
    }
    map->places[hole] = (PointerPlace){0};
}
