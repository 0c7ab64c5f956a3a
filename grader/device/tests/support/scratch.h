// scratch.h - folders for tests to write into, gone when the tests are.
//
// They lie in one folder of this run below /tmp. A check that fails ends its test's process at once, and a signal ends
// all of them, so that nobody here can be relied on to clean up: a process of its own waits for the end of the others
// and removes that folder.
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stddef.h>

#define SCRATCH_BYTES 64 // of a folder's path

// Once, before the first test. Ends the program if there can be no such folder.
void scratch_begin(void);
// Makes an empty folder that only its owner can read, and writes its path to folder[SCRATCH_BYTES]. `name`: what it is
// for, at most 20 characters.
void scratch_folder(char *folder, const char *name);
// Writes a file at NAME below a folder, with the folders above it. Fails the test if it cannot.
void scratch_write(const char *folder, const char *name, const char *text, size_t length);

#endif
