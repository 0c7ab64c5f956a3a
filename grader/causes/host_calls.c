// host_calls.c - finds the line of host code that caused a fault outside of kernels: a launch, a copy, a cudaFree.
//
// Host code is compiled without debug lines, so its calls are looked for in the text of the source, and a line is named
// only if no other line can be meant.
#include "host_calls.h"

#include "../system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- launches ----

// The line of the source that launches the kernel, if there is one only; a kernel may also be called through a pointer.
static void find_launch_line(const Source *source, VerdictFault *fault) {
    const char *all = source->text + strlen(source->text), *found = NULL;
    char name[64];
    const char *kernel = fault->kernel, *end = kernel + strcspn(kernel, "<(");
    while (end > kernel && end[-1] == ' ') end--;
    for (kernel = end; kernel > fault->kernel && is_name(kernel[-1]); kernel--) {}
    text_format(name, sizeof name, "%.*s", (int)(end - kernel), kernel);
    for (const char *at = source->text; name[0] && (at = word_find(at, all, name)); at++) {
        const char *after = at + strlen(name) + strspn(at + strlen(name), " "), *launch = strstr(after, "<<<");
        if (*after != '<' || !launch || strcspn(after, ";{(") < (size_t)(launch - after)) continue;
        if (found) return;
        found = at;
    }
    const char *only = found ? found : strstr(source->text, "<<<");
    if (only && (found || !strstr(only + 1, "<<<"))) fault->line = line_at(source, only);
}

// A grid without blocks: rounded down, or launched although nothing is left to do. A launch that rounds up is the
// latter, unless it takes blocks away again.
static void explain_empty_grid(const Source *source, VerdictFault *fault) {
    unsigned up = 0, launches = 0;
    const char *said = strstr(fault->sentence, "has no threads"), *less = NULL;
    for (const char *at = source->text; said && (at = strstr(at, "<<<")); at++) {
        const char *end = strstr(at, ">>>"), *call = strstr(at, "ceil_div");
        launches++;
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

void find_launch(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    find_launch_line(source, fault);
    explain_empty_grid(source, fault);
}

// ---- copies, and memory that is freed ----

// Whether a function is called by the name that begins here, which may go on: "cudaMemcpyAsync(", and no
// "cudaMemcpyHostToDevice".
static bool is_call(const char *at) {
    if (is_name(at[-1])) return false;
    while (is_name(*at)) at++;
    return *at == '(';
}

// The only call whose name begins so and that mentions `word`, NULL: there is none or more than one.
static const char *only_call(const Source *source, const char *name, const char *word) {
    const char *found = NULL;
    for (const char *at = source->text; (at = strstr(at, name)); at++) {
        if (!is_call(at) || !word_find(at, at + strcspn(at, ";"), word)) continue;
        if (found) return NULL;
        found = at;
    }
    return found;
}

void find_copy(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    bool to_host = strstr(fault->sentence, "copy to the host") != NULL;
    const char *call = only_call(source, "cudaMemcpy", to_host ? "cudaMemcpyDeviceToHost" : "cudaMemcpyHostToDevice");
    if (text_begins(fault->sentence, "cudaMemset")) call = only_call(source, "cudaMemset", "cudaMemset");
    if (call) fault->line = line_at(source, call);
}

// The name that ends before `end`: "sums" of "float *sums,".
static void name_before(const char *start, const char *end, char name[64]) {
    while (end > start && !is_name(end[-1])) end--;
    const char *begin = end;
    while (begin > start && is_name(begin[-1])) begin--;
    text_format(name, 64, "%.*s", (int)(end - begin), begin);
}

// A cudaFree of a pointer that the function was given, which its caller still reads and frees.
static bool find_free_of_argument(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    const char *prototype = verdict->exercise->must_define, *at = prototype ? strchr(prototype, '(') : NULL;
    char name[64];
    for (at = at ? strpbrk(at, ",)") : NULL; at; at = strpbrk(at + 1, ",)")) {
        name_before(prototype, at, name);
        const char *call = name[0] ? only_call(source, "cudaFree", name) : NULL;
        if (!call) continue;
        fault->line = line_at(source, call);
        text_format(fault->cause, sizeof fault->cause,
                    "remove this cudaFree(): %s is the caller's memory, who reads and frees it", name);
        return true;
    }
    return false;
}

// The second of two cudaFree in one function that name the same pointer.
static void find_second_free(const Source *source, VerdictFault *fault) {
    char name[64];
    for (const char *at = source->text; (at = strstr(at, "cudaFree")); at++) {
        name_before(at, at + strcspn(at, ")"), name);
        const char *again = strstr(at + 1, "cudaFree");
        for (; again && name[0]; again = strstr(again + 1, "cudaFree")) {
            if (!word_find(again, again + strcspn(again, ";"), name)) continue;
            if (function_start(source, at) != function_start(source, again)) continue;
            fault->line = line_at(source, again);
            text_format(fault->cause, sizeof fault->cause, "remove this cudaFree(): line %u has freed %s already",
                        line_at(source, at), name);
            return;
        }
    }
}

void find_free(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    if (!find_free_of_argument(source, verdict, fault)) find_second_free(source, fault);
}

// The sentence names a copy's direction, or else begins with the name of the call.
void find_wrong_memory(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    char word[64] = "";
    bool copies = sscanf(fault->sentence, "copy with %63[A-Za-z]", word) == 1;
    if (!copies) sscanf(fault->sentence, "%63[A-Za-z]", word);
    const char *call = *word ? only_call(source, copies ? "cudaMemcpy" : word, word) : NULL;
    if (call) fault->line = line_at(source, call);
}

void find_copy_or_free(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    bool freed = strstr(fault->sentence, "freed") != NULL;
    (freed ? find_free : find_copy)(source, verdict, fault);
}

void find_reset(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    fault->line = only_line(source, "cudaDeviceReset");
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

void explain_bytes(const Source *source, VerdictFault *fault) {
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

void find_host_use(const Source *source, const Verdict *verdict, VerdictFault *fault) {
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

// ---- memory that nothing frees ----

// The name of the pointer that the cudaMalloc at `at` fills: "sums" of "cudaMalloc(&state->sums, n)".
static bool filled_pointer(const char *at, char name[64]) {
    const char *end = strpbrk(at, ",;");
    if (!end || *end != ',') return false;
    while (end > at && !is_name(end[-1])) end--;
    const char *begin = end;
    while (begin > at && is_name(begin[-1])) begin--;
    text_format(name, 64, "%.*s", (int)(end - begin), begin);
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
    if (!leaks->count) return;
    bool read = source_open(text, &source);
    for (const char *at = source.text; read && (at = strstr(at, "cudaMalloc")); at++)
        if (filled_pointer(at, name) && !is_freed(&source, name)) line = line_at(&source, at), found++;
    if (found == 1) source_line(text, leaks->line = line, leaks->source, sizeof leaks->source);
    source_close(&source);
}

// ---- how a program ended itself ----

// "FILE:LINE: CALL: WORDS", as CHECK says it of a call that failed.
void explain_end(const char *text, Verdict *verdict, const char *said) {
    char name[80], words[160] = "", shown[LINE_SHOWN];
    snprintf(name, sizeof name, "%.70s.cu:", verdict->exercise->name);
    const char *place = strstr(said, name), *call = place ? strchr(place + strlen(name), ':') : NULL;
    unsigned line = place ? (unsigned)strtoul(place + strlen(name), NULL, 10) : 0;
    if (!line || !call) return;
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
