// results.c - what wrong results have to do with the student's source and with the cases: the line that stores them,
// and what the cases that are wrong have in common.
#include "results.h"

#include "source.h"

#include "../system/text.h"

#include <stdio.h>
#include <string.h>

// ---- the line that stores the array ----

// Whether the word at `at` is an array that its line stores to: "C[i] = ...", "C[i] += ...", "atomicAdd(&C[i], ...)".
static bool is_stored(const Source *source, const char *at, size_t length) {
    const char *end = at + length;
    if (*end != '[' || !is_device_code(source, at)) return false;
    if (at[-1] == '&' && strstr(source->lines[line_at(source, at) - 1], "atomic")) return true;
    while (*end == '[') {
        unsigned depth = 0;
        do depth += *end == '[' ? 1 : *end == ']' ? -1u : 0;
        while (depth && *end && *++end);
        if (*end) end++;
    }
    end += strspn(end, " ");
    end += strspn(end, "+-*/|&^") == 1;
    return *end == '=' && end[1] != '=';
}

static bool has_figures(const Verdict *verdict, unsigned line) {
    for (unsigned i = 0; i < verdict->figure_count; i++)
        if (verdict->figures[i].line == line) return true;
    return false;
}

unsigned results_line(const Source *source, const Verdict *verdict, const char *array) {
    const char *all = source->text + strlen(source->text);
    unsigned found = 0;
    if (!array[0]) return 0;
    for (const char *at = source->text; (at = word_find(at, all, array)); at++) {
        unsigned line = line_at(source, at);
        if (line == found || !has_figures(verdict, line) || !is_stored(source, at, strlen(array))) continue;
        if (found) return 0;
        found = line;
    }
    return found;
}

// ---- what the wrong cases have in common ----

static bool is_no_multiple(int64_t size) { return size % 32 != 0; }
static bool is_no_power(int64_t size) { return size > 0 && (size & (size - 1)) != 0; }

// Whether size `d` of the case is such in all wrong cases and in no right one. Only cases whose sizes are not secret
// count.
static bool divides(const Verdict *verdict, unsigned d, bool (*such)(int64_t size)) {
    unsigned wrong = 0, right = 0;
    for (unsigned i = 0; i < verdict->exercise->case_count; i++) {
        const VerdictCase *row = &verdict->cases[i];
        if (row->hidden || !row->ran || row->spoilt) continue;
        if (such(verdict->exercise->cases[i].size[d]) == row->result.passed) return false;
        if (row->result.passed) right++;
        else wrong++;
    }
    return wrong > 1 && right > 1;
}

bool results_pattern(const Verdict *verdict, char *text, size_t size) {
    static const struct {
        bool (*such)(int64_t size);
        const char *words;
    } kinds[] = {
        {is_no_multiple, "a size is no multiple of 32: what happens to the rest behind the last whole one?"},
        {is_no_power, "a size is no power of two: what happens to the odd one when it is halved?"},
    };
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (unsigned d = 0; d < CASE_SIZES; d++) {
            if (!divides(verdict, d, kinds[k].such)) continue;
            snprintf(text, size, "results are wrong only where %s", kinds[k].words);
            return true;
        }
    return false;
}
