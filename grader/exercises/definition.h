// definition.h - what definitions of exercises share: inputs, oracles, usual parts.
#ifndef DEFINITION_H
#define DEFINITION_H

#include "exercise.h"
#include <math.h>

// ---- inputs.c: values that expose mistakes, the same on every machine ----

typedef struct {
    uint64_t state;
} Random;
Random random_seeded(uint64_t seed);
uint64_t random_next(Random *random);
uint64_t random_below(Random *random, uint64_t bound);               // in [0, bound)
int64_t random_between(Random *random, int64_t least, int64_t most); // in [least, most]
void random_fill(Random *random, float *values, uint64_t count);     // in +-[0.25, 1): never 0, signs mixed
void random_fill_doubles(Random *random, double *values, uint64_t count);
// A size in [least, most] that is no multiple of 32.
int64_t random_odd_size(Random *random, int64_t least, int64_t most);

// The label of a drawn case: "# x #, # threads" with its sizes in their order for each #.
void label_sizes(CaseSpec *spec, const char *pattern);

// Adds a device input of random floats to a case; NULL: out of memory.
float *input_floats(CaseFile *input, const char *name, Random *random, uint64_t count);
// Adds a size, and announces a device output of floats.
bool input_size(CaseFile *input, const char *name, int64_t value);
bool output_announce(CaseFile *input, const char *name, CaseType type, uint64_t count);

// ---- oracle.c: compares what came back with a double precision reference ----

// The output array of that name if it is of that type and has `count` elements; else fills result and returns NULL.
const void *output_array(const Outcome *outcome, const char *name, CaseType type, uint64_t count, CaseResult *result);

// Compares an output with what is expected. dims[0..rank-1] are the array's sizes, the last one contiguous (for the
// index that is shown). `terms` is how many products or summands went into an element: the tolerance grows with it,
// and 0 means equal. NaN never passes. Fills the first wrong element.
typedef struct Expected {
    const char *name;
    CaseType type; // of the output: CASE_FLOAT32, CASE_FLOAT64 or an integer type
    unsigned rank;
    uint64_t dims[3];
    uint64_t terms;
    const double *expected; // for integers above 2^53 compare yourself
} Expected;
void compare_output(const Outcome *outcome, const Expected *expected, CaseResult *result);
// The same of one element, which has these bits. false: text says what it is and should be.
bool element_compare(const Expected *like, uint64_t i, uint64_t bits, double right, char text[160]);
// Whether the output equals `expected` wherever that is a number. At least a quarter of it must be numbers.
bool output_equals(const Outcome *outcome, const Expected *expected);
// Whether the output is what a mistake makes of it, the first wrong element included where result names it.
bool mistake_explains(const Outcome *outcome, const Expected *like, const double *mistaken, const CaseResult *result);
// Names the cause of a wrong result if the output is what a common mistake makes of it. like: as it was compared.
// mistaken: the output that the mistake makes, NaN where it is not known. Arrays of a few elements prove nothing.
void name_cause(const Outcome *outcome, const Expected *like, const double *mistaken, const char *says,
                CaseResult *result);
// The elements of a matrix that lies by rows, in the order in which it lies by columns.
void take_columns(const double *matrix, uint64_t rows, uint64_t columns, double *turned);
// An oracle, element by element (elements.c): what element i of an output must be, or what a mistake makes of it.
typedef double Element(const Outcome *outcome, uint64_t i);
typedef struct {
    Element *makes;
    const char *says;
} Mistaken;
// A wrong sum of arrays of `bytes` bytes in all: whether its kernels loaded more than that, or less.
void name_loads(const Outcome *outcome, const char *name, double bytes, CaseResult *result);
// compare_output() with what `right` gives for each element; then name_cause() with each mistake, up to an
// empty one. mistakes: NULL if there are none. like: without `expected`.
void compare_elements(const Outcome *outcome, const Expected *like, Element *right, const Mistaken *mistakes,
                      CaseResult *result);
// An input of that name, which make() added, and an element of one of floats.
const void *input_of(const Outcome *outcome, const char *name);
double input_float(const Outcome *outcome, const char *name, uint64_t i);

// A result that is wrong as a whole, or right, in a sentence.
void result_wrong(CaseResult *result, const char *format, ...) __attribute__((format(printf, 2, 3)));
void result_right(CaseResult *result, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Names the cause of a wrong result, which a student reads first: a sentence of at most CAUSE_BYTES.
void result_cause(CaseResult *result, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The advice if no bank conflict was counted, but accesses were split up and so take more passes than whole ones would.
const char *taken_apart(const DeviceReport *report, const CaseSpec *spec);

// Bank conflicts, and what costs the same and has none:
//   - passes beyond `passes`, of accesses that were made by a lane at a time; an atomic of one lane is a pass
//   - passes by which lanes tell each other what they have, beyond those that may turn `warps` times 32 elements: the
//     dearest exchange in registers takes five rounds of a shuffle. A loop over the lanes takes 32, as a column in one
//     bank does.
double conflicts_or_passes(const DeviceReport *report, double passes, double warps);

// ---- usual parts of exercise.txt: "part: COALESCED_LOADS(10, warps)", and lines for the fields that are not here ----

#define RIGHT_RESULTS(value) .label = "right results", .points = value, .kind = PART_CASES
#define NO_FAULTS(value) .label = "no faults", .points = value, .kind = PART_CLEAN
#define ANSWERS(name, value) .label = name, .points = value, .kind = PART_ANSWERS
#define TIME(value) .label = "time", .points = value, .kind = PART_TIME
#define LIMIT(name, value, about, ...) .label = name, .points = value, .kind = PART_LIMIT, .symptom = about, __VA_ARGS__

// 32 elements of 4 bytes are 4 sectors, some more where an array is not aligned; the plain version takes a sector for
// each lane. warps: elements / 32.
#define COALESCED(name, value, about, warps, ...)                                                                      \
    LIMIT(name, value, "coalescing", .counts = about, .per = warps, .most = 4, .slack = 1 / 16., .plain = 32,          \
          __VA_ARGS__)
#define COALESCED_LOADS(value, warps)                                                                                  \
    COALESCED("coalesced loads", value, "sectors loaded per 32 elements", warps, .counter = LOAD_SECTORS)
#define COALESCED_STORES(value, warps)                                                                                 \
    COALESCED("coalesced stores", value, "sectors stored per 32 elements", warps, .counter = STORE_SECTORS)

// Of shared memory. What is shown is worth no points.
#define CONFLICTS(name, value)                                                                                         \
    LIMIT(name, value, "bank_conflicts", .counts = "shared memory bank conflicts", .counter = BANK_CONFLICTS)
#define NO_CONFLICTS(value) CONFLICTS("no bank conflicts", value)
#define CONFLICTS_SHOWN CONFLICTS("shared memory bank conflicts", 0), .most = INFINITY

// Of an array `in`, by a `measure` that calls report_in_flight(): there is no upper limit.
#define IN_FLIGHT(name, value)                                                                                         \
    LIMIT(name, value, "bytes_in_flight", .counts = "bytes of in in flight together", .most = INFINITY)

#endif
