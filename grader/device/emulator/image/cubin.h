// cubin.h - what ptxas decided about kernels, read from machine code (ELF).
#ifndef CUBIN_H
#define CUBIN_H

#include "fatbin.h"

// Appends one entry per kernel in the ELF file bytes[0..size) to the list, whose strings and array are malloc'ed.
// false if the file is malformed or memory is out: entries appended so far stay valid.
bool cubin_read(const uint8_t *bytes, size_t size, int target, FatbinResources **list, size_t *count);

#endif
