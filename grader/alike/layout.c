// layout.c - what a compiler does not read: comments, where the author puts blanks and ends lines, answers to
// questions.
//
// Comments are compared by their words, whole and in runs of three, so that neither decoration nor a new line counts.
// Layout is compared by shapes of lines: blanks as they stand, words and numbers anonymous. Two neighbouring lines are
// one feature. A copy with other names keeps it. An answer, "//= NAME: 12", is one feature with what the numbers of the
// question are drawn from.
#include "parser.h"

#include <ctype.h>
#include <string.h>

#define RUN 3           // words of a comment
#define WORD_MARK 0x100 // no character
#define NO_LINE 7

typedef struct {
    const char *at, *end;
    Digest *digest;
    uint64_t shape, before; // of this line and of the last one
    uint64_t drawn;         // what the lines of a file say of the numbers that it was asked about
    unsigned marks;         // of this line, but for blanks
    bool failed;            // out of memory
} Reader;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

static bool begins(const Reader *reader, const char *text) {
    return reader->end - reader->at >= 2 && reader->at[0] == text[0] && reader->at[1] == text[1];
}

// ---- comments ----

// The next word from *at on, in lower case; 0: there is none.
static uint64_t next_word(const char **at, const char *end) {
    uint64_t hash = WORD_MARK;
    while (*at < end && !is_word(**at)) (*at)++;
    if (*at == end) return 0;
    for (; *at < end && is_word(**at); (*at)++) hash = mixed_hash(hash, (uint64_t)tolower((unsigned char)**at));
    return hash;
}

static void comment_add(Reader *reader, const char *from, const char *to) {
    uint64_t words[RUN] = {0}, whole = RUN, word;
    unsigned count = 0;
    bool added = true;
    for (; added && (word = next_word(&from, to)); count++) {
        for (unsigned i = 1; i < RUN; i++) words[i - 1] = words[i];
        words[RUN - 1] = word;
        whole = mixed_hash(whole, word);
        uint64_t run = 0;
        for (unsigned i = 0; i < RUN; i++) run = mixed_hash(run, words[i]);
        if (count + 1 >= RUN) added = digest_add(reader->digest, run, VIEW_COMMENTS);
    }
    if (count && added) added = digest_add(reader->digest, whole, VIEW_COMMENTS);
    reader->failed |= !added;
}

static bool is_open(const char *value, const char *end) {
    while (value < end && (isspace((unsigned char)*value) || *value == '?')) value++;
    return value == end;
}

// "NAME: VALUE". The lines "numbers" and "student" say which numbers are asked about.
static void answer_read(Reader *reader, const char *from, const char *to) {
    const char *colon = memchr(from, ':', (size_t)(to - from));
    if (!colon || is_open(colon + 1, to)) return;
    const char *at = from, *value = colon + 1;
    uint64_t name = next_word(&at, colon), hash = mixed_hash(reader->drawn, name);
    for (; value < to; value++)
        if (!isspace((unsigned char)*value)) hash = mixed_hash(hash, (uint64_t)tolower((unsigned char)*value));
    while (from < colon && *from == ' ') from++;
    bool draws = !strncmp(from, "numbers", 7) || !strncmp(from, "student", 7);
    if (draws) reader->drawn = hash;
    else if (!digest_add(reader->digest, hash, VIEW_ANSWERS)) reader->failed = true;
}

static void comment_read(Reader *reader) {
    const char *from = reader->at + 2;
    bool line = reader->at[1] == '/';
    reader->at = from;
    while (reader->at < reader->end && (line ? *reader->at != '\n' : !begins(reader, "*/"))) reader->at++;
    if (line && from < reader->end && *from == '=') answer_read(reader, from + 1, reader->at);
    else comment_add(reader, from, reader->at);
    if (!line && reader->at < reader->end) reader->at += 2;
}

// ---- lines ----

static void mark(Reader *reader, uint64_t what, bool blank) {
    reader->shape = mixed_hash(reader->shape, what);
    reader->marks += !blank;
}

static void line_end(Reader *reader) {
    bool bare = !reader->marks; // an empty line, or one that has only a comment
    uint64_t shape = bare ? NO_LINE : reader->shape;
    if (!(bare && reader->before == NO_LINE) &&
        !digest_add(reader->digest, mixed_hash(reader->before, shape), VIEW_LAYOUT))
        reader->failed = true;
    reader->before = shape;
    reader->shape = reader->marks = 0;
}

bool layout_add(const char *source, size_t length, Digest *digest) {
    Reader reader = {.at = source, .end = source + length, .digest = digest, .before = NO_LINE};
    while (reader.at < reader.end && !reader.failed) {
        if (begins(&reader, "//") || begins(&reader, "/*")) comment_read(&reader);
        else if (is_word(*reader.at)) {
            while (reader.at < reader.end && is_word(*reader.at)) reader.at++;
            mark(&reader, WORD_MARK, false);
        } else {
            char c = *reader.at++;
            if (c == '\n') line_end(&reader);
            else if (c != '\r') mark(&reader, (unsigned char)c, isspace((unsigned char)c));
        }
    }
    return !reader.failed;
}
