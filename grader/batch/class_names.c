// class_names.c - whose questions the answers in a class are answers to.
//
// Numbers of questions are drawn from the name that a student writes into the file. A name that is not the student's,
// or that two students share, proves nothing: people have other names than a platform knows, and some work together.
// But it is how answers are passed on, so the listing says it in a line, and a person decides.
#include "batch.h"

#include "../questions/draw.h"
#include "../system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define SHORTEST_WORD 3

static bool is_letter(char c) { return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; }

// The next word of a name, simplified; "" at the end. *from moves behind it.
static void word_next(const char **from, char word[64]) {
    char as_written[64];
    size_t length = 0;
    while (**from && !is_letter(**from)) ++*from;
    while (is_letter((*from)[length])) length++;
    text_format(as_written, sizeof as_written, "%.*s", (int)length, *from);
    name_simplified(as_written, word);
    *from += length;
}

// A long word may be a part of an address or of a number; "Li" is in too many names for that.
static bool knows_word(const char *known, const char *word) {
    char simple[64], other[64];
    name_simplified(known, simple);
    if (strlen(word) >= SHORTEST_WORD && strstr(simple, word)) return true;
    for (word_next(&known, other); other[0]; word_next(&known, other))
        if (!strcmp(word, other)) return true;
    return false;
}

// Whether a word of the name in the file is in what the platform knows of the student: a name, a number, an address.
static bool is_like(const char *named, const char *known) {
    char word[64];
    for (word_next(&named, word); word[0]; word_next(&named, word))
        if (knows_word(known, word)) return true;
    return false;
}

static bool is_own(const Verdict *verdict) {
    return is_like(verdict->named, verdict->student) || is_like(verdict->named, verdict->student_id);
}

static bool same_student(const Verdict *a, const Verdict *b) {
    return !strcmp(a->student_id, b->student_id) && !strcmp(a->student, b->student);
}

// Another student's file with the same questions; NULL: there is none.
static const Verdict *shared_with(const Verdict *verdicts, unsigned count, const Verdict *verdict) {
    char name[64], other[64];
    name_simplified(verdict->named, name);
    for (unsigned i = 0; i < count; i++) {
        if (verdicts[i].exercise != verdict->exercise || same_student(&verdicts[i], verdict)) continue;
        name_simplified(verdicts[i].named, other);
        if (!strcmp(name, other)) return &verdicts[i];
    }
    return NULL;
}

void class_names(const Verdict *verdicts, unsigned count, FILE *out) {
    const Verdict *told = NULL; // of each student the first file is enough
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        const Verdict *verdict = &verdicts[i], *other;
        if (!verdict->named[0] || (told && same_student(told, verdict))) continue;
        other = shared_with(verdicts, count, verdict);
        if (!other && is_own(verdict)) continue;
        fputs(any ? "" : "\nquestions drawn for another name, or for one that two share:\n", out);
        any = true;
        told = verdict;
        print_clean(out, verdict->student);
        fprintf(out, ": %s is answered for \"", verdict->exercise->name);
        print_clean(out, verdict->named);
        fputs(other ? "\", as it is by " : "\"", out);
        if (other) print_clean(out, other->student);
        fputc('\n', out);
    }
}
