// timeline.c - how long copies and kernels take if everything overlaps that may overlap: the critical path.
//
// A GPU copies to the device, copies to the host and computes at the same time, each one operation after the other. An
// operation begins when all that is ordered before it has ended (protocol.h: OrderClocks) and what it needs is free, in
// the order of the calls. A copy takes its bytes over the rate of an H200's host link; a kernel takes its bound, the
// least time possible. The nodes of a graph are ordered by their dependencies in the same way. So the span is that of
// the best possible run: it shows the effect of the order, and does not predict time.
#include "timeline.h"

#include <stdbool.h>
#include <stdlib.h>

#define COPY_BYTES_PER_MICROSECOND 55e3 // each way, pinned memory, measured on an H200

enum { COMPUTING = WITHIN_DEVICE, ENGINES = DIRECTION_COUNT };

struct Timeline {
    struct {
        double *end; // by number of operation: when it and all before it have ended
        uint32_t count;
    } streams[ORDER_STREAMS];
    double free_at[ENGINES];
    uint32_t stream, number; // of the operation that has begun; number 0: none
    double now, span, busy;
    struct {
        double began, ended;  // of the operation: before its first node, after the last one so far
        double *end;          // by number of node, [0] is not used
        uint64_t count, room; // the last one is the one that has begun
    } nodes;
};

#define NODES_MOST (1u << 20) // more of an operation take no time

void timeline_free(Timeline *timeline) {
    for (uint32_t s = 0; timeline && s < ORDER_STREAMS; s++) free(timeline->streams[s].end);
    if (timeline) free(timeline->nodes.end);
    free(timeline);
}

// When the first `count` operations of the stream have ended.
static double ended(const Timeline *timeline, uint32_t stream, uint32_t count) {
    uint32_t known = timeline->streams[stream].count;
    if (count >= known) count = known ? known - 1 : 0;
    return count ? timeline->streams[stream].end[count] : 0;
}

void timeline_begin(Timeline **place, uint32_t stream, uint32_t number, const OrderClocks *clocks) {
    if (!*place) *place = calloc(1, sizeof **place);
    Timeline *timeline = *place;
    if (!timeline) return;
    timeline->stream = stream;
    timeline->number = number;
    timeline->now = 0;
    for (uint32_t s = 0; s < ORDER_STREAMS; s++) {
        uint32_t before = clocks->known[s] > clocks->host[s] ? clocks->known[s] : clocks->host[s];
        if (s == stream && before >= number) before = number - 1;
        double end = ended(timeline, s, before);
        if (end > timeline->now) timeline->now = end;
    }
    timeline->nodes.began = timeline->nodes.ended = timeline->now;
    timeline->nodes.count = 0;
}

static double later(double a, double b) { return a > b ? a : b; }

// The node that has begun has ended. From here on `now` is when all have.
static void end_node(Timeline *timeline) {
    if (timeline->nodes.count) timeline->nodes.end[timeline->nodes.count] = timeline->now;
    timeline->now = timeline->nodes.ended = later(timeline->nodes.ended, timeline->now);
}

static bool has_room_for(Timeline *timeline, uint64_t number) {
    if (number < timeline->nodes.room) return true;
    uint64_t room = timeline->nodes.room ? 2 * timeline->nodes.room : 64;
    double *larger = number < NODES_MOST ? realloc(timeline->nodes.end, room * sizeof *larger) : NULL;
    if (!larger) return false;
    timeline->nodes.end = larger;
    timeline->nodes.room = room;
    return true;
}

void timeline_node(Timeline *timeline, uint64_t number, const uint32_t *before, uint32_t count) {
    if (!timeline || !timeline->number || number != timeline->nodes.count + 1 || !has_room_for(timeline, number))
        return;
    end_node(timeline);
    timeline->now = timeline->nodes.began;
    for (uint32_t n = 0; n < count; n++)
        if (before[n] && before[n] < number) timeline->now = later(timeline->now, timeline->nodes.end[before[n]]);
    timeline->nodes.count = number;
}

static void spend(Timeline *timeline, unsigned engine, double microseconds) {
    if (!timeline || !timeline->number) return;
    if (timeline->free_at[engine] > timeline->now) timeline->now = timeline->free_at[engine];
    timeline->now += microseconds;
    timeline->free_at[engine] = timeline->now;
    timeline->busy += microseconds;
    if (timeline->now > timeline->span) timeline->span = timeline->now;
}

void timeline_copy(Timeline *timeline, Direction direction, uint64_t bytes) {
    if (direction < WITHIN_DEVICE) spend(timeline, direction, (double)bytes / COPY_BYTES_PER_MICROSECOND);
}

void timeline_launch(Timeline *timeline, double microseconds) { spend(timeline, COMPUTING, microseconds); }

// Numbers of a stream rise; one that is left out counts as ended together with the one before it.
void timeline_end(Timeline *timeline) {
    if (!timeline || !timeline->number) return;
    uint32_t stream = timeline->stream, number = timeline->number, count = timeline->streams[stream].count;
    timeline->number = 0;
    end_node(timeline);
    if (number < count || number > count + 65536) return;
    double *end = realloc(timeline->streams[stream].end, (number + 1) * sizeof *end);
    if (!end) return;
    for (uint32_t n = count; n < number; n++) end[n] = n ? end[n - 1] : 0;
    double before = number ? end[number - 1] : 0;
    end[number] = timeline->now > before ? timeline->now : before;
    timeline->streams[stream].end = end;
    timeline->streams[stream].count = number + 1;
}

double timeline_span(const Timeline *timeline) { return timeline ? timeline->span : 0; }
double timeline_busy(const Timeline *timeline) { return timeline ? timeline->busy : 0; }
