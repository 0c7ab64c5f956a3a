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

// Whether a word of the name in the file is in what the platform knows of the student: a name, a number, an address.
static bool is_like(const char *named, const char *known) {
    char simple[64], word[64];
    name_simplified(known, simple);
    for (const char *at = named; *at;) {
        size_t length = 0;
        while (*at && !isalnum((unsigned char)*at) && (unsigned char)*at < 0x80) at++;
        while (at[length] && (isalnum((unsigned char)at[length]) || (unsigned char)at[length] >= 0x80)) length++;
        text_format(word, sizeof word, "%.*s", (int)length, at);
        at += length;
        char lower[64];
        name_simplified(word, lower);
        if (strlen(lower) >= SHORTEST_WORD && strstr(simple, lower)) return true;
    }
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
