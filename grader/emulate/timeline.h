// timeline.h - how long copies and kernels take if everything overlaps that may overlap: the critical path.
#ifndef TIMELINE_H
#define TIMELINE_H

#include "../protocol/protocol.h"

typedef struct Timeline Timeline;

void timeline_free(Timeline *timeline);
// An operation begins in a stream, as in order.h; until it ends, all copies and launches are its.
void timeline_begin(Timeline **timeline, uint32_t stream, uint32_t number, const OrderClocks *clocks);
// A node of the graph that the operation launches begins: copies and launches are its until the next one begins.
// Numbers rise from 1 on, and others are ignored. It comes after the nodes of those numbers, or, if there are none, at
// once.
void timeline_node(Timeline *timeline, uint64_t number, const uint32_t *before, uint32_t count);
void timeline_end(Timeline *timeline);
void timeline_copy(Timeline *timeline, Direction direction, uint64_t bytes);
void timeline_launch(Timeline *timeline, double microseconds);
// Microseconds from the beginning to the end of all operations, and the sum of their times. 0: there were none.
double timeline_span(const Timeline *timeline);
double timeline_busy(const Timeline *timeline);

#endif
