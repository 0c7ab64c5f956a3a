// shared_values.h - which bits of a block's shared memory are undefined, because such values were stored there.
#ifndef SHARED_VALUES_H
#define SHARED_VALUES_H

#include "rules.h"

// Lanes of the store that go to the block's shared memory; what they store is known from then on, and for what is
// undefined of it where that was read first.
uint32_t shared_values_keep(Warp *warp, const Instruction *i, const ValueRule *rule, uint32_t origin);
// The undefined bits that a lane's element of a load gets, and where they come from.
uint64_t shared_values_read(const Warp *warp, const Instruction *i, const ValueRule *rule, unsigned lane,
                            unsigned element, uint32_t *origin);

#endif
