// definition.c - chapter 11, curand_states: generators that go on where the launch before them stopped.
//
// Thread t draws from sequence t of XORWOW, so every number is given by the seed. The key program prints them; what a
// student's two functions draw must be the same bit for bit, in one call and in two. Each has a seed of its own, so
// that numbers which one of them drew are of no use to the other.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS, FIRST, SECOND }; // CaseSpec.size: threads, draws of the first call and of the second

#define STATES_CASE(threads, first, second, ...)                                                                       \
    {                                                                                                                  \
        .label = #threads " threads, " #first " + " #second " draws",                                                  \
        .size = {[THREADS] = threads, [FIRST] = first, [SECOND] = second}, __VA_ARGS__                                 \
    }

// All hidden ones are measured: a program can tell cases apart by their sizes.
static const CaseSpec cases[] = {
    {.label = "1 thread, 10 + 10 draws", .size = {1, 10, 10}},
    STATES_CASE(100, 1, 7),
    STATES_CASE(512, 12, 8, .measured = true),
    {.hidden = true, .measured = true},
    {.size = {[THREADS] = 64 * 32}, .hidden = true, .measured = true}, // and up to a quarter more
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t large = spec->size[THREADS];
    spec->size[THREADS] = large ? random_between(&random, large, large + large / 4) : random_odd_size(&random, 33, 300);
    spec->size[FIRST] = random_between(&random, 2, 9);
    spec->size[SECOND] = random_between(&random, 2, 9);
    label_sizes(spec, "# threads, # + # draws");
}

static uint64_t seed_of_twice(uint64_t seed) { return seed % 1000000000 + 1; }
static uint64_t seed_of_once(uint64_t seed) { return seed_of_twice(seed) + 1000000000; }

static void key_arguments(const CaseSpec *spec, uint64_t seed, char *const argv[8], unsigned *count) {
    snprintf(argv[0], 64, "%" PRIu64, seed_of_twice(seed));
    snprintf(argv[1], 64, "%" PRId64, spec->size[THREADS]);
    snprintf(argv[2], 64, "%" PRId64, spec->size[FIRST] + spec->size[SECOND]);
    snprintf(argv[3], 64, "%" PRIu64, seed_of_once(seed));
    *count = 4;
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    uint64_t numbers = (uint64_t)(spec->size[THREADS] * (spec->size[FIRST] + spec->size[SECOND]));
    return input_size(input, "seed_of_once", (int64_t)seed_of_once(seed)) &&
           input_size(input, "seed_of_twice", (int64_t)seed_of_twice(seed)) &&
           input_size(input, "threads", spec->size[THREADS]) && input_size(input, "first", spec->size[FIRST]) &&
           input_size(input, "second", spec->size[SECOND]) && output_announce(input, "once", CASE_FLOAT32, numbers) &&
           output_announce(input, "twice", CASE_FLOAT32, numbers);
}

// Where two rows of numbers are the same that should differ, the reason is known.
static const char *mistake_in(const float *got, const CaseSpec *spec) {
    size_t threads = (size_t)spec->size[THREADS], first = (size_t)spec->size[FIRST];
    if (isnan(got[0])) return NULL; // never written
    if (!memcmp(got, got + first * threads, threads * sizeof *got))
        return "the second call draws what the first drew: draw from a copy, curand_uniform(&state), and behind the "
               "loop store that copy back, states[t] = state";
    if (threads > 1 && got[0] == got[1])
        return "two threads draw the same numbers: pass the thread's number as the sequence, curand_init(seed, t, 0, "
               "...)";
    if (threads > 1 && got[1] == got[threads])
        return "each thread draws what its neighbour draws one draw later: the thread's number is the sequence, not "
               "the offset, curand_init(seed, t, 0, ...)";
    for (size_t apart = 2; apart + 1 < threads; apart++)
        if (got[0] == got[apart] && got[1] == got[apart + 1])
            return "threads of later blocks draw the numbers of the first block's: the sequence is the thread's number "
                   "in the grid, blockIdx.x * blockDim.x + threadIdx.x";
    for (size_t i = 0; i < threads * first; i++)
        if (!(got[i] > 0 && got[i] <= 1))
            return "numbers lie outside of (0, 1]: curand_uniform() draws uniform ones, and needs nothing added to "
                   "them";
    return NULL;
}

// Whether the generators with the other seed went on where the first call had left these: a program that keeps its
// generators, or where they stand, outside of the states that it is given, has one set of them.
static bool draws_from_one(const Outcome *outcome, const double *expected) {
    uint64_t threads = (uint64_t)outcome->spec->size[THREADS], second = (uint64_t)outcome->spec->size[SECOND];
    uint64_t first = (uint64_t)outcome->spec->size[FIRST];
    CaseResult ignored;
    const float *once = output_array(outcome, "once", CASE_FLOAT32, threads * (first + second), &ignored);
    for (uint64_t i = 0; once && i < threads * second; i++)
        if (once[i] != (float)expected[first * threads + i]) return false;
    return once;
}
#define ONE_FOR_ALL                                                                                                    \
    "both sets of generators draw from the same states: keep each thread's generator in states[t], and nothing in "    \
    "variables outside of the functions"

// The next numbers that the key program printed.
static void take_numbers(const char **at, uint64_t count, double *numbers) {
    for (uint64_t i = 0; i < count; i++) numbers[i] = (float)strtod(*at, (char **)at);
}

static void check(const Outcome *outcome, CaseResult *result) {
    const CaseSpec *spec = outcome->spec;
    uint64_t threads = (uint64_t)spec->size[THREADS], first = (uint64_t)spec->size[FIRST];
    uint64_t draws = first + (uint64_t)spec->size[SECOND];
    double *expected = calloc(2 * threads * draws, sizeof *expected), *by_seed = expected + threads * draws;
    if (!expected) abort(); // a hundred kilobytes
    const char *at = outcome->key_text;
    take_numbers(&at, threads * draws, expected);
    take_numbers(&at, threads * draws, by_seed);
    Expected array = {.name = "twice", .type = CASE_FLOAT32, .rank = 2, .dims = {draws, threads}, .expected = expected};
    compare_output(outcome, &array, result);
    const float *got = result->passed ? NULL : output_array(outcome, "twice", CASE_FLOAT32, threads * draws, result);
    const char *mistake = got ? mistake_in(got, spec) : NULL;
    if (mistake) result_wrong(result, "%s", mistake);
    else if (!result->passed) {
        compare_output(outcome, &array, result);
        name_cause(outcome, &array, by_seed,
                   "threads differ by seed and not by sequence: pass the thread's number as the sequence, "
                   "curand_init(seed, t, 0, ...)",
                   result);
        for (uint64_t i = 0; i < threads * draws; i++) by_seed[i] = (float)(1 - expected[i]);
        name_cause(outcome, &array, by_seed, "1 minus each number is stored: store what curand_uniform() returns",
                   result);
        take_columns(expected, first, threads, by_seed);
        take_columns(expected + first * threads, draws - first, threads, by_seed + first * threads);
        name_cause(outcome, &array, by_seed,
                   "the numbers of a thread lie side by side: store draw d of thread t at "
                   "out[d * threads + t]",
                   result);
        if (draws_from_one(outcome, expected)) result_cause(result, "%s", ONE_FOR_ALL);
    }
    array.name = "once";
    take_numbers(&at, threads * draws, expected);
    if (result->passed) compare_output(outcome, &array, result);
    free(expected);
}

static double warps(const CaseSpec *spec) { return ceil((double)spec->size[THREADS] / 32); }

// Instructions are given, so that the answer does not depend on what a compiler makes of the generator.
static bool start_key(const KeyRun *run, char answer[64]) {
    double start = key_drawn(run, "start"), rest = key_drawn(run, "each") * key_drawn(run, "numbers");
    return snprintf(answer, 64, "%.12g", 100 * start / (start + rest)) > 0;
}

#include "curand_states.text.h"
