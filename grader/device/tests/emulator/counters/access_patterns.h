// access_patterns.h - golden/access_patterns.csv: what an H200 counted for one access each, read into memory.
#ifndef ACCESS_PATTERNS_H
#define ACCESS_PATTERNS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char space[8], op[8]; // "global" or "shared"; "ld", "st", "red", "atom"
    unsigned bytes;
    uint32_t mask;
    unsigned first, second; // global and local: requests and sectors; shared: wavefronts and bank conflicts
    uint64_t offset[32];    // by lane
} AccessPattern;

// Reads at most `room` patterns, returns how many there are. Fails the running test if the file is not as expected.
size_t access_patterns_read(AccessPattern *patterns, size_t room);

#endif
