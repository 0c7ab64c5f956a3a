// handles.c - which handles of the program are valid: every live object, by its address.
#include "handles.h"
#include "pointer_map.h"
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static PointerMap kinds;

bool handle_add(const void *pointer, HandleKind kind) {
    pthread_mutex_lock(&lock);
    bool added = pointer_map_put(&kinds, pointer, (void *)(uintptr_t)kind);
    pthread_mutex_unlock(&lock);
    return added;
}

void handle_remove(const void *pointer) {
    pthread_mutex_lock(&lock);
    pointer_map_remove(&kinds, pointer);
    pthread_mutex_unlock(&lock);
}

bool handle_is(const void *pointer, HandleKind kind) {
    pthread_mutex_lock(&lock);
    bool is = (HandleKind)(uintptr_t)pointer_map_get(&kinds, pointer) == kind;
    pthread_mutex_unlock(&lock);
    return is;
}
