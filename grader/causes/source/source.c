// source.c - a student's source as text: its lines, words and blocks of code.
#define _GNU_SOURCE // memmem
#include "source.h"

#include "../../device/system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHARACTERS = 64 << 10, MOST_LOOKS = 20000 };

static _Thread_local unsigned looks_left;

static bool may_look(void) { return looks_left && looks_left--; }

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

bool source_open(const char *text, Source *source) {
    size_t length = strlen(text);
    *source = (Source){.count = 1};
    if (length > MOST_CHARACTERS) return false;
    looks_left = MOST_LOOKS;
    source->memory = malloc(length + 2);
    for (const char *at = text; *at; at++) source->count += *at == '\n';
    source->lines = calloc(source->count, sizeof *source->lines);
    if (!source->memory || !source->lines) return false;
    sprintf(source->memory, "\n%s", text);
    source->text = source->memory + 1;
    for (char *at = source->text; *at;) {
        size_t blank = skipped(at);
        for (size_t i = 0; i < blank; i++)
            if (at[i] != '\n') at[i] = ' ';
        at += blank ? blank : 1;
    }
    source->lines[0] = source->text;
    for (unsigned n = 1; n < source->count; n++) source->lines[n] = strchr(source->lines[n - 1], '\n') + 1;
    return true;
}

void source_close(Source *source) {
    free(source->memory);
    free(source->lines);
}

unsigned line_at(const Source *source, const char *at) {
    unsigned line = 0;
    while (line < source->count && source->lines[line] <= at) line++;
    return line;
}

const char *word_find(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    if (!may_look()) return NULL;
    for (; at < end && (at = memmem(at, (size_t)(end - at), word, length)); at++)
        if ((!is_name(word[0]) || !is_name(at[-1])) && !is_name(at[length])) return at;
    return NULL;
}

void source_line(const char *source, unsigned line, char *text, size_t size) {
    for (unsigned i = 1; i < line && source; i++) source = (source = strchr(source, '\n')) ? source + 1 : NULL;
    if (!source || !line) return;
    source += strspn(source, " \t");
    text_clean(text, size, source, strcspn(source, "\n"), false);
}

static void end_in_dots(char *shown) {
    static const char mark[] = "…", dots[] = "...";
    _Static_assert(sizeof mark == sizeof dots, "one takes the place of the other");
    if (text_ends(shown, mark)) memcpy(shown + strlen(shown) - strlen(mark), dots, strlen(dots));
}

void source_excerpt(const char *line, char shown[LINE_SHOWN]) {
    text_cut(shown, LINE_SHOWN, line, LINE_COLUMNS);
    end_in_dots(shown);
}

void source_part(const char *expression, char *shown, size_t size) {
    text_format(shown, size, "%s", expression);
    end_in_dots(shown);
}

const char *block_around(const Source *source, const char *at) {
    if (!may_look()) return NULL;
    for (unsigned depth = 0; at-- > source->text;) {
        if (*at == '}') depth++;
        else if (*at == '{' && !depth--) return at;
    }
    return NULL;
}

const char *function_start(const Source *source, const char *at) {
    const char *outer = at;
    for (const char *brace = block_around(source, at); brace; brace = block_around(source, brace)) outer = brace;
    return outer;
}

const char *function_end(const char *start) {
    unsigned depth = 0;
    for (; *start; start++) {
        if (*start == '{') depth++;
        else if (*start == '}' && !--depth) break;
    }
    return start;
}

const char *behind_closing(const char *open, const char *end) {
    unsigned depth = 0;
    for (const char *at = open; at < end; at++) {
        if (strchr("([{", *at)) depth++;
        else if (strchr(")]}", *at) && !--depth) return at + 1;
    }
    return end;
}

bool is_device_code(const Source *source, const char *at) {
    const char *body = function_start(source, at), *head = body;
    while (head > source->text && !strchr(";}", head[-1])) head--;
    return body == at || word_find(head, body, "__global__") || word_find(head, body, "__device__");
}
