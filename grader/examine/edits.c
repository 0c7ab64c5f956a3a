// edits.c - changes of a program's text, and the shared arrays that it declares.
#define _GNU_SOURCE // memmem
#include "../causes/source/source.h"
#include "../device/system/text.h"
#include "../questions/formula.h"
#include "examine.h"

#include <stdlib.h>
#include <string.h>

bool change_make(const char *source, const char *begin, const char *end, const char *with, Change *change) {
    size_t size, new = strlen(with);
    *change = (Change){.line = 1};
    const char *line = begin;
    while (line > source && line[-1] != '\n') line--;
    for (const char *at = source; at < line; at++) change->line += *at == '\n';
    FILE *out = open_memstream(&change->text, &size);
    if (!out) return false;
    fprintf(out, "%.*s%s%s", (int)(begin - source), source, with, end);
    if (fclose(out)) return free(change->text), false;
    line += strspn(line, " \t");
    text_copy(change->was, sizeof change->was, "");
    text_append(change->was, sizeof change->was, "%.*s", (int)(end - begin), begin);
    const char *rest_end = end + strcspn(end, "\n");
    text_append(change->shown, sizeof change->shown, "%.*s", (int)(begin > line ? begin - line : 0), line);
    change->from = (unsigned)strlen(change->shown);
    text_append(change->shown, sizeof change->shown, "%s", with);
    change->to = new ? (unsigned)strlen(change->shown) : change->from;
    text_append(change->shown, sizeof change->shown, "%.*s", (int)(rest_end - end), end);
    return true;
}

void change_free(Change *change) {
    free(change->text);
    change->text = NULL;
}

// ---- shared arrays ----

// "constexpr int NAME = FORMULA;", "const int", "#define NAME FORMULA": what a size may be made of.
typedef struct {
    const char *text; // comments are blanks
    const char *kernel;
    unsigned depth;
} Constants;

// The value of a parameter of a template, by its place in "template <int A, int B>", of "name<32, 4>(...)".
static bool argument_value(const Constants *constants, const char *name, double *value) {
    const char *end = constants->text + strlen(constants->text), *arguments = strchr(constants->kernel, '<');
    for (const char *at = constants->text; arguments && (at = word_find(at, end, "template")); at++) {
        const char *list = at + strcspn(at, "<"), *close = list + strcspn(list, ">");
        const char *found = word_find(list, close, name), *argument = arguments + 1;
        if (!found) continue;
        for (const char *comma = list; comma < found; comma++)
            if (*comma == ',') argument += strcspn(argument, ","), argument += *argument == ',';
        *value = strtod(argument, NULL);
        return *value > 0;
    }
    return false;
}

static bool constant_value(const void *context, const char *name, double *value) {
    const Constants *constants = context;
    const char *end = constants->text + strlen(constants->text);
    const Constants deeper = {constants->text, constants->kernel, constants->depth + 1};
    for (const char *at = constants->text; constants->depth < 8 && (at = word_find(at, end, name)); at++) {
        const char *behind = at + strlen(name), *line = at;
        char formula[80];
        behind += strspn(behind, " \t");
        while (line > constants->text && line[-1] != '\n') line--;
        bool defined = text_begins(line + strspn(line, " \t"), "#define");
        if (!defined && *behind != '=') continue;
        if (!defined && !word_find(line, at, "constexpr") && !word_find(line, at, "const")) continue;
        behind += !defined;
        size_t length = strcspn(behind, defined ? "\n" : ",;\n");
        if (length >= sizeof formula) return false;
        snprintf(formula, sizeof formula, "%.*s", (int)length, behind);
        return formula_value(formula, constant_value, &deeper, value);
    }
    return argument_value(constants, name, value);
}

static const char *blanks_end(const char *at) { return at + strspn(at, " \t"); }

static const char *name_end(const char *at) {
    while (is_name(*at)) at++;
    return at;
}

// "[FORMULA]" at `open`, on one line. NULL: it is none.
static const char *bracket_end(const char *open) {
    const char *close = *open == '[' ? open + 1 + strcspn(open + 1, "[]\n") : open;
    return *close == ']' ? close : NULL;
}

// A declaration whose type begins at `at`.
static bool tile_read(const char *at, const Constants *constants, Tile *tile) {
    static const char *const types[] = {"float", "int", "unsigned"};
    char formula[64];
    double columns;
    const char *type = blanks_end(at), *name = blanks_end(name_end(type)), *behind = name_end(name);
    bool known = false;
    for (unsigned i = 0; i < 3; i++)
        known |= (size_t)(name_end(type) - type) == strlen(types[i]) && text_begins(type, types[i]);
    const char *rows = bracket_end(behind), *last = rows ? bracket_end(rows + 1) : NULL;
    if (!known || !last || *blanks_end(last + 1) != ';' || behind - name >= (long)sizeof tile->name) return false;
    snprintf(tile->name, sizeof tile->name, "%.*s", (int)(behind - name), name);
    tile->size_begin = rows + 2, tile->size_end = last;
    if ((size_t)(last - tile->size_begin) >= sizeof formula) return false;
    snprintf(formula, sizeof formula, "%.*s", (int)(last - tile->size_begin), tile->size_begin);
    if (!formula_value(formula, constant_value, constants, &columns) || columns < 2 || columns > 1024) return false;
    tile->columns = (unsigned)columns;
    return true;
}

unsigned tiles_find(const char *text, const char *kernel, Tile *tiles, unsigned most) {
    Source source;
    unsigned count = 0;
    if (source_open(text, &source)) {
        const Constants constants = {source.text, kernel, 0};
        const char *end = source.text + strlen(source.text);
        for (const char *at = source.text; count < most && (at = word_find(at, end, "__shared__")); at++) {
            Tile *tile = &tiles[count];
            if (!tile_read(at + strlen("__shared__"), &constants, tile)) continue;
            tile->size_begin = text + (tile->size_begin - source.text); // places are those of the text
            tile->size_end = text + (tile->size_end - source.text);
            count++;
        }
    }
    source_close(&source);
    return count;
}

const char *name_find(const char *at, const char *end, const char *name) {
    const size_t length = strlen(name);
    for (const char *begin = at; (at = memmem(at, (size_t)(end - at), name, length)); at++)
        if ((at == begin || !is_name(at[-1])) && (at + length == end || !is_name(at[length]))) return at;
    return NULL;
}

bool line_names_only(const char *text, unsigned line, const Tile *tiles, unsigned count, unsigned which) {
    const char *at = text;
    while (--line && (at = strchr(at, '\n'))) at++;
    if (!at) return false;
    const char *end = at + strcspn(at, "\n");
    for (unsigned i = 0; i < count; i++)
        if ((name_find(at, end, tiles[i].name) != NULL) != (i == which)) return false;
    return true;
}
