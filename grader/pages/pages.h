// pages.h - what instructors and students read in a browser: files that load nothing from another file or the network.
//
// Every page is printed from verdicts and from the sources that were graded. Pages forbid scripts; the class's page
// allows the one it carries. html_write writes them and escapes, so no file and no name can inject anything.
#ifndef PAGES_H
#define PAGES_H

#include "../alike/alike.h"
#include "../device/system/html.h"
#include "../report/asked.h"
#include "../report/verdict.h"

#include <stddef.h>
#include <stdio.h>

// page.c: the frame of each page.
typedef struct {
    const char *title;
    const char *back, *back_words; // a link above the title; NULL: there is none
    const char *script;            // the hash of the only script that may run, "sha256-..."; NULL: none may
} PageHead;
Html page_begin(FILE *file, const PageHead *head);
void page_end(Html *out);
// A share of a whole as a bar; `words` are for screen readers. `tone` is a class: "good", "bad", "used".
void page_bar(Html *out, double share, const char *tone, const char *words);
// Appends why something is not right; nothing if there are no words.
void page_why(Html *out, const char *words);
// 1 "student", 2 "students".
const char *page_plural(unsigned count, const char *one, const char *several);
// A class for the colour of points: "full", "most", "some", "none".
const char *page_tone(int points, int max_points);
const char *page_state_tone(VerdictState state);
extern const char *const page_style[]; // page_style.c; ends with NULL

// Text of several lines, cleaned and escaped.
void page_lines(Html *out, const char *text, size_t length);

// source_table.c: the file that was graded, with what its lines did and what is wrong with them.
typedef struct PageWork PageWork;
void page_source(Html *out, const PageWork *work);

// feedback.c: all that one student is told. A source may be NULL. Hidden cases stay hidden.
typedef struct {
    int part;      // number of the part, -1: all of it
    unsigned line; // of the file, 0: none
    const char *words;
} PageRemark;
struct PageWork {
    const Verdict *verdict;
    const char *source;
    size_t length;
    const char *checklist;     // the text of chapters/checklist.md, or NULL
    const PageRemark *remarks; // of those who marked it
    unsigned remark_count;
    double weight; // how often its points count after the rules; 0: there are no rules
};
void page_remarks(Html *out, const PageWork *work, int part, unsigned line);
typedef struct {
    double points, most;       // after the rules
    bool settled;              // false: there are no points yet
    char words[SUMMARY_BYTES]; // why they are less; "" if they are not
    char homework[200];        // its title, when it was due, and when it came; "" where nobody says so
} PageGrade;
#define GRADE_WORDS 600
// The grade may be NULL: there are no rules.
void page_feedback(FILE *file, const char *student, const PageGrade *grade, const PageWork *works, unsigned count);
// feedback_text.c: the same in short, without the source, as Markdown that is readable as plain text.
void page_feedback_text(FILE *out, const PageGrade *grade, const PageWork *works, unsigned count);
// What both share. Words of a grade: "Grade: 64 of 100 points (2 days late: ...)", to be escaped by the caller.
typedef struct {
    double points;
    int most;
    unsigned passed;
} PageSum;
PageSum page_sum(const PageWork *works, unsigned count);
// The exercises that are not started, as sentences: those that were not handed in, and those whose file is the
// unchanged skeleton. false: there are none.
bool page_blank(const PageWork *works, unsigned count, char *names, size_t size);
// Whether the grade is not just the sum of the points.
bool page_grade_differs(const PageGrade *grade, const PageSum *sum);
// "first_guard counts 2 times"; "" where each counts once.
void page_weights(const PageWork *works, unsigned count, char *words, size_t size);
bool page_was_run(const Verdict *verdict);
void page_grade_words(const PageGrade *grade, char words[GRADE_WORDS]);

// checklist.c: symptom and cure of a row of the checklist, "Bank conflicts: pad by ..."; "" if there is none.
#define PAGE_ROW 400
void page_checklist_row(const char *checklist, const char *symptom, char words[PAGE_ROW]);

// alike_page.c: two submissions that have much in common, beside each other, and the list of such pairs.
typedef struct {
    const char *student, *id; // id NULL: nobody of this class
    const char *source;
    const Digest *digest;
} PageSide;
typedef enum { PAIR_IDENTICAL, PAIR_OURS, PAIR_EARLIER, PAIR_ALIKE } PairKind;
typedef struct {
    const Exercise *exercise;
    PairKind kind;
    char left[300], right[300]; // students
    char file[128];             // the page that shows both
    Pair pair;
    unsigned place; // among those of its exercise, from 0
} PagePair;
#define PAIRS_TO_READ 10 // of an exercise; further ones are folded away
void page_pair(FILE *file, const PagePair *pair, const PageSide *left, const PageSide *right, const Given *given);
typedef struct {
    const Exercise *exercise;
    PairKind kind;
    char words[300], page[140]; // the strongest hint about a submission, and where it is shown; "" for none
} PageNote;
typedef struct {
    PagePair *pairs;
    unsigned count, compared, too_short; // sources that were compared, and those that have too little of their own
    unsigned more;                       // pairs that are not listed
    bool earlier;                        // an earlier class was compared with
    PageNote *notes;                     // by submission
} PagePairs;
void page_pairs(FILE *file, const PagePairs *pairs);

// kinds.c: what is wrong, so that the same mistake of many students is one row. A kind is the first sentence without
// places and numbers; "" after a pass.
#define PAGE_KIND 160
void page_kind(const Verdict *verdict, char kind[PAGE_KIND]);

// class_page.c: the whole class.
typedef struct {
    const Verdict *verdict;
    double seconds;            // that grading took; 0: not known
    unsigned attempts, deaths; // that the grader could not end
    const char *machine;
    const char *failed; // why there is no verdict; "" if there is one
    double before;      // points before, if they were others, negative if they were not: those that the student has, or
                        // as long as none are returned, those before the last run that changed something
    unsigned tries;     // different files that were handed in
} PageItem;
typedef struct {
    const struct Submission *submission; // for who makes the pages
    char unclaimed[200];                 // why nobody knows whose it is; "" if that is known
    char borrowed[300];                  // that questions were drawn for another name; "" if they were not
    const char *asks;                    // a regrade request without an answer; NULL: none
    const Exercise *asks_about;
    const char *name, *id;
    const char *number;    // by which the platform knows the student, ""
    const PageItem *items; // one for each exercise of the class; verdict NULL: not graded
    PageGrade grade;
    const PageNote *alike; // NULL: nothing is compared
} PageStudent;
typedef struct {
    const char *name, *why;
    const char *number; // as for students; NULL: not known
    bool absent;        // in the roster alone
    PageGrade grade;    // of who is absent
} PageStray;
typedef struct {
    const char *homework; // its title; NULL: none is given
    const Exercise *const *exercises;
    unsigned exercise_count;
    const PageStudent *students;
    unsigned student_count;
    const PageStray *strays; // submissions that belong to nobody
    unsigned stray_count;
    unsigned run;  // of the batch, from 1; 0: not known
    bool returned; // students have grades
    ClassQuestions questions;
    bool ruled;     // whether there are rules or points by hand, so that grades are not just what was graded
    unsigned alike; // pairs in alike/index.html
} PageClass;
void page_class(FILE *file, const PageClass *class);
// class_look.c: who needs a look, in a line: "2 not graded, 1 asks"; "" if nobody does.
#define PAGE_LOOKS 300
void page_class_looks(const PageClass *class, char words[PAGE_LOOKS]);

#endif
