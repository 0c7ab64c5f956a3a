// exercise.h - what an exercise is to the grader: cases, inputs, oracle, limits, points, hints.
//
// One piece of data walks through it like this: a CaseSpec and a seed become inputs (make), the student's program
// turns them into outputs, check compares those with the oracle and fills a CaseResult; the device's report of the
// same run is held against the limits; parts turn both into points. An exercise is one file in
// grader/exercises/ and one row in exercises.def; nothing else in the grader knows its name.
#ifndef EXERCISE_H
#define EXERCISE_H

#include "../../common/case_file.h"
#include <stdbool.h>
#include <stdint.h>

#define CASE_SIZES 6

typedef struct {
    const char *label;        // "64 x 48 x 80", what a student reads
    int64_t size[CASE_SIZES]; // meaning is the exercise's own (m, n, k, ...)
    bool hidden;              // its inputs and expected values are never shown
    bool measured;            // limits are checked on this case
} CaseSpec;

// The first wrong element, or why there is none to show.
typedef struct {
    bool passed;
    bool has_element;
    uint64_t index[3];
    unsigned index_count; // 2: (row, column)
    char array[24];
    double expected, got;
    uint64_t wrong_count, total;
    char message[240]; // one sentence: "C[3][17] is 0, expected 1.25 (tolerance 1e-5); 4096 of 4096 elements wrong"
} CaseResult;

// Counters of one run, summed over its launches, by the names in the device's report.
typedef struct DeviceReport DeviceReport;
double report_counter(const DeviceReport *report, const char *name); // 0 if there is none
uint64_t report_launches(const DeviceReport *report);
uint64_t report_threads(const DeviceReport *report); // threads launched in all

// A limit on what the device counted: numerator / denominator (NULL: 1) lies in [least, most].
// Where the bound depends on the case, `bounds` fills least and most instead.
typedef struct {
    const char *label; // "sectors per load request"
    const char *numerator, *denominator;
    double least, most;
    void (*bounds)(const CaseSpec *spec, double *least, double *most);
    double (*measure)(const DeviceReport *report, const CaseSpec *spec); // instead of numerator/denominator
    const char *advice;                                                  // what to look at when it is not met
} Limit;

typedef enum { PART_CASES, PART_CLEAN, PART_LIMIT } PartKind;
typedef struct {
    const char *label; // "right results", "no faults", "coalesced loads"
    int points;
    PartKind kind; // PART_CASES: shared out over the cases; PART_CLEAN: no fault; PART_LIMIT: limits[limit]
    unsigned limit;
} Part;

typedef struct {
    const char *name;    // "matmul_coalesced": the file is NAME.cu
    const char *chapter; // "02_coalescing": the folder under exercises/, solutions/ and chapters/
    const char *title;
    const char *checklist;   // points of the six-point checklist it practises, comma-separated
    const char *interface;   // common/interfaces/INTERFACE.cu is linked with it; NULL: a whole program
    const char *must_define; // the function the student must define, as C++ prototype; NULL for programs
    const CaseSpec *cases;
    unsigned case_count;
    // Fills the input of a case from the seed. Whole programs get their arguments from `arguments` instead.
    bool (*make)(const CaseSpec *spec, uint64_t seed, CaseFile *input);
    void (*arguments)(const CaseSpec *spec, uint64_t seed, char *const argv[8], unsigned *count); // argv[i][64]
    // Compares the output with the oracle. output is NULL for whole programs, text is what they printed.
    void (*check)(const CaseSpec *spec, const CaseFile *input, const CaseFile *output, const char *text,
                  const DeviceReport *report, CaseResult *result);
    // Judges all cases together (several seeds of a random program); NULL: nothing to say.
    void (*check_all)(const CaseResult *results, unsigned count, const char *const *texts, CaseResult *result);
    const Limit *limits;
    unsigned limit_count;
    const Part *parts; // points add up to 100
    unsigned part_count;
    const char *hints[3];
} Exercise;

// Every exercise, in the order of the chapters.
extern const Exercise *const exercises[];
extern const unsigned exercise_count;
const Exercise *exercise_named(const char *name); // NULL if there is none

// inputs.c: values that expose mistakes, the same on every machine. Never 0, never symmetric, signs mixed.
typedef struct {
    uint64_t state;
} Random;
Random random_seeded(uint64_t seed);
uint64_t random_next(Random *random);
void random_fill(Random *random, float *values, uint64_t count); // in +-[0.25, 1)
// oracle.c: compares against a double precision reference with a tolerance that grows with the reduction's length
// (`terms` products summed); NaN never passes. Fills the first wrong element.
void compare_matrix(const char *name, const float *got, const double *expected, uint64_t rows, uint64_t columns,
                    uint64_t terms, CaseResult *result);

#endif
