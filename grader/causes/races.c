// races.c - a race in words: which element, who met there, and what is missing between them.
#include "races.h"

#include "../device/system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// What a loop does, if the line has one: behind "for (int i = t; i < n; i += 32)".
static const char *behind_loop(const char *line) {
    const char *at = strstr(line, "for (");
    if (!at) return line;
    unsigned depth = 0;
    for (at += strlen("for "); *at; at++) {
        if (*at == '(') depth++;
        else if (*at == ')' && !--depth) return at + 1;
    }
    return at;
}

// "out" of "if (x < n) out[y * n + x] = in[i];": the array that the line stores to, "" where none is seen.
static void stored_array(const char *line, char name[40]) {
    const char *at = line = behind_loop(line);
    name[0] = 0;
    while ((at = strchr(at, '=')) && (at == line || at[1] == '=' || strchr("=<>!", at[-1]))) at += 1 + (at[1] == '=');
    if (!at) return;
    while (at > line && strchr(" +-*/|&^", at[-1])) at--;
    while (at > line && at[-1] == ']') {
        unsigned depth = 0;
        while (at-- > line) {
            if (*at == ']') depth++;
            else if (*at == '[' && !--depth) break;
        }
        const char *end = at > line ? at : line;
        while (at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '_')) at--;
        text_format(name, 40, "%.*s", (int)(end - at), at);
    }
}

// "total" of "if (t == 0) total += sum;" and of "total++;": the one variable that the line adds to, "" where none is
// seen.
static void added_variable(const char *line, char name[40]) {
    line = behind_loop(line);
    const char *adds = strstr(line, "+="), *end = adds ? adds : strstr(line, "++;");
    name[0] = 0;
    if (!end) return;
    while (end > line && end[-1] == ' ') end--;
    const char *at = end;
    while (at > line && (isalnum((unsigned char)at[-1]) || strchr("_.->*", at[-1]))) at--;
    if (at < end && !isdigit((unsigned char)*at)) text_format(name, 40, "%.*s", (int)(end - at), at);
}

// "out[64]" where the array and the element are known, "total" where it is one variable, else "the same element".
static void say_element(const VerdictFault *fault, char *text, size_t size) {
    char name[40];
    stored_array(fault->source, name);
    if (!name[0]) {
        added_variable(fault->source, name);
        text_format(text, size, "%s", name[0] ? name : "the same element");
        return;
    }
    bool indexed = fault->allocation && fault->bytes && fault->address >= fault->allocation && !fault->hidden;
    if (!indexed) text_format(text, size, "the same element of %s", name);
    else
        text_format(text, size, "%s[%llu]", name,
                    (unsigned long long)((fault->address - fault->allocation) / fault->bytes));
}

static void say_thread(const unsigned thread[3], char *text, size_t size) {
    if (thread[1] || thread[2]) text_append(text, size, "(%u,%u,%u)", thread[0], thread[1], thread[2]);
    else text_append(text, size, "%u", thread[0]);
}

// Whether the line adds to a variable, or to an element what is not of the same array: "total += x", "bins[v]++",
// "sums[i] += x", and no step of a tree, "sums[i] += sums[i + half]".
static bool is_addition(const char *line) {
    char array[40], variable[40];
    const char *adds = strstr(line, "] +=");
    if (strstr(line, "]++")) return true;
    stored_array(line, array);
    added_variable(line, variable);
    return array[0] ? adds && !strstr(adds, array) : variable[0];
}

// "bins[v] = bins[v] + 1": what is stored is the element itself and something more.
static bool is_spelled_out(const char *line) {
    const char *at = line = behind_loop(line);
    while ((at = strchr(at, '=')) && (at == line || at[1] == '=' || strchr("=<>!+-*/|&^", at[-1])))
        at += 1 + (at[1] == '=');
    if (!at) return false;
    const char *end = at, *value = at + 1 + strspn(at + 1, " ");
    while (end > line && end[-1] == ' ') end--;
    const char *begin = end;
    for (unsigned depth = 0; begin > line && (depth || !strchr(" ;{)", begin[-1])); begin--)
        depth += begin[-1] == ']' ? 1 : begin[-1] == '[' ? -1u : 0;
    size_t length = (size_t)(end - begin);
    if (!length || end[-1] != ']' || strncmp(value, begin, length) != 0) return false;
    const char *rest = value + length + strspn(value + length, " ");
    const char *array = strchr(rest, '[');
    return (*rest == '+' || *rest == '-') && !array;
}

bool race_is_addition(const VerdictFault *fault) { return is_addition(fault->source) || is_spelled_out(fault->source); }

bool race_overlaps(const VerdictFault *fault) {
    char here[40], there[40];
    stored_array(fault->source, here);
    stored_array(fault->other_source, there);
    return fault->is_write && fault->other_is_write && here[0] && there[0] && strcmp(here, there);
}

// "x" of two places that differ in x alone; NULL: they are of a hidden case, or differ in several directions.
static const char *differing(const VerdictFault *fault, const unsigned here[3], const unsigned there[3]) {
    static const char *const names[] = {"x", "y", "z"};
    const char *found = NULL;
    for (unsigned d = 0; d < 3; d++) {
        if (here[d] == there[d]) continue;
        if (found || fault->hidden) return NULL;
        found = names[d];
    }
    return found;
}

static const char *differs_in(const VerdictFault *fault, bool blocks) {
    return blocks ? differing(fault, fault->block, fault->other_block)
                  : differing(fault, fault->thread, fault->other_thread);
}

// What to do where two threads store to one element.
static void advise_on_index(const VerdictFault *fault, bool blocks, char *text, size_t size) {
    const char *which = differs_in(fault, blocks);
    const char *what = blocks ? "block" : "thread";
    if (which) text_append(text, size, ": let the index differ wherever %sIdx.%s differs", what, which);
    else text_append(text, size, ": let the index differ from %s to %s", what, what);
    text_append(text, size,
                blocks ? ", or use atomicAdd() if each block has a part of a sum" : ", or let one of them store");
}

// A race of two threads in the same line, which is described once.
static void say_race_of_line(const VerdictFault *fault, char *text, size_t size) {
    char element[80];
    bool both = fault->is_write && fault->other_is_write, blocks = fault->kind == FAULT_RACE_BLOCKS;
    say_element(fault, element, sizeof element);
    if (!both && (blocks || race_is_addition(fault))) {
        text_append(text, size,
                    "two %s change %s, and one may overwrite what the other has just added: use atomicAdd()",
                    blocks ? "blocks" : "threads", element);
        const char *which = differs_in(fault, blocks);
        if (which && strchr(fault->source, '['))
            text_append(text, size, " if both shall add to it, or else let the index differ wherever %sIdx.%s differs",
                        blocks ? "block" : "thread", which);
        return;
    }
    if (!both) {
        text_append(text, size,
                    "a thread reads here what another one writes in the same line: add __syncthreads() between the "
                    "read and the write, or use an atomic");
        return;
    }
    if (blocks) {
        text_append(text, size, "two blocks write %s", element);
        if (!fault->hidden) text_append(text, size, ", blocks ");
    } else {
        text_append(text, size, "two threads of ");
        if (fault->hidden) text_append(text, size, "a block");
        else text_append(text, size, "block "), say_thread(fault->block, text, size);
        text_append(text, size, " write %s", element);
        if (!fault->hidden) text_append(text, size, ", threads ");
    }
    if (!fault->hidden) {
        say_thread(blocks ? fault->block : fault->thread, text, size);
        text_append(text, size, " and ");
        say_thread(blocks ? fault->other_block : fault->other_thread, text, size);
    }
    advise_on_index(fault, blocks, text, size);
}

void race_say(const VerdictFault *fault, char *text, size_t size) {
    const char *does = fault->is_write ? "writes" : "reads", *other = fault->other_is_write ? "writes" : "reads";
    bool blocks = fault->kind == FAULT_RACE_BLOCKS;
    if (fault->line && fault->line == fault->other_line) {
        say_race_of_line(fault, text, size);
        return;
    }
    if (!fault->other_line) {
        text_append(text, size, "%s", fault->sentence);
        return;
    }
    char here[40], there[40];
    stored_array(fault->source, here);
    stored_array(fault->other_source, there);
    if (race_overlaps(fault))
        text_append(text, size,
                    "%s and %s of line %u overlap, and two threads write the same place through both: check where each "
                    "begins, and that no index leaves it",
                    here, there, fault->other_line);
    else if (blocks)
        text_append(text, size,
                    "a block %s here what another block %s in line %u, and blocks run in any order: use an atomic, or "
                    "give each block a part of its own",
                    does, other, fault->other_line);
    else
        text_append(text, size,
                    "add __syncthreads() between this line and line %u: a thread %s here what another thread of its "
                    "block %s there",
                    fault->other_line, does, other);
}
