// maybe_undefined.h - registers that may be read before they are written.
#ifndef MAYBE_UNDEFINED_H
#define MAYBE_UNDEFINED_H

#include "../decode/blocks.h"

// By register: 1 if some path through the function reads it before writing it. NULL: there is none.
uint8_t *maybe_undefined_find(const PtxFunction *function, const Blocks *blocks, Arena *arena);

#endif
