// counts.h - counters of a launch, counted in its machine code.
#ifndef SASS_COUNTS_H
#define SASS_COUNTS_H

#include "../counters/counters.h"
#include "sass.h"

// Counts an instruction that the warp has just executed for the lanes in mask: those of derived.def.
void sass_count(Counters *counters, const SassWarp *warp, const Sass *in, uint32_t mask);

#endif
