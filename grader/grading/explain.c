// explain.c - what a fault has to do with the student's source: the line that caused it, in words.
//
// The device knows where a thread was, not what was meant. A barrier that some threads never reach has a `return`, a
// `break` or an `if` above it; a variable without a value has a declaration without one. The source is read as text,
// without its comments and strings, and only what is sure is said.
#include "explain.h"

#include "../system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the source as text ----

typedef struct {
    char *memory, *text; // comments and strings are spaces, lines stay where they are; text[-1] is a newline
    const char **lines;  // lines[n] begins line n + 1
    unsigned count;
} Source;

// How many characters from `at` are a comment or a string; 0: none begins here.
static size_t skipped(const char *at) {
    const char *end = NULL;
    if (text_begins(at, "//")) return strcspn(at, "\n");
    if (text_begins(at, "/*")) return (end = strstr(at + 2, "*/")) ? (size_t)(end - at) + 2 : strlen(at);
    if (*at != '"' && *at != '\'') return 0;
    for (end = at + 1; *end && *end != *at && *end != '\n'; end++)
        if (*end == '\\' && end[1]) end++;
    return (size_t)(end - at) + (*end == *at);
}

static bool source_read(const char *text, Source *source) {
    *source = (Source){.memory = malloc(strlen(text) + 2), .count = 1};
    for (const char *at = text; *at; at++) source->count += *at == '\n';
    source->lines = calloc(source->count, sizeof *source->lines);
    if (!source->memory || !source->lines) return false;
    sprintf(source->memory, "\n%s", text);
    source->text = source->memory + 1;
    for (char *at = source->text; *at;) {
        size_t length = skipped(at);
        for (size_t i = 0; i < length; i++)
            if (at[i] != '\n') at[i] = ' ';
        at += length ? length : 1;
    }
    source->lines[0] = source->text;
    for (unsigned n = 1; n < source->count; n++) source->lines[n] = strchr(source->lines[n - 1], '\n') + 1;
    return true;
}

static void source_free(Source *source) {
    free(source->memory);
    free(source->lines);
}

static unsigned line_at(const Source *source, const char *at) {
    unsigned line = 0;
    while (line < source->count && source->lines[line] <= at) line++;
    return line;
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

// The next place from `at` on, before `end`, where the word stands alone. NULL: there is none.
static const char *word_find(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    for (; (at = strstr(at, word)) && at < end; at++)
        if ((!is_name(word[0]) || !is_name(at[-1])) && !is_name(at[length])) return at;
    return NULL;
}

void explain_line(const char *source, unsigned line, char *text, size_t size) {
    for (unsigned i = 1; i < line && source; i++) source = (source = strchr(source, '\n')) ? source + 1 : NULL;
    if (!source || !line) return;
    source += strspn(source, " \t");
    text_clean(text, size, source, strcspn(source, "\n"), false);
}

// ---- what keeps threads from a barrier ----

// The brace that opens the block of code around `at`, NULL outside of all.
static const char *block_around(const Source *source, const char *at) {
    for (unsigned depth = 0; at-- > source->text;) {
        if (*at == '}') depth++;
        else if (*at == '{' && !depth--) return at;
    }
    return NULL;
}

// The last `word` of [start, end) that is not in a lambda's or another function's braces: any will do for us.
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

static const char *function_start(const Source *source, const char *at) {
    const char *outer = at;
    for (const char *brace = block_around(source, at); brace; brace = block_around(source, brace)) outer = brace;
    return outer;
}

static void explain_barrier(const Source *source, VerdictFault *fault) {
    char word[16];
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
    else
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
    while (*end == '[') end += strcspn(end, "]") + 1;
    end += strspn(end, " ");
    return typed && !assigned && (*end == ';' || *end == ',');
}

static const char *bare_declaration(const Source *source, const char *before, const char *name, bool *array) {
    const char *start = function_start(source, before), *found = NULL;
    for (const char *at = start; (at = word_find(at, before, name)); at++)
        if (is_bare_declaration(source, at, strlen(name), array)) found = at;
    return found;
}

// The variable of the fault's line that was declared without a value. Only one that is the only one.
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

void explain_results(const char *text, Verdict *verdict) {
    Source source;
    char first[64], second[64];
    unsigned line = 0;
    bool twice = source_read(text, &source) && shared_twice(&source, first, second, &line);
    for (unsigned i = 0; twice && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            snprintf(verdict->cases[i].result.cause, sizeof verdict->cases[i].result.cause, ONE_PLACE, first, second,
                     line);
    source_free(&source);
}

// An access behind the end, although its statement has a test.
static void explain_bounds(const Source *source, VerdictFault *fault) {
    const char *line = source->lines[fault->line - 1], *end = line + strcspn(line, "\n"), *begin = line;
    while (begin > source->text && !strchr(";{}", begin[-1])) begin--;
    const char *either = strstr(begin, "||");
    if (!word_find(begin, end, "if") && !memchr(begin, '?', (size_t)(end - begin))) return;
    snprintf(fault->cause, sizeof fault->cause, "%.200s: %s", fault->sentence,
             either && either < end
                 ? "|| lets it pass where one test holds, && asks for both"
                 : "the test in this statement is not about this index, or not about the size of this array");
}

// ---- launches, and calls that stopped the program ----

// The line of the source that launches the kernel, if there is one only.
static void find_launch(const Source *source, VerdictFault *fault) {
    const char *all = source->text + strlen(source->text), *found = NULL;
    char name[64];
    const char *kernel = fault->kernel, *end = kernel + strcspn(kernel, "<(");
    while (end > kernel && end[-1] == ' ') end--;
    for (kernel = end; kernel > fault->kernel && is_name(kernel[-1]); kernel--) {}
    snprintf(name, sizeof name, "%.*s", (int)(end - kernel), kernel);
    if (!name[0]) return;
    for (const char *at = source->text; (at = word_find(at, all, name)); at++) {
        const char *after = at + strlen(name) + strspn(at + strlen(name), " "), *launch = strstr(after, "<<<");
        if (*after != '<' || !launch || strcspn(after, ";{(") < (size_t)(launch - after)) continue;
        if (found) return;
        found = at;
    }
    if (found) fault->line = line_at(source, found);
}

// The only line where `word` stands, 0: there is none or more than one.
static unsigned only_line(const Source *source, const char *word) {
    const char *all = source->text + strlen(source->text), *found = word_find(source->text, all, word);
    return found && !word_find(found + 1, all, word) ? line_at(source, found) : 0;
}

// ---- memory of the device, used by the host ----

static bool is_device_code(const Source *source, const char *at) {
    const char *body = function_start(source, at), *head = body;
    while (head > source->text && !strchr(";}", head[-1])) head--;
    return body == at || word_find(head, body, "__global__") || word_find(head, body, "__device__");
}

// The first place of host code from `at` to `end` where `name` is followed by an index or has a star before it.
static const char *host_use(const Source *source, const char *at, const char *end, const char *name) {
    for (; (at = word_find(at, end, name)); at++) {
        const char *before = at - 1;
        while (before > source->text && strchr("* ", before[-1])) before--;
        bool indexed = at[strlen(name)] == '[', starred = at[-1] == '*' && strchr("=;({},+-&|!<>\n", before[-1]);
        if ((indexed || starred) && !is_device_code(source, at)) return at;
    }
    return NULL;
}

// Where host code uses a pointer that it got as the function's argument or from cudaMalloc: in the line that is known,
// or the first of all.
static void find_host_use(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    const char *prototype = verdict->exercise->must_define ? verdict->exercise->must_define : "", *first = NULL;
    const char *texts[] = {prototype, source->text}, *before[] = {"*", "cudaMalloc("};
    const char *begin = fault->line ? source->lines[fault->line - 1] : source->text;
    const char *end = begin + (fault->line ? strcspn(begin, "\n") : strlen(begin));
    char name[64], used[64] = "";
    for (unsigned i = 0; i < 2; i++)
        for (const char *at = texts[i]; (at = strstr(at, before[i]));) {
            at += strlen(before[i]);
            if (i) at += strcspn(at, "&;"), at += *at == '&';
            size_t length = 0;
            while (is_name(at[length])) length++;
            snprintf(name, sizeof name, "%.*s", (int)length, at);
            const char *use = length ? host_use(source, begin, end, name) : NULL;
            if (!use || (first && use >= first)) continue;
            first = use;
            snprintf(used, sizeof used, "%s", name);
        }
    if (!first) return;
    fault->line = line_at(source, first);
    snprintf(fault->cause, sizeof fault->cause,
             "%s is a pointer to memory of the device, and the host cannot use it: only kernels and cudaMemcpy reach "
             "it",
             used);
}

// The line of what no kernel did: a launch, a reset, an access of the host.
static void find_line(const char *text, const Source *source, const Verdict *verdict, VerdictFault *fault) {
    if (!strcmp(fault->kind, "invalid_launch")) find_launch(source, fault);
    if (!strcmp(fault->kind, "device_reset")) fault->line = only_line(source, "cudaDeviceReset");
    if (!strcmp(fault->kind, "device_pointer")) find_host_use(source, verdict, fault);
    if (!fault->line) return;
    text_copy(fault->file, sizeof fault->file, verdict->file);
    explain_line(text, fault->line, fault->source, sizeof fault->source);
}

static void explain(const char *text, const Source *source, const Verdict *verdict, VerdictFault *fault) {
    if (!fault->line && !fault->file[0]) find_line(text, source, verdict, fault);
    if (strcmp(fault->file, verdict->file) != 0 || !fault->line || fault->line > source->count) return;
    if (!strcmp(fault->kind, "divergent_barrier") || !strcmp(fault->kind, "barrier_deadlock"))
        explain_barrier(source, fault);
    else if (!strcmp(fault->kind, "undefined_value")) explain_undefined(source, fault);
    else if (!strcmp(fault->kind, "device_pointer")) find_host_use(source, verdict, fault);
    else if (!strcmp(fault->kind, "out_of_bounds") && !strcmp(fault->space, "global")) explain_bounds(source, fault);
    else explain_shared(source, fault);
}

void explain_faults(const char *text, Verdict *verdict) {
    Source source;
    if (source_read(text, &source))
        for (unsigned i = 0; i < verdict->fault_count; i++) explain(text, &source, verdict, &verdict->faults[i]);
    source_free(&source);
}

// ---- memory that nothing frees ----

// The name of the pointer that a cudaMalloc whose name stands at `at` fills: "sums" of "cudaMalloc(&state->sums, n)".
static bool filled_pointer(const char *at, char name[64]) {
    const char *end = strpbrk(at, ",;");
    if (!end || *end != ',') return false;
    while (end > at && !is_name(end[-1])) end--;
    const char *begin = end;
    while (begin > at && is_name(begin[-1])) begin--;
    snprintf(name, 64, "%.*s", (int)(end - begin), begin);
    return begin > at;
}

static bool is_freed(const Source *source, const char *name) {
    for (const char *at = source->text; (at = strstr(at, "cudaFree")); at++)
        if (word_find(at, at + strcspn(at, ";"), name)) return true;
    return false;
}

void explain_leaks(const char *text, Verdict *verdict) {
    Source source;
    VerdictLeaks *leaks = &verdict->leaks;
    char name[64];
    unsigned line = 0, found = 0;
    bool read = source_read(text, &source);
    for (const char *at = source.text; leaks->count && read && (at = strstr(at, "cudaMalloc")); at++)
        if (filled_pointer(at, name) && !is_freed(&source, name)) line = line_at(&source, at), found++;
    if (found == 1) explain_line(text, leaks->line = line, leaks->source, sizeof leaks->source);
    source_free(&source);
}

// ---- how a program ended itself ----

// "FILE:LINE: CALL: WORDS", as CHECK says it of a call that failed.
void explain_end(const char *text, Verdict *verdict, const char *said) {
    char name[80], words[160] = "";
    snprintf(name, sizeof name, "%.70s.cu:", verdict->exercise->name);
    const char *place = strstr(said, name), *call = place ? strchr(place + strlen(name), ':') : NULL;
    unsigned line = place ? (unsigned)strtoul(place + strlen(name), NULL, 10) : 0;
    if (!line || !call) return;
    explain_line(text, line, words, sizeof words);
    bool copy = text_begins(call + 2, "cudaMemcpy") && strstr(call, "cudaErrorInvalidValue");
    const char *file = strrchr(verdict->file, '/');
    snprintf(verdict->ended, sizeof verdict->ended, "%.100s line %u (%.70s): %s%.150s", file ? file + 1 : verdict->file,
             line, words,
             copy ? "the copy's direction does not fit its pointers: is one a device pointer already, as the "
                    "arguments are? It says: "
                  : "the program stopped itself: ",
             call + 2);
}
