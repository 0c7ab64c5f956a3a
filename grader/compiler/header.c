// header.c - a precompiled header of what cudafe++ makes of a preamble.
//
// cudafe++ writes one text of all headers and the student's code, which begins with the same lines for all files that
// begin with the same headers. g++ loads these lines precompiled, if they are there byte for byte.
#define _GNU_SOURCE
#include "compile.h"

#include "../device/system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "# 1 \"preamble\"\n"

// "# 1 "NAME"", the first line, is the only one before the student's code that names the student's file.
static const char *after_first_line(const char *text) {
    const char *end = strchr(text, '\n');
    return end && text_begins(text, "# 1 \"") ? end + 1 : NULL;
}

// Where the code of the file that `text` begins with begins: the line "# N "NAME"".
static const char *own_code(const char *text) {
    char name[1100], marker[1200];
    const char *begin = text + strlen("# 1 ");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(begin, "\n"), begin);
    for (const char *at = text; (at = strstr(at + 1, name));) {
        const char *line = at;
        while (line > text && line[-1] != '\n') line--;
        snprintf(marker, sizeof marker, "%.*s", (int)(at - line), line);
        if (line > text && text_begins(marker, "# ") && strspn(marker + 2, "0123456789") + 3 == strlen(marker))
            return line;
    }
    return NULL;
}

static bool compile_header(const Plan *plan, const char *hpp) {
    Step step = {.count = 0};
    char output[1200];
    const Step *plain = &plan->steps[COMPILE_HOST];
    const char *input = step_file(plain, ".cudafe1.cpp");
    snprintf(output, sizeof output, "%s.gch", hpp);
    for (unsigned i = 0; i < plain->count; i++) {
        const char *word = plain->words[i];
        step_add(&step, input && !strcmp(word, input) ? hpp : !strcmp(word, "c++") ? "c++-header" : word);
    }
    step_drop(&step, "-c", false);
    step_drop(&step, "-o", true);
    step_add(&step, "-o");
    step_add(&step, output);
    return step_run(&step);
}

bool header_prepare(const Plan *plan, const char *base) {
    char hpp[1100];
    const char *path = step_file(&plan->steps[COMPILE_HOST], ".cudafe1.cpp");
    char *text = path ? file_read(path, MOST_TEXT, NULL, NULL) : NULL;
    const char *begin = text ? after_first_line(text) : NULL, *end = begin ? own_code(text) : NULL;
    snprintf(hpp, sizeof hpp, "%s.hpp", base);
    bool made = false;
    if (end) {
        char *header = NULL;
        int length = asprintf(&header, FIRST_LINE "%.*s", (int)(end - begin), begin);
        made = length > 0 && file_write_derived(hpp, header, (size_t)length, NULL) && compile_header(plan, hpp);
        if (length > 0) free(header);
    }
    free(text);
    return made;
}

// The text with paths as they were when the preamble was prepared. Allocated.
static char *as_prepared(const Plan *plan, const Preamble *preamble, const char *text) {
    char *common = text_replaced(text, plan->common, preamble->common, false);
    char *both = common ? text_replaced(common, plan->toolkit, preamble->toolkit, false) : NULL;
    free(common);
    return both;
}

// How much of `text` the header stands for; 0: not this one.
static size_t header_covers(const char *header, const char *text) {
    size_t length = strlen(header);
    bool covers = !strncmp(header, text, length) && text_begins(text + length, "# ");
    if (!covers) return 0;
    size_t digits = strspn(text + length + 2, "0123456789"); // the rest has to say which file it is of
    return text_begins(text + length + 2 + digits, " \"") ? length : 0;
}

// Writes what follows the header's text, where the headers are the same. A text that is used under other paths than it
// was prepared under has them in its line markers alone, and in those of the rest they stay as they are.
static bool write_rest(const Plan *plan, const Preamble *preamble, const char *text) {
    bool same = !strcmp(plan->toolkit, preamble->toolkit) && !strcmp(plan->common, preamble->common);
    char *header = prepared_read(preamble->base, "hpp"), *moved = same ? NULL : as_prepared(plan, preamble, text);
    const char *looked = same ? text : moved;
    const char *begin = header ? after_first_line(header) : NULL, *own = looked ? after_first_line(looked) : NULL;
    size_t covered = begin && own ? header_covers(begin, own) : 0;
    bool written = covered && file_write_derived(REST, own + covered, strlen(own + covered), NULL);
    free(header);
    free(moved);
    return written;
}

bool header_use(const Plan *plan, const Preamble *preambles, unsigned count, Step *quick, const Preamble **used) {
    static char hpp[1100];
    char *path = step_file(quick, ".cudafe1.cpp"), *text = path ? file_read(path, MOST_TEXT, NULL, NULL) : NULL;
    *used = NULL;
    for (unsigned i = 0; text && i < count && !*used; i++) {
        bool fits = prepared_for(plan, quick, preambles[i].base, "hpp.flags") && write_rest(plan, &preambles[i], text);
        if (fits) *used = &preambles[i];
    }
    free(text);
    if (!*used) return false;
    for (unsigned i = 0; i < quick->count; i++)
        if (quick->words[i] == path) quick->words[i] = REST;
    snprintf(hpp, sizeof hpp, "%s.hpp", (*used)->base);
    step_add(quick, "-include");
    step_add(quick, hpp);
    return true;
}
