// clock_readings.h - what warps read from the GPU's clock where a launch's time is modelled, for the same warps here.
//
// The model of time runs the launch's machine code first and notes each reading. The emulation, which has no time, then
// answers a warp's first reading with its first one there, and so on.
#ifndef CLOCK_READINGS_H
#define CLOCK_READINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t block, number; // linear in the grid; of the reading, in the order of notes
    uint32_t warp;          // of the block
    uint64_t clock;         // since the launch began
} ClockReading;

typedef struct {
    ClockReading *items;
    size_t count;
    bool sorted;
} ClockReadings;

// What does not fit any more is left out.
void clock_readings_note(ClockReadings *readings, uint64_t block, uint32_t warp, uint64_t clock);
// To be called once, after the last clock_readings_note() and before the first clock_readings_find().
void clock_readings_sort(ClockReadings *readings);
// The nth reading of a warp, n from 0 on; of a block that was not modelled, that of the last one before it, or else of
// the first. false: there is none.
bool clock_readings_find(const ClockReadings *readings, uint64_t block, uint32_t warp, size_t n, uint64_t *clock);
void clock_readings_clear(ClockReadings *readings);

#endif
