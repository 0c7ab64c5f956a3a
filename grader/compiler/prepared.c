// prepared.c - the files of prepared preambles, and whether they are still what the headers say.
#include "compile.h"

#include "../device/system/text.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *prepared_read(const char *base, const char *suffix) {
    char path[1100];
    snprintf(path, sizeof path, "%s.%s", base, suffix);
    return file_read(path, MOST_TEXT, NULL, NULL);
}

static bool prepared_write(const char *base, const char *suffix, const char *text) {
    char path[1100];
    snprintf(path, sizeof path, "%s.%s", base, suffix);
    return file_write_derived(path, text, strlen(text), NULL);
}

bool prepared_for(const Plan *plan, const Step *step, const char *base, const char *suffix) {
    char *flags = step_flags(plan, step), *known = prepared_read(base, suffix);
    bool same = flags && known && !strcmp(flags, known);
    free(flags);
    free(known);
    return same;
}

// ---- whether headers have changed ----
//
// BASE.files: the two directories, then a line "STATE PATH" for each header. The workbook's headers may be used as
// copies, whose dates differ, so their state is their text; those of the toolkit and the system are too many for that.

static uint64_t state_of(const char *path, bool own) {
    size_t length;
    if (!own) return file_age(path);
    char *text = file_read(path, MOST_TEXT, &length, NULL);
    uint64_t state = text ? bytes_hash(text, length) : 0;
    free(text);
    return state;
}

static const char *moved(const char *path, const char *from, const char *to, char where[2048]) {
    snprintf(where, 2048, "%s%s", text_begins(path, from) ? to : "",
             path + (text_begins(path, from) ? strlen(from) : 0));
    return where;
}

static bool line_holds(const Plan *plan, const Preamble *preamble, const char *line) {
    char *path, where[2048];
    uint64_t state = strtoull(line, &path, 10);
    if (*path++ != ' ') return false;
    bool own = text_begins(path, preamble->common);
    if (own) moved(path, preamble->common, plan->common, where);
    else moved(path, preamble->toolkit, plan->toolkit, where);
    return state && state_of(where, own) == state;
}

static bool preamble_read(const Plan *plan, const char *prepared, unsigned number, Preamble *preamble) {
    char *rest = NULL;
    snprintf(preamble->base, sizeof preamble->base, "%.900s/%u", prepared, number);
    char *text = prepared_read(preamble->base, "files");
    char *toolkit = text ? strtok_r(text, "\n", &rest) : NULL, *common = toolkit ? strtok_r(NULL, "\n", &rest) : NULL;
    bool holds = common != NULL;
    if (holds) snprintf(preamble->toolkit, sizeof preamble->toolkit, "%s", toolkit);
    if (holds) snprintf(preamble->common, sizeof preamble->common, "%s", common);
    for (char *line; holds && (line = strtok_r(NULL, "\n", &rest));) holds = line_holds(plan, preamble, line);
    free(text);
    return holds;
}

unsigned preambles_find(const Plan *plan, const char *prepared, Preamble preambles[MOST_PREAMBLES]) {
    unsigned count = 0;
    for (unsigned number = 0; number < MOST_PREAMBLES; number++)
        count += preamble_read(plan, prepared, number, &preambles[count]);
    return count;
}

// ---- preparing ----

// The compiler is in the list, too: what it knows without headers goes into prepared files.
static bool write_files(const Plan *plan, const char *base, const char *preprocessed) {
    char *list = NULL, path[2048];
    size_t size = 0;
    FILE *out = open_memstream(&list, &size);
    if (!out) return false;
    fprintf(out, "%s\n%s\n%" PRIu64 " /usr/bin/g++\n", plan->toolkit, plan->common, state_of("/usr/bin/g++", false));
    for (const char *at = preprocessed; (at = strstr(at, "\n# 1 \"")); at++) {
        const char *name = at + strlen("\n# 1 \"");
        size_t length = strcspn(name, "\"\n");
        if (!text_begins(name + length, "\" 1") || length >= sizeof path) continue;
        snprintf(path, sizeof path, "%.*s", (int)length, name);
        fprintf(out, "%" PRIu64 " %s\n", state_of(path, text_begins(path, plan->common)), path);
    }
    bool written = !fclose(out) && prepared_write(base, "files", list);
    free(list);
    return written;
}

static bool write_flags(const Plan *plan, const char *base, const char *suffix, StepKind kind) {
    char *flags = step_flags(plan, &plan->steps[kind]);
    bool written = flags && prepared_write(base, suffix, flags);
    free(flags);
    return written;
}

// BASE.cu: the #include lines.
static bool write_lines(const Plan *plan, const char *base) {
    const char *path = step_file(&plan->steps[PREPROCESS_HOST], ".cu");
    char *source = path ? file_read(path, MOST_TEXT, NULL, NULL) : NULL,
         *end = source ? strstr(source, PREAMBLE_END) : NULL;
    if (end) *end = 0;
    bool written = end && prepared_write(base, "cu", source);
    free(source);
    return written;
}

// BASE.files is written last: without it nothing of a preamble is used.
bool preamble_prepare(Plan *plan, const char *base) {
    char *text = NULL, path[1100];
    snprintf(path, sizeof path, "%s.files", base);
    unlink(path);
    bool ran = true;
    for (unsigned kind = 0; ran && kind <= BUNDLE; kind++) ran = step_run(&plan->steps[kind]);
    bool made = ran && write_lines(plan, base) && header_prepare(plan, base) && early_prepare(plan, base) &&
                macros_prepare(plan, PREPROCESS_HOST, base) && macros_prepare(plan, PREPROCESS_DEVICE, base) &&
                write_flags(plan, base, "host.flags", PREPROCESS_HOST) &&
                write_flags(plan, base, "device.flags", PREPROCESS_DEVICE) &&
                write_flags(plan, base, "hpp.flags", COMPILE_HOST);
    const char *output = step_value(&plan->steps[PREPROCESS_HOST], "-o");
    if (made && output) text = file_read(output, MOST_TEXT, NULL, NULL);
    made = text && write_files(plan, base, text);
    free(text);
    return made;
}
