// saved.h - which of a student's files was saved.
//
// The kernel tells when something in a folder of exercises/ was written or moved there, which is how editors save, but
// that only wakes the caller. What counts is that the file differs from before, and has not changed for a moment. So
// saves by renaming, in several steps, and on file systems that report nothing are all noticed.
#ifndef SAVED_H
#define SAVED_H

#include "../system/paths.h"

typedef struct {
    const Paths *paths;
    int notify;               // to wait on; -1: there is none, and the caller looks now and then
    uint64_t *known, *latest; // file_age of the exercises' files: when last reported, and when last looked at
} Saved;

// false with a sentence in error[200].
bool saved_begin(Saved *saved, const Paths *paths, char error[200]);
// An exercise whose file was saved since it was last reported, or NULL; `only`: look at that one (NULL: at all).
// *settling: a file was saved just now; call again in SAVED_SETTLES milliseconds.
#define SAVED_SETTLES 25
const Exercise *saved_take(Saved *saved, const Exercise *only, bool *settling);
void saved_end(Saved *saved);

#endif
