// slow.c - the first sentence about right results that take too long.
//
// The model says what each cost of the program is worth: the time that is gained without it. The one that gains most is
// named first, with its line and its cure. Counters explain it: a limit without points that is not met, and whose
// symptom the cost has, gives the exercise's own advice.
#include "slow.h"

#include "../device/protocol/costs.h"
#include "../device/system/text.h"
#include "../report/report.h"
#include "geometry/geometry.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *symptoms, *words;
} cures[COST_COUNT] = {
#define CURE(cost, symptoms, words) [COST_##cost] = {symptoms, words},
#include "cures.def"
#undef CURE
};

// Whether a list of words has this one.
static bool is_among(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

// A counter that is beyond what is good, and that shows this cost. NULL: none does.
static const VerdictCounter *counter_of(const Verdict *verdict, Cost cost) {
    const Part *parts = verdict->exercise->parts;
    for (unsigned p = 0; p < verdict->exercise->part_count; p++) {
        bool explains = parts[p].kind == PART_LIMIT && !parts[p].points && parts[p].symptom;
        const VerdictCounter *unmet = explains ? verdict_unmet(verdict, p, false) : NULL;
        if (unmet && unmet->measured && unmet->advice[0] && is_among(cures[cost].symptoms, parts[p].symptom))
            return unmet;
    }
    return NULL;
}

static void end(char *text, size_t size) {
    if (!text_ends(text, "?") && !text_ends(text, ".")) text_append(text, size, ".");
}

// " (31 conflicts per request)" of the line that pays
static void say_each(const VerdictCounter *counter, unsigned line, char *text, size_t size) {
    const VerdictLine *own = &counter->lines[0];
    char each[32];
    if (line && counter->line_count && own->line == line && own->words[0])
        text_append(text, size, " (%s %s)", text_number(own->each, each), own->words);
}

// "line 15's bank conflicts cost 0.209 ms (31 conflicts per request): pad the rows"
static void say_cost(const Verdict *verdict, const VerdictCost *cost, char *text, size_t size) {
    Cost which = cost_named(cost->name);
    if (which == COST_COUNT) return;
    const VerdictCounter *counter = counter_of(verdict, which);
    bool most = cost->line && cost->line_us > cost->us / 2; // on one line
    char gain[32];
    if (most) text_append(text, size, "line %u's ", cost->line);
    text_append(text, size, "%s cost %s", cost_words(which), time_say(cost->us, gain));
    if (counter) say_each(counter, most ? cost->line : 0, text, size);
    bool explained = counter && geometry_explains(verdict, counter);
    text_append(text, size, ": %s",
                explained ? verdict->geometry.says
                : counter ? counter->advice
                          : cures[which].words);
    end(text, size);
}

// Whether without the cost a program would still take nearly as much more than the best as it does with it.
static bool explains_little(const VerdictScale *scale, const VerdictCost *cost) {
    return scale->counts_us > scale->full_us && cost->us < (scale->counts_us - scale->full_us) / 8;
}

static void say_little(const Verdict *verdict, const VerdictCost *cost, char *text, size_t size) {
    Cost which = cost_named(cost->name);
    char gain[32];
    if (which == COST_COUNT) return;
    text_append(
        text, size,
        "no cost alone explains it, the largest is %s (%s): look for blocks, accesses, and instructions that are "
        "not needed; make ladder EXERCISE=%s counts them beside those of the solution.",
        cost_words(which), time_say(cost->us, gain), verdict->exercise->name);
}

// What else gains much, in a sentence of its own. Roofs of the hardware are no advice.
static void say_others(const VerdictEstimate *estimate, char *text, size_t size) {
    unsigned said = 0;
    for (unsigned i = 1; i < estimate->cost_count; i++) {
        Cost which = cost_named(estimate->costs[i].name);
        char gain[32];
        if (which == COST_COUNT || cost_is_roof(which)) continue;
        text_append(text, size, "%s%s (%s", said++ ? ", " : " Next: ", cost_words(which),
                    time_say(estimate->costs[i].us, gain));
        if (estimate->costs[i].line) text_append(text, size, ", line %u", estimate->costs[i].line);
        text_append(text, size, ")");
    }
    if (said) end(text, size);
}

// Without costs: the first counter that is beyond what is good, or what the model says.
static void say_counter(const Verdict *verdict, const VerdictCounter *counter, char *text, size_t size) {
    char value[32], bound[32];
    double wanted = counter->value > counter->most ? counter->most : counter->least;
    text_append(text, size, "%s: %s instead of %s: %s", counter->label, text_number(counter->value, value),
                text_number(wanted, bound),
                geometry_explains(verdict, counter) ? verdict->geometry.says : counter->advice);
    end(text, size);
}

void slow_say(const Verdict *verdict, char *text, size_t size) {
    const VerdictScale *scale = &verdict->time.scale;
    const VerdictEstimate *estimate = &verdict->time.estimate;
    const VerdictCounter *counter = verdict_explains(verdict);
    char counts[32], full[32];
    if (scale->counts_us > 0)
        text_format(text, size,
                    "Right results, but slow (%s; %s earns all points): ", time_say(scale->counts_us, counts),
                    time_say(scale->full_us, full));
    else text_format(text, size, "Right results in the cases, but no time counts: ");
    if (verdict->geometry.says[0] && verdict->geometry.explains & MISS_MORE) {
        text_append(text, size, "%s", verdict->geometry.says);
        end(text, size);
    } else if (scale->why[0]) {
        text_append(text, size, "%s.", scale->why);
    } else if (estimate->cost_count && explains_little(scale, &estimate->costs[0])) {
        say_little(verdict, &estimate->costs[0], text, size);
    } else if (estimate->cost_count) {
        say_cost(verdict, &estimate->costs[0], text, size);
        say_others(estimate, text, size);
    } else if (counter) {
        say_counter(verdict, counter, text, size);
    } else {
        text_append(text, size, "%s.", estimate->limit[0] ? estimate->limit : "the model names no single cost");
    }
}
