// timeline.c - when copies and kernels begin and end if everything overlaps that may overlap: the critical path, and
// the clock that events read.
//
// A GPU copies to the device, copies to the host and computes at the same time; copies of one direction come one after
// the other. An operation begins when all that is ordered before it has ended (protocol.h: OrderClocks) and what it
// needs is free. Streams are queues of their own: a kernel that is ready takes the first gap that is long enough, and a
// copy over the link all time that the link has free, so that it is never idle while a copy waits, and the span does
// not depend on which thread of the program asked first. A copy takes its bytes over the rate of an H200's host link or
// of the device's memory; a kernel takes its estimate, or else a rough time (launch_microseconds()). The nodes of a
// graph are ordered by their dependencies in the same way. So the span is that of the best possible run. Kernels that
// run together do not slow each other down here.
#include "timeline.h"
#include "../system/grow.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define COPY_BYTES_PER_MICROSECOND 55e3 // each way, pinned memory, measured on an H200

#define PERIODS_MOST 64 // of an engine that are remembered

typedef struct {
    double began, ended, share;
} Period;

// What copies one way, or what computes.
typedef struct {
    Period periods[PERIODS_MOST]; // those that end last
    double forgotten;             // when the last one of the others has ended: nothing begins before that any more
} Engine;

struct Timeline {
    struct {
        double *end; // by number of operation: when it and all before it have ended
        uint32_t count;
    } streams[ORDER_STREAMS];
    Engine links[WITHIN_DEVICE]; // by direction
    Engine processors;
    double device_bytes_per_microsecond;
    uint32_t stream, number;   // of the operation that has begun; number 0: none
    double now, last;          // of that operation; the end of everything
    bool ordered;              // an operation has begun
    double first, until, busy; // when the first operation began and the last one ended; the time of all
    struct {
        double began, ended; // of the operation: before its first node, after the last one so far
        double *end;         // by number of node, [0] is not used
        uint64_t count;      // the last one is the one that has begun
        size_t capacity;
    } nodes;
};

#define NODES_MOST (1u << 20) // more of an operation take no time

Timeline *timeline_create(double device_bytes_per_microsecond) {
    Timeline *timeline = calloc(1, sizeof *timeline);
    if (timeline) timeline->device_bytes_per_microsecond = device_bytes_per_microsecond;
    return timeline;
}

void timeline_free(Timeline *timeline) {
    for (uint32_t s = 0; timeline && s < ORDER_STREAMS; s++) free(timeline->streams[s].end);
    if (timeline) free(timeline->nodes.end);
    free(timeline);
}

static double later(double a, double b) { return a > b ? a : b; }

// When the first `count` operations of the stream have ended.
static double ended(const Timeline *timeline, uint32_t stream, uint32_t count) {
    uint32_t known = timeline->streams[stream].count;
    if (count >= known) count = known ? known - 1 : 0;
    return count ? timeline->streams[stream].end[count] : timeline->first;
}

// When all operations have ended that the clocks know, up to that one of its stream.
static double known_end(const Timeline *timeline, const OrderClocks *clocks, uint32_t stream, uint32_t number) {
    double end = timeline->first;
    for (uint32_t s = 0; s < ORDER_STREAMS; s++) {
        uint32_t before = clocks->known[s] > clocks->host[s] ? clocks->known[s] : clocks->host[s];
        if (s == stream && before >= number) before = number - 1;
        end = later(end, ended(timeline, s, before));
    }
    return end;
}

void timeline_begin(Timeline *timeline, uint32_t stream, uint32_t number, const OrderClocks *clocks) {
    if (!timeline) return;
    if (!timeline->ordered) timeline->first = timeline->last;
    timeline->ordered = true;
    timeline->stream = stream;
    timeline->number = number;
    assert(stream < ORDER_STREAMS && number);
    timeline->now = known_end(timeline, clocks, stream, number);
    timeline->nodes.began = timeline->nodes.ended = timeline->now;
    timeline->nodes.count = 0;
}

double timeline_reading(const Timeline *timeline, const OrderClocks *clocks) {
    if (!timeline) return 0;
    if (clocks) return known_end(timeline, clocks, ORDER_STREAMS, 0);
    return timeline->number ? timeline->now : timeline->last;
}

// The node that has begun has ended. From here on `now` is when all have.
static void end_node(Timeline *timeline) {
    if (timeline->nodes.count) timeline->nodes.end[timeline->nodes.count] = timeline->now;
    timeline->now = timeline->nodes.ended = later(timeline->nodes.ended, timeline->now);
}

static bool reserve_node(Timeline *timeline, uint64_t number) {
    return number < NODES_MOST && ARRAY_RESERVE(timeline->nodes.end, timeline->nodes.capacity, number + 1);
}

void timeline_node(Timeline *timeline, uint64_t number, const uint32_t *before, uint32_t count) {
    if (!timeline || !timeline->number || number != timeline->nodes.count + 1 || !reserve_node(timeline, number))
        return;
    end_node(timeline);
    timeline->now = timeline->nodes.began;
    for (uint32_t n = 0; n < count; n++)
        if (before[n] && before[n] < number) timeline->now = later(timeline->now, timeline->nodes.end[before[n]]);
    timeline->nodes.count = number;
}

// The next request begins then at the earliest.
static double earliest(const Timeline *timeline) { return timeline->number ? timeline->now : timeline->last; }

static void spend(Timeline *timeline, double ends, double microseconds) {
    timeline->last = later(timeline->last, ends);
    if (!timeline->number) return;
    timeline->now = ends;
    timeline->until = later(timeline->until, ends);
    timeline->busy += microseconds;
}

// When that share of the engine is free for so long.
static double free_from(const Engine *engine, double time, double microseconds, double share) {
    for (;;) {
        double used = share, next = INFINITY;
        for (unsigned n = 0; n < PERIODS_MOST; n++) {
            bool together = engine->periods[n].ended > time && engine->periods[n].began < time + microseconds;
            if (!together) continue;
            used += engine->periods[n].share;
            next = fmin(next, engine->periods[n].ended);
        }
        if (used <= 1 + 1e-9 || next == INFINITY) return time;
        assert(next > time);
        time = next;
    }
}

static void remember(Engine *engine, double began, double ended, double share) {
    assert(began <= ended && share >= 0 && share <= 1);
    unsigned first = 0;
    for (unsigned n = 1; n < PERIODS_MOST; n++)
        if (engine->periods[n].ended < engine->periods[first].ended) first = n;
    engine->forgotten = later(engine->forgotten, engine->periods[first].ended);
    engine->periods[first].began = began;
    engine->periods[first].ended = ended;
    engine->periods[first].share = share;
}

static void use_processors(Timeline *timeline, double microseconds, double share) {
    Engine *engine = &timeline->processors;
    double begins = free_from(engine, later(earliest(timeline), engine->forgotten), microseconds, share);
    remember(engine, begins, begins + microseconds, share);
    spend(timeline, begins + microseconds, microseconds);
}

// The period that keeps the link busy at that time, or the first one after it; NULL: there is none.
static const Period *next_period(const Engine *link, double time) {
    const Period *next = NULL;
    for (unsigned n = 0; n < PERIODS_MOST; n++)
        if (link->periods[n].ended > time && (!next || link->periods[n].began < next->began)) next = &link->periods[n];
    return next;
}

// Where a copy that was asked for earlier begins later, this one is cut there, and goes on behind it. On a GPU the
// other one would be that much later; when both have ended is the same.
static void use_link(Timeline *timeline, Engine *link, double microseconds) {
    double time = later(earliest(timeline), link->forgotten), left = microseconds;
    for (const Period *next; (next = next_period(link, time)) && time + left > next->began;) {
        double began = next->began, ended = next->ended;
        if (began > time) {
            left -= began - time;
            remember(link, time, began, 1);
        }
        time = later(ended, link->forgotten);
    }
    assert(left >= 0);
    remember(link, time, time + left, 1);
    spend(timeline, time + left, microseconds);
}

void timeline_copy(Timeline *timeline, Direction direction, uint64_t bytes) {
    if (!timeline) return;
    if (direction < WITHIN_DEVICE)
        use_link(timeline, &timeline->links[direction], (double)bytes / COPY_BYTES_PER_MICROSECOND);
    else use_processors(timeline, 2 * (double)bytes / timeline->device_bytes_per_microsecond, 1); // it reads and writes
}

void timeline_set(Timeline *timeline, uint64_t bytes) {
    if (timeline) use_processors(timeline, (double)bytes / timeline->device_bytes_per_microsecond, 1);
}

void timeline_launch(Timeline *timeline, double microseconds, double share) {
    if (timeline) use_processors(timeline, microseconds, share);
}

// Numbers of a stream rise; one that is left out counts as ended together with the one before it.
void timeline_end(Timeline *timeline) {
    if (!timeline || !timeline->number) return;
    uint32_t stream = timeline->stream, number = timeline->number, count = timeline->streams[stream].count;
    timeline->number = 0;
    end_node(timeline);
    if (number < count || number > count + 65536) return;
    if (!ARRAY_RESIZE(timeline->streams[stream].end, number + 1)) return;
    double *end = timeline->streams[stream].end;
    for (uint32_t n = count; n < number; n++) end[n] = n ? end[n - 1] : 0;
    double before = number ? end[number - 1] : 0;
    end[number] = timeline->now > before ? timeline->now : before;
    assert(!number || end[number] >= end[number - 1]); // what has ended stays ended
    timeline->streams[stream].count = number + 1;
}

double timeline_span(const Timeline *timeline) {
    return timeline && timeline->until > timeline->first ? timeline->until - timeline->first : 0;
}
double timeline_busy(const Timeline *timeline) { return timeline ? timeline->busy : 0; }
