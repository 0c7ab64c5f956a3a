// place.h - a place in the source, as reports name it.
#ifndef PLACE_H
#define PLACE_H

#include <stdint.h>

// A place in the source: the innermost one in a file that is the program's own. In a function that was inlined there it
// is one of many, which the place of the call tells apart (NULL: it was not).
typedef struct {
    const char *file;
    uint32_t line;
    const char *function;
    const char *caller_file;
    uint32_t caller_line;
} Place;

#endif
