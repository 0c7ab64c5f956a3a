// barriers.c - barriers that not all threads reach, and barriers that are missing.
//
// A race says which two lines meet, not which of them comes first: a loop leads from either to the other. The barrier
// that the block had passed last decides. If it stands between them, the way goes from the second line through the end
// of the loop to the first one.
#include "barriers.h"

#include "races.h"
#include "source/flow.h"

#include "../device/system/text.h"

#include <stdio.h>
#include <string.h>

// ---- a barrier that some threads do not reach ----

enum { MOST_CALLS = 32 }; // that are looked at: nobody calls one function more often

// The last `word` in [start, end).
static const char *word_last(const char *start, const char *end, const char *word) {
    const char *last = NULL;
    for (const char *at = start; (at = word_find(at, end, word)); at++) last = at;
    return last;
}

// A barrier inside an if, in the function around `at`: threads that skip it wait at the next barrier.
static const char *skipped_barrier(const Source *source, const char *at, const char **barrier, char word[16]) {
    const char *start = function_start(source, at), *end = function_end(start), *condition = NULL;
    for (*barrier = start; !condition && (*barrier = word_find(*barrier, end, "__syncthreads")); ++*barrier)
        if ((condition = condition_around(source, *barrier, word))) break;
    return condition;
}

// A call of the function around `at` that stands in an if; NULL: there is none. The barrier is then skipped with it.
static const char *skipped_call(const Source *source, const char *at) {
    char name[64], word[16];
    const char *open = function_start(source, at), *all = source->text + strlen(source->text), *body = open;
    while (open > source->text && *open != '(') open--; // of the parameters, if none of them has parentheses
    const char *first = open;
    while (first > source->text && is_name(first[-1])) first--;
    snprintf(name, sizeof name, "%.*s", (int)(open - first), first);
    if (!name[0]) return NULL;
    unsigned left = MOST_CALLS;
    for (const char *call = body; left && (call = word_find(call, all, name)); call++, left--) {
        const char *begin = statement_begin(source, call);
        if (text_begins(begin, "if") && !is_name(begin[2])) return call; // "if (t == 0) sums[b] = block_sum(sum);"
        if (condition_around(source, call, word)) return call;
    }
    return NULL;
}

void barrier_explain(const Source *source, VerdictFault *fault) {
    char word[16];
    const char *skipped = NULL, *call;
    const char *line = source->lines[fault->line - 1],
               *barrier = word_find(line, line + strcspn(line, "\n"), "__syncthreads");
    if (!barrier) barrier = line + strspn(line, " \t");
    const char *start = function_start(source, barrier), *leaves = word_last(start, barrier, "return");
    const char *breaks = word_last(start, barrier, "break"), *condition = condition_around(source, barrier, word);
    size_t size = sizeof fault->cause;
    if (leaves)
        text_format(
            fault->cause, size,
            "the return in line %u keeps some threads of the block from this barrier: remove it, and put its test "
            "around the loads and stores instead",
            line_at(source, leaves));
    else if (condition)
        text_format(
            fault->cause, size,
            "some threads of the block skip this barrier, which stands in the %s of line %u: move __syncthreads() "
            "out of it",
            word, line_at(source, condition));
    else if (breaks)
        text_format(
            fault->cause, size,
            "the break in line %u lets some threads leave the loop before this barrier: give all threads the same "
            "number of iterations",
            line_at(source, breaks));
    else if (skipped_barrier(source, barrier, &skipped, word)) {
        fault->line = line_at(source, skipped);
        text_format(
            fault->cause, size,
            "some threads of the block skip this barrier, which stands in an %s: move __syncthreads() out of it", word);
    } else if ((call = skipped_call(source, barrier))) {
        fault->line = line_at(source, call);
        text_format(
            fault->cause, size,
            "not all threads of the block make this call, which has a barrier in line %u: call it outside of the "
            "if, and put only what one thread does behind the if",
            line_at(source, barrier));
    } else
        text_format(fault->cause, size,
                    "some threads of the block reach this barrier less often than others: give all threads the same "
                    "number of iterations of the loop around it");
}

// ---- a barrier that is missing between two lines ----

typedef struct {
    const char *here, *there, *barrier; // the accesses, and the barrier that the block had passed last or NULL
} Places;

static bool is_line(const Source *source, unsigned line) { return line && line <= source->count; }

// Where a line stands, or the call through which the function around `other` gets there.
static const char *place_beside(const Source *source, unsigned line, unsigned call, const char *other) {
    const char *at = is_line(source, line) ? line_begin(source, line) : NULL;
    if (at && other && function_start(source, at) == function_start(source, other)) return at;
    return is_line(source, call) ? line_begin(source, call) : at;
}

// Of two lines in different functions the calls that lead there from one kernel.
static bool find_places(const Source *source, const VerdictFault *fault, Places *places) {
    if (!is_line(source, fault->line) || !is_line(source, fault->other_line)) return false;
    places->here = line_begin(source, fault->line);
    places->there = place_beside(source, fault->other_line, fault->other_call_line, places->here);
    places->here = place_beside(source, fault->line, fault->call_line, places->there);
    places->barrier = place_beside(source, fault->barrier_line, fault->barrier_call_line, places->here);
    return function_start(source, places->here) == function_start(source, places->there) &&
           block_around(source, places->here);
}

// The statement of the innermost block around both that `at` is in.
static const char *statement_apart(const Source *source, const char *at, const char *other) {
    const char *begin = statement_begin(source, at), *both = block_around_both(source, at, other);
    for (const char *brace; (brace = block_around(source, begin)) && brace != both;)
        begin = statement_begin(source, brace);
    return begin;
}

// What the access that comes second does to the other one's value.
static const char *does_second(bool first_writes, bool second_writes) {
    if (!second_writes) return "reads what other threads of the block write in";
    return first_writes ? "overwrites what other threads of the block write in"
                        : "overwrites what other threads of the block still read in";
}

// Whether both threads are of one warp. Of blocks of several dimensions and of hidden cases nothing is known.
static bool is_one_warp(const VerdictFault *fault) {
    bool flat = !fault->thread[1] && !fault->thread[2] && !fault->other_thread[1] && !fault->other_thread[2];
    return flat && !fault->hidden && fault->thread[0] / 32 == fault->other_thread[0] / 32;
}

// Whether all lanes of a warp pass a condition: "t < 32".
static bool is_whole_warp(const Source *source, const char *condition) {
    static const char *const sizes[] = {"32", "WARP", "WARP_SIZE", "warpSize"};
    const char *begin = statement_begin(source, condition);
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        if (word_find(begin, condition, sizes[i])) return true;
    return false;
}

// Both stand in an `if`, where no barrier of the block may; lanes of one warp can wait for each other.
static bool say_in_condition(const Source *source, const char *first, const char *second, VerdictFault *fault) {
    char word[16];
    const char *around = block_around_both(source, first, second);
    if (!around) return false;
    const char *condition = condition_around(source, around + 1, word);
    if (!condition) return false;
    if (is_one_warp(fault) && is_whole_warp(source, condition)) {
        text_format(
            fault->cause, sizeof fault->cause,
            "add __syncwarp() after line %u, and after each step that follows: lanes of a warp may run ahead of "
            "each other, so line %u may find what line %u has not stored yet",
            line_at(source, first), line_at(source, second), line_at(source, first));
        return true;
    }
    text_format(
        fault->cause, sizeof fault->cause,
        "a barrier is missing between line %u and line %u, and not all threads may come into the %s of line %u: "
        "end it after line %u, add __syncthreads(), and begin it again",
        line_at(source, first), line_at(source, second), word, line_at(source, condition), line_at(source, first));
    return true;
}

// The statement in [begin, end) that switches between two buffers: "now ^= 1;", "now = 1 - now;", "now = !now;". NULL:
// there is none.
static const char *switches(const char *begin, const char *end, char name[32]) {
    for (const char *at = begin; (at = memchr(at, '=', (size_t)(end - at))); at++) {
        const char *last = at, *value = at + 1 + strspn(at + 1, " ");
        bool toggles = last > begin && last[-1] == '^' && *value == '1';
        if (toggles) last--;
        while (last > begin && last[-1] == ' ') last--;
        const char *first = last;
        while (first > begin && is_name(first[-1])) first--;
        text_format(name, 32, "%.*s", (int)(last - first), first);
        if (text_begins(value, "1 - ")) value += strlen("1 - ");
        else if (*value == '!') value++;
        else if (!toggles) continue;
        if (name[0] && (toggles || (text_begins(value, name) && !is_name(value[last - first])))) return first;
    }
    return NULL;
}

// One of two buffers is filled while threads still read it: a barrier would only hide that it is the wrong one.
static bool say_buffer(const Source *source, const char *brace, const char *reader, const char *writer,
                       VerdictFault *fault) {
    char name[32];
    const char *switched = switches(brace, function_end(brace), name);
    if (!switched) return false;
    text_format(fault->cause, sizeof fault->cause,
                "line %u reads the one of the two buffers that line %u fills: read the buffer that was filled before "
                "the barrier, and fill the other one; %s changes in line %u",
                line_at(source, reader), line_at(source, writer), name, line_at(source, switched));
    return true;
}

static void say_between(const Source *source, const Places *places, VerdictFault *fault) {
    bool turned = places->here > places->there;
    const char *upper = turned ? places->there : places->here, *lower = turned ? places->here : places->there, *brace;
    bool upper_writes = turned ? fault->other_is_write : fault->is_write;
    bool lower_writes = turned ? fault->is_write : fault->other_is_write;
    const char *barrier = places->barrier;
    const char *loop = loop_around(source, upper, lower, &brace), *end = loop ? function_end(brace) : NULL;
    bool passed = loop && barrier && brace < barrier && barrier < end;         // in this loop
    const char *stands = loop ? word_find(lower, end, "__syncthreads") : NULL; // in this loop, behind both
    // What is read before it is written was written in the iteration before. But a barrier behind both that the block
    // has not passed yet leaves only the first iteration.
    bool around = loop && (passed ? upper < barrier && barrier < lower : !upper_writes && lower_writes && !stands);
    if (say_in_condition(source, upper, lower, fault)) return;
    if (stands && !around && upper_writes != lower_writes &&
        say_buffer(source, brace, upper_writes ? lower : upper, upper_writes ? upper : lower, fault))
        return;
    if (around) {
        unsigned after = line_at(source, statement_end(statement_apart(source, lower, upper)));
        text_format(fault->cause, sizeof fault->cause,
                    "add __syncthreads() after line %u, because in the next iteration line %u %s line %u", after,
                    line_at(source, upper), does_second(lower_writes, upper_writes), line_at(source, lower));
        return;
    }
    text_format(fault->cause, sizeof fault->cause, "add __syncthreads() before line %u, because line %u %s line %u",
                line_at(source, statement_apart(source, lower, upper)), line_at(source, lower),
                does_second(upper_writes, lower_writes), line_at(source, upper));
}

// ---- a barrier that is missing between two turns of one line ----

// A kernel that never asks which thread it is: all threads do the same to the same elements.
static bool say_same_work(const Source *source, const char *at, VerdictFault *fault) {
    const char *start = function_start(source, at);
    if (word_find(start, function_end(start), "threadIdx") || fault->kind != FAULT_RACE_GLOBAL) return false;
    text_format(fault->cause, sizeof fault->cause,
                "every thread of the block does this whole line, because the kernel does not use threadIdx: launch one "
                "thread if one is enough, <<<1, 1>>>, or give each thread elements of its own");
    return true;
}

// Whether all barriers of a loop stand in conditions, of which `skipped` is the first: "if (half >= 32)
// __syncthreads();".
static bool skips_barriers(const Source *source, const char *loop, const char *end, const char **skipped) {
    char word[16];
    *skipped = NULL;
    for (const char *at = loop; (at = word_find(at, end, "__syncthreads")); at++) {
        const char *condition = condition_around(source, at, word);
        if (!condition || condition < loop) return false;
        if (!*skipped) *skipped = at;
    }
    return *skipped;
}

static void say_line(const Source *source, const char *at, const char *barrier, VerdictFault *fault) {
    if (say_same_work(source, at, fault)) return;
    char word[16];
    const char *brace, *loop = loop_around(source, at, NULL, &brace), *start = function_start(source, at);
    const char *leaves = word_last(start, at, "return"), *end = loop ? statement_end(loop) : at;
    // A barrier in the loop stands between its iterations, also where the block has not passed it yet.
    bool in_turn = !loop || (barrier && loop < barrier && barrier < end) || word_find(loop, end, "__syncthreads");
    bool apart = leaves || condition_around(source, loop ? loop : at, word); // not all threads of the block come here
    const char *call = apart && is_one_warp(fault) ? "__syncwarp()" : "__syncthreads()";
    const char *skipped;
    size_t size = sizeof fault->cause;
    if (loop && skips_barriers(source, loop, end, &skipped))
        text_format(fault->cause, size,
                    "the barrier in line %u is skipped in some iterations, and then a thread reads here what another "
                    "one writes in this line: wait in every iteration, with __syncthreads()%s",
                    line_at(source, skipped), is_one_warp(fault) ? ", or __syncwarp() where one warp is left" : "");
    else if (in_turn)
        text_format(fault->cause, size,
                    "a thread overwrites here what another thread of its block still reads in this line: read into a "
                    "variable, add %s, and write then, or let a step read only what no thread writes in it",
                    call);
    else
        text_format(fault->cause, size,
                    "add %s as the first statement of the loop in line %u, outside of every if, because a thread reads "
                    "here what another thread writes in this line in another iteration",
                    call, line_at(source, loop));
}

void race_explain(const Source *source, VerdictFault *fault) {
    Places places;
    if (!find_places(source, fault, &places)) return;
    bool one_line = fault->line == fault->other_line, both = fault->is_write && fault->other_is_write;
    if (one_line && !both && !race_is_addition(fault)) say_line(source, places.here, places.barrier, fault);
    if (!one_line && !race_overlaps(fault) && places.here != places.there) say_between(source, &places, fault);
}
