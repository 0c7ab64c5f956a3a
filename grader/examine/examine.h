// examine.h - questions on a student's own program, whose keys are measured.
//
// A key is measured twice, by means that share as little as possible: single accesses of a run (--trace) and the
// counters of its lines, or what follows from the addresses, or a run of a changed program. A question is not asked if
// the two disagree (refused), or if its answer is no news (dull). Nothing is asked that another input of the same size
// would change, and no key is read from what a program prints.
//
//   trace.c         the accesses of a run
//   subject.c       the program: built, run, and changed
//   edits.c         changes of its text
//   asked.c         a question and its answers
//   kinds.c         questions that a run answers
//   kinds_change.c  questions that a changed program answers
//   choose.c        which of them are asked
//   explain.c       make explain: three of them at a terminal
//   sheets.c        pages: sheets, keys, cards
//   examine.c       grade examine: a class
#ifndef EXAMINE_H
#define EXAMINE_H

#include "../device/system/message.h"
#include "../grading/build.h"
#include "../grading/run.h"
#include "../system/paths.h"

#include <stdio.h>

// ---- trace.c ----

#define LANES 32
#define FULL_MASK UINT32_MAX
typedef enum { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC, ACCESS_BARRIER } AccessKind;
typedef struct {
    unsigned launch, line, block, warp, phase, bytes, mask, sectors,
        passes; // phase: barriers that the block had passed
    AccessKind kind;
    bool shared;
    int allocation;          // of global memory; -1: none
    uint64_t address[LANES]; // within the allocation, or within the block's shared memory; of lanes in mask
} Access;
typedef struct {
    Access *items;
    size_t count;
    char (*labels)[40]; // of allocations: the case's name of the array, or ""
    size_t label_count;
} Trace;
// The accesses of lines of the file called `name`. false with a sentence in error.
bool trace_read(const char *path, const char *name, Trace *trace, Message error);
void trace_free(Trace *trace);
// A number of all accesses of a line that does not depend on their order.
uint64_t trace_line_hash(const Trace *trace, unsigned line);
unsigned lanes_of(const Access *access);
uint64_t lanes_at_work(const Trace *trace); // lanes_of all of them

// ---- subject.c ----

#define MOST_LINES 2000
#define MOST_LAUNCHES 16
typedef struct {
    unsigned grid[3], block[3];
    char kernel[160]; // demangled, with its template's arguments
} Launch;
typedef struct {
    bool passed; // right results and no fault
    CaseSpec spec;
    char sizes[200]; // of the case, by the names of the function's parameters: "m = 33, n = 65, k = 17"
    bool finite;     // no input is an infinity
    Trace trace;
    DeviceReport *report;
    Launch launches[MOST_LAUNCHES];
    unsigned launch_count;
} Observed;
// What is known of a case on which the program was right.
#define MOST_GRIDS 3
typedef struct {
    unsigned grids[MOST_GRIDS][3]; // of its first launches
    unsigned busy[MOST_GRIDS];     // blocks of each that access memory in lines of the file
    unsigned launch_count;
    CaseSpec spec;
    bool finite;
    char sizes[200];
    size_t accesses; // by lines of the file
    uint64_t lanes;  // that take part in them, all together
} CaseKnown;
#define MOST_CASES 40
typedef struct {
    const Paths *paths;
    const Exercise *exercise;
    const char *folder, *shown; // a private folder; the name of the file
    const char *source;
    size_t length;
    uint64_t inputs;          // what the values of cases are drawn from
    uint64_t seed;            // what their sizes are drawn from
    char program[PATH_BYTES]; // built from the source
    Observed run;             // of the case that questions are about
    CaseKnown cases[MOST_CASES];
    unsigned case_count;
    bool *sound;      // by line, from 1: all its accesses are known, and other inputs do not change them
    bool *vectors;    // by line: its text names a type of several elements, as float4
    double *barriers; // by line: barriers that warps executed there, by the device's counter
    unsigned line_count;
    bool doubles;    // its text has numbers of eight bytes
    unsigned builds; // of changed programs, so far
} Subject;
// Builds and runs the source, and chooses the case. false with a sentence in error: nothing can be asked, or the grader
// could not work. subject_close is needed all the same.
bool subject_open(Subject *subject, Message error);
void subject_close(Subject *subject);
// Builds another source for the same exercise into program. false: it does not build.
bool subject_build(Subject *subject, const char *source, char program[PATH_BYTES]);
// Runs a program on a case. inputs: another number, other values. false: the grader could not work.
bool subject_run(const Subject *subject, const char *program, const CaseSpec *spec, uint64_t inputs,
                 Observed *observed);
void observed_free(Observed *observed);
// How many sizes a case's label names, "64 x 48 x 80"; 0: it does not say all of them in their order.
unsigned sizes_named(const CaseSpec *spec);
// The same on sizes that no case has, in the order of the label of the case that questions are about.
bool subject_run_sizes(const Subject *subject, const char *program, const int64_t *sizes, Observed *observed);
// "block (2, 0)"; "Warp 4 of block (2, 0) holds threads (0, 4) to (31, 4)."
void say_block(const Observed *run, const Access *access, char *words, size_t size);
void say_warp(const Observed *run, const Access *access, char *words, size_t size);
void say_index(const unsigned size[3], const unsigned index[3], char *words, size_t bytes); // "(3, 4)" of such a block
unsigned threads_of_warp(const Observed *run, const Access *access); // 32, but for the last warp of some blocks
// Where lane 0 of the block's thread stands: x, y, z.
void thread_of(const Launch *launch, unsigned linear, unsigned thread[3]);

// ---- edits.c ----

typedef struct {
    char *text;        // the source after the change, to be freed
    unsigned line;     // where
    char shown[200];   // the line after the change, without its indentation
    unsigned from, to; // of `shown`: what is new, to be set in bold
    char was[80];      // what it was: "x < width && "
} Change;
// The source with [begin, end) replaced by `with`, which has no newline. false: out of memory.
bool change_make(const char *source, const char *begin, const char *end, const char *with, Change *change);
void change_free(Change *change);
// A declaration "__shared__ TYPE name[A][B];": the last one's name that the line's text names alone, and its size.
typedef struct {
    char name[64];
    const char *size_begin, *size_end; // of B, in the source
    unsigned columns;                  // its value
} Tile;
// Two-dimensional shared arrays of four-byte elements whose sizes are known. Returns how many, at most `most`.
// `kernel`: that runs, which says what the parameters of its template are.
unsigned tiles_find(const char *source, const char *kernel, Tile *tiles, unsigned most);
// Where the text names it, as a whole word. NULL: nowhere. word_find gives up after some thousand looks; lines of a
// trace are far more.
const char *name_find(const char *at, const char *end, const char *name);
// Whether the line of the source names this tile and none of the others.
bool line_names_only(const char *source, unsigned line, const Tile *tiles, unsigned count, unsigned which);

// ---- asked.c ----

typedef enum {
    ASK_REUSE,
    ASK_TILE,
    ASK_WIDTH,
    ASK_SIZES,
    ASK_BARRIER,
    ASK_STEPS,
    ASK_ROUNDS,
    ASK_SECTORS,
    ASK_PASSES,
    ASK_LANES,
    ASK_TRIPS,
    ASK_IDLE,
    ASK_LAST,
    ASK_GRID,
    ASK_TRAFFIC,
    ASK_REQUESTS,
    ASK_KINDS
} AskKind; // the best first
extern const char *const ask_names[ASK_KINDS];
typedef struct {
    AskKind kind;
    unsigned line;
    char asks[900], key[48], why[400];
    struct {
        char answer[48], says[120];
    } misses[4]; // near misses, with the misconception behind each
    unsigned miss_count;
    Change change;            // the changed program; line 0: it is about the program as it stands
    char ran[300];            // what the changed program did
    char program[PATH_BYTES]; // the changed program, where other sizes can be tried; ""
    uint64_t hash;            // of the key, as answers are compared; questions_choose fills it
} Asked;
typedef struct {
    unsigned made[ASK_KINDS], refused[ASK_KINDS], dull[ASK_KINDS], good[ASK_KINDS];
} Tally;
typedef struct {
    Asked *items;
    unsigned count;
    Tally tally;
    uint64_t seed;
} Questions;
unsigned draw_below(uint64_t *seed, unsigned most);           // a number below most
unsigned questions_draw(Questions *questions, unsigned most); // the same, of the questions' seed
// Adds a good one, and counts it. It may be changed until the next is added. NULL: out of memory.
Asked *questions_add(Questions *questions, AskKind kind, unsigned line);
uint64_t answer_hash(const char *answer); // equal if asked_right takes them for equal
void asked_miss(Asked *asked, const char *says, const char *format, ...) __attribute__((format(printf, 3, 4)));
void questions_free(Questions *questions);
// Whether a typed answer is the key: numbers as numbers, lists in any order, "17 too early" as "17, too early".
bool asked_right(const Asked *asked, const char *answer);
// The misconception behind a wrong answer; NULL: none is known.
// What a veto names a question by.
enum { TAG_BYTES = 8 };
void asked_tag(const Asked *asked, char tag[TAG_BYTES]);
const char *asked_miss_of(const Asked *asked, const char *answer);

// kinds.c, kinds_change.c: all candidates of a program.
void kinds_of_run(Subject *subject, Questions *questions);
void kinds_of_changes(Subject *subject, Questions *questions);

// choose.c: what a program is asked: `wanted` of them, of several kinds, the best kinds first, and no line twice where
// that can be avoided; behind them the others, as spare questions. Returns how many of the first are there. `others`
// have been chosen for other students: no two students share more than one key if the questions allow it.
#define LEAST_KINDS 4
typedef struct {
    const Questions *questions;
    unsigned asked;
} AskedOf;
unsigned questions_choose(Questions *questions, unsigned wanted, const AskedOf *others, unsigned other_count);
unsigned keys_shared(const Questions *questions, unsigned count, const AskedOf *other);
unsigned questions_kinds(const Questions *questions, unsigned count); // different kinds of the first ones
// Makes all candidates of a source. false with a sentence: nothing can be asked.
bool questions_make(Subject *subject, uint64_t seed, Questions *questions, Message error);

// ---- explain.c, sheets.c, examine.c ----

// Asks three questions on the student's file at the terminal. 0: asked; 1: it is not right yet, or there is nothing to
// ask, in words; 2: the grader could not work.
int explain_command(const Paths *paths, const Exercise *exercise);

#define SHEET_QUESTIONS 5
typedef struct {
    const char *student;
    const Exercise *exercise;
    const char *source;
    const char *sizes, *launched; // of the case; its launches, in words
    const Questions *questions;
    unsigned asked;     // how many stand on the sheet
    const char *reason; // why there are fewer; "" where there are five
} Sheet;
void sheet_write(FILE *out, const Sheet *sheet);
void sheet_write_key(FILE *out, const Sheet *sheet);
void sheet_write_card(FILE *out, const Sheet *sheet);

// grade examine SUBMISSIONS -o DIRECTORY [--exercise NAME] [--unsafe].
int examine_command(const Paths *paths, int argc, char **argv);

#endif
