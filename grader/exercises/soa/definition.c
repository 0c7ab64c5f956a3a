// definition.c - chapter 03, soa: particles drift, in a layout of the student's own.
//
// The student owns the state between pack and unpack, so sectors are counted over the whole run and divided by the
// particles and steps of the case. A drift that is put off until unpack is none. A particle drifts with 6 floats loaded
// and 3 stored: 36 bytes, 1.125 sectors. Packing and unpacking the plain way, a field of a structure at a time, touches
// 8 + 1 and 1 + 8 sectors a particle, once.
#include "../definition.h"

#include <inttypes.h>

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
    spec->size[COUNT] = spec->measured ? random_odd_size(&random, 25000, 33000) : random_odd_size(&random, 1200, 2600);
    spec->size[STEPS] = spec->measured ? MEASURED_STEPS : random_between(&random, 40, 60);
    label_sizes(spec, "# particles, # steps");
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

static double moved(const Outcome *outcome, uint64_t i) {
    double value = input_float(outcome, "particles", i), time = 0;
    if (i % FIELDS >= VX) return value;
    for (int64_t step = 0; step < outcome->spec->size[STEPS]; step++)
        time += input_float(outcome, "dt", (uint64_t)step);
    return value + time * input_float(outcome, "particles", i + VX - X);
}

// Another field of the particle that this one began with, by what it has become; `field` itself: none.
static unsigned began_with(const Outcome *outcome, uint64_t particle, unsigned field, double got) {
    uint64_t first = particle * FIELDS, at = first + field;
    double began = got - (moved(outcome, at) - input_float(outcome, "particles", at));
    for (unsigned other = 0; other < FIELDS; other++)
        if (other != field && fabs(began - input_float(outcome, "particles", first + other)) < 1e-5) return other;
    return field;
}

// "moved[3][6]" in the words of the exercise.
static void name_field(const Outcome *outcome, CaseResult *result) {
    static const char *const fields[] = {"x", "y", "z", "vx", "vy", "vz", "mass", "charge"};
    CaseResult found = *result;
    unsigned field = (unsigned)found.index[1], other = began_with(outcome, found.index[0], field, found.got);
    result_wrong(result,
                 "%s of particle %" PRIu64 " is %.7g, expected %.7g: %s; %" PRIu64 " of %" PRIu64 " floats wrong",
                 fields[field], found.index[0], found.got, found.expected,
                 field < VX ? "each drift adds dt times the velocity along the same axis"
                            : "unpack must give back what pack was given",
                 found.wrong_count, found.total);
    result->wrong_count = found.wrong_count;
    result->total = found.total;
    if (other != field)
        result_cause(result,
                     "%s of a particle is where its %s should be: pack must bring each field to its own place, and "
                     "unpack must take it from there",
                     fields[other], fields[field]);
}

static double drifts(const CaseSpec *spec) { return (double)(spec->size[COUNT] * spec->size[STEPS]); }
static const double drift_sectors = 9 * 4 / 32.0; // 9 floats of 4 bytes in sectors of 32
static const double conversion_sectors = 18;

static double sectors_of_a_drift(const DeviceReport *report, const CaseSpec *spec) {
    return report_counter(report, LOAD_SECTORS "+" STORE_SECTORS) / drifts(spec);
}

static void check(const Outcome *outcome, CaseResult *result) {
    const int64_t *size = outcome->spec->size;
    Expected what = {.name = "moved",
                     .type = CASE_FLOAT32,
                     .rank = 2,
                     .dims = {(uint64_t)size[COUNT], FIELDS},
                     .terms = (uint64_t)size[STEPS] * 4};
    compare_elements(outcome, &what, moved, NULL, result);
    if (!result->passed && result->has_element) name_field(outcome, result);
    double moved_sectors =
        outcome->report && outcome->spec->measured ? sectors_of_a_drift(outcome->report, outcome->spec) : INFINITY;
    if (result->passed && moved_sectors < drift_sectors)
        result_wrong(result,
                     "the particles end where they should, but the drifts move %.2f sectors per particle, and 9 floats "
                     "are %.3f: each call of drift must move the particles",
                     moved_sectors, drift_sectors);
}

static double conversions(const CaseSpec *spec) { return conversion_sectors / (double)spec->size[STEPS]; }

// Half way: wide accesses of structures (3 sectors), arrays of float3 (3.375 without misalignment).
static const double halves = 3.6;

// The floats that a drift moves, and the conversions; the slack of a quarter is what misaligned arrays cost.
static void arrays_allowed(const CaseSpec *spec, Bounds *bounds) { bounds->most = drift_sectors + conversions(spec); }

static void halves_allowed(const CaseSpec *spec, Bounds *bounds) { bounds->most = halves + conversions(spec); }

// The floats that a drift changes lie by themselves, so they fill fewer sectors than there are particles. If each is
// stored to more often than that, a warp's lanes do not take neighbours.
static const char *threads_take_runs(const DeviceReport *report, const CaseSpec *spec) {
    double written = report_counter(report, "dram_write_sectors") / drifts(spec);
    double stored = report_counter(report, STORE_SECTORS) / drifts(spec);
    return written < 0.75 && stored > 2 * written
               ? "Each field has an array, but the lanes of a warp are not neighbours "
                 "there: let a thread take particle blockIdx.x * blockDim.x + "
                 "threadIdx.x, and not several in a row"
               : NULL;
}

static const CaseSpec timed = DRIFT_CASE(1048576, 8);
static double work(const CaseSpec *spec) { return (double)(spec->size[COUNT] * spec->size[STEPS]); }

#include "soa.text.h"
