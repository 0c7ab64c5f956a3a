// class_names.c - whose questions the answers in a class are answers to.
//
// Numbers of questions are drawn from the name that a student writes into the file. A name that is not the student's,
// or that two students share, proves nothing: people have other names than a platform knows, and some work together.
// But it is how answers are passed on, so the listing says it in a line, and a person decides.
#include "batch.h"

#include "../device/system/text.h"
#include "../questions/draw.h"

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

// With the id, where somebody else has the same name.
static void say_student(const Verdict *verdicts, unsigned count, const Verdict *verdict, char words[200]) {
    bool namesake = false;
    for (unsigned i = 0; i < count && !namesake; i++)
        namesake = !strcmp(verdicts[i].student, verdict->student) && !same_student(&verdicts[i], verdict);
    text_format(words, 200, namesake ? "%.80s (%.80s)" : "%.80s", verdict->student, verdict->student_id);
}

bool class_name_doubt(const Verdict *verdicts, unsigned count, const Verdict *verdict, char words[NAME_DOUBT]) {
    if (!verdict->exercise || !verdict->named[0]) return false;
    const Verdict *other = shared_with(verdicts, count, verdict);
    char student[200];
    if (!other && is_own(verdict)) return false;
    text_format(words, NAME_DOUBT, "%s is answered for \"%.120s\"", verdict->exercise->name, verdict->named);
    if (!other) return true;
    say_student(verdicts, count, other, student);
    text_append(words, NAME_DOUBT, ", as it is by %s", student);
    return true;
}

void class_names(const Verdict *verdicts, unsigned count, FILE *out) {
    const Verdict *told = NULL; // of each student the first file is enough
    char student[200], words[NAME_DOUBT];
    for (unsigned i = 0; i < count; i++) {
        if (told && same_student(told, &verdicts[i])) continue;
        if (!class_name_doubt(verdicts, count, &verdicts[i], words)) continue;
        if (!told) fputs("\nquestions drawn for another name, or for one that two share:\n", out);
        told = &verdicts[i];
        say_student(verdicts, count, told, student);
        print_clean(out, student);
        fputs(": ", out);
        print_clean(out, words);
        fputc('\n', out);
    }
}
