// journal.h - what a batch has done so far, kept so that it can be killed at any moment.
//
// RESULTS/batch.json              the seed, written once
// RESULTS/students/ID/NAME.json   the result of one exercise: whole or not there
// RESULTS/students/ID/NAME.cu     the file that was graded, if there was one
// RESULTS/students/ID/NAME.ran    how the grading itself went, which is no part of the result
// RESULTS/students/ID/NAME.began  there while it is being graded: how often it was begun and what became of that
#ifndef JOURNAL_H
#define JOURNAL_H

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../report/verdict.h"
#include "../system/paths.h"

typedef struct {
    char folder[PATH_BYTES - 300]; // RESULTS
    int lock;
    uint64_t seed;
    uint64_t tools; // hash of grader, emulated GPU and toolkit
} Journal;

// Makes or opens RESULTS, and locks it, exclusively or together with all processes that share it. The seed that is
// stored there is used unless *seed is given. false with a sentence in error.
bool journal_open(Journal *journal, const char *folder, const Paths *paths, const uint64_t *seed, bool shared,
                  Message error);
// Whether a folder has been made by a batch.
bool journal_is_ours(const char *folder);
void journal_close(Journal *journal);

// What a verdict depends on, whoever's file it is.
uint64_t journal_content(const Journal *journal, const Paths *paths, const Exercise *exercise, const char *source,
                         size_t length, double timeout);
// What a result depends on, as text: if any of it changes, it is graded again. `name` is what the verdict calls the
// file.
void journal_key(uint64_t content, const char *name, char key[20]);

// The kept result with that key (NULL: with any); the caller frees it. false: there is none.
bool journal_load(const Journal *journal, const char *id, const Exercise *exercise, const char *key, Verdict *verdict);
// Keeps the result, and before it the source that was graded (NULL: none was).
bool journal_store(const Journal *journal, const char *id, const char *key, const Verdict *verdict, const char *source,
                   size_t length, Message error);
// The source that was graded, the caller's to free; NULL if there is none.
char *journal_source(const Journal *journal, const char *id, const Exercise *exercise, size_t *length);

// How a grading went, whatever came of it.
typedef struct {
    double seconds;    // of the last attempt
    unsigned attempts; // that failed because of the grader itself
    unsigned deaths;
    char machine[64];
    Message failed; // why there is no result; "" if there is one
} JournalRan;
void journal_note_ran(const Journal *journal, const char *id, const Exercise *exercise, JournalRan *ran);
bool journal_ran(const Journal *journal, const char *id, const Exercise *exercise, JournalRan *ran);

// Forgets the result and everything about its grading.
void journal_forget(const Journal *journal, const char *id, const Exercise *exercise);

// A mark is written when a grading begins. A death is a grading during which the worker or the whole machine died. If
// the coordinator dies, that is no death: no submission can cause it.
typedef struct {
    unsigned deaths;
} JournalMark;
bool journal_begin(const Journal *journal, const char *id, const Exercise *exercise, const char *key, JournalMark *mark,
                   Message error);
bool journal_death(const Journal *journal, const char *id, const Exercise *exercise, const char *key, JournalMark *mark,
                   Message error);
void journal_end(const Journal *journal, const char *id, const Exercise *exercise);

#endif
