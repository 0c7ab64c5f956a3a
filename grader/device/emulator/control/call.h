// call.h - calls and returns.
#ifndef CALL_H
#define CALL_H

#include "../decode/decoders.h"

void run_return(Warp *warp, const Instruction *i);

#endif
