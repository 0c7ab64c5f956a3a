// made_rar.h - RAR archives for tests, byte by byte after the descriptions of the formats: nothing free writes them.
#ifndef TEST_RAR_H
#define TEST_RAR_H

#include <stdbool.h>
#include <stddef.h>

// Writes an archive of version 4 or 5 that holds one file, stored as it is, into bytes[] of text's length, the name's
// and 200 more. Returns its length. A locked one says that its file is encrypted.
size_t rar_make(unsigned version, const char *name, const char *text, size_t length, bool locked, char *bytes);

#endif
