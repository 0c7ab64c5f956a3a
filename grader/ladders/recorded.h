// recorded.h - what a ladder's steps took on a real GPU, and what a library takes for the same (grader/gpu/bench).
#ifndef RECORDED_H
#define RECORDED_H

#include "../system/paths.h"

#define MOST_RECORDED 16

typedef struct {
    char device[64], size[64];
    struct {
        char name[64];
        double ms;
        bool peer; // what one would take instead: cuBLAS, CUB, a copy
    } rows[MOST_RECORDED];
    unsigned count;
    bool scaled; // recorded for another number of bytes than was asked about: milliseconds are those of the same rate
} Recorded;

// The rows of an exercise at the estimated size, or else at the first size there is. bytes: that the estimated problem
// reads and writes; 0: not known. false: nothing is recorded that can be held against the estimate.
bool recorded_read(const Paths *paths, const Exercise *exercise, double bytes, Recorded *recorded);
double recorded_step(const Recorded *recorded, const char *step); // milliseconds; 0: not recorded
const char *recorded_peer(const Recorded *recorded, double *ms);  // the first peer's name; NULL: there is none

// Prints lines "# device: NVIDIA H200" and the like, which say where recorded times are from.
void recorded_print_about(const Paths *paths);

#endif
