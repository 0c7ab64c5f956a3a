// warp_timeline.h - what the warps of one multiprocessor wait for, clock by clock, for pictures.
//
// A window of the run is kept as cells: a row for each place that a warp can have on the multiprocessor, a column for
// some clocks. So a timeline takes the same memory however long the launch is.
#ifndef WARP_TIMELINE_H
#define WARP_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#define TIMELINE_ROWS 64
#define TIMELINE_COLUMNS 250
#define TIMELINE_CLOCKS_A_COLUMN 16
#define TIMELINE_WINDOWS 2 // from the beginning, and later, when the multiprocessor has long been busy

// What a warp does at a clock; the letters are those of a timeline as text.
#define TIMELINE_KINDS(KIND)                                                                                           \
    KIND(issue, 'i', "issuing, or ready and another warp issues")                                                      \
    KIND(arithmetic, 'a', "results of arithmetic")                                                                     \
    KIND(shared, 's', "shared memory")                                                                                 \
    KIND(loads, 'l', "loads and stores of global memory")                                                              \
    KIND(barrier, 'b', "a barrier")                                                                                    \
    KIND(empty, '.', "no warp")

typedef enum {
#define KIND(name, letter, text) TIMELINE_##name,
    TIMELINE_KINDS(KIND)
#undef KIND
        TIMELINE_KIND_COUNT
} TimelineKind;

typedef struct {
    float clocks[TIMELINE_ROWS][TIMELINE_COLUMNS][TIMELINE_empty];
    float bytes[TIMELINE_COLUMNS]; // of loads, times the clocks that they are in flight
} TimelineWindow;

typedef struct {
    uint32_t rows, rows_of_block; // warps that the multiprocessor has places for, and those of a block
    double clocks;                // that were modelled
    double needed_bytes;          // in flight, to keep the DRAM busy
    TimelineWindow windows[TIMELINE_WINDOWS];
} WarpTimeline;

// A warp in that row was of a kind from one clock to another. A row that is not there is ignored.
void warp_timeline_spend(WarpTimeline *timeline, uint32_t row, TimelineKind kind, double from, double to);
void warp_timeline_fly(WarpTimeline *timeline, double from, double to, double bytes);

// The later window if the run reached its end, otherwise the first one.
unsigned warp_timeline_window(const WarpTimeline *timeline);
double warp_timeline_begin(unsigned window); // in clocks
// What the row does most of the time in that column.
TimelineKind warp_timeline_cell(const TimelineWindow *window, unsigned row, unsigned column);
char warp_timeline_letter(TimelineKind kind);

#endif
