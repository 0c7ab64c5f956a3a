// repeated_shapes.h - what an access need not find out again, since one through the same register came just before it.
#ifndef REPEATED_SHAPES_H
#define REPEATED_SHAPES_H

#include "../machine/access.h"

// Both for instructions with a slot. Fills the shape of the slot's last access, shifted; false: it is not known.
bool shape_reuse(const Warp *warp, const Instruction *i, Access *access);
// Keeps the shape of an access that observers let pass for `lanes`.
void shape_keep(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes);

// The handler of loads of words from shared memory.
void run_shared_word_load(Warp *warp, const Instruction *i);

#endif
