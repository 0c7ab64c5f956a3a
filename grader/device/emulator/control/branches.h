// branches.h - branches.
#ifndef BRANCHES_H
#define BRANCHES_H

#include "../decode/decoders.h"

void run_jump(Warp *warp, const Instruction *i); // the layout's own jumps, which nobody counts
void run_branch(Warp *warp, const Instruction *i);
void run_branch_table(Warp *warp, const Instruction *i);

#endif
