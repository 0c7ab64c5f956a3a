// handles.c - which handles of the program are valid: a hash table of every live object by its address.
//
// Open addressing with linear probing; the number of slots is a power of two. When an entry is removed, later entries
// of its run move up.
#include "handles.h"
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    const void *pointer;
    HandleKind kind;
} Place;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Place *places;
static size_t capacity, used;

static size_t home_of(const void *pointer) {
    return (((uintptr_t)pointer * 0x9e3779b97f4a7c15u) >> 20) & (capacity - 1);
}

static size_t place_of(const void *pointer) {
    size_t i = home_of(pointer);
    while (places[i].pointer && places[i].pointer != pointer) i = (i + 1) & (capacity - 1);
    return i;
}

static bool grow(void) {
    Place *old = places;
    size_t count = capacity, larger = capacity ? 2 * capacity : 256;
    Place *made = calloc(larger, sizeof *made);
    if (!made) return false;
    places = made;
    capacity = larger;
    for (size_t i = 0; i < count; i++)
        if (old[i].pointer) places[place_of(old[i].pointer)] = old[i];
    free(old);
    return true;
}

bool handle_add(const void *pointer, HandleKind kind) {
    pthread_mutex_lock(&lock);
    bool room = used * 2 < capacity || grow();
    if (room) {
        places[place_of(pointer)] = (Place){pointer, kind};
        used++;
    }
    pthread_mutex_unlock(&lock);
    return room;
}

void handle_remove(const void *pointer) {
    pthread_mutex_lock(&lock);
    size_t hole = capacity ? place_of(pointer) : 0;
    if (capacity && places[hole].pointer) {
        used--;
        for (size_t next = (hole + 1) & (capacity - 1); places[next].pointer; next = (next + 1) & (capacity - 1)) {
            size_t distance = (next - home_of(places[next].pointer)) & (capacity - 1);
            if (distance < ((next - hole) & (capacity - 1))) continue; // it would come before its own slot
            places[hole] = places[next];
            hole = next;
        }
        places[hole] = (Place){0};
    }
    pthread_mutex_unlock(&lock);
}

bool handle_is(const void *pointer, HandleKind kind) {
    pthread_mutex_lock(&lock);
    bool is = pointer && capacity && places[place_of(pointer)].pointer && places[place_of(pointer)].kind == kind;
    pthread_mutex_unlock(&lock);
    return is;
}
