// definition.c - chapter 11, pi_monte_carlo: pi from random points, a whole program.
//
// The seed, the sequences and the way of a number to a point are given, so the count of points inside the circle is one
// whole number, and the key program knows it: for each generator that may be used, and for the common mistakes, which a
// wrong count is then named by. An estimate that merely looks good, invented or drawn elsewhere, has another count.
//
// So chance has no say in a right program: it is never refused. Could another pass by luck? Of 229,376 points, inner
// has the standard deviation sqrt(n p (1 - p)) = 197 with p = pi / 4, so that no count is likelier than 1 / (197 sqrt(2
// pi)) = 0.0021. Right are at most four counts (two generators, two maps): 0.0082 a case. Three cases have seeds that
// nobody knows; they are right by luck once in 1.8 million gradings. Points that are the same in many threads spread
// further and are less likely still.
#include "../definition.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 56, THREADS = 256, ALL_THREADS = BLOCKS * THREADS };
enum { POINTS, FIXED_SEED }; // CaseSpec.size: points per thread, and a seed or 0 for one of the grader's

static const double pi = 3.14159265358979323846;

static const CaseSpec cases[] = {
    {.label = "seed 2024, 16 points a thread", .size = {[POINTS] = 16, [FIXED_SEED] = 2024}, .measured = true},
    {.label = "another seed, 16 points a thread", .size = {[POINTS] = 16}},
    {.label = "a hidden seed, 25 points a thread", .size = {[POINTS] = 25}, .hidden = true},
    {.label = "a hidden seed, 16 points a thread", .size = {[POINTS] = 16}, .hidden = true, .measured = true},
};

typedef struct {
    uint64_t inner, total;
    double estimate;
} Answer;

static void arguments(const CaseSpec *spec, uint64_t seed, char *const argv[8], unsigned *count) {
    uint64_t chosen = spec->size[FIXED_SEED] ? (uint64_t)spec->size[FIXED_SEED] : seed % 1000000000 + 1;
    snprintf(argv[0], 64, "%" PRIu64, chosen);
    snprintf(argv[1], 64, "%" PRId64, spec->size[POINTS]);
    *count = 2;
}

// Reads "NAME<digits>" and moves past it.
static bool number_read(const char **text, const char *name, uint64_t *value) {
    size_t length = strlen(name);
    if (strncmp(*text, name, length) || (*text)[length] < '0' || (*text)[length] > '9') return false;
    char *end;
    *value = strtoull(*text + length, &end, 10);
    *text = end;
    return true;
}

// Finds the one line "inner=N total=M pi=X". false if there is none or more than one.
static bool answer_read(const char *text, Answer *answer) {
    unsigned found = 0;
    for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        const char *rest = line;
        Answer read;
        if (!number_read(&rest, "inner=", &read.inner) || !number_read(&rest, " total=", &read.total)) continue;
        if (strncmp(rest, " pi=", 4) || rest[4] < '0' || rest[4] > '9') continue;
        char *end;
        read.estimate = strtod(rest + 4, &end);
        if (*end != '\n' && *end != '\r' && *end) continue;
        *answer = read;
        found++;
    }
    return found == 1;
}

// How many standard errors the count lies from its mean if a point is inside with that probability: it is binomial.
static double sigmas_from(const Answer *answer, double probability) {
    double mean = (double)answer->total * probability;
    return ((double)answer->inner - mean) / sqrt(mean * (1 - probability));
}
static double answer_sigmas(const Answer *answer) { return sigmas_from(answer, pi / 4); }
static bool is_count_of(const Answer *answer, double probability) { return fabs(sigmas_from(answer, probability)) < 5; }

// A line "KIND GENERATOR COUNT MAP" of the key program.
typedef struct {
    char kind[32], generator[32], map[32];
    uint64_t count;
} KeyLine;

// A line of that count among those of right programs, or among those of mistakes. false: there is none.
static bool key_line_among(const char *text, uint64_t inner, bool right, KeyLine *line) {
    for (; text && *text; text = strchr(text, '\n'), text = text ? text + 1 : NULL)
        if (sscanf(text, "%31s %31s %" SCNu64 " %31s", line->kind, line->generator, &line->count, line->map) == 4 &&
            line->count == inner && right == !strcmp(line->kind, "right"))
            return true;
    return false;
}

// What program gives that count. By chance a mistake may give the count of a right one, which is then taken for right.
// false: none that is known.
static bool key_line_of(const char *text, uint64_t inner, KeyLine *line) {
    return key_line_among(text, inner, true, line) || key_line_among(text, inner, false, line);
}

static const char *mistake_of(const char *kind) {
    static const struct {
        const char *kind, *says;
    } mistakes[] = {
        {"one_sequence", "every thread draws the same points: pass the thread's number as the sequence, "
                         "curand_init(seed, thread, 0, ...)"},
        {"by_thread", "all blocks draw the same points: let the sequence number contain blockIdx.x"},
        {"by_block", "all threads of a block draw the same points: let the sequence number contain threadIdx.x"},
        {"seed_plus_thread", "threads differ by seed and not by sequence: pass the thread's number as the sequence, "
                             "curand_init(seed, thread, 0, ...)"},
        {"offsets", "threads differ by offset and not by sequence: pass the thread's number as the sequence, "
                    "curand_init(seed, thread, 0, ...)"},
        {"first_of_block", "only the first thread of each block is counted: add the counts of all threads"},
        {"half", "one coordinate is drawn between 0 and 1 and the other between -1 and 1, which is half of the square: "
                 "stretch both, 2 * curand_uniform_double(&state) - 1"},
        {"one_more", "each thread draws one point too many: the loop must run `points` times, i = 0 to points - 1"},
        {"one_less", "each thread draws one point too few: the loop must run `points` times, i = 0 to points - 1"},
        {"single", "the points are drawn in single precision: curand_uniform_double gives doubles"},
    };
    for (size_t i = 0; i < COUNT_OF(mistakes); i++)
        if (!strcmp(kind, mistakes[i].kind)) return mistakes[i].says;
    return NULL;
}

static double per_point(const DeviceReport *report, const CaseSpec *spec, const char *counters) {
    return report_counter(report, counters) / (double)(ALL_THREADS * spec->size[POINTS]);
}

static double double_operations_per_point(const DeviceReport *report, const CaseSpec *spec) {
    return per_point(report, spec, "dfma+dadd+dmul");
}

enum { LEAST_OPERATIONS = 4 }; // in double precision, of a point

static void count_judge(const Outcome *outcome, const Answer *answer, CaseResult *result) {
    KeyLine line;
    bool known = key_line_of(outcome->key_text, answer->inner, &line);
    const char *mistake = known ? mistake_of(line.kind) : NULL;
    unsigned distance;
    if (mistake) {
        result_wrong(result, "%s", mistake);
    } else if (known && sscanf(line.kind, "without_%u", &distance) == 1) {
        result_wrong(result,
                     "a block's tree adds the counts of half of its threads: its step with distance %u is missing, so "
                     "let its loop run from half of the block down to 1",
                     distance);
    } else if (known) {
        result_right(result, "pi is %.6f, %.1f standard errors off, and the count is exact for %s", answer->estimate,
                     fabs(answer_sigmas(answer)), line.generator);
    } else if (outcome->report && double_operations_per_point(outcome->report, outcome->spec) == 0) {
        result_wrong(result, "inner=%" PRIu64 " is a count from elsewhere: the kernel drew nothing in double precision",
                     answer->inner);
    } else if (is_count_of(answer, pi / 16)) {
        result_wrong(result,
                     "inner=%" PRIu64 " is a quarter of what it should be: are the coordinates between 0 and 2 and not "
                     "between -1 and 1",
                     answer->inner);
    } else if (is_count_of(answer, sqrt(0.5))) {
        result_wrong(result,
                     "inner=%" PRIu64 " is %.3f of all points, as if x and y were one number: draw a number of its own "
                     "for each",
                     answer->inner, (double)answer->inner / (double)answer->total);
    } else if (!is_count_of(answer, pi / 4)) {
        result_wrong(result,
                     "inner=%" PRIu64 " is %.3f of all points, but pi / 4 = 0.785 of them lie in the circle: draw both "
                     "coordinates between -1 and 1, test x * x + y * y < 1, and add the counts of all threads",
                     answer->inner, (double)answer->inner / (double)answer->total);
    } else {
        result_wrong(result,
                     "inner=%" PRIu64
                     " (%.1f standard errors off) is not what the %d sequences of this seed give: thread "
                     "t draws from sequence t, offset 0, points as doubles",
                     answer->inner, fabs(answer_sigmas(answer)), ALL_THREADS);
    }
}

static void answer_judge(const Outcome *outcome, const Answer *answer, CaseResult *result) {
    uint64_t total = (uint64_t)(ALL_THREADS * outcome->spec->size[POINTS]);
    double exact = 4.0 * (double)answer->inner / (double)total;
    if (answer->inner == 0 && outcome->report && report_copied(outcome->report, REPORT_DEVICE_TO_HOST) == 0)
        result_wrong(result, "inner is 0: the count was not copied from the device. After the launch, copy it with "
                             "cudaMemcpy from memory of cudaMalloc, or with cudaMemcpyFromSymbol from a __device__ "
                             "variable");
    else if (answer->total == total && answer->estimate == floor(answer->estimate) && answer->inner)
        result_wrong(result, "pi is %.6f, a whole number: 4 * inner / total is an integer division; write 4.0 * inner",
                     answer->estimate);
    else if (answer->total != total)
        result_wrong(result, "total is %" PRIu64 ", expected %" PRIu64 ": 56 x 256 threads times the points per thread",
                     answer->total, total);
    else if (!(fabs(answer->estimate - exact) <= 1e-6))
        result_wrong(result, "pi is %.6f, but 4 * inner / total is %.6f", answer->estimate, exact);
    else count_judge(outcome, answer, result);
    if (answer->total != total)
        result_cause(result,
                     "total is not 56 x 256 threads times the points per thread that the program was told to draw");
    result->expected = pi;
    result->got = answer->estimate;
}

// A point is two doubles, each of two numbers of the generator, which makes one by nine operations at least.
enum { POINT_INSTRUCTIONS = 2 * 2 * 9 };
static bool drawn_on_device(const Outcome *outcome) {
    return !outcome->report || per_point(outcome->report, outcome->spec, "thread_instructions") >= POINT_INSTRUCTIONS;
}

// A kernel needs the seed and little else. A point that the host draws is 16 bytes at least, and each thread has many.
enum { TOLD_BYTES = 8 * ALL_THREADS };
static bool told_what_to_count(const Outcome *outcome) {
    return outcome->report && report_told(outcome->report) > TOLD_BYTES;
}

static void check(const Outcome *outcome, CaseResult *result) {
    Answer answer = {0};
    if (answer_read(outcome->text, &answer)) answer_judge(outcome, &answer, result);
    else result_wrong(result, "the program must print exactly one line of the form inner=<n> total=<m> pi=<estimate>");
    if (result->passed && told_what_to_count(outcome))
        result_wrong(result,
                     "the count is right, but %.0f bytes of what is counted were copied to the device: draw the points "
                     "in the kernel",
                     report_told(outcome->report));
    if (result->passed && !drawn_on_device(outcome))
        result_wrong(result, "the count is right, but no kernel drew that many points: the work belongs on the device");
}

static const CaseSpec timed = {.label = "2,000 points a thread", .size = {[POINTS] = 2000, [FIXED_SEED] = 2024}};
static double work(const CaseSpec *spec) { return (double)spec->size[POINTS]; }

#include "pi_monte_carlo.text.h"
