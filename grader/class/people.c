// people.c - who is meant by a word.
#define _GNU_SOURCE // strcasestr
#include "people.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../system/text_edits.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <wctype.h>

// ---- names ----

// The letters from U+00C0 to U+017F without their accents, so that a name is the same however a system encodes it:
// macOS writes an accent as a character of its own.
static uint32_t plain_letter(uint32_t letter) {
    static const char plain[] = "aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
                                "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
                                "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
    if (letter >= 0xC0 && letter < 0xC0 + sizeof plain - 1) return (unsigned char)plain[letter - 0xC0];
    return letter;
}

static bool is_accent(uint32_t character) { return character >= 0x300 && character <= 0x36F; }
static bool is_punctuation(uint32_t character) {
    return character == UNFIT || (character >= 0xA0 && character < 0xC0) ||
           (character >= 0x2000 && character <= 0x206F);
}

// Only letters and digits, in lower case and without accents: "Lee, Ann" becomes leeann as on Canvas, "O'Brien" obrien.
static void squeeze(const char *text, char *out, size_t size) {
    size_t used = 0;
    for (uint32_t character; (character = text_next(&text)) && used + 10 < size;) {
        uint32_t small = plain_letter((uint32_t)towlower((wint_t)character));
        bool drop = small < 0x80 ? !isalnum((int)small) : is_accent(small) || is_punctuation(small);
        if (!drop) used += (size_t)snprintf(out + used, 10, "%x.", small);
    }
    out[used] = 0;
}

bool name_same(const char *name, const char *other) {
    char one[1024], two[1024], turned[256];
    const char *comma = strchr(other, ',');
    squeeze(name, one, sizeof one);
    squeeze(other, two, sizeof two);
    if (!one[0] || !strcmp(one, two)) return one[0] != 0;
    const char *space = comma ? comma : strrchr(other, ' '); // "Lee, Ann" is "Ann Lee" as well
    if (!space) return false;
    text_format(turned, sizeof turned, "%s %.*s", space + 1, (int)(space - other), other);
    squeeze(turned, two, sizeof two);
    return !strcmp(one, two);
}

#define LONG_NAME 200 // squeezed: about forty letters

bool name_differs(const char *name, const char *other) {
    char one[1024], two[1024];
    squeeze(name, one, sizeof one);
    squeeze(other, two, sizeof two);
    size_t least = strlen(one) < strlen(two) ? strlen(one) : strlen(two);
    bool cut = least > LONG_NAME && !strncmp(one, two, least);
    return one[0] && two[0] && !cut && !name_same(name, other) && !name_same(other, name);
}

bool person_same(const Person *one, const Person *other) {
    if (one->row >= 0 || other->row >= 0) return one->row == other->row;
    return one->id[0] && !strcmp(one->id, other->id);
}

// ---- what a word means ----

// How well a word fits. The best one that anybody has counts, so that an id is never taken for a name.
typedef enum { FITS_NOT, FITS_NAME, FITS_WHOLE_NAME, FITS_SUBMISSION, FITS_ID } Fit;

static Fit fit_shown(const Person *person, const char *word) {
    if (!strcmp(word, person->id) || !strcasecmp(word, person->login) || !strcasecmp(word, person->email))
        return FITS_ID;
    if (!strcmp(word, person->name)) return FITS_WHOLE_NAME;
    return name_same(word, person->name) ? FITS_NAME : FITS_NOT;
}

// A code and a name mean the same person, who is shown by the code.
static Fit fit_person(const Person *person, const char *word) {
    Fit shown = fit_shown(person, word), real = person->real ? fit_shown(person->real, word) : FITS_NOT;
    return shown > real ? shown : real;
}

static Fit fit_submission(const Submission *submission, const char *word) {
    return !strcmp(word, submission->id) || !strcmp(word, submission->key) ? FITS_SUBMISSION : FITS_NOT;
}

typedef struct {
    const char *word;
    Fit best;
    Meant meant; // the first of those that fit best
    const Person *found[4];
    unsigned count; // of different ones, as far as they are kept
    char others[200];
} Search;

static void add_candidate(Search *search, const Person *person) {
    const char *id = person->id[0] ? person->id : person->login;
    if (strlen(search->others) > 90) return;
    text_append(search->others, sizeof search->others, "%s%.40s (%.20s)", search->others[0] ? "; " : "", person->name,
                id);
}

static void consider(Search *search, Fit fit, Meant meant) {
    if (fit == FITS_NOT || fit < search->best) return;
    if (fit > search->best) *search = (Search){.word = search->word, .best = fit};
    const Person *person = meant.person ? meant.person : &meant.submission->people[0];
    for (unsigned i = 0; i < search->count; i++)
        if (person_same(search->found[i], person)) return;
    if (search->count == sizeof search->found / sizeof *search->found) return;
    if (!search->count) search->meant = meant;
    search->found[search->count++] = person;
    add_candidate(search, person);
}

static void consider_all(Search *search, const Submissions *list, const Roster *roster) {
    for (unsigned s = 0; s < list->count; s++) {
        const Submission *submission = &list->items[s];
        consider(search, fit_submission(submission, search->word), (Meant){.submission = submission});
        for (unsigned p = 0; p < submission->person_count; p++)
            consider(search, fit_person(&submission->people[p], search->word),
                     (Meant){.person = &submission->people[p]});
    }
    for (unsigned e = 0; e < roster->count; e++) {
        const Person *person = &roster->entries[e].person;
        Fit fit = roster_has_key(roster, e, search->word) ? FITS_ID : fit_person(person, search->word);
        consider(search, fit, (Meant){.person = person});
    }
}

// ---- candidates, where nobody fits ----

static bool is_near(const char *word, const char *text) {
    size_t length = strlen(word);
    return text[0] &&
           (text_edits(word, text, true) <= (length < 4 ? 1 : length / 3) || (length > 2 && strcasestr(text, word)));
}

// Whether the word resembles the name, or any part of it (first or last name).
static bool is_near_name(const char *word, const char *name) {
    char part[128];
    for (const char *at = name; *at; at += strspn(at, " ,")) {
        size_t length = strcspn(at, " ,");
        text_format(part, sizeof part, "%.*s", (int)length, at);
        if (is_near(word, part) || (length > 2 && strcasestr(word, part))) return true;
        at += length;
    }
    return is_near(word, name);
}

static void note_near(Search *search, const Person *person) {
    bool near = is_near(search->word, person->id) || is_near(search->word, person->login) ||
                is_near(search->word, person->email) || is_near_name(search->word, person->name);
    if (near && search->count++ < 4) add_candidate(search, person);
}

static void note_all_near(Search *search, const Submissions *list, const Roster *roster) {
    for (unsigned e = 0; e < roster->count; e++) note_near(search, &roster->entries[e].person);
    for (unsigned s = 0; s < list->count; s++)
        for (unsigned p = 0; p < list->items[s].person_count && !list->items[s].older; p++)
            if (list->items[s].people[p].row < 0) note_near(search, &list->items[s].people[p]);
}

bool people_find(const Submissions *list, const Roster *roster, const char *word, Meant *meant, Message error) {
    Search search = {.word = word};
    if (word[0]) consider_all(&search, list, roster);
    *meant = search.meant;
    if (search.count == 1) return true;
    char shown[60];
    text_copy(shown, sizeof shown, word);
    if (search.count > 1) return message_set(error, "%s may be %s: say which by the id", shown, search.others);
    note_all_near(&search, list, roster);
    message_set(error, "nobody in this class is called %s%s%s", shown,
                search.others[0] ? "; near it: " : " (--list shows who is in it)", search.others);
    return false;
}

bool people_meant(const Meant *meant, const Submission *submission) {
    if (!meant->person) return meant->submission == submission;
    for (unsigned p = 0; p < submission->person_count; p++)
        if (&submission->people[p] == meant->person || person_same(meant->person, &submission->people[p])) return true;
    return false;
}
