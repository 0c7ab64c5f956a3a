// definition.c - chapter 03, soa: particles drift, in a layout of the student's own.
//
// The student owns the state between pack and unpack, so sectors are counted over the whole run and divided by the
// particles and steps of the case. A particle drifts with 6 floats loaded and 3 stored: 36 bytes, 1.125 sectors.
// Packing and unpacking the plain way, a field of a structure at a time, touches 8 + 1 and 1 + 8 sectors a particle,
// once.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT, STEPS };
enum { X, VX = 3, MASS = 6, FIELDS = 8 };

#define DRIFT_CASE(count, steps, ...)                                                                                  \
    { .label = #count " particles, " #steps " steps", .size = {[COUNT] = count, [STEPS] = steps}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    DRIFT_CASE(1, 1),    DRIFT_CASE(64, 2),
    DRIFT_CASE(1000, 3), DRIFT_CASE(2048, 50, .measured = true),
    {.hidden = true},    {.hidden = true, .measured = true},
};

// The conversions count, too, and weigh less the more steps there are. So all measured cases have as many, and a layout
// earns the same in each.
enum { MEASURED_STEPS = 50 };

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] = spec->measured ? random_odd_size(&random, 4200, 5600) : random_odd_size(&random, 1200, 2600);
    spec->size[STEPS] = spec->measured ? MEASURED_STEPS : random_between(&random, 40, 60);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " particles, %" PRId64 " steps", spec->size[COUNT],
             spec->size[STEPS]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t floats = (uint64_t)spec->size[COUNT] * FIELDS;
    if (!input_size(input, "count", spec->size[COUNT])) return false;
    if (!input_floats(input, "particles", &random, floats)) return false;
    float *dt = case_file_add(input, "dt", CASE_FLOAT32, CASE_HOST, (uint64_t)spec->size[STEPS]);
    if (dt) random_fill(&random, dt, (uint64_t)spec->size[STEPS]);
    return dt && output_announce(input, "moved", CASE_FLOAT32, floats);
}

// "moved[3][6]" in the words of the exercise.
static void name_field(CaseResult *result) {
    static const char *const fields[] = {"x", "y", "z", "vx", "vy", "vz", "mass", "charge"};
    CaseResult found = *result;
    unsigned field = (unsigned)found.index[1];
    result_wrong(result,
                 "%s of particle %" PRIu64 " is %.7g, expected %.7g: %s; %" PRIu64 " of %" PRIu64 " floats wrong",
                 fields[field], found.index[0], found.got, found.expected,
                 field < VX ? "each drift adds dt times the velocity along the same axis"
                            : "unpack must give back what pack was given",
                 found.wrong_count, found.total);
    result->wrong_count = found.wrong_count;
    result->total = found.total;
}

static void check(const Outcome *outcome, CaseResult *result) {
    const CaseSpec *spec = outcome->spec;
    uint64_t count = (uint64_t)spec->size[COUNT];
    const float *in = case_file_find(outcome->input, "particles")->data;
    const float *dt = case_file_find(outcome->input, "dt")->data;
    double *expected = calloc(count * FIELDS, sizeof *expected), time = 0;
    if (!expected) abort(); // a few hundred kilobytes: the grader itself cannot work
    for (int64_t step = 0; step < spec->size[STEPS]; step++) time += (double)dt[step];
    for (uint64_t i = 0; i < count * FIELDS; i++) {
        expected[i] = in[i];
        if (i % FIELDS < VX) expected[i] += time * (double)in[i + VX - X];
    }
    Expected what = {
        .name = "moved",
        .type = CASE_FLOAT32,
        .rank = 2,
        .dims = {count, FIELDS},
        .terms = (uint64_t)spec->size[STEPS] * 4,
        .expected = expected,
    };
    compare_output(outcome, &what, result);
    free(expected);
    if (!result->passed && result->has_element) name_field(result);
}

static double drifts(const CaseSpec *spec) { return (double)(spec->size[COUNT] * spec->size[STEPS]); }

#define ALL_SECTORS LOAD_SECTORS "+" STORE_SECTORS
static const double drift_sectors = 9 * 4 / 32.0; // 9 floats of 4 bytes in sectors of 32
static const double conversion_sectors = 18;

static double conversions(const CaseSpec *spec) { return conversion_sectors / (double)spec->size[STEPS]; }

// Half way: wide accesses of structures (3 sectors), arrays of float3 (3.375 without misalignment).
static const double halves = 3.6;

// At least the floats that a drift must move; so a drift is not put off until unpack. At most these and the
// conversions; the slack of a quarter is what misaligned arrays cost.
static void arrays_allowed(const CaseSpec *spec, Bounds *bounds) {
    bounds->least = drift_sectors;
    bounds->most = drift_sectors + conversions(spec);
    bounds->plain = halves + conversions(spec);
}

static void halves_allowed(const CaseSpec *spec, Bounds *bounds) {
    bounds->least = drift_sectors;
    bounds->most = halves + conversions(spec);
    bounds->plain = 9 + conversions(spec); // structures
}

static const Part parts[] = {
    RIGHT_RESULTS(20),
    NO_FAULTS(5),
    {.label = "less than half of the sectors",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors per particle and drift",
     .counter = ALL_SECTORS,
     .per = drifts,
     .bounds = halves_allowed,
     .paths = PATH_LOADS | PATH_STORES,
     .advice = "In an array of structures each of the 9 accesses touches a sector per particle: keep an array for each "
               "field"},
    {.label = "no sector wasted",
     .points = 40,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors per particle and drift",
     .counter = ALL_SECTORS,
     .per = drifts,
     .slack = 0.25,
     .bounds = arrays_allowed,
     .paths = PATH_LOADS | PATH_STORES,
     .advice = "A drift loads fields that it does not need: keep an array for each field, so that 32 threads load 32 "
               "neighbouring floats"},
    ANSWERS("predictions", 20),
};

static const Parameter parameters[] = {
    {"fields", "5,6,7,9,10,12,14"},
    {"reads", "3,4,5"},
    {"writes", "1,2,3"},
    {"warps", "5..30"},
    {"width", "6,7,9..30"},
    {"columns", "2..6"},
    {"length", "990..1010"},
    {"rows", "5..15"},
    {"from", "1..60"},
};

#define DRIFT "{32 * warps} particles of {fields} floats, {reads} fields loaded and {writes} stored, as "
static const Slip structures_slips[] = {
    {"32 * warps", "The 32 structures of a warp are touched again by each load and each store"},
    {"sectors_arrays", "Lanes are {4 * fields} bytes apart here, not neighbours"},
    {"warps * reads * min(32, 4 * fields)", "These are the loads: the stores come to them"},
    {"warps * writes * min(32, 4 * fields)", "These are the stores: the loads come to them"},
    {"warps * (reads + writes)", "Those are the requests, but how many sectors does each touch?"},
    {"min(32, 4 * fields) * (reads + writes)", "That is one warp: there are {warps}"},
};
static const Slip arrays_slips[] = {
    {"warps * reads * 4", "These are the loads: the stores come to them"},
    {"warps * writes * 4", "These are the stores: the loads come to them"},
    {"warps * (reads + writes)", "Those are the requests, and 32 neighbouring floats are more than one sector"},
    {"4 * (reads + writes)", "That is one warp: there are {warps}"},
    {"sectors_structures", "The floats of one field are neighbours here: how many sectors do 32 of them fill?"},
};
static const Slip column_slips[] = {
    {"key / warps", "That is one warp: there are {warps}"},
    {"min(32, 4 * width) * warps",
     "That is one request of each warp: each of the {columns} columns has one of its own"},
    {"4 * columns * warps", "The 32 elements of a column lie {width} floats apart: they are no neighbours"},
    {"32 * columns * warps", "Rows of {width} floats have {4 * width} bytes: some sectors hold elements of two rows"},
};
static const Slip row_slips[] = {
    {"4 * rows", "Not every row has its 32 floats at the beginning of a sector"},
    {"5 * rows", "In some rows the 32 floats may begin at a sector"},
    {"32 * rows", "The 32 elements of a row are neighbours: 128 bytes"},
    {"rows", "32 neighbouring floats are 128 bytes, and a sector has 32"},
};
static const Question questions[] = {
    {.name = "sectors_structures",
     .asks = "sectors of " DRIFT "structures",
     .points = 5,
     .unit = UNIT_SECTORS,
     .kernel = "of_structures",
     .counter = ALL_SECTORS,
     .why = "In each load and each store of a warp, 32 lanes are {4 * fields} bytes apart. How many such requests are "
            "there?",
     SLIPS(structures_slips)},
    {.name = "sectors_arrays",
     .asks = "sectors of " DRIFT "arrays",
     .points = 5,
     .unit = UNIT_SECTORS,
     .kernel = "of_arrays",
     .counter = ALL_SECTORS,
     .why = "In each load and each store of a warp, 32 lanes are neighbours. How many such requests are there?",
     SLIPS(arrays_slips)},
    {.name = "sectors_of_columns",
     .asks = "sectors of {warps} warps, each with a request for each of columns 0 to {columns - 1}, 32 rows of "
             "A[1000][{width}]",
     .points = 5,
     .unit = UNIT_SECTORS,
     .kernel = "of_columns",
     .counter = LOAD_SECTORS,
     .times = "warps",
     .why = "How many bytes are there between two elements of a column, and how many sectors do 32 of them touch?",
     SLIPS(column_slips)},
    {.name = "sectors_of_rows",
     .asks =
         "sectors of {rows} requests: 32 elements from column {from} on, in rows 0 to {rows - 1} of A[30][{length}]",
     .points = 5,
     .unit = UNIT_SECTORS,
     .kernel = "of_rows",
     .counter = LOAD_SECTORS,
     .why = "At which byte do the 32 floats of each row begin, and where within a sector is that?",
     SLIPS(row_slips)},
};

static const CaseSpec timed = DRIFT_CASE(1048576, 50); // as many steps as in the case that is counted
static double work(const CaseSpec *spec) { return (double)(spec->size[COUNT] * spec->size[STEPS]); }

const Exercise soa_exercise = {
    .name = "soa",
    .chapter = "03_layout_and_caches",
    .title = "Particles in a layout of your own",
    .learnt = "a field that neighbouring threads use lies together if each field has an array of its own.",
    .checklist = "coalescing",
    .interface = "soa",
    .must_define = "void drift(State *state, float dt)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .work = work,
    .timed_kernels = true,
    .draw = draw,
    .make = make,
    .check = check,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Thread i uses the x of particle i, thread i + 1 the x of particle i + 1. In which memory would these two x "
         "be "
         "neighbours, and the same for y, z and the velocities?",
         "Give State a pointer for each field, each to count floats of its own, and make the kernel work on x[i] and "
         "vx[i] instead of p[i].x and p[i].vx. Mass and charge need a place as well: unpack must give them back.",
         "pack: cudaMalloc eight arrays, then a kernel with one thread for each particle that writes x[i] = p[i].x and "
         "so on. unpack: a kernel that reads the eight arrays at i and writes particles[i]. cudaFree each array."},
};
