// definition.c - chapter 07, banks_needed: the timeline of a bus, and the banks that keep it busy.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES, KIND };               // CaseSpec.size
enum { WHOLE, PARTS, SHORT, LONG };   // KIND: how latency and transfer lie to each other
enum { TIMELINES = 10, BURSTS = 24 }; // TIMELINES + a kind: timelines are asked for, else numbers of banks

static const CaseSpec cases[] = {
    {.label = "200 timelines, whole ratios", .size = {[QUERIES] = 200, [KIND] = TIMELINES + WHOLE}},
    {.label = "200 timelines, any ratios", .size = {[QUERIES] = 200, [KIND] = TIMELINES + PARTS}},
    {.label = "200 timelines, latency below transfer", .size = {[QUERIES] = 200, [KIND] = TIMELINES + SHORT}},
    {.label = "200 hidden timelines", .size = {[QUERIES] = 200, [KIND] = TIMELINES + LONG}, .hidden = true},
    {.label = "300 channels, whole ratios", .size = {[QUERIES] = 300, [KIND] = WHOLE}},
    {.label = "300 channels, any ratios", .size = {[QUERIES] = 300, [KIND] = PARTS}},
    {.label = "300 channels, latency below transfer", .size = {[QUERIES] = 300, [KIND] = SHORT}},
    {.label = "300 hidden channels", .size = {[QUERIES] = 300, [KIND] = LONG}, .hidden = true},
};

static int64_t latency_drawn(Random *random, int64_t kind, int64_t transfer) {
    switch (kind) {
    case WHOLE: return transfer * random_between(random, 1, 40);
    case PARTS: return random_between(random, 1, 40 * transfer);
    case SHORT: return random_between(random, 0, transfer);
    default: return random_between(random, 0, 40 * transfer) + (random_below(random, 3) == 0);
    }
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[QUERIES];
    int64_t *latency = case_file_add(input, "latency", CASE_INT64, CASE_HOST, count);
    int64_t *transfer = case_file_add(input, "transfer", CASE_INT64, CASE_HOST, count);
    int32_t *banks = case_file_add(input, "banks", CASE_INT32, CASE_HOST, count);
    if (!latency || !transfer || !banks) return false;
    for (uint64_t i = 0; i < count; i++) {
        transfer[i] = random_between(&random, 1, spec->size[KIND] % TIMELINES == LONG ? INT64_C(1) << 33 : 500);
        latency[i] = latency_drawn(&random, spec->size[KIND] % TIMELINES, transfer[i]);
        banks[i] = (int32_t)random_between(&random, 1, i % 2 ? 8 : 45);
    }
    bool timelines = spec->size[KIND] >= TIMELINES;
    return case_file_set(input, "timelines", timelines) && case_file_set(input, "bursts", BURSTS) &&
           (timelines ? case_file_announce(input, "start", CASE_INT64, 8, CASE_HOST_OUT, count * BURSTS) &&
                            case_file_announce(input, "beyond", CASE_INT32, 4, CASE_HOST_OUT, 1)
                      : case_file_announce(input, "needed", CASE_INT32, 4, CASE_HOST_OUT, count));
}

// ---- the oracle: bank by bank, with the time at which each can have read again ----

typedef struct {
    int64_t latency, transfer;
    int32_t banks;
} Channel;

static Channel channel_of(const Outcome *outcome, uint64_t i) {
    const int64_t *latency = case_file_find(outcome->input, "latency")->data;
    const int64_t *transfer = case_file_find(outcome->input, "transfer")->data;
    const int32_t *banks = case_file_find(outcome->input, "banks")->data;
    return (Channel){latency[i], transfer[i], banks[i]};
}

typedef enum { NO_MISTAKE, READS_DURING_BURST, MANY_AT_ONCE, IN_AN_INT, MISTAKES } Mistake;

// Lets bursts pass and fills their starts; how long the bus rested after its first burst.
static int64_t play(Channel channel, int64_t *start, uint64_t bursts, Mistake mistake) {
    int64_t *ready = malloc((size_t)channel.banks * sizeof *ready), now = 0, rest = 0;
    if (!ready) abort(); // a few hundred bytes
    for (int32_t bank = 0; bank < channel.banks; bank++) ready[bank] = channel.latency;
    for (uint64_t i = 0; i < bursts; i++) {
        int64_t *own = &ready[i % (uint64_t)channel.banks], wait = *own > now ? *own - now : 0;
        now = mistake == MANY_AT_ONCE ? *own : now + wait;
        if (mistake == IN_AN_INT) now = (int32_t)(uint32_t)now;
        rest += i ? wait : 0;
        if (start) start[i] = now;
        *own = now + channel.latency + (mistake == READS_DURING_BURST ? 0 : channel.transfer);
        now += channel.transfer;
    }
    free(ready);
    return rest;
}

static void name_timeline_mistake(const Outcome *outcome, const int64_t *start, CaseResult *result) {
    static const char *const says[MISTAKES] = {
        [READS_DURING_BURST] = "a bank reads on while its burst is on the bus: it begins again when the burst is over",
        [MANY_AT_ONCE] = "bursts lie on the bus together: one begins when the one before is over, at the earliest",
        [IN_AN_INT] = "times are cut to 32 bits: keep them in a long long",
    };
    int64_t mistaken[BURSTS];
    uint64_t count = (uint64_t)outcome->spec->size[QUERIES];
    for (unsigned m = NO_MISTAKE + 1; m < MISTAKES && !result->cause[0]; m++) {
        uint64_t alike = 0;
        for (; alike < count; alike++) {
            play(channel_of(outcome, alike), mistaken, BURSTS, m);
            if (memcmp(mistaken, start + alike * BURSTS, sizeof mistaken)) break;
        }
        if (alike == count) result_cause(result, "%s", says[m]);
    }
}

static void check_timelines(const Outcome *outcome, CaseResult *result) {
    uint64_t count = (uint64_t)outcome->spec->size[QUERIES];
    const int64_t *start = output_array(outcome, "start", CASE_INT64, count * BURSTS, result);
    int64_t right[BURSTS];
    for (uint64_t i = 0; start && i < count; i++) {
        Channel channel = channel_of(outcome, i);
        play(channel, right, BURSTS, NO_MISTAKE);
        for (unsigned burst = 0; burst < BURSTS; burst++) {
            int64_t given = start[i * BURSTS + burst];
            if (given == right[burst]) continue;
            result_wrong(result,
                         "%d banks, latency %" PRId64 ", transfer %" PRId64 ": burst %u begins at %" PRId64
                         ", it can begin at %" PRId64,
                         channel.banks, channel.latency, channel.transfer, burst, given, right[burst]);
            name_timeline_mistake(outcome, start, result);
            return;
        }
    }
    const int32_t *beyond = start ? output_array(outcome, "beyond", CASE_INT32, 1, result) : NULL;
    if (beyond && *beyond) result_wrong(result, "start[%d] is written, and the last burst is %d", BURSTS, BURSTS - 1);
    else if (beyond) result_right(result, "all %" PRIu64 " timelines right", count);
}

// The bus of one bank fewer must rest, that of this many must not. 200 bursts are several rounds of at most 42 banks.
static int32_t least_banks(Channel channel) {
    for (channel.banks = 1; play(channel, NULL, 200, NO_MISTAKE) > 0;) channel.banks++;
    return channel.banks;
}

// The bank that reads, and the bursts of others that fill its latency.
static void name_number_mistake(const Outcome *outcome, const int32_t *needed, CaseResult *result) {
    static const char *const says[] = {
        "the bank that reads is not counted: its burst fills none of its own latency",
        "a part of a burst is dropped: latency / transfer must be rounded up",
        "one bank too many where latency / transfer is whole: round up only where there is a "
        "remainder"};
    uint64_t count = (uint64_t)outcome->spec->size[QUERIES], alike[3] = {0};
    for (uint64_t i = 0; i < count; i++) {
        Channel channel = channel_of(outcome, i);
        int64_t bursts = channel.latency / channel.transfer, rest = channel.latency % channel.transfer != 0;
        alike[0] += needed[i] == bursts + rest;
        alike[1] += needed[i] == bursts + 1;
        alike[2] += needed[i] == bursts + 2;
    }
    for (unsigned m = 0; m < 3 && !result->cause[0]; m++)
        if (alike[m] == count) result_cause(result, "%s", says[m]);
}

static void check_needed(const Outcome *outcome, CaseResult *result) {
    uint64_t count = (uint64_t)outcome->spec->size[QUERIES];
    const int32_t *needed = output_array(outcome, "needed", CASE_INT32, count, result);
    for (uint64_t i = 0; needed && i < count; i++) {
        Channel channel = channel_of(outcome, i);
        int32_t right = least_banks(channel);
        if (needed[i] == right) continue;
        result_wrong(result, "latency %" PRId64 ", transfer %" PRId64 ": %d banks; %d are needed to keep the bus busy",
                     channel.latency, channel.transfer, needed[i], right);
        name_number_mistake(outcome, needed, result);
        return;
    }
    if (needed) result_right(result, "all %" PRIu64 " channels right", count);
}

static void check(const Outcome *outcome, CaseResult *result) {
    if (outcome->spec->size[KIND] >= TIMELINES) check_timelines(outcome, result);
    else check_needed(outcome, result);
}

#include "banks_needed.text.h"
