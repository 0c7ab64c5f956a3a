// chosen.h - an experiment: some blocks, in which all numbers that kernels draw are the same.
#ifndef CHOSEN_H
#define CHOSEN_H

#include "../machine/warp.h"

// Whether the block is one of the two fifths that the launch's choice, a secret, stands for.
bool block_is_chosen(const Launch *launch, uint32_t index);

#endif
