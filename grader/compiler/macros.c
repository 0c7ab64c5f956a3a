// macros.c - a preprocessor that starts with the macros of a preamble, and gets its text afterwards.
//
// Prepared are, for the host's and the device's preprocessor, BASE.KIND.text, what it made of the preamble, and
// BASE.KIND.macros, the macros that are defined after it, each at its own file and line. The quick form includes these
// macros first. All headers of the preamble then find their guards defined, and come out empty; their text is put there
// afterwards. Whatever else the preprocessor remembers of a file it has read (#pragma once), this one does not: if a
// header of the preamble comes out again, not empty, the plain form runs.
#define _GNU_SOURCE
#include "compile.h"

#include "../device/system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {[PREPROCESS_HOST] = "host", [PREPROCESS_DEVICE] = "device"};

// ---- lines of preprocessed text ----

typedef struct {
    const char *begin, *next; // of the line; of the one after it
    bool is_marker;
    unsigned line;
    const char *file; // of a marker, file[length] and the flags behind it
    int length;
    bool enters, returns;
    const char *system; // the flags of a header of the system: " 3", " 3 4" in C, or ""
} Line;

static bool line_read(const char *at, Line *line) {
    if (!*at) return false;
    const char *end = strchrnul(at, '\n');
    *line = (Line){.begin = at, .next = *end ? end + 1 : end};
    size_t digits = text_begins(at, "# ") ? strspn(at + 2, "0123456789") : 0;
    if (!digits || !text_begins(at + 2 + digits, " \"")) return true;
    line->line = (unsigned)strtoul(at + 2, NULL, 10);
    line->file = at + 2 + digits + 2;
    line->length = (int)strcspn(line->file, "\"\n");
    line->is_marker = line->file[line->length] == '"';
    line->enters = text_begins(line->file + line->length, "\" 1");
    line->returns = text_begins(line->file + line->length, "\" 2");
    const char *flags = line->file + line->length;
    size_t left = (size_t)(line->next - flags);
    line->system = memmem(flags, left, " 3 4", 4) ? " 3 4" : memmem(flags, left, " 3", 2) ? " 3" : "";
    return true;
}

static bool names_file(const Line *line, const char *file) {
    return line->is_marker && (size_t)line->length == strlen(file) && !strncmp(line->file, file, strlen(file));
}

static bool is_blank(const Line *line) { return strspn(line->begin, " \t\r\n") >= (size_t)(line->next - line->begin); }

// The line "# 1 "FILE"" with which the file itself begins, behind what the command line includes. NULL: none.
static const char *file_begins(const char *text, const char *file) {
    bool back = false;
    Line line;
    for (const char *at = text; line_read(at, &line); at = line.next) {
        if (back && names_file(&line, file) && line.line == 1 && !line.enters) return at;
        if (line.is_marker) back = names_file(&line, "<command-line>") && line.returns;
    }
    return NULL;
}

// ---- preparing ----

// The text of the headers: what the command line includes, then each of the preamble's, with a line "@" before each.
static bool write_text(const char *path, const char *text, const char *file) {
    const char *begin = file_begins(text, file);
    bool inside = false, back = false;
    Line line;
    FILE *out = begin ? fopen(path, "we") : NULL;
    if (!out) return false;
    for (const char *at = text; at < begin && line_read(at, &line); at = line.next) {
        back = back || names_file(&line, "<built-in>");
        if (back) fwrite(at, 1, (size_t)(line.next - at), out);
    }
    for (const char *at = begin; line_read(at, &line); at = line.next) {
        bool returns = inside && names_file(&line, file) && line.returns;
        if (!inside && line.enters) fputs("@\n", out), inside = true;
        if (returns) inside = false;
        if (inside) fwrite(at, 1, (size_t)(line.next - at), out);
    }
    fputs("@\n", out);
    return !fclose(out);
}

// A directive of text with macros (-dD), at its place. gcc treats macros of the system's headers in another way.
static void write_directive(FILE *out, const Line *place, unsigned number, const Line *line, bool follows) {
    if (!follows) fprintf(out, "# %u \"%.*s\"%s\n", number, place->length, place->file, place->system);
    fwrite(line->begin, 1, (size_t)(line->next - line->begin), out);
}

// How often __COUNTER__ was read: the sample's own line says it.
static unsigned counter_of(const char *text) {
    const char *found = strstr(text, PREAMBLE_END);
    return found ? (unsigned)strtoul(found + strlen(PREAMBLE_END), NULL, 10) : 0;
}

static bool write_macros(const char *path, const char *text, const char *file) {
    const char *end = file_begins(text, file);
    Line place = {.is_marker = false}, line;
    unsigned number = 0, last = 0;
    bool started = false;
    FILE *out = fopen(path, "we");
    if (!out) return false;
    for (unsigned n = counter_of(text); n; n--) fputs("#if __COUNTER__\n#endif\n", out);
    for (const char *at = text; line_read(at, &line); at = line.next, number++) {
        bool directive = text_begins(at, "#define ") || text_begins(at, "#undef ");
        if (line.is_marker) {
            started = started || (line.enters && strstr(at, "cuda_runtime.h"));
            place = line, number = line.line - 1, last = 0;
        } else if (started && directive && !names_file(&place, file)) {
            write_directive(out, &place, number, &line, last && number == last + 1);
            last = number;
        }
    }
    return !fclose(out) && end;
}

static char *preprocess_all(const Step *plain, const char *output) {
    Step step = {.count = 0};
    for (unsigned i = 0; i < plain->count; i++)
        step_add(&step, i && !strcmp(plain->words[i - 1], "-o") ? output : plain->words[i]);
    step_add(&step, "-dD");
    return step_run(&step) ? file_read(output, MOST_TEXT, NULL, NULL) : NULL;
}

bool macros_prepare(const Plan *plan, StepKind kind, const char *base) {
    char path[1100];
    const Step *step = &plan->steps[kind];
    const char *output = step_value(step, "-o"), *file = step_file(step, ".cu");
    char *text = output && file ? file_read(output, MOST_TEXT, NULL, NULL) : NULL,
         *all = text ? preprocess_all(step, "tmpxft_macros") : NULL;
    snprintf(path, sizeof path, "%s.%s.text", base, names[kind]);
    bool made = all && write_text(path, text, file);
    snprintf(path, sizeof path, "%s.%s.macros", base, names[kind]);
    made = made && write_macros(path, all, file);
    free(text);
    free(all);
    return made;
}

// ---- using ----

// Behind white space and comments; NULL: a comment does not end, or its line goes on in the next.
static const char *behind_comments(const char *at) {
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (text_begins(at, "//")) {
            const char *end = strchrnul(at, '\n');
            if (memchr(at, '\\', (size_t)(end - at))) return NULL;
            at = end;
        } else if (text_begins(at, "/*")) {
            if (!(at = strstr(at + 2, "*/"))) return NULL;
            at += 2;
        } else return at;
    }
}

// Whether the source begins with the lines of the preamble and nothing but comments between them.
static bool begins_with(const char *source, const char *preamble) {
    const char *at = source;
    while (*preamble && at && (at = behind_comments(at))) {
        size_t length = strcspn(preamble, "\n");
        if (strncmp(at, preamble, length)) return false;
        at += length;
        at += strspn(at, " \t\r");
        if (*at != '\n') return false;
        preamble += length + (preamble[length] == '\n');
    }
    return at && !*preamble;
}

static bool applies(const Plan *plan, StepKind kind, const Preamble *preamble, const char *source) {
    char suffix[32];
    snprintf(suffix, sizeof suffix, "%s.flags", names[kind]);
    char *lines = prepared_read(preamble->base, "cu");
    bool fits = lines && begins_with(source, lines) && prepared_for(plan, &plan->steps[kind], preamble->base, suffix);
    free(lines);
    return fits;
}

bool macros_use(const Plan *plan, StepKind kind, const Preamble *preambles, unsigned count, Step *quick,
                const Preamble **used) {
    static char macros[STEP_COUNT][1100];
    const char *file = step_file(quick, ".cu");
    char *source = file ? file_read(file, MOST_TEXT, NULL, NULL) : NULL;
    *used = NULL;
    for (unsigned i = 0; source && i < count && !*used; i++)
        if (applies(plan, kind, &preambles[i], source)) *used = &preambles[i];
    free(source);
    if (!*used) return false;
    snprintf(macros[kind], sizeof macros[kind], "%s.%s.macros", (*used)->base, names[kind]);
    step_drop(quick, "-include", true);
    step_add(quick, "-include");
    step_add(quick, macros[kind]);
    return true;
}

// ---- putting the headers' text in ----

static bool is_of(const char *text, const Line *marker) {
    char name[2100];
    snprintf(name, sizeof name, "\n# 1 \"%.*s\" 1", marker->length < 2048 ? marker->length : 2048, marker->file);
    return strstr(text, name);
}

// Whether no header of the preamble's text comes out again behind `rest`.
static bool nothing_again(const char *rest, const char *text) {
    bool inside = false;
    Line line;
    for (const char *at = rest; line_read(at, &line); at = line.next) {
        if (line.is_marker) {
            if (line.enters || line.returns) inside = line.file[0] == '/' && is_of(text, &line);
        } else if (inside && !is_blank(&line)) return false;
    }
    return true;
}

// Writes the part of *text up to the next "@".
static void write_part(FILE *out, const char **text) {
    const char *end = strstr(*text, "@\n");
    while (end && end > *text && end[-1] != '\n') end = strstr(end + 1, "@\n");
    fwrite(*text, 1, (size_t)(end - *text), out);
    *text = end + 2;
}

// raw, from where the student's file begins, with the headers' text in place of the empty one.
static bool write_joined(FILE *out, const char *raw, const char *file, const char *text) {
    const char *all = text, *at = raw;
    bool inside = false;
    Line line;
    write_part(out, &text);
    while (*text && line_read(at, &line)) {
        if (!inside && line.enters) inside = true;
        if (inside && names_file(&line, file) && line.returns) {
            write_part(out, &text);
            inside = false;
        }
        if (inside && !line.is_marker && !is_blank(&line)) return false;
        if (!*text) break;
        if (!inside) fwrite(at, 1, (size_t)(line.next - at), out);
        at = line.next;
    }
    fputs(at, out);
    return !*text && nothing_again(at, all);
}

bool macros_finish(const Plan *plan, StepKind kind, const Preamble *used) {
    char suffix[32];
    snprintf(suffix, sizeof suffix, "%s.text", names[kind]);
    const Step *step = &plan->steps[kind];
    const char *output = step_value(step, "-o"), *file = step_file(step, ".cu");
    char *raw = file_read(output, MOST_TEXT, NULL, NULL), *old = prepared_read(used->base, suffix);
    char *common = old ? text_replaced(old, used->common, plan->common, false) : NULL;
    char *text = common ? text_replaced(common, used->toolkit, plan->toolkit, false) : NULL;
    const char *begin = raw && text ? file_begins(raw, file) : NULL;
    const char *first = begin ? strstr(raw, "# 0 \"<built-in>\"\n") : NULL;
    FILE *out = first && first < begin ? fopen(output, "we") : NULL;
    bool finished = false;
    if (out) {
        fwrite(raw, 1, (size_t)(first - raw), out);
        finished = write_joined(out, begin, file, text);
        finished = !fclose(out) && finished;
    }
    free(raw);
    free(old);
    free(common);
    free(text);
    return finished;
}
