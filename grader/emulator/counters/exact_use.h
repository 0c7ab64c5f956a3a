// exact_use.h - which bytes a launch uses, told by what is no Access: textures and surfaces.
#ifndef EXACT_USE_H
#define EXACT_USE_H

#include "../machine/warp.h"

// Bytes [lowest, highest) of the allocation.
void exact_use_note(const Launch *launch, Allocation *allocation, MemoryUse use, uint64_t lowest, uint64_t highest);

#endif
