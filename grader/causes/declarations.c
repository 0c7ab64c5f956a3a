// declarations.c - what declarations leave out: the value of a variable, the place of an array in shared memory.
#include "declarations.h"

#include "../device/system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

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

// An array of a kernel with barriers that is not shared: "float tile[16][16];", with its own elements for each thread.
// NULL: there is none, or another array of the kernel is shared.
// Whether the element whose index begins here is assigned: "[ty][tx] = ...".
static bool is_stored_at(const char *index) {
    while (*index == '[') index += strcspn(index, "]"), index += *index == ']';
    index += strspn(index, " ");
    return *index == '=' && index[1] != '=';
}

static const char *private_tile(const Source *source, const char *at, char name[64]) {
    const char *start = function_start(source, at), *end = function_end(start);
    if (!word_find(start, end, "__syncthreads") || word_find(start, end, "__shared__")) return NULL;
    for (const char *type = start; (type = word_find(type, end, "float")); type++) {
        const char *first = type + strlen("float") + strspn(type + strlen("float"), " "), *last = first;
        while (is_name(*last)) last++;
        if (last == first || *last != '[') continue;
        text_format(name, 64, "%.*s", (int)(last - first), first);
        for (const char *use = last; (use = word_find(use, end, name)); use++)
            if (text_begins(use + strlen(name), "[t") && is_stored_at(use + strlen(name))) return first;
    }
    return NULL;
}

// The variable of the fault's line that was declared without a value, if there is exactly one.
void undefined_explain(const Source *source, VerdictFault *fault) {
    const char *at = source->lines[fault->line - 1], *end = at + strcspn(at, "\n"), *declared = NULL;
    char name[64], found[64] = "";
    bool array = false, is_array = false;
    while (at < end) {
        size_t length = 0;
        while (at + length < end && is_name(at[length])) length++;
        text_format(name, sizeof name, "%.*s", (int)length, at);
        const char *place = length ? bare_declaration(source, end, name, &array) : NULL;
        if (place && found[0] && strcmp(found, name)) return;
        if (place) {
            text_format(found, sizeof found, "%s", name);
            declared = place;
            is_array = array;
        }
        at += length ? length : 1;
    }
    if (!declared) {
        if ((declared = private_tile(source, end, name)))
            text_format(fault->cause, sizeof fault->cause,
                        "%s in line %u is private to each thread, so what one thread stores in it no other can read: "
                        "declare it __shared__",
                        name, line_at(source, declared));
        return;
    }
    if (is_array)
        text_format(
            fault->cause, sizeof fault->cause,
            "give the elements of %s values in line %u, = {}, or declare it __shared__ if the threads of a block "
            "fill it together: as it stands, each thread has a local array of its own without values",
            found, line_at(source, declared));
    else
        text_format(fault->cause, sizeof fault->cause,
                    "%s has no value yet: give it one in line %u, where it is declared, %s = 0", found,
                    line_at(source, declared), found);
}

// ---- shared memory of a size that the launch gives ----

// Two pointers that are declared to begin where an extern __shared__ array does: "*a = tiles, *b = tiles;".
static bool pointers_twice(const Source *source, const char *array, char first[64], char second[64], unsigned *line) {
    char name[64];
    const char *start = function_start(source, array), *end = function_end(start);
    size_t length = 0;
    first[0] = 0;
    while (is_name(array[length])) length++;
    text_format(name, sizeof name, "%.*s", (int)length, array);
    for (const char *at = array + length; (at = word_find(at, end, name)); at++) {
        const char *after = at + length + strspn(at + length, " "), *before = at - 1;
        while (before > start && *before == ' ') before--;
        if (*before != '=' || !strchr(",;", *after)) continue;
        while (before > start && !is_name(before[-1])) before--;
        const char *pointer = before;
        while (pointer > start && is_name(pointer[-1])) pointer--;
        text_format(second, 64, "%.*s", (int)(before - pointer), pointer);
        if (first[0] && strcmp(first, second)) return *line = line_at(source, at), true;
        text_format(first, 64, "%s", second);
    }
    return false;
}

// Two arrays "extern __shared__ ... NAME[]" of one function, or two pointers to the beginning of one.
static bool shared_twice(const Source *source, char first[64], char second[64], unsigned *line) {
    const char *all = source->text + strlen(source->text), *before = NULL;
    for (const char *at = source->text; (at = word_find(at, all, "extern")); at++) {
        const char *open = at + strcspn(at, "[;"), *shared = word_find(at, open, "__shared__"), *end = open;
        if (!shared || *open != '[') continue;
        while (end > at && !is_name(end[-1])) end--;
        const char *name = end;
        while (name > at && is_name(name[-1])) name--;
        text_format(second, 64, "%.*s", (int)(end - name), name);
        if (before && block_around(source, before) == block_around(source, at) && strcmp(first, second)) {
            *line = line_at(source, at);
            return true;
        }
        char a[64], b[64];
        if (pointers_twice(source, name, a, b, line)) {
            text_format(first, 64, "%s", a);
            text_format(second, 64, "%s", b);
            return true;
        }
        before = at;
        text_format(first, 64, "%s", second);
    }
    return false;
}

void one_place_say(const Source *source, char *text, size_t size) {
    char first[64], second[64];
    unsigned line;
    if (shared_twice(source, first, second, &line))
        text_format(text, size,
                    "%s and %s are the same memory (line %u): let the second be a pointer to the end of the first",
                    first, second, line);
}

// Where the function of the line declares arrays in shared memory, one must be extern; else one of any function.
void shared_size_explain(const Source *source, VerdictFault *fault) {
    const char *begin = function_start(source, source->lines[fault->line - 1]), *end = function_end(begin);
    if (!word_find(begin, end, "__shared__")) begin = source->text, end = begin + strlen(begin);
    if (!strcmp(fault->space, "shared") && word_find(begin, end, "extern"))
        text_format(fault->cause, sizeof fault->cause,
                    "%s past the end of shared memory: give more bytes as the third number of the launch's <<<...>>>, "
                    "which is the size of extern __shared__ arrays in bytes",
                    fault->is_write ? "writes" : "reads");
}
