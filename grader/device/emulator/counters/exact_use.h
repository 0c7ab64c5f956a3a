// exact_use.h - which bytes a launch uses, noted by textures and surfaces, which make no Access.
#ifndef EXACT_USE_H
#define EXACT_USE_H

#include "../machine/warp.h"

// Bytes [lowest, highest) of the allocation.
void exact_use_note(const Launch *launch, Allocation *allocation, MemoryUse use, uint64_t lowest, uint64_t highest);

#endif
