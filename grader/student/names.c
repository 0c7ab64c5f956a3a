// names.c - finds the name that a student means by a part of it, by its number, or by something similar.
#define _GNU_SOURCE // strcasestr
#include "names.h"

#include "../system/text_edits.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- ways to match ----

typedef bool (*Match)(const char *word, const char *name);

static bool is_same(const char *word, const char *name) { return !strcasecmp(word, name); }
static bool begins(const char *word, const char *name) { return !strncasecmp(word, name, strlen(word)); }
static bool contains(const char *word, const char *name) { return strcasestr(name, word) != NULL; }

// "5" and "05" are the number of "05_bank_conflicts".
static bool is_number(const char *word, const char *name) {
    return *word && word[strspn(word, "0123456789")] == 0 && isdigit((unsigned char)*name) && atoi(word) == atoi(name);
}

static unsigned count_matches(Match match, const char *word, const char *const *names, unsigned count, int *last) {
    unsigned matches = 0;
    for (unsigned i = 0; i < count; i++)
        if (match(word, names[i])) {
            *last = (int)i;
            matches++;
        }
    return matches;
}

// ---- what to say if none does ----

static void say_candidates(const char *word, Match match, const char *const *names, unsigned count,
                           char sentence[NAME_SENTENCE]) {
    int length = snprintf(sentence, NAME_SENTENCE, "%s may be", word);
    const char *between = " ";
    for (unsigned i = 0; i < count && length < NAME_SENTENCE; i++)
        if (match(word, names[i])) {
            length += snprintf(sentence + length, (size_t)(NAME_SENTENCE - length), "%s%s", between, names[i]);
            between = ", ";
        }
}

static void say_nearest(const char *word, const char *kind, const char *const *names, unsigned count,
                        char sentence[NAME_SENTENCE]) {
    unsigned nearest = 0, fewest = UINT_MAX;
    for (unsigned i = 0; i < count; i++) {
        unsigned changes = text_edits(word, names[i], true);
        if (changes < fewest) fewest = changes, nearest = i;
    }
    bool near = count && fewest <= strlen(names[nearest]) / 2;
    snprintf(sentence, NAME_SENTENCE, "there is no %s %.100s%s%s; make list shows all of them", kind, word,
             near ? "; the nearest is " : "", near ? names[nearest] : "");
}

int name_meant(const char *word, const char *kind, const char *const *names, unsigned count,
               char sentence[NAME_SENTENCE]) {
    static const Match matches[] = {is_same, is_number, begins, contains};
    for (size_t i = 0; *word && i < sizeof matches / sizeof *matches; i++) {
        int last = -1;
        unsigned found = count_matches(matches[i], word, names, count, &last);
        if (found == 1) return last;
        if (found > 1) return say_candidates(word, matches[i], names, count, sentence), -1;
    }
    say_nearest(word, kind, names, count, sentence);
    return -1;
}
