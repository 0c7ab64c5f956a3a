// slow.h - the first sentence about right results that take too long.
#ifndef SLOW_H
#define SLOW_H

#include "../report/verdict.h"

// The time, the cost whose removal gains most, its line and its cure; then what else gains much.
void slow_say(const Verdict *verdict, char *text, size_t size);

#endif
