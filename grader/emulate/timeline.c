// timeline.c - how long copies and kernels take if everything overlaps that may overlap: the critical path.
//
// A GPU copies to the device, copies to the host and computes at the same time, each one operation after the other. An
// operation begins when all that is ordered before it has ended (protocol.h: OrderClocks) and what it needs is free, in
// the order of the calls. A copy takes its bytes over the rate of an H200's host link; a kernel takes its bound, the
// least time possible. So the span is that of the best possible run: it shows the effect of the order, and does not
// predict time.
#include "timeline.h"

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
};

void timeline_free(Timeline *timeline) {
    for (uint32_t s = 0; timeline && s < ORDER_STREAMS; s++) free(timeline->streams[s].end);
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
