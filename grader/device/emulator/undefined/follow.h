// follow.h - follows undefined values through a running kernel.
#ifndef FOLLOW_H
#define FOLLOW_H

#include "../machine/value_watch.h"

extern const ValueWatch value_watch;

#endif
