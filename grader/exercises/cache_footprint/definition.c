// definition.c - chapter 03, cache_footprint: sectors that kernels ask for, and different ones. Questions only.
//
// The key program includes the skeleton and runs its kernels; both numbers are counters of these launches.
#include "../definition.h"

#include "cache_footprint.text.h"
