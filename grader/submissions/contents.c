// contents.c - which exercise a source answers, whatever it is called: the one whose function it defines.
#include "files.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool submitted_is_empty(const SubmittedFile *file) {
    bool source = submitted_is_source(file->name) && !submitted_is_text(file->name);
    return source && file->kind == FILE_PLAIN && file->data &&
           file->data[strspn(file->data, " \t\r\n\xEF\xBB\xBF")] == 0 && strlen(file->data) == file->length;
}

static bool is_name(char character) { return isalnum((unsigned char)character) || character == '_'; }

// The word before the first parenthesis.
static bool function_name(const char *prototype, char name[64]) {
    const char *end = strchr(prototype, '('), *begin = end;
    while (begin && begin > prototype && is_name(begin[-1])) begin--;
    size_t length = (size_t)(end - begin);
    if (!end || !length || length >= 64) return false;
    memcpy(name, begin, length);
    name[length] = 0;
    return true;
}

// Whether a body follows the parentheses that open at `at`.
static bool has_body(const char *at) {
    unsigned depth = 0;
    for (; *at; at++) {
        if (*at == '(') depth++;
        if (*at == ')' && --depth == 0) break;
    }
    if (!*at) return false;
    at++;
    return at[strspn(at, " \t\r\n")] == '{';
}

bool source_answers(const char *source, const Exercise *exercise, char name[64]) {
    char line[80];
    for (unsigned q = 0; q < exercise->question_count; q++) {
        snprintf(line, sizeof line, "//= %.63s:", exercise->questions[q].name);
        if (!strstr(source, line)) continue;
        snprintf(name, 64, "%s", exercise->questions[q].name);
        return true;
    }
    return false;
}

bool source_belongs(const char *source, const Exercise *exercise, char name[64]) {
    if (exercise->must_define) return source_defines(source, exercise->must_define, name);
    return source_answers(source, exercise, name);
}

bool source_defines(const char *source, const char *prototype, char name[64]) {
    if (!function_name(prototype, name)) return false;
    size_t length = strlen(name);
    for (const char *at = strstr(source, name); at; at = strstr(at + 1, name)) {
        if ((at > source && is_name(at[-1])) || is_name(at[length])) continue;
        const char *next = at + length + strspn(at + length, " \t\r\n");
        if (*next == '(' && has_body(next)) return true;
    }
    return false;
}
