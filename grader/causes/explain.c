// explain.c - what a fault has to do with the student's source: the line that caused it, in words.
//
// The device knows where a thread was, not what was meant. Above a barrier that some threads never reach stands a
// `return`, a `break` or an `if`; a variable without a value has a declaration without an initialiser. The source is
// read as text, without its comments and strings, and only what is certain is said.
#include "explain.h"

#include "host_calls.h"
#include "results.h"

#include "../system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what keeps threads from a barrier ----

// The last `word` in [start, end).
static const char *word_last(const char *start, const char *end, const char *word) {
    const char *last = NULL;
    for (const char *at = start; (at = word_find(at, end, word)); at++) last = at;
    return last;
}

// The word before the parenthesis or brace at `brace`, whose statement it opens: "if" of "if (a) {", "else" of "else
// {".
static void statement_word(const Source *source, const char *brace, char word[16]) {
    const char *at = brace;
    while (at > source->text && isspace((unsigned char)at[-1])) at--;
    if (at > source->text && at[-1] == ')') {
        unsigned depth = 0;
        while (at-- > source->text) {
            if (*at == ')') depth++;
            else if (*at == '(' && !--depth) break;
        }
        while (at > source->text && isspace((unsigned char)at[-1])) at--;
    }
    const char *end = at;
    while (at > source->text && is_name(at[-1])) at--;
    snprintf(word, 16, "%.*s", (int)(end - at), at);
}

// An `if` or `else` around the barrier or, without braces, right before it.
static const char *condition_around(const Source *source, const char *barrier, char word[16]) {
    statement_word(source, barrier, word); // "if (a) __syncthreads();"
    if (!strcmp(word, "if") || !strcmp(word, "else")) return barrier;
    for (const char *brace = block_around(source, barrier); brace; brace = block_around(source, brace)) {
        statement_word(source, brace, word);
        if (!strcmp(word, "if") || !strcmp(word, "else")) return brace;
    }
    return NULL;
}

// A barrier inside an if, in the function around `at`: threads that skip it wait at the next barrier.
static const char *skipped_barrier(const Source *source, const char *at, const char **barrier, char word[16]) {
    const char *start = function_start(source, at), *end = function_end(start), *condition = NULL;
    for (*barrier = start; !condition && (*barrier = word_find(*barrier, end, "__syncthreads")); ++*barrier)
        if ((condition = condition_around(source, *barrier, word))) break;
    return condition;
}

static void explain_barrier(const Source *source, VerdictFault *fault) {
    char word[16];
    const char *skipped = NULL;
    const char *line = source->lines[fault->line - 1],
               *barrier = word_find(line, line + strcspn(line, "\n"), "__syncthreads");
    if (!barrier) barrier = line + strspn(line, " \t");
    const char *start = function_start(source, barrier), *leaves = word_last(start, barrier, "return");
    const char *breaks = word_last(start, barrier, "break"), *condition = condition_around(source, barrier, word);
    size_t size = sizeof fault->cause;
    if (leaves)
        snprintf(fault->cause, size,
                 "not every thread of the block reaches this barrier: the return in line %u lets some leave before it. "
                 "Let all threads come here, and test around the loads and stores instead",
                 line_at(source, leaves));
    else if (condition)
        snprintf(fault->cause, size,
                 "not every thread of the block reaches this barrier: it stands in the %s of line %u. Move "
                 "__syncthreads() out of it",
                 word, line_at(source, condition));
    else if (breaks)
        snprintf(fault->cause, size,
                 "not every thread of the block reaches this barrier: the break in line %u lets some leave the loop "
                 "before it. All threads must make the same number of turns",
                 line_at(source, breaks));
    else if (skipped_barrier(source, barrier, &skipped, word)) {
        fault->line = line_at(source, skipped);
        snprintf(
            fault->cause, size,
            "not every thread of the block reaches this barrier: it stands in an %s. Move __syncthreads() out of it",
            word);
    } else
        snprintf(fault->cause, size,
                 "not every thread of the block reaches this barrier as often as the others: do all threads make the "
                 "same number of turns of the loop around it?");
}

// ---- variables without a value ----

// Whether `name`, which stands at `at`, is declared there without a value: "float sum;", "int a, sum;", "float s[4];".
// *array: it is an array.
static bool is_bare_declaration(const Source *source, const char *at, size_t length, bool *array) {
    static const char *const types[] = {"float", "double", "int",    "unsigned", "long",   "char",    "short",
                                        "bool",  "half",   "size_t", "float4",   "float2", "double2", "__half"};
    const char *begin = at, *end = at + length;
    while (begin > source->text && !strchr(";{}(", begin[-1])) begin--;
    bool typed = false, assigned = memchr(begin, '=', (size_t)(at - begin)) != NULL;
    for (size_t i = 0; i < COUNT_OF(types); i++) typed |= word_find(begin, at, types[i]) != NULL;
    if (word_find(begin, at, "__shared__")) return false;
    *array = *end == '[';
    while (*end == '[') end += strcspn(end, "]"), end += *end == ']';
    end += strspn(end, " ");
    return typed && !assigned && (*end == ';' || *end == ',');
}

static const char *bare_declaration(const Source *source, const char *before, const char *name, bool *array) {
    const char *start = function_start(source, before), *found = NULL;
    for (const char *at = start; (at = word_find(at, before, name)); at++)
        if (is_bare_declaration(source, at, strlen(name), array)) found = at;
    return found;
}

// The variable of the fault's line that was declared without a value, if there is exactly one.
static void explain_undefined(const Source *source, VerdictFault *fault) {
    const char *at = source->lines[fault->line - 1], *end = at + strcspn(at, "\n"), *declared = NULL;
    char name[64], found[64] = "";
    bool array = false, is_array = false;
    while (at < end) {
        size_t length = 0;
        while (at + length < end && is_name(at[length])) length++;
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        const char *place = length ? bare_declaration(source, end, name, &array) : NULL;
        if (place && found[0] && strcmp(found, name)) return;
        if (place) {
            snprintf(found, sizeof found, "%s", name);
            declared = place;
            is_array = array;
        }
        at += length ? length : 1;
    }
    if (!declared) return;
    if (is_array)
        snprintf(fault->cause, sizeof fault->cause,
                 "elements of %s have no value yet, and each thread has a local array of its own (line %u): give it "
                 "values, = {}, or declare it __shared__ if the threads of a block fill it together",
                 found, line_at(source, declared));
    else
        snprintf(fault->cause, sizeof fault->cause,
                 "%s has no value yet: line %u declares it without one. Give it one there, %s = 0", found,
                 line_at(source, declared), found);
}

// ---- shared memory of a size that the launch gives ----

// Two arrays "extern __shared__ ... NAME[]" of one function.
static bool shared_twice(const Source *source, char first[64], char second[64], unsigned *line) {
    const char *all = source->text + strlen(source->text), *before = NULL;
    for (const char *at = source->text; (at = word_find(at, all, "extern")); at++) {
        const char *open = at + strcspn(at, "[;"), *shared = word_find(at, open, "__shared__"), *end = open;
        if (!shared || *open != '[') continue;
        while (end > at && !is_name(end[-1])) end--;
        const char *name = end;
        while (name > at && is_name(name[-1])) name--;
        snprintf(second, 64, "%.*s", (int)(end - name), name);
        if (before && block_around(source, before) == block_around(source, at) && strcmp(first, second)) {
            *line = line_at(source, at);
            return true;
        }
        before = at;
        snprintf(first, 64, "%s", second);
    }
    return false;
}

#define ONE_PLACE                                                                                                      \
    "%.20s and %.20s are the same memory: all extern __shared__ arrays of a kernel (line %u) begin at one place"

static bool is_of_shared(const VerdictFault *fault) {
    return !strcmp(fault->kind, "race_shared") || !strcmp(fault->kind, "uninitialised_shared");
}

static void explain_shared(const Source *source, VerdictFault *fault) {
    char first[64], second[64];
    unsigned line;
    const char *all = source->text + strlen(source->text);
    bool outside = !strcmp(fault->kind, "out_of_bounds") && !strcmp(fault->space, "shared");
    if (is_of_shared(fault) && shared_twice(source, first, second, &line))
        snprintf(fault->cause, sizeof fault->cause, ONE_PLACE ". Declare one, and let the second be a pointer into it",
                 first, second, line);
    else if (outside && word_find(source->text, all, "extern"))
        snprintf(fault->cause, sizeof fault->cause,
                 "%s past the end of shared memory: the third number in the launch's <<<...>>> says how many bytes an "
                 "extern __shared__ array has",
                 fault->is_write ? "writes" : "reads");
}

// An access behind the end, although its statement has a test.
static void explain_bounds(const Source *source, VerdictFault *fault) {
    if (strcmp(fault->kind, "out_of_bounds") != 0 || strcmp(fault->space, "global") != 0) return;
    const char *line = source->lines[fault->line - 1], *end = line + strcspn(line, "\n"), *begin = line;
    while (begin > source->text && !strchr(";{}", begin[-1])) begin--;
    const char *either = strstr(begin, "||");
    if (!word_find(begin, end, "if") && !memchr(begin, '?', (size_t)(end - begin))) return;
    snprintf(fault->cause, sizeof fault->cause, "%.200s: %s", fault->sentence,
             either && either < end
                 ? "|| lets it pass where one test holds, && asks for both"
                 : "the test in this statement is not about this index, or not about the size of this array");
}

// ---- all of them ----

static void explain(const char *text, const Source *source, const Verdict *verdict, VerdictFault *fault) {
    if (!fault->line && !fault->file[0]) explain_host_call(text, source, verdict, fault);
    if (strcmp(fault->file, verdict->file) != 0 || !fault->line || fault->line > source->count) return;
    unsigned line = fault->line;
    if (!strcmp(fault->kind, "divergent_barrier") || !strcmp(fault->kind, "barrier_deadlock"))
        explain_barrier(source, fault);
    else if (!strcmp(fault->kind, "undefined_value")) explain_undefined(source, fault);
    else if (!strcmp(fault->kind, "device_pointer")) explain_host_use(source, verdict, fault);
    else explain_shared(source, fault);
    if (!fault->cause[0]) explain_bytes(source, fault);
    if (!fault->cause[0]) explain_bounds(source, fault);
    if (fault->line != line) source_line(text, fault->line, fault->source, sizeof fault->source);
}

void explain_faults(const char *text, Verdict *verdict) {
    Source source;
    if (source_open(text, &source))
        for (unsigned i = 0; i < verdict->fault_count; i++) explain(text, &source, verdict, &verdict->faults[i]);
    source_close(&source);
}

// The line that stores the first wrong array of a visible case.
static void find_stored(const char *text, const Source *source, Verdict *verdict) {
    const VerdictCase *wrong = NULL;
    for (unsigned i = 0; i < verdict->case_count && !wrong; i++)
        if (verdict->cases[i].result.has_element && !verdict->cases[i].hidden) wrong = &verdict->cases[i];
    unsigned line = wrong ? results_line(source, verdict, wrong->result.array) : 0;
    if (!line) return;
    const char *file = strrchr(verdict->file, '/');
    char words[160] = "";
    source_line(text, line, words, sizeof words);
    snprintf(verdict->stored, sizeof verdict->stored, "%.100s line %u (%.70s%s): ", file ? file + 1 : verdict->file,
             line, words, strlen(words) > 70 ? "..." : "");
}

void explain_results(const char *text, Verdict *verdict) {
    Source source;
    char first[64], second[64];
    unsigned line = 0;
    if (verdict->cases_passed == verdict->case_count) return;
    bool opened = source_open(text, &source), twice = opened && shared_twice(&source, first, second, &line);
    for (unsigned i = 0; twice && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            snprintf(verdict->cases[i].result.cause, sizeof verdict->cases[i].result.cause, ONE_PLACE, first, second,
                     line);
    line = opened ? turned_launch(&source) : 0;
    for (unsigned i = 0; line && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            snprintf(verdict->cases[i].result.cause, sizeof verdict->cases[i].result.cause,
                     "the launch in line %u names the block first: <<<grid, block>>> is the order", line);
    if (opened) find_stored(text, &source, verdict);
    source_close(&source);
}
