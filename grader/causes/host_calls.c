// host_calls.c - what the source says about calls of the host that caused a fault: a launch of no blocks, a cudaFree
// too many, a size in elements, a pointer of the device. The device knows the line of each call
// (device/cudart/order/call_site.c).
#include "host_calls.h"

#include "../device/system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- launches ----

// Whether the grid of the launch at `at` is a variable that its function makes with ceil_div(): "dim3 grid(ceil_div(n,
// SIDE), ...); kernel<<<grid, block>>>".
static bool is_rounded_before(const Source *source, const char *at) {
    const char *name = at + 3, *start = function_start(source, at);
    size_t length = 0;
    while (is_name(name[length])) length++;
    char word[64];
    text_format(word, sizeof word, "%.*s", (int)length, name);
    if (!length || length >= sizeof word || name[length] != ',') return false;
    for (const char *use = start; (use = word_find(use, at, word)); use++) {
        const char *call = strstr(use, "ceil_div");
        if (strchr(" (={", use[length]) && call && call < use + strcspn(use, ";")) return true;
    }
    return false;
}

// A grid without blocks: rounded down, or launched although nothing is left to do. A launch that rounds up is the
// latter, unless it takes blocks away again.
void empty_grid_explain(const Source *source, VerdictFault *fault) {
    unsigned up = 0, launches = 0;
    const char *less = NULL;
    bool empty = fault->fact.name == FACT_grid_empty;
    for (const char *at = source->text; empty && (at = strstr(at, "<<<")); at++) {
        const char *end = strstr(at, ">>>"), *call = strstr(at, "ceil_div");
        launches++;
        up += is_rounded_before(source, at);
        if (!end || !call || call > end) continue;
        const char *after = behind_closing(call + strlen("ceil_div"), end);
        if (text_begins(after + strspn(after, " "), "- ")) less = at;
        up++;
    }
    if (less && (!fault->line || fault->line == line_at(source, less)))
        text_format(fault->cause, sizeof fault->cause,
                    "%s: ceil_div() gives as many blocks as are needed: take none away behind it", fault->sentence);
    else if (launches && up == launches)
        text_format(fault->cause, sizeof fault->cause,
                    "%s: nothing is left for this launch to do, so launch only where the count is above 0",
                    fault->sentence);
}

// ---- memory that is freed ----

void freed_explain(const Verdict *verdict, VerdictFault *fault) {
    bool first_is_ours = fault->other_line && !strcmp(fault->other_file, verdict->file);
    bool is_ours = fault->line && !strcmp(fault->file, verdict->file);
    bool is_freed = fault->kind == FAULT_DOUBLE_FREE || fault->kind == FAULT_COPY_OUT_OF_BOUNDS;
    if (!is_freed || !first_is_ours) return;
    if (is_ours && fault->kind == FAULT_DOUBLE_FREE) {
        text_format(fault->cause, sizeof fault->cause, "remove this cudaFree(): line %u has freed the memory already",
                    fault->other_line);
        return;
    }
    if (is_ours) {
        text_format(fault->cause, sizeof fault->cause, "%s: line %u has freed it, so move that line behind this one",
                    fault->sentence, fault->other_line);
        return;
    }
    fault->line = fault->other_line;
    text_copy(fault->file, sizeof fault->file, verdict->file);
    text_format(fault->cause, sizeof fault->cause,
                "remove this cudaFree(): it is the caller's memory, who reads and frees it");
}

// ---- sizes in bytes ----

// Whether a function is called by the name that begins here, which may go on: "cudaMemcpyAsync(", and no
// "cudaMemcpyHostToDevice".
static bool is_call(const char *at) {
    if (is_name(at[-1])) return false;
    while (is_name(*at)) at++;
    return *at == '(';
}

// The only call of that name whose size is not in bytes: "cudaMalloc(&sums, blocks)".
static const char *call_without_sizeof(const Source *source, const char *name) {
    static const char *const words[] = {"sizeof", "size", "ytes", "pitch"};
    const char *found = NULL;
    for (const char *at = source->text; (at = strstr(at, name)); at++) {
        bool says = !is_call(at);
        for (size_t i = 0; i < COUNT_OF(words) && !says; i++) {
            const char *word = strstr(at, words[i]);
            says = word && word < at + strcspn(at, ";");
        }
        if (says) continue;
        if (found) return NULL;
        found = at;
    }
    return found;
}

// The only cudaMalloc whose size counts floats for a pointer to doubles: "double *sums; cudaMalloc(&sums, n *
// sizeof(float))".
static const char *call_with_floats(const Source *source) {
    const char *found = NULL;
    for (const char *at = source->text; (at = strstr(at, "cudaMalloc(&")); at++) {
        char declared[80];
        const char *name = at + strlen("cudaMalloc(&"), *floats = strstr(at, "sizeof(float)");
        size_t length = 0;
        while (is_name(name[length])) length++;
        text_format(declared, sizeof declared, "double *%.*s;", (int)length, name);
        if (length > 60 || !floats || floats > at + strcspn(at, ";") || !strstr(source->text, declared)) continue;
        if (found) return NULL;
        found = at;
    }
    return found;
}

void explain_bytes(const Source *source, VerdictFault *fault) {
    const char *floats =
        fault_family(fault->kind) == FAMILY_ACCESS && fault->bytes == 8 ? call_with_floats(source) : NULL;
    if (floats && !strcmp(fault->space, "global")) {
        fault->line = line_at(source, floats);
        text_format(fault->cause, sizeof fault->cause,
                    "the array is of doubles, and this size counts floats, half of its bytes: write sizeof(double)");
        return;
    }
    bool outside = fault_family(fault->kind) == FAMILY_ACCESS;
    const char *names[] = {outside ? "cudaMalloc" : "cudaMemcpy", outside ? NULL : "cudaMemset"}, *call = NULL;
    for (unsigned i = 0; i < 2 && !call && names[i]; i++) call = call_without_sizeof(source, names[i]);
    if (!call || strcmp(fault->space, "global") != 0) return;
    fault->line = line_at(source, call);
    text_format(fault->cause, sizeof fault->cause,
                "%.*s counts bytes, and this one is given elements: multiply by sizeof, since a kernel %s %s",
                (int)strspn(call, "abcdefghijklmnopqrstuvwxyzACDFHMST"), call, fault->is_write ? "writes" : "reads",
                outside ? "past the end of the array" : "what nothing has written");
}

// Whether the case has a size whose elements have more bytes than an int counts.
static bool is_huge(const Verdict *verdict, const char *label) {
    for (unsigned i = 0; i < verdict->exercise->case_count; i++)
        for (unsigned d = 0; d < CASE_SIZES; d++)
            if (!strcmp(verdict->exercise->cases[i].label, label) &&
                verdict->exercise->cases[i].size[d] > INT32_MAX / (int64_t)sizeof(float))
                return true;
    return false;
}

void explain_overflow(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    char name[64];
    if (strcmp(fault->space, "global") != 0 || fault->hidden || !is_huge(verdict, fault->case_label)) return;
    for (const char *at = source->text; (at = strstr(at, "cudaMalloc(")); at++) {
        const char *comma = at + strcspn(at, ",;"), *begin = comma + strspn(comma, ", ");
        size_t length = 0;
        while (is_name(begin[length])) length++;
        text_format(name, sizeof name, "%.*s", (int)length, begin);
        for (const char *use = function_start(source, at); name[0] && (use = word_find(use, at, name)); use++) {
            if (!text_begins(use + length, " = ") || !text_begins(use - strlen("int "), "int ")) continue;
            fault->line = line_at(source, use);
            text_format(fault->cause, sizeof fault->cause,
                        "%s overflows: an int counts up to 2,147,483,647, so the memory is too small, and a kernel %s "
                        "past its end: declare it size_t",
                        name, fault->is_write ? "writes" : "reads");
            return;
        }
    }
}

// ---- memory of the device, used by the host ----

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

void host_use_explain(const Source *source, const Verdict *verdict, VerdictFault *fault) {
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
            text_format(name, sizeof name, "%.*s", (int)length, at);
            const char *use = length ? host_use(source, begin, end, name) : NULL;
            if (!use || (first && use >= first)) continue;
            first = use;
            text_format(used, sizeof used, "%s", name);
        }
    if (!first) return;
    fault->line = line_at(source, first);
    text_format(
        fault->cause, sizeof fault->cause,
        "%s points to device memory, which the host cannot use: let a kernel do this, or copy it with cudaMemcpy "
        "first",
        used);
}

// ---- how a program ended itself ----

// The line in "FILE:LINE: REST", as CHECK says it of a call that failed; 0: there is none. *rest: the colon before it.
static unsigned line_said(const char *exercise, const char *said, const char **rest) {
    char name[80];
    snprintf(name, sizeof name, "%.70s.cu:", exercise);
    const char *place = strstr(said, name);
    *rest = place ? strchr(place + strlen(name), ':') : NULL;
    return *rest ? (unsigned)strtoul(place + strlen(name), NULL, 10) : 0;
}

unsigned crash_line(const char *exercise, const char *said) {
    const char *rest;
    return line_said(exercise, said, &rest);
}

void explain_end(const char *text, Verdict *verdict, const char *said) {
    char words[160] = "", shown[LINE_SHOWN];
    const char *call;
    unsigned line = line_said(verdict->exercise->name, said, &call);
    if (!line) return;
    source_line(text, line, words, sizeof words);
    source_excerpt(words, shown);
    bool copy = text_begins(call + 2, "cudaMemcpy") && strstr(call, "cudaErrorInvalidValue");
    const char *file = strrchr(verdict->file, '/');
    text_format(verdict->ended, sizeof verdict->ended, "%s line %u (%s): %s%s", file ? file + 1 : verdict->file, line,
                shown,
                copy ? "choose the copy's direction by its pointers (the arguments are device pointers); it says: "
                     : "the program stopped itself: ",
                call + 2);
}
