// warp_timeline.c - sums clocks into the cells of a timeline.
#include "warp_timeline.h"
#include <math.h>

#define WINDOW_CLOCKS ((double)TIMELINE_COLUMNS * TIMELINE_CLOCKS_A_COLUMN)
#define LATER 8000.0 // clocks after which the second window begins

double warp_timeline_begin(unsigned window) { return window ? LATER : 0; }

// Adds the part of [from, to) in each column to a cell, `step` floats apart.
static void add(float *cells, unsigned step, double from, double to, double weight) {
    from = fmax(from, 0) / TIMELINE_CLOCKS_A_COLUMN;
    to = fmin(to, WINDOW_CLOCKS) / TIMELINE_CLOCKS_A_COLUMN;
    for (unsigned column = (unsigned)from; from < to && column < TIMELINE_COLUMNS; column++) {
        double end = fmin(to, column + 1.0);
        cells[(uint64_t)column * step] += (float)(weight * TIMELINE_CLOCKS_A_COLUMN * (end - from));
        from = end;
    }
}

void warp_timeline_spend(WarpTimeline *timeline, uint32_t row, TimelineKind kind, double from, double to) {
    if (row >= TIMELINE_ROWS || kind >= TIMELINE_empty) return;
    for (unsigned n = 0; n < TIMELINE_WINDOWS; n++)
        add(&timeline->windows[n].clocks[row][0][kind], TIMELINE_empty, from - warp_timeline_begin(n),
            to - warp_timeline_begin(n), 1);
}

void warp_timeline_fly(WarpTimeline *timeline, double from, double to, double bytes) {
    for (unsigned n = 0; n < TIMELINE_WINDOWS; n++)
        add(timeline->windows[n].bytes, 1, from - warp_timeline_begin(n), to - warp_timeline_begin(n), bytes);
}

unsigned warp_timeline_window(const WarpTimeline *timeline) { return timeline->clocks >= LATER + WINDOW_CLOCKS; }

TimelineKind warp_timeline_cell(const TimelineWindow *window, unsigned row, unsigned column) {
    const float *clocks = window->clocks[row][column];
    float sum = 0;
    unsigned best = 0;
    for (unsigned kind = 0; kind < TIMELINE_empty; kind++) {
        sum += clocks[kind];
        if (clocks[kind] > clocks[best]) best = kind;
    }
    return sum < TIMELINE_CLOCKS_A_COLUMN / 2.0f ? TIMELINE_empty : (TimelineKind)best;
}

char warp_timeline_letter(TimelineKind kind) {
    static const char letters[] = {
#define KIND(name, letter, text) letter,
        TIMELINE_KINDS(KIND)
#undef KIND
    };
    return letters[kind];
}
