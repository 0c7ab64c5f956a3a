// people.h - who is meant by a word that an instructor wrote, and whether two entries are the same person.
//
// A word is an id, a login, an address, the id of a submission's results, or a name in either order ("Jane Smith",
// "Smith, Jane"). It has to mean one person: a rule that silently means nobody, or somebody else, costs points.
#ifndef PEOPLE_H
#define PEOPLE_H

#include "../device/system/message.h"
#include "roster.h"

// What a word means: a person, in every submission of theirs; or one submission alone (person NULL).
typedef struct {
    const Person *person;
    const Submission *submission;
} Meant;

// false with a sentence in error that lists candidates: the word means nobody, or several people. roster may be
// empty.
bool people_find(const Submissions *list, const Roster *roster, const char *word, Meant *meant, Message error);
// Whether a submission is, or is partly, what was meant.
bool people_meant(const Meant *meant, const Submission *submission);
// By their rows of the roster, or else by their ids.
bool person_same(const Person *one, const Person *other);
// Whether two names are the same but for case, accents, punctuation and the order of the last name.
bool name_same(const char *name, const char *other);
// Whether they cannot be the same person's: neither is without letters, and none is the other cut short.
bool name_differs(const char *name, const char *other);

#endif
