// rar.h - what libarchive does not tell of RAR archives.
#ifndef RAR_H
#define RAR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    int descriptor;
    const char *memory; // instead of it, and its length; NULL: the descriptor counts
    size_t length;
} RarSource;

// Whether it is a RAR archive of version 5 with something encrypted in it.
bool rar_is_locked(const RarSource *source);

#endif
