// definition.c - chapter 11, distributions: four distributions from the same generators, in double precision.
//
// Thread t starts each distribution at sequence t, so every number is given by the seed, and the key program prints
// them. A wrong array is told by its mean and spread what it is instead.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS, DRAWS }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "1 thread, 4 draws", .size = {1, 4}},
    {.label = "256 threads, 6 draws", .size = {256, 6}, .measured = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[THREADS] = spec->measured ? 32 * random_between(&random, 64, 80) : random_odd_size(&random, 33, 200);
    spec->size[DRAWS] = spec->measured ? 2 : random_between(&random, 2, 7); // the key prints them all
    label_sizes(spec, "# threads, # draws");
}

static uint64_t seed_of(uint64_t seed) { return seed % 1000000000 + 1; }

static void key_arguments(const CaseSpec *spec, uint64_t seed, char *const argv[8], unsigned *count) {
    snprintf(argv[0], 64, "%" PRIu64, seed_of(seed));
    snprintf(argv[1], 64, "%" PRId64, spec->size[THREADS]);
    snprintf(argv[2], 64, "%" PRId64, spec->size[DRAWS]);
    *count = 3;
}

static const struct {
    const char *name;
    CaseType type;
    const char *is; // what it should be
    // A number is shift + stretch * standard, or exp() of that.
    double shift, stretch;
    bool exponential;
    const char *standard;
} arrays[] = {
    {"uniform", CASE_FLOAT64, "uniform in (-1, 3]", -1, 4, false, "u"},
    {"normal", CASE_FLOAT64, "normal with mean 10 and standard deviation 2", 10, 2, false, "z"},
    {"log_normal", CASE_FLOAT64, "log-normal, whose logarithm has mean 0.5 and standard deviation 0.25", 0.5, 0.25,
     true, "z"},
    {"poisson", CASE_UINT32, "Poisson with mean 3.5", 0, 0, false, NULL},
};

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    uint64_t count = (uint64_t)(spec->size[THREADS] * spec->size[DRAWS]);
    bool made = input_size(input, "seed", (int64_t)seed_of(seed)) &&
                input_size(input, "threads", spec->size[THREADS]) && input_size(input, "draws", spec->size[DRAWS]);
    for (size_t i = 0; i < COUNT_OF(arrays); i++)
        made = made && output_announce(input, arrays[i].name, arrays[i].type, count);
    return made;
}

static double value_at(const void *values, CaseType type, uint64_t i) {
    return type == CASE_FLOAT64 ? ((const double *)values)[i] : ((const uint32_t *)values)[i];
}

// Without the last digits, in which a difference of equal numbers is not 0.
static double rounded(double value) { return round(value * 1e9) / 1e9; }

static double straightened(size_t array, double value) { return arrays[array].exponential ? log(value) : value; }

// If they are the right standard numbers, shifted and stretched by other constants: says by which.
static bool say_constants(const Outcome *outcome, size_t array, uint64_t count, const double *right,
                          CaseResult *result) {
    CaseResult ignored;
    const double *got = output_array(outcome, arrays[array].name, arrays[array].type, count, &ignored);
    uint64_t least = 0, most = 0;
    if (!got || !arrays[array].standard || count < 3) return false;
    for (uint64_t i = 0; i < count; i++) {
        if (right[i] < right[least]) least = i;
        if (right[i] > right[most]) most = i;
    }
    double low = straightened(array, right[least]), got_low = straightened(array, got[least]);
    double slope = (straightened(array, got[most]) - got_low) / (straightened(array, right[most]) - low);
    for (uint64_t i = 0; i < count; i++) {
        double line = got_low + slope * (straightened(array, right[i]) - low);
        if (!(fabs(straightened(array, got[i]) - line) < 1e-9)) return false;
    }
    const char *form = arrays[array].exponential ? "exp(%g + %g * %s)" : "%g + %g * %s";
    char should[60], is[60];
    double shift = arrays[array].shift, stretch = arrays[array].stretch;
    snprintf(should, sizeof should, form, shift, stretch, arrays[array].standard);
    snprintf(is, sizeof is, form, rounded(got_low + slope * (shift - low)), rounded(slope * stretch),
             arrays[array].standard);
    result_wrong(result, "%s should be %s; yours is %s", arrays[array].name, should, is);
    return true;
}

enum { MANY_NUMBERS = 256 }; // of fewer the mean says little
static void say_moments(const Outcome *outcome, size_t array, uint64_t count, CaseResult *result) {
    CaseResult ignored;
    const void *got = output_array(outcome, arrays[array].name, arrays[array].type, count, &ignored);
    double sum = 0, squares = 0;
    for (uint64_t i = 0; got && i < count; i++) sum += value_at(got, arrays[array].type, i);
    double mean = sum / (double)count;
    for (uint64_t i = 0; got && i < count; i++) {
        double off = value_at(got, arrays[array].type, i) - mean;
        squares += off * off;
    }
    if (!got || count < MANY_NUMBERS || !isfinite(mean) || fabs(mean) > 1e6) return; // never written
    if (array == 0 && fabs(mean - 1) < 0.25 && fabs(sqrt(squares / (double)count) - 1.155) < 0.2) {
        result_cause(result,
                     "uniform has the right distribution, but not the numbers that are asked for: draw all of it "
                     "first, from a copy of the state that curand_init made, and begin each other array with "
                     "such a copy");
        return;
    }
    result_cause(result, "%s should be %s; yours has mean %.3g and standard deviation %.3g", arrays[array].name,
                 arrays[array].is, mean, sqrt(squares / (double)count));
}

// The key's numbers of that array.
static void take_numbers(const Outcome *outcome, size_t array, uint64_t count, double *numbers) {
    char *at = (char *)(uintptr_t)outcome->key_text;
    for (uint64_t n = 0; n < (array + 1) * count; n++) numbers[n % count] = strtod(at, &at);
}

// What two threads of `uniform` have in common that should differ; NULL: nothing.
static const char *common_sequence(const Outcome *outcome, uint64_t threads) {
    CaseResult ignored;
    uint64_t draws = (uint64_t)outcome->spec->size[DRAWS];
    const double *got = output_array(outcome, "uniform", CASE_FLOAT64, threads * draws, &ignored);
    if (!got || threads < 4 || isnan(got[0])) return NULL;
    if (got[0] == got[1] && got[1] == got[2])
        return "all threads draw the same numbers: pass the thread's number as the sequence, curand_init(seed, t, 0, "
               "...)";
    if (got[threads] == got[2] && got[threads + 1] == got[3]) // a double takes two numbers of the generator
        return "threads differ by offset and not by sequence: pass the thread's number as the sequence, "
               "curand_init(seed, t, 0, ...)";
    return NULL;
}

static void name_mistake(const Outcome *outcome, size_t array, const Expected *expected, CaseResult *result) {
    static const char *const says[COUNT_OF(arrays)] = {
        "uniform is drawn in single precision: curand_uniform_double() gives doubles",
        "normal goes on where uniform ended: begin each array with a copy of the state that curand_init made",
        "log_normal goes on where normal ended: begin each array with a copy of the state that curand_init made",
        "poisson goes on where log_normal ended: begin each array with a copy of the state that curand_init made",
    };
    uint64_t draws = expected->dims[0], threads = expected->dims[1], count = draws * threads;
    const char *common = array == 0 ? common_sequence(outcome, threads) : NULL;
    double *mistaken = calloc(count, sizeof *mistaken);
    if (!mistaken) abort(); // some kilobytes
    if (common) result_cause(result, "%s", common);
    take_numbers(outcome, COUNT_OF(arrays) + array, count, mistaken);
    name_cause(outcome, expected, mistaken, says[array], result);
    take_columns(expected->expected, draws, threads, mistaken);
    name_cause(outcome, expected, mistaken,
               "the numbers of a thread lie side by side: store draw d of thread t at d * threads + t, in every array",
               result);
    take_numbers(outcome, 2 * COUNT_OF(arrays), count, mistaken);
    if (array == 0)
        name_cause(outcome, expected, mistaken,
                   "threads differ by seed and not by sequence: pass the thread's number as the sequence, "
                   "curand_init(seed, t, 0, ...)",
                   result);
    free(mistaken);
}

static void check(const Outcome *outcome, CaseResult *result) {
    uint64_t threads = (uint64_t)outcome->spec->size[THREADS], draws = (uint64_t)outcome->spec->size[DRAWS];
    double *expected = calloc(threads * draws, sizeof *expected);
    if (!expected) abort(); // some kilobytes
    *result = (CaseResult){.passed = true};
    for (size_t i = 0; i < COUNT_OF(arrays) && result->passed; i++) {
        take_numbers(outcome, i, threads * draws, expected);
        Expected array = {.name = arrays[i].name,
                          .type = arrays[i].type,
                          .rank = 2,
                          .dims = {draws, threads},
                          .terms = arrays[i].type == CASE_FLOAT64 ? 8 : 0, // of scaling by the student
                          .expected = expected};
        compare_output(outcome, &array, result);
        if (!result->passed) name_mistake(outcome, i, &array, result);
        if (result->passed || result->cause[0]) continue;
        if (!say_constants(outcome, i, threads * draws, expected, result))
            say_moments(outcome, i, threads * draws, result);
    }
    free(expected);
}

static double warps(const CaseSpec *spec) { return (double)(spec->size[THREADS] * spec->size[DRAWS]) / 32; }

// Every distribution takes arithmetic on floats or doubles, and the start of a generator takes none.
static double wasted_by_draws(const DeviceReport *report, const CaseSpec *spec) {
    const char *drawing = "ffma+fadd+fmul+dfma+dadd+dmul";
    return report_working_counter(report, "global_store_wasted_bytes", drawing) / warps(spec);
}

// 32 draws of all four arrays are 28 * 32 bytes.
static const char *states_among_results(const DeviceReport *report, const CaseSpec *spec) {
    if (report_counter(report, "global_store_bytes") < 1.5 * 28 * 32 * warps(spec)) return NULL;
    return "Kernels that draw store more than the four arrays hold: store each number once, and keep generators "
           "in local variables, or start them in an earlier kernel";
}

#include "distributions.text.h"
