// place.h - a place in the source, as reports name it.
#ifndef PLACE_H
#define PLACE_H

#include <stdint.h>

// The innermost place in a file that is the program's own. If its function was inlined, caller_file and caller_line say
// into which line (NULL: it was not), outer_line of the same file the last such line, in the kernel itself (0: not
// known).
typedef struct {
    const char *file;
    uint32_t line;
    const char *function;
    const char *caller_file;
    uint32_t caller_line, outer_line;
} Place;

#endif
