// launch_progress.h - how far the grid that runs is, for another thread to look at.
#ifndef LAUNCH_PROGRESS_H
#define LAUNCH_PROGRESS_H

#include <stdatomic.h>
#include <stdint.h>

typedef struct {
    _Atomic uint64_t blocks, finished;
    _Atomic uint32_t asked; // whoever looks adds one: then thread_instructions follows with the next blocks that end
    _Atomic uint64_t thread_instructions;
} LaunchProgress;

#endif
