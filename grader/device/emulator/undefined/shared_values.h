// shared_values.h - which bits of a block's shared memory are undefined, because undefined values were stored there.
#ifndef SHARED_VALUES_H
#define SHARED_VALUES_H

#include "rules.h"

// Notes which bits that a store puts into the block's shared memory are undefined, with `origin`, where they were first
// read. Returns the lanes that store there.
uint32_t shared_values_keep(Warp *warp, const Instruction *i, const ValueRule *rule, uint32_t origin);
// The undefined bits that a lane's element of a load gets, and where they come from.
uint64_t shared_values_read(const Warp *warp, const Instruction *i, const ValueRule *rule, unsigned lane,
                            unsigned element, uint32_t *origin);

#endif
