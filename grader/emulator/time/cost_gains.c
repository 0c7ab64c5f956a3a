// cost_gains.c - what costs are worth, in a sentence.
#include "cost_gains.h"
#include <math.h>
#include <stdio.h>

#define ROOF_WEIGHT 0.25 // of what a limit of the hardware costs: a cost that gains less is not named before it

// Three digits, in the unit of the launch's time.
static const char *amount(double microseconds, double scale, char text[24]) {
    snprintf(text, 24, "%.3g", microseconds / scale);
    return text;
}

// The gain to name first: the largest of a cost that can be avoided, unless it is small beside a limit of the hardware.
static const CostGain *first_gain(const CostGains *gains) {
    const CostGain *roof = NULL, *avoidable = NULL;
    for (unsigned n = gains->count; n--;) {
        if (cost_is_roof(gains->gains[n].cost)) roof = &gains->gains[n];
        else avoidable = &gains->gains[n];
    }
    if (!avoidable || (roof && avoidable->gain < ROOF_WEIGHT * roof->gain)) return roof;
    return avoidable;
}

// The most that any other cost gains that can be avoided.
static double most_of_others(const CostGains *gains, const CostGain *first) {
    double most = gains->most_of_others;
    for (unsigned n = 0; n < gains->count; n++)
        if (&gains->gains[n] != first && !cost_is_roof(gains->gains[n].cost)) most = fmax(most, gains->gains[n].gain);
    return most;
}

void cost_gains_say(const CostGains *gains, double microseconds, char *text, size_t size) {
    double scale = microseconds < 1000 ? 1 : 1000;
    const char *unit = scale > 1 ? "ms" : "us";
    char gained[24], all[24], rest[24], line[32] = "";
    const CostGain *first = first_gain(gains);
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
