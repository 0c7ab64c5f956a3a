// late.c - reads a late policy, and says what it costs to be late by some time.
#include "late.h"

#include "../device/system/text.h"
#include "../device/system/times.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOUR 3600
#define DAY 86400

// "20 %", "5 points", "1 point", "zero". Returns what stands behind it; NULL: it is none of them.
static const char *read_cost(const char *text, LateCost *cost) {
    static const char *const units[] = {" points", " point"};
    char *rest;
    *cost = (LateCost){0, 0};
    if (text_begins(text, "zero")) return cost->share = 1, text + strlen("zero");
    double value = strtod(text, &rest);
    if (rest == text || !isfinite(value) || value < 0) return NULL;
    const char *share = rest + strspn(rest, " ");
    if (*share == '%') return cost->share = value / 100, value <= 100 ? share + 1 : NULL;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_begins(rest, units[i])) return cost->points = value, rest + strlen(units[i]);
    return NULL;
}

// " after 3 d" and the like, up to a comma.
static const char *read_after(const char *text, int64_t *after) {
    char duration[32];
    if (!text_begins(text, " after ")) return NULL;
    text += strlen(" after ");
    size_t length = strcspn(text, ",");
    if (length >= sizeof duration) return NULL;
    snprintf(duration, sizeof duration, "%.*s", (int)length, text);
    return duration_read(duration, after) ? text + length : NULL;
}

static bool read_steps(const char *text, LatePolicy *policy) {
    for (; text && policy->step_count < MOST_STEPS; policy->step_count++) {
        LateCost *cost = &policy->steps[policy->step_count].cost;
        int64_t *after = &policy->steps[policy->step_count].after;
        const char *rest = read_cost(text, cost);
        if (!rest || !(rest = read_after(rest, after))) return false;
        if (policy->step_count && *after <= policy->steps[policy->step_count - 1].after) return false;
        if (!*rest) return ++policy->step_count, true;
        if (!text_begins(rest, ", ")) return false;
        text = rest + 2;
    }
    return false;
}

bool late_read(const char *text, LatePolicy *policy) {
    static const struct {
        const char *words;
        int64_t every;
    } units[] = {{" a day", DAY}, {" an hour", HOUR}, {", once", 0}};
    LateCost cost;
    *policy = (LatePolicy){.every = 0};
    if (!strcmp(text, "none")) return true;
    const char *rest = read_cost(text, &cost);
    if (!rest) return false;
    if (text_begins(rest, " after ")) return read_steps(text, policy);
    policy->steps[0].cost = cost;
    policy->step_count = 1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!text_begins(rest, units[i].words)) continue;
        policy->every = units[i].every;
        rest += strlen(units[i].words);
        break;
    }
    if (policy->every && text_begins(rest, ", at most ")) rest = read_cost(rest + strlen(", at most "), &policy->most);
    return rest && !*rest;
}

bool late_is_graded(const LatePolicy *policy) { return policy->every || policy->step_count > 1; }

LateCost late_cost(const LatePolicy *policy, int64_t seconds) {
    LateCost cost = {0, 0};
    if (seconds <= 0) return cost;
    for (unsigned i = 0; i < policy->step_count; i++)
        if (seconds > policy->steps[i].after) cost = policy->steps[i].cost;
    if (policy->every) {
        double times = (double)((seconds + policy->every - 1) / policy->every);
        cost.share *= times;
        cost.points *= times;
    }
    double most = policy->most.share > 0 ? policy->most.share : 1;
    if (cost.share > most) cost.share = most;
    if (policy->most.points > 0 && cost.points > policy->most.points) cost.points = policy->most.points;
    return cost;
}
