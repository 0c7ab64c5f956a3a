// roster.h - who is in the class: any table that a platform exports, or one made by hand.
//
// Columns are known by their names (roster.c lists them), or else by what stands in them. People are known by ids,
// logins and addresses; by name only if no id of the export is in the table, and only if no two people have that name.
#ifndef ROSTER_H
#define ROSTER_H

#include "../device/system/message.h"
#include "../formats/csv.h"
#include "../submissions/submissions.h"
#include "worksheet.h"

typedef struct {
    Person person;
    char group[96];
    unsigned line;     // of the table
    int64_t handed_in; // the time in the table, or UNKNOWN_TIME
    bool absent;       // nothing of this person is in the export
} RosterEntry;

typedef struct {
    Csv csv;
    const char *path; // of the table
    char *own;        // the same where it lies in the export; NULL: it was given
    RosterEntry *entries;
    unsigned count;
    int keys[16], email, login; // columns that tell people apart; -1: none
    unsigned key_count;
    bool numbered[16]; // keys that are a word and a number: only the number counts
    bool worksheet;    // a grading worksheet of Moodle, whose columns are in `sheet`
    Worksheet sheet;
} Roster;

// false with a sentence in error.
bool roster_read(const char *path, Roster *roster, Message error);
// The same of a table in the export, whose text it frees.
bool roster_take(const char *path, char *text, size_t length, Roster *roster, Message error);
void roster_free(Roster *roster);
// Whether a person's id, login or address in any column of the table is that text.
bool roster_has_key(const Roster *roster, unsigned entry, const char *text);
// As submissions' `knows`: the row from 1 of which an id, login or address is that text. 0: none.
unsigned roster_knows(const void *roster, const char *id);
// As submissions' `bearers`: how many people of the table have that name.
unsigned roster_bearers(const void *roster, const char *name);
// Gives the people of the submissions the names and ids of the table, groups their members, and marks who is absent.
// How many of the people are not in the table; -1: out of memory.
int roster_apply(Roster *roster, Submissions *list);

// find.c: the class: its submissions, and who is in it by the roster that is given, or else by the platform's table in
// the export. strangers: as roster_apply. false with a sentence in error.
typedef struct {
    const char *submissions, *platform, *roster; // the last two may be NULL
} ClassPlaces;
bool class_find(const ClassPlaces *places, Submissions *list, Roster *roster, int *strangers, Message error);

#endif
