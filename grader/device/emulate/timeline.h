// timeline.h - when copies and kernels begin and end if everything overlaps that may overlap: the critical path, and
// the clock that events read.
#ifndef TIMELINE_H
#define TIMELINE_H

#include "../protocol/protocol.h"

typedef struct Timeline Timeline;

// Of a device that copies that many bytes within its memory in a microsecond. NULL: out of memory; the other functions
// then do nothing.
Timeline *timeline_create(double device_bytes_per_microsecond);
void timeline_free(Timeline *timeline);
// An operation begins in a stream, as in order.h; until it ends, all copies and launches are its. Those of no operation
// come after everything before them: a program with one stream tells of none.
void timeline_begin(Timeline *timeline, uint32_t stream, uint32_t number, const OrderClocks *clocks);
// A node of the graph that the operation launches begins: copies and launches are its until the next one begins.
// Numbers rise from 1 on, and others are ignored. It comes after the nodes of those numbers, or, if there are none, at
// once.
void timeline_node(Timeline *timeline, uint64_t number, const uint32_t *before, uint32_t count);
void timeline_end(Timeline *timeline);
void timeline_copy(Timeline *timeline, Direction direction, uint64_t bytes);
void timeline_set(Timeline *timeline, uint64_t bytes);
// share: of the blocks that the GPU holds at once, those that the kernel has, at most 1. Kernels run together as long
// as their shares add up to at most 1.
void timeline_launch(Timeline *timeline, double microseconds, double share);
// When everything has ended that those clocks know, in microseconds. NULL: what comes before the operation that has
// begun, or everything if none has.
double timeline_reading(const Timeline *timeline, const OrderClocks *clocks);
// Microseconds from the beginning to the end of all operations, and the sum of their times. 0: there were none.
double timeline_span(const Timeline *timeline);
double timeline_busy(const Timeline *timeline);

#endif
