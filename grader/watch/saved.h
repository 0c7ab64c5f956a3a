// saved.h - which of a student's files was saved.
//
// The kernel tells when something in a folder of exercises/ was written or moved there, which is how editors save, and
// that only wakes the caller: what counts is that the file is another one than before, and has been for a moment. So a
// save by renaming, in several steps, or on a file system that tells nothing is seen alike.
#ifndef SAVED_H
#define SAVED_H

#include "../system/paths.h"

typedef struct {
    const Paths *paths;
    int notify;               // to wait on; -1: there is none, and the caller looks now and then
    uint64_t *known, *latest; // ages of the exercises' files: when last told of, and when last looked at
} Saved;

// false with a sentence in error[200].
bool saved_begin(Saved *saved, const Paths *paths, char error[200]);
// An exercise whose file was saved since it was last told of, `only` that one (NULL: any); NULL: none. *settling: one
// was saved just now, and is to be asked for again in SAVED_SETTLES milliseconds.
#define SAVED_SETTLES 25
const Exercise *saved_take(Saved *saved, const Exercise *only, bool *settling);
void saved_end(Saved *saved);

#endif
