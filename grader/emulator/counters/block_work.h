// block_work.h - how the work of a launch is shared out over its blocks.
#ifndef BLOCK_WORK_H
#define BLOCK_WORK_H

#include "../machine/warp.h"

void block_work_add(LaunchWork *sum, const Block *block); // a block that has ended
void block_work_join(LaunchWork *sum, const LaunchWork *more);

#endif
