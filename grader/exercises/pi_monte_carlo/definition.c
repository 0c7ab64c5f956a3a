// definition.c - chapter 11, pi_monte_carlo: pi from random points, a whole program; graded on the estimate and on real
// drawing.
//
// A program that draws N independent points has inner ~ Binomial(N, pi / 4). Every case allows MAX_SIGMAS standard
// errors; together, the squared deviations of all seeds are held against a chi-squared bound, which finds threads that
// share numbers: they inflate the variance long before they bias the mean. An honest program fails either about once
// in 10^6 gradings.
#include "../definition.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 56, THREADS = 256, ALL_THREADS = BLOCKS * THREADS };
enum { POINTS, FIXED_SEED }; // CaseSpec.size: points per thread, and a seed or 0 for one of the grader's

static const double pi = 3.14159265358979323846;
static const double max_sigmas = 5;

// The first three cases are one run three times: two counts of different seeds are equal by chance once in 700 times
// (their standard deviation is 197), three of them once in half a million. The first five have as many points, so their
// counts can be compared.
static const CaseSpec cases[] = {
    {.label = "seed 2024, 16 points a thread", .size = {[POINTS] = 16, [FIXED_SEED] = 2024}},
    {.label = "seed 2024 again", .size = {[POINTS] = 16, [FIXED_SEED] = 2024}},
    {.label = "seed 2024 a third time", .size = {[POINTS] = 16, [FIXED_SEED] = 2024}, .hidden = true},
    {.label = "another seed, 16 points a thread", .size = {[POINTS] = 16}, .measured = true},
    {.label = "a third seed, 16 points a thread", .size = {[POINTS] = 16}, .hidden = true, .measured = true},
    {.label = "a fourth seed, 25 points a thread", .size = {[POINTS] = 25}, .hidden = true},
};
enum { SAME_SEED = 3, SAME_POINTS = 5 };

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

// How many standard errors the count of inner points lies from its mean.
static double answer_sigmas(const Answer *answer) {
    double mean = (double)answer->total * pi / 4;
    return ((double)answer->inner - mean) / sqrt(mean * (1 - pi / 4));
}

static void answer_judge(const Answer *answer, uint64_t total, CaseResult *result) {
    size_t room = sizeof result->message;
    double exact = 4.0 * (double)answer->inner / (double)total, error = 4 * sqrt(pi / 4 * (1 - pi / 4) / (double)total);
    if (answer->total != total)
        snprintf(result->message, room,
                 "total is %" PRIu64 ", expected %" PRIu64 ": 56 x 256 threads times the points "
                 "per thread",
                 answer->total, total);
    else if (answer->inner > total)
        snprintf(result->message, room, "inner is %" PRIu64 ", more than the %" PRIu64 " points", answer->inner, total);
    else if (!(fabs(answer->estimate - exact) <= 1e-6))
        snprintf(result->message, room, "pi is %.6f, but 4 * inner / total is %.6f", answer->estimate, exact);
    else if (fabs(answer_sigmas(answer)) > max_sigmas)
        snprintf(result->message, room,
                 "pi is %.6f, %.1f standard errors (%.6f each) from %.6f; at most %g are allowed", answer->estimate,
                 fabs(answer_sigmas(answer)), error, pi, max_sigmas);
    else {
        result->passed = true;
        snprintf(result->message, room, "pi is %.6f, %.1f standard errors off", answer->estimate,
                 fabs(answer_sigmas(answer)));
    }
    result->expected = pi;
    result->got = answer->estimate;
}

static void check(const Outcome *outcome, CaseResult *result) {
    *result = (CaseResult){0};
    Answer answer;
    if (answer_read(outcome->text, &answer))
        answer_judge(&answer, (uint64_t)(ALL_THREADS * outcome->spec->size[POINTS]), result);
    else
        snprintf(result->message, sizeof result->message,
                 "the program must print exactly one line of the form inner=<n> total=<m> pi=<estimate>");
    result->wrong_count = !result->passed;
}

// What all counts (one per distinct seed) being multiples of `factor` would mean; an honest program meets it by chance
// with probability factor^-count.
static const char *shared_numbers(const Answer *answers, unsigned count) {
    static const struct {
        uint64_t factor;
        const char *meaning;
    } signs[] = {
        {ALL_THREADS, "every thread draws the same points: give each its own sequence number"},
        {THREADS, "all threads of a block draw the same points: the sequence number must contain threadIdx.x"},
        {BLOCKS, "all blocks draw the same points: the sequence number must contain blockIdx.x"},
    };
    for (unsigned i = 0; i < COUNT_OF(signs); i++) {
        bool all = true;
        for (unsigned j = 0; j < count; j++) all = all && answers[j].inner % signs[i].factor == 0;
        if (all) return signs[i].meaning;
    }
    return NULL;
}

// NULL, or what the answers of all cases, taken together, show to be wrong.
static const char *answers_judge(const Answer *answers) {
    static const double chi_squared_bound = 34;       // 4 degrees of freedom: exceeded by chance with probability 7e-7
    const Answer *distinct = answers + SAME_SEED - 1; // one answer per seed
    unsigned seeds = COUNT_OF(cases) - (SAME_SEED - 1);
    for (unsigned i = 1; i < SAME_SEED; i++)
        if (answers[i].inner != answers[0].inner)
            return "the same seed gave two different counts: where else do your numbers come from?";
    bool changes = false;
    for (unsigned i = 1; i < SAME_POINTS - (SAME_SEED - 1); i++)
        changes = changes || distinct[i].inner != distinct[0].inner;
    if (!changes) return "three different seeds gave the same count: the seed must reach curand_init";
    const char *shared = shared_numbers(distinct, seeds);
    if (shared) return shared;
    double sum = 0;
    for (unsigned i = 0; i < seeds; i++) sum += answer_sigmas(&distinct[i]) * answer_sigmas(&distinct[i]);
    if (sum > chi_squared_bound)
        return "over all seeds the estimates scatter more than independent points would: the "
               "threads share random numbers";
    return NULL;
}

static void check_all(const Outcome *outcomes, const CaseResult *results, unsigned count, CaseResult *result) {
    *result = (CaseResult){.passed = true};
    Answer answers[COUNT_OF(cases)];
    if (count != COUNT_OF(cases)) return;
    for (unsigned i = 0; i < count; i++)
        if (!results[i].passed || !answer_read(outcomes[i].text, &answers[i])) return; // that case says what is wrong
    const char *reason = answers_judge(answers);
    result->passed = !reason;
    result->wrong_count = !result->passed;
    snprintf(result->message, sizeof result->message, "%s",
             reason ? reason : "seeds change the count, equal seeds repeat it, and threads draw independently");
}

static double double_operations_per_point(const DeviceReport *report, const CaseSpec *spec) {
    double operations =
        report_counter(report, "dfma") + report_counter(report, "dadd") + report_counter(report, "dmul");
    return operations / (double)(ALL_THREADS * spec->size[POINTS]);
}

static double threads_launched(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return (double)report_threads(report);
}

// Two coordinates cost a double operation each to make from random bits, and two more to square and add. An
// initialising and a summing kernel may launch as many threads again. One atomic per thread is one request per warp.
static const Part parts[] = {
    RIGHT_RESULTS(50),
    NO_FAULTS(10),
    {.label = "points drawn on the device",
     .points = 15,
     .kind = PART_LIMIT,
     .counts = "double precision operations per point",
     .measure = double_operations_per_point,
     .least = 4,
     .most = 1000,
     .advice = "The points were not drawn in double precision by the kernel"},
    {.label = "56 x 256 threads",
     .points = 10,
     .kind = PART_LIMIT,
     .counts = "threads launched",
     .measure = threads_launched,
     .least = ALL_THREADS,
     .most = 3 * ALL_THREADS + 1024,
     .advice = "The points must be drawn by 56 blocks of 256 threads"},
    {.label = "few atomics",
     .points = 15,
     .kind = PART_LIMIT,
     .counts = "global atomic requests",
     .counter = "global_red_requests+global_atom_requests",
     .most = ALL_THREADS / 32,
     .after = "points drawn on the device",
     .advice = "Count in a register and add once per thread at the end, better once per block"},
};

const Exercise pi_monte_carlo_exercise = {
    .name = "pi_monte_carlo",
    .chapter = "11_random_numbers",
    .title = "Pi from random points: a whole program",
    .checklist = "privatisation",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .arguments = arguments,
    .check = check,
    .check_all = check_all,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .hints =
        {"Every thread needs its own generator state in a local variable, initialised once with the program's seed "
         "and a sequence number that no other thread has.",
         "curand_init(seed, thread, 0, &state) with thread = blockIdx.x * blockDim.x + threadIdx.x; then draw x and "
         "y with curand_uniform_double(&state), stretch them to [-1, 1], and count in a register.",
         "Keep a __device__ unsigned long long total. Add up the block's counts in shared memory, let thread 0 do "
         "one atomicAdd(&total, sum), and read it with cudaMemcpyFromSymbol. Then "
         "printf(\"inner=%llu total=%llu pi=%.6f\\n\", inner, total, 4.0 * inner / total)."},
};
