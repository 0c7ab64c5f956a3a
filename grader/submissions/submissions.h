// submissions.h - who handed in what: the records that every platform's export becomes. Grading knows no platform.
//
// An export is a folder, or the archive as it was downloaded. Somebody's file is a *piece* of it; the pieces of one
// student (or of one group) are a *submission*; a submission has *people*, each of whom gets the grade.
//
//     platform           a student's pieces                            the id
//     Canvas             leeann_LATE_341_9007_hw.cu, ...               341
//     Moodle             Ann Lee_1234_assignsubmission_file/           1234 (of this assignment alone)
//     Gradescope         submission_12/                                the sid in submission_metadata.yml
//     Blackboard         HW 1_ann7_attempt_2024-..._hw.cu              ann7
//     Sakai              Lee, Ann(ann7)/Submission attachment(s)/      ann7
//     Brightspace        1-2 - Ann Lee - Sep 24, 2024 926 PM/hw.cu     none: the name
//     Classroom 50       cs-hw1-annlee/, with the workbook in it       annlee
//     Google Forms       hw - Ann Lee.cu                               none: the name
//     folder             ann/, bob.zip, cem.cu                         ann, bob, cem
//
// Nothing here trusts a name or a file. Archives are never unpacked to disk; links, devices and pipes are never opened;
// names are only compared, and made printable before anybody reads them.
#ifndef SUBMISSIONS_H
#define SUBMISSIONS_H

#include "../device/system/message.h"
#include "export.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All texts are printable; "" where neither the export nor the roster says it.
typedef struct Person {
    char name[128]; // the roster's if the person is in it
    char id[96];    // the platform's id of the person: text, never a number ("0012")
    char login[96];
    char email[128];
    int row;                   // in the roster, from 0; -1: not in it, or there is none
    const struct Person *real; // of somebody who is shown by a code; NULL: shown as above
} Person;

typedef struct {
    char *path;      // below the export
    char *name;      // the student's name for it, any bytes; for a folder the beginning of its files' names
    char *plain;     // the same for every version of one file, "" if it has no versions
    uint64_t number; // among pieces of the same plain name the greatest is the newest
    bool folder;     // with everything in it
} Piece;

#define UNKNOWN_TIME INT64_MIN
typedef struct Submission {
    char id[160];      // name of its folder of results: letters, digits and . _ - alone; no two are equal
    char *key;         // what keeps it apart on its platform, any bytes
    char student[128]; // the names of its people, to be shown
    Person *people;    // one at least
    unsigned person_count;
    Piece *pieces;
    unsigned piece_count;
    unsigned attempt;  // from 1, the oldest; the newest has the plain id
    bool older;        // there is a newer one of the same people
    bool late;         // says the platform, or the rules from the time
    bool of_group;     // handed in for a group of which not every member is known
    bool late_by_hand; // the rules say how late, in seconds_late
    int64_t seconds_late;
    int64_t handed_in;  // seconds since 1970, UNKNOWN_TIME if it is not told
    char left_out[160]; // why it is not graded; "" if it is
} Submission;

// Something in the export that belongs to nobody, or is not the newest version; shown to the instructor.
typedef struct {
    char name[256], why[200];
} LeftOut;

typedef struct {
    Export export;
    const struct Platform *platform;
    Submission *items; // by id
    unsigned count;
    LeftOut *left_out;
    unsigned left_out_count;
    char *table;                                           // the platform's table in the export; NULL: there is none
    unsigned (*knows)(const void *roster, const char *id); // whose the roster says it is; NULL: there is no roster
    unsigned (*bearers)(const void *roster, const char *name); // how many people there have that name; the same
    const void *roster;
} Submissions;

// Recognises the export and finds the submissions in it. `platform` is a name of platforms/platforms.def, NULL to
// recognise it. *list is empty but for `knows` and `roster`. false with a sentence in error.
bool submissions_find(const char *path, const char *platform, Submissions *list, Message error);
void submissions_free(Submissions *list);
// attempts.c: leaves out older attempts; or, for `every`, keeps them, and makes an attempt, which is a submission as
// well, of each older version of a file. false: out of memory.
bool submissions_attempts(Submissions *list, bool every);
// By id.
void submissions_sort(Submissions *list);
void piece_free(Piece *piece);
// Makes `student` of the names of the people.
void submission_name(Submission *submission);
// The first submission that may be of somebody else than its people say: of a person who is not in the roster, or of a
// group whose members are not known. As long as there is one, who handed in nothing may be its owner. NULL: none.
const Submission *submissions_doubtful(const Submissions *list);
// Whether nobody knows whose grade a submission's is, or one of its people's: the roster or the export has several
// people of that name, or the roster has none. words[200] says why.
bool submission_unclaimed(const Submissions *list, const Submission *submission, char words[200]);
// The platform's name in words.
const char *submissions_platform(const Submissions *list);

// For platforms: the submission of the person with that key, made if need be; NULL: out of memory. `person` says who it
// is, `key` keeps people of equal names apart and becomes part of the id.
Submission *submissions_of(Submissions *list, const char *key, const Person *person);
bool submission_add_person(Submission *submission, const Person *person);
bool submission_add_folder(Submission *submission, const char *path, const char *name);
// One of several versions of all that somebody handed in; the greatest number is the newest.
bool submission_add_version(Submission *submission, const char *path, uint64_t number);
bool submission_add_piece(Submission *submission, const char *path, const char *name, const char *plain,
                          uint64_t number);
// `name` may be anything, the sentence says why nothing of it is graded.
bool submissions_leave_out(Submissions *list, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
