// published.c - skeletons and solutions, which everybody has: a file that is one of them shows no work.
#include "../device/system/message.h"
#include "files.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASIS 0xcbf29ce484222325u // FNV-1a
#define PRIME 0x100000001b3u

static const char *end_of_line(const char *at, const char *end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return stop ? stop : end;
}

// Answers stand in comments. What a file says about whose and which numbers its questions have is no work.
static bool is_answer(const char *comment, const char *end) {
    static const char *const lines[] = {"//= student:", "//= numbers:"};
    for (unsigned i = 0; i < 2; i++)
        if ((size_t)(end - comment) >= strlen(lines[i]) && !memcmp(comment, lines[i], strlen(lines[i]))) return false;
    return end - comment > 2 && comment[2] == '=';
}

// Behind a comment at `at`, or `at` where there is none. Answers are none here.
static const char *behind_comment(const char *at, const char *end) {
    if (end - at < 2 || at[0] != '/') return at;
    if (at[1] == '/') return is_answer(at, end) ? at : end_of_line(at, end);
    if (at[1] != '*') return at;
    for (at += 2; at < end; at++)
        if (end - at > 1 && at[0] == '*' && at[1] == '/') return at + 2;
    return end;
}

// Behind a text or a character in quotes, which may hold what looks like a comment.
static const char *behind_quoted(const char *at, const char *end) {
    char quote = *at++;
    while (at < end && *at != quote && *at != '\n') at += 1 + (*at == '\\' && end - at > 1);
    return at < end ? at + 1 : end;
}

uint64_t published_hash(const char *text, size_t length) {
    const char *at = text, *end = text + length;
    uint64_t hash = BASIS;
    if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) at += 3;
    while (at < end) {
        const char *next = behind_comment(at, end);
        if (next == at) {
            next = *at == '"' || *at == '\'' ? behind_quoted(at, end) : at + 1;
            for (; at < next; at++)
                if (!isspace((unsigned char)*at)) hash = (hash ^ (unsigned char)*at) * PRIME;
        }
        at = next;
    }
    return hash;
}

static bool read_hash(const char *path, uint64_t *hash, Message error) {
    size_t length;
    char *text = file_read(path, MOST_SOURCE_BYTES, &length, error);
    if (text) *hash = published_hash(text, length);
    free(text);
    return text != NULL;
}

bool published_read(const Paths *paths, Published *published, Message error) {
    char path[PATH_BYTES];
    *published =
        (Published){calloc(exercise_count + 1, sizeof(uint64_t)), calloc(exercise_count + 1, sizeof(uint64_t))};
    bool read = published->skeletons && published->solutions;
    if (!read) message_set(error, "out of memory");
    for (unsigned i = 0; i < exercise_count && read; i++) {
        paths_part(paths, exercises[i], "skeleton.cu", path);
        read = read_hash(path, &published->skeletons[i], error);
        paths_source(paths, "solutions", exercises[i], path);
        read = read && read_hash(path, &published->solutions[i], error);
    }
    if (!read) published_free(published);
    return read;
}

void published_free(Published *published) {
    free(published->skeletons);
    free(published->solutions);
    *published = (Published){NULL, NULL};
}

TextKind published_kind(const Published *published, const Exercise *exercise, const char *text, size_t length) {
    if (!published || !published->skeletons || !text) return TEXT_OWN;
    uint64_t hash = published_hash(text, length);
    for (unsigned i = 0; i < exercise_count; i++) {
        if (exercises[i] != exercise) continue;
        if (hash == published->skeletons[i]) return TEXT_SKELETON;
        return hash == published->solutions[i] ? TEXT_SOLUTION : TEXT_OWN;
    }
    return TEXT_OWN;
}
