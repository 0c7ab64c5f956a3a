// key.h - the key of questions, measured by a run on the spot.
//
// An exercise's key program is built once. It is run once, or once for each draw where students have numbers of their
// own. What the device reported and what the program printed is saved in build/keys/ under a hash of everything it
// depends on. Nothing of it is in the repository.
#ifndef KEY_H
#define KEY_H

#include "../questions/draw.h"

// Builds the key of an exercise, and runs it where all students have the same questions, unless that is in build/keys/
// already. folder is private to the caller. true at once for KEY_NONE. false with a sentence in error[200]. To be
// called outside a sandbox first: inside of it nothing is built.
bool key_prepare(const Paths *paths, const Exercise *exercise, const char *folder, char error[200]);
// The run that answers the questions of a draw, to be freed with key_free; a saved one if it is known. The draw must
// outlive it. folder as above. NULL with a sentence in error[200].
KeyRun *key_load(const Paths *paths, const Draw *draw, const char *folder, char error[200]);
void key_free(KeyRun *run);
// KEY_PER_CASE: what the key program prints for a case, run where that is not known yet; to be freed. NULL with
// a sentence in error[200].
char *key_text(const Paths *paths, const Exercise *exercise, const CaseSpec *spec, uint64_t seed, const char *folder,
               char error[200]);

#endif
