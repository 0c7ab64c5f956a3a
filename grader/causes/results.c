// results.c - what wrong results have to do with the student's source and with the cases: the line that stores them,
// and what the cases that are wrong have in common.
#define _GNU_SOURCE // memmem
#include "results.h"

#include "source/flow.h"
#include "source/pieces.h"

#include "../device/system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
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

// ---- the number of a warp for that of a lane ----

static bool is_unexplained(const Verdict *verdict) {
    for (unsigned i = 0; i < verdict->case_count; i++)
        if (verdict->cases[i].result.cause[0] || verdict->cases[i].result.kind[0]) return false;
    return true;
}

unsigned results_lane(const Source *source, Verdict *verdict) {
    static const char *const sizes[] = {"32", "WARP", "WARP_SIZE", "warpSize"};
    const char *all = source->text + strlen(source->text);
    unsigned line = 0;
    for (const char *at = source->text; !line && (at = word_find(at, all, "lane")); at++) {
        const char *value = at + strlen("lane") + strspn(at + strlen("lane"), " ");
        if (!is_device_code(source, at) || !text_begins(value, "= threadIdx.x / ")) continue;
        value += strlen("= threadIdx.x / ");
        for (size_t i = 0; i < COUNT_OF(sizes); i++)
            if (text_begins(value, sizes[i]) && !is_name(value[strlen(sizes[i])])) line = line_at(source, at);
    }
    for (unsigned i = 0; line && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            text_format(verdict->cases[i].result.kind, sizeof verdict->cases[i].result.kind,
                        "this is the number of the thread's warp: its lane is the remainder, threadIdx.x %% 32");
    return line;
}

unsigned results_return(const Source *source, Verdict *verdict) {
    const char *all = source->text + strlen(source->text), *found = NULL, *brace;
    for (const char *at = source->text; !found && (at = word_find(at, all, "return")); at++) {
        const char *loop = at[strlen("return")] == ';' ? loop_around(source, at, NULL, &brace) : NULL;
        const char *end = loop ? function_end(function_start(source, at)) : NULL;
        if (loop && is_device_code(source, at) && word_find(statement_end(loop), end, "__syncthreads")) found = at;
    }
    for (unsigned i = 0; found && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            text_format(
                verdict->cases[i].result.kind, sizeof verdict->cases[i].result.kind,
                "a thread that returns here takes no part in what follows the loop: let it skip the element, and go "
                "on");
    return found ? line_at(source, found) : 0;
}

unsigned results_shuffle(const Source *source, Verdict *verdict) {
    const char *found = strstr(source->text, "__shfl_up_sync(");
    bool down = strstr(source->text, "__shfl_down_sync(") || strstr(source->text, "__shfl_xor_sync(");
    bool first = strstr(source->text, " == 0)");
    if (!found || down || !first || !is_device_code(source, found)) return 0;
    for (unsigned i = 0; i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            text_format(verdict->cases[i].result.kind, sizeof verdict->cases[i].result.kind,
                        "__shfl_up_sync() brings a lane the value of a lane below it, so lane 0 never gets another "
                        "lane's: use __shfl_down_sync() where lane 0 stores the sum");
    return line_at(source, found);
}

unsigned results_seed(const Source *source, Verdict *verdict) {
    Piece arguments[MOST_PARTS];
    const char *found = NULL;
    for (const char *at = source->text; !found && (at = strstr(at, "curand_init(")); at++) {
        const char *open = at + strlen("curand_init");
        unsigned count = piece_parts(open + 1, behind_closing(open, near_end(open)) - 1, ',', arguments);
        if (count == 4 && piece_is(arguments[1], "seed") && !piece_is(arguments[0], "seed")) found = at;
    }
    for (unsigned i = 0; found && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            text_format(verdict->cases[i].result.kind, sizeof verdict->cases[i].result.kind,
                        "the seed is given for the sequence: curand_init() takes the seed first, then the thread's "
                        "sequence, then the offset");
    return found ? line_at(source, found) : 0;
}

static bool holds_one_of(const char *begin, const char *end, const char *const words[], size_t count) {
    for (size_t i = 0; i < count; i++)
        if (begin < end && memmem(begin, (size_t)(end - begin), words[i], strlen(words[i]))) return true;
    return false;
}

// Whether the loop at `loop` counts "for (int column = lane; ...; column += 32)", or from threadIdx.x % 32.
static bool steps_by_warp(const char *loop) {
    static const char *const begins[] = {"= lane;", "= threadIdx.x % 32;", "= threadIdx.x & 31;"};
    static const char *const steps[] = {"+= 32)", "+= WARP)", "+= warpSize)", "+= WARP_SIZE)"};
    const char *end = behind_closing(loop + strcspn(loop, "("), loop + strcspn(loop, "{}"));
    return holds_one_of(loop, end, begins, COUNT_OF(begins)) && holds_one_of(loop, end, steps, COUNT_OF(steps));
}

unsigned results_lane_rows(const Source *source, Verdict *verdict) {
    static const char *const numbers[] = {"= blockIdx.x * blockDim.x + threadIdx.x;",
                                          "= threadIdx.x + blockIdx.x * blockDim.x;"};
    const char *all = source->text + strlen(source->text), *found = NULL;
    for (const char *at = source->text; !found && (at = word_find(at, all, "for")); at++) {
        if (!is_device_code(source, at) || !steps_by_warp(at)) continue;
        const char *start = function_start(source, at);
        for (size_t i = 0; i < COUNT_OF(numbers) && !found; i++)
            found = memmem(start, (size_t)(at - start), numbers[i], strlen(numbers[i]));
    }
    for (unsigned i = 0; found && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            text_format(verdict->cases[i].result.kind, sizeof verdict->cases[i].result.kind,
                        "this is another number for each lane, but the lanes of a warp share the loop over one row or "
                        "column: divide it by 32");
    return found ? line_at(source, found) : 0;
}

// Whether the loop at `loop` counts "for (... = lane; ...; column += blockDim.x)".
static bool steps_by_block(const char *loop) {
    static const char *const steps[] = {"blockDim.x", "THREADS", "BLOCK", "BLOCK_SIZE", "256", "128"};
    const char *end = behind_closing(loop + strcspn(loop, "("), loop + strcspn(loop, "{}")),
               *adds = strstr(loop, "+= ");
    const char *begins = strstr(loop, "= lane;");
    if (!begins || begins > end || !adds || adds > end) return false;
    const char *step = adds + strlen("+= ");
    for (size_t i = 0; i < COUNT_OF(steps); i++)
        if (text_begins(step, steps[i]) && step[strlen(steps[i])] == ')') return true;
    return false;
}

unsigned results_lane_steps(const Source *source, Verdict *verdict) {
    const char *all = source->text + strlen(source->text), *found = NULL;
    if (!is_unexplained(verdict)) return 0;
    for (const char *at = source->text; !found && (at = word_find(at, all, "for")); at++)
        if (is_device_code(source, at) && steps_by_block(at)) found = at;
    for (unsigned i = 0; found && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            text_format(verdict->cases[i].result.kind, sizeof verdict->cases[i].result.kind,
                        "this loop begins with the lane, of which there are 32, and goes on by the threads of a block, "
                        "so elements are left out: go on by 32");
    return found ? line_at(source, found) : 0;
}

// ---- a division that rounds down ----

enum { MOST_STATEMENT = 1000 }; // characters

static const char *statement_of(const Source *source, const char *at) {
    const char *begin = at;
    while (begin > source->text && at - begin < MOST_STATEMENT && !strchr(";{}", begin[-1])) begin--;
    return begin;
}

// The last character before `at` that is no space.
static const char *before_space(const Source *source, const char *at) {
    while (at > source->text && isspace((unsigned char)at[-1])) at--;
    return at > source->text ? at - 1 : at;
}

// Whether the word or number that ends at `last` or begins at `first` is a constant: a number, or a name in capitals.
static bool is_constant(const char *first, const char *last) {
    for (const char *at = first; at <= last; at++)
        if (!is_name(*at) || islower((unsigned char)*at)) return false;
    return first <= last;
}

// Whether both sides of the `/` at `at` are constants, so that who wrote them knows the quotient: "THREADS / WARP".
static bool divides_constants(const Source *source, const char *at) {
    const char *last = before_space(source, at), *first = last, *divisor = at + 1 + strspn(at + 1, " "), *end = divisor;
    while (first > source->text && is_name(first[-1])) first--;
    while (is_name(*end)) end++;
    return is_name(*last) && is_constant(first, last) && is_constant(divisor, end - 1);
}

// Whether the `/` at `at` is in an argument of ceil_div(), which rounds up what is left.
static bool is_in_ceil_div(const char *begin, const char *at) {
    unsigned depth = 0;
    for (const char *open = at; open-- > begin;) {
        if (*open == ')') depth++;
        else if (*open == '(' && depth) depth--;
        else if (*open == '(' && open - begin >= 8 && !strncmp(open - 8, "ceil_div", 8)) return true;
    }
    return false;
}

// Whether the `/` at `at` follows a sum with one less than its divisor: "(count + 127) / 128".
static bool adds_one_less(const Source *source, const char *at) {
    const char *close = before_space(source, at), *plus = close, *divisor = at + 1 + strspn(at + 1, " ");
    if (*close != ')' || !isdigit((unsigned char)*divisor)) return false;
    while (plus > source->text && !strchr("+(;", *plus)) plus--;
    return *plus == '+' && strtol(plus + 1, NULL, 10) + 1 == strtol(divisor, NULL, 10);
}

// Whether the `/` at `at` divides whole numbers and may round down: no part of "(a + b - 1) / b" or "100.0 * a / b".
static bool rounds_down(const Source *source, const char *at) {
    const char *begin = statement_of(source, at), *end = at + strcspn(at, ";,)");
    if (divides_constants(source, at) || is_in_ceil_div(begin, at) || adds_one_less(source, at)) return false;
    for (const char *dot = begin; (dot = memchr(dot, '.', (size_t)(at - dot))); dot++)
        if (dot > begin && isdigit((unsigned char)dot[-1])) return false;
    for (const char *word = begin; word < end; word++)
        if (text_begins(word, "- 1") || text_begins(word, "sizeof") || text_begins(word, "double")) return false;
    const char *divisor = at + 1 + strspn(at + 1, " ");
    return *divisor != '2' && *divisor != '=' && at[-1] != '/' && *divisor != '/';
}

unsigned results_division(const Source *source, Verdict *verdict) {
    unsigned line = 0, unwritten = 0;
    for (unsigned i = 0; i < verdict->case_count; i++) unwritten += verdict->cases[i].result.unwritten;
    for (const char *at = source->text; unwritten && (at = strchr(at, '/')); at++) {
        if (is_device_code(source, at) || !rounds_down(source, at)) continue;
        if (line && line != line_at(source, at)) return 0;
        line = line_at(source, at);
    }
    for (unsigned i = 0; line && i < verdict->case_count; i++) {
        CaseResult *result = &verdict->cases[i].result;
        if (result->unwritten)
            text_format(result->kind, sizeof result->kind,
                        "this division rounds down, so what is left over is never written: round up with ceil_div()");
    }
    return line;
}

// ---- a division by what was rounded down to 0 ----

// "warps" of "int warps = threads / size;", where `at` is at the `/`. false: nothing is assigned.
static bool assigned_to(const Source *source, const char *at, char name[64]) {
    const char *begin = statement_of(source, at), *equals = memchr(begin, '=', (size_t)(at - begin)), *end = equals;
    if (!equals || equals == begin || equals[1] == '=' || strchr("=<>!", equals[-1])) return false;
    while (end > begin && end[-1] == ' ') end--;
    begin = end;
    while (begin > source->text && is_name(begin[-1])) begin--;
    text_format(name, 64, "%.*s", (int)(end - begin), begin);
    return end > begin;
}

static bool is_divisor(const Source *source, const char *name) {
    const char *all = source->text + strlen(source->text);
    for (const char *at = source->text; (at = word_find(at, all, name)); at++) {
        const char *before = at;
        while (before > source->text && before[-1] == ' ') before--;
        if (before > source->text && strchr("/%", before[-1])) return true;
    }
    return false;
}

void results_divisor(const Source *source, Verdict *verdict) {
    char name[64], divisor[64];
    unsigned line = 0;
    for (const char *at = source->text; (at = strchr(at, '/')); at++) {
        if (is_device_code(source, at) || !rounds_down(source, at) || !assigned_to(source, at, name) ||
            !is_divisor(source, name))
            continue;
        if (line && line != line_at(source, at)) return; // which of them was it?
        line = line_at(source, at);
        text_copy(divisor, sizeof divisor, name);
    }
    for (unsigned i = 0; line && i < verdict->case_count; i++) {
        CaseResult *result = &verdict->cases[i].result;
        if (result->divided)
            text_append(result->message, sizeof result->message,
                        ": `%s` is 0 where the division in line %u rounds down to that; round up with ceil_div()",
                        divisor, line);
    }
}

// ---- a load whose lanes lie apart ----

static bool counts_sectors(const Exercise *exercise) {
    for (unsigned p = 0; p < exercise->part_count; p++) {
        const char *counter = exercise->parts[p].counter;
        if (counter && (strstr(counter, "sectors") || strstr(counter, "wasted_bytes"))) return true;
    }
    return false;
}

unsigned results_strided(const Source *source, Verdict *verdict) {
    const VerdictFigures *worst = NULL;
    double wasted = 0;
    if (!counts_sectors(verdict->exercise) || !is_unexplained(verdict)) return 0;
    for (unsigned i = 0; i < verdict->figure_count; i++) {
        const VerdictFigures *figures = &verdict->figures[i];
        if (figures->atomics > 0) continue; // their lanes may meet at one address
        wasted += figures->sectors - figures->needed;
        if (!worst || figures->sectors - figures->needed > worst->sectors - worst->needed) worst = figures;
    }
    bool apart = worst && worst->line && worst->line <= source->count && worst->sectors >= 2 * worst->needed &&
                 worst->sectors - worst->needed > 0.5 * wasted;
    for (unsigned i = 0; apart && i < verdict->case_count; i++) {
        CaseResult *result = &verdict->cases[i].result;
        if (!result->passed)
            text_format(
                result->kind, sizeof result->kind,
                "check this index first: the lanes of a warp touch %.3g sectors per request, where %.3g would do",
                worst->sectors / worst->requests, worst->needed / worst->requests);
    }
    return apart ? worst->line : 0;
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

bool results_halve(const Source *source) {
    static const char *const signs[] = {"/= 2", "/ 2", ">>= 1", ">> 1"};
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        for (const char *at = source->text; (at = strstr(at, signs[i])); at++)
            if (is_device_code(source, at) && !is_name(at[strlen(signs[i])])) return true;
    return false;
}

bool results_pattern(const Verdict *verdict, char *text, size_t size) {
    static const struct {
        bool (*such)(int64_t size);
        const char *words;
    } kinds[] = {
        {is_no_multiple, "a size is no multiple of 32: handle the rest behind the last whole block of 32"},
        {is_no_power, "a size is no power of two: keep the odd element when a number is halved"},
    };
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (unsigned d = 0; d < CASE_SIZES; d++) {
            if ((kinds[k].such == is_no_power && !verdict->halves) || !divides(verdict, d, kinds[k].such)) continue;
            text_format(text, size, "results are wrong only where %s", kinds[k].words);
            return true;
        }
    return false;
}
