// follow.h - undefined values on their way through a running kernel.
#ifndef FOLLOW_H
#define FOLLOW_H

#include "../machine/value_watch.h"

extern const ValueWatch value_watch;

#endif
