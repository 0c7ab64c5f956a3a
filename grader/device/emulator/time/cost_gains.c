// cost_gains.c - what costs are worth, in a sentence.
#include "cost_gains.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>

// Three digits, in the unit of the launch's time.
static const char *amount(double microseconds, double scale, char text[24]) {
    snprintf(text, 24, "%.3g", microseconds / scale);
    return text;
}

// The most that any other cost gains that can be avoided.
static double most_of_others(const CostGains *gains, const CostGain *first) {
    double most = gains->most_of_others;
    for (unsigned n = 0; n < gains->count; n++)
        if (&gains->gains[n] != first && !cost_is_roof(gains->gains[n].cost)) most = fmax(most, gains->gains[n].gain);
    return most;
}

void cost_gains_omit(CostGains *gains, const CostGain *gain) {
    if (!cost_is_roof(gain->cost)) gains->most_of_others = fmax(gains->most_of_others, gain->gain);
}

void cost_gains_put(CostGains *gains, CostGain gain) {
    for (uint32_t n = 0; n < gains->count; n++) {
        CostGain other = gains->gains[n];
        if (cost_rank(other.cost, other.gain) >= cost_rank(gain.cost, gain.gain)) continue;
        gains->gains[n] = gain;
        gain = other;
    }
    const CostGain *last = gains->count ? &gains->gains[gains->count - 1] : NULL;
    assert(!last || cost_rank(last->cost, last->gain) >= cost_rank(gain.cost, gain.gain));
    if (gains->count < COST_GAINS_MOST) gains->gains[gains->count++] = gain;
    else cost_gains_omit(gains, &gain);
}

void cost_gains_add(CostGains *gains, Cost cost, double microseconds, double all) {
    if (gains->tried && microseconds >= COST_LEAST_SHARE * all)
        cost_gains_put(gains, (CostGain){.cost = cost, .gain = microseconds});
}

void cost_gains_say(const CostGains *gains, double microseconds, char *text, size_t size) {
    double scale = microseconds < 1000 ? 1 : 1000;
    const char *unit = scale > 1 ? "ms" : "us";
    char gained[24], all[24], rest[24], line[32] = "";
    const CostGain *first = gains->count ? &gains->gains[0] : NULL;
    amount(microseconds, scale, all);
    amount(most_of_others(gains, first), scale, rest);
    if (gains->hidden_gain > 0 && (!first || gains->hidden_gain > 2 * first->gain)) {
        snprintf(text, size, "%s and %s hide each other: without both, %s of %s %s would be saved, but without one %s",
                 cost_words(gains->hidden[0]), cost_words(gains->hidden[1]), amount(gains->hidden_gain, scale, gained),
                 all, unit, amount(most_of_others(gains, NULL), scale, rest));
        return;
    }
    if (!first) {
        snprintf(text, size, "no cost alone is worth more than %s of %s %s", rest, all, unit);
        return;
    }
    if (first->line_count) snprintf(line, sizeof line, "line %u's ", first->lines[0].line);
    double gain = first->line_count ? first->lines[0].gain : first->gain;
    snprintf(text, size, "%s%s cost %s of %s %s; nothing %s costs more than %s", line, cost_words(first->cost),
             amount(gain, scale, gained), all, unit, cost_is_roof(first->cost) ? "that can be avoided" : "else", rest);
}
