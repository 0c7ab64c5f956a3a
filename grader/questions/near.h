// near.h - near misses that have nothing to do with the subject: bits for bytes, fractions for percent.
#ifndef NEAR_H
#define NEAR_H

#include "number.h"

// What went wrong with a number that is right but for its unit, in a sentence; NULL: it is not such a number.
const char *near_miss(const Number *number, double right, Unit unit);

#endif
