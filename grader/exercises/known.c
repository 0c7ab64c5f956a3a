// known.c - reads the known answers of an exercise.
#include "known.h"

#include "../device/system/grow.h"
#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>

#define HEADING "=== "
#define MOST_ANSWERS_BYTES (4 << 20)

bool known_is(const KnownAnswer *answer, const char *kind) {
    return text_begins(answer->name, kind) && answer->name[strlen(kind)] == '/';
}

const KnownAnswer *known_named(const KnownAnswers *known, const char *name) {
    for (unsigned i = 0; i < known->count; i++)
        if (!strcmp(known->answers[i].name, name)) return &known->answers[i];
    return NULL;
}

void known_free(KnownAnswers *known) {
    for (unsigned i = 0; i < known->count; i++) free(known->answers[i].text);
    free(known->answers);
    *known = (KnownAnswers){0};
}

static bool is_name(const char *name) {
    static const char *const kinds[] = {"right/", "more/", "wrong/", "sequences/"};
    static const char *const ends[] = {".cu", ".edit", ".seq"};
    bool begins = false, finishes = false;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) begins |= text_begins(name, kinds[i]) && name[strlen(kinds[i])];
    for (size_t i = 0; i < COUNT_OF(ends); i++) finishes |= text_ends(name, ends[i]);
    return begins && finishes && !strstr(name, "..") && strchr(name, '/') == strrchr(name, '/');
}

static bool known_add(KnownAnswers *known, const char *name, size_t length, const char *place, Message error) {
    if (!ARRAY_GROW(known->answers, known->count)) return message_set(error, "out of memory");
    KnownAnswer *answer = &known->answers[known->count];
    *answer = (KnownAnswer){.text = NULL};
    text_clean(answer->name, sizeof answer->name, name, length, false);
    if (!is_name(answer->name) || length >= sizeof answer->name)
        return message_set(error, "%.300s: what answer is \"%.100s\"?", place, answer->name);
    if (known_named(known, answer->name))
        return message_set(error, "%.300s: there are two answers %.100s", place, answer->name);
    snprintf(answer->place, sizeof answer->place, "%.700s: %.119s", place, answer->name);
    known->count++;
    return true;
}

static const char *line_after(const char *at) {
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

bool known_parse(const char *text, const char *file, KnownAnswers *known, Message error) {
    unsigned line = 1;
    for (const char *at = text; *at; line++) {
        const char *below = line_after(at), *end = below;
        if (!text_begins(at, HEADING)) {
            at = below;
            continue;
        }
        char place[PATH_BYTES];
        snprintf(place, sizeof place, "%.700s:%u", file, line);
        const char *name = at + strlen(HEADING);
        if (!known_add(known, name, strcspn(name, "\n"), place, error)) return false;
        for (; *end && !text_begins(end, HEADING); end = line_after(end)) line++;
        size_t length = (size_t)(end - below);
        while (*end && length > 1 && below[length - 1] == '\n' && below[length - 2] == '\n') length--;
        known->answers[known->count - 1].text = strndup(below, length);
        if (!known->answers[known->count - 1].text) return message_set(error, "out of memory");
        at = end;
    }
    return true;
}

// An exercise without this file has no answers.
static bool file_parse(const Paths *paths, const Exercise *exercise, const char *part, KnownAnswers *known,
                       Message error) {
    char path[PATH_BYTES], shown[PATH_BYTES];
    *known = (KnownAnswers){0};
    paths_part(paths, exercise, part, path);
    if (!file_exists(path)) return true;
    paths_shown(paths, path, shown, sizeof shown);
    char *text = file_read(path, MOST_ANSWERS_BYTES, NULL, error);
    bool read = text && known_parse(text, shown, known, error);
    free(text);
    if (!read) known_free(known);
    return read;
}

bool known_read(const Paths *paths, const Exercise *exercise, KnownAnswers *known, Message error) {
    return file_parse(paths, exercise, "answers.txt", known, error);
}

bool known_read_sequences(const Paths *paths, const Exercise *exercise, KnownAnswers *known, Message error) {
    return file_parse(paths, exercise, "sequences.txt", known, error);
}

// ---- programs ----

// What an edit changes: the solution, another answer, or a part of the exercise. NULL with a sentence in error.
static char *edits_base(const Paths *paths, const Exercise *exercise, const KnownAnswers *known, const char *edits,
                        Message error) {
    char name[200], path[PATH_BYTES];
    bool named = says_next(&edits, "from:", name);
    const KnownAnswer *other = named ? known_named(known, name) : NULL;
    if (other) return strdup(other->text);
    if (named) paths_part(paths, exercise, name, path);
    else paths_source(paths, "solutions", exercise, path);
    return file_read(path, MOST_SOURCE_BYTES, NULL, error);
}

char *known_program(const Paths *paths, const Exercise *exercise, const KnownAnswers *known, const KnownAnswer *answer,
                    Message error) {
    if (!text_ends(answer->name, ".edit")) return strdup(answer->text);
    char *base = edits_base(paths, exercise, known, answer->text, error);
    char *program = base ? edits_apply(base, answer->text, error) : NULL;
    free(base);
    return program;
}

void known_path(const char *folder, const Exercise *exercise, const KnownAnswer *answer, char path[PATH_BYTES]) {
    int length = (int)(strrchr(answer->name, '.') - answer->name);
    snprintf(path, PATH_BYTES, "%.700s/%.80s/%.*s.cu", folder, exercise->name, length, answer->name);
}

bool known_write(const Paths *paths, const Exercise *exercise, const KnownAnswers *known, const KnownAnswer *answer,
                 const char *folder, Message error) {
    char path[PATH_BYTES], below[PATH_BYTES];
    known_path(folder, exercise, answer, path);
    snprintf(below, sizeof below, "%.*s", (int)(strrchr(path, '/') - path), path);
    char *program = known_program(paths, exercise, known, answer, error);
    bool written = program && (folder_make(below) || message_set(error, "cannot make %.200s", below)) &&
                   file_write_derived(path, program, strlen(program), error);
    free(program);
    return written;
}
