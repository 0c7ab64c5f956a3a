// shape.h - what kind of thing is wrong with an array, from all of its elements.
#ifndef SHAPE_H
#define SHAPE_H

#include "../../common/case_file.h"

#include <stdbool.h>

typedef struct {
    CaseType type;
    unsigned rank;
    uint64_t dims[3], total;
    const double *got, *expected;
    double tolerance; // of a value of 1
} Shape;

// A format with a %s for the array's name; it tells no value. NULL: it has no shape that says anything.
const char *shape_of(const Shape *shape);

#endif
