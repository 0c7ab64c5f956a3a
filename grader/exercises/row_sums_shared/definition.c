// definition.c - chapter 04, row_sums_shared: a block a row, partial sums in shared memory, a tree.
#include "../definition.h"

enum { ROWS, COLUMNS, THREADS }; // CaseSpec.size
enum { WARP = 32 };

#define ROWS_CASE(rows, columns, threads, ...)                                                                         \
    { .label = #rows " x " #columns ", " #threads " threads", .size = {rows, columns, threads}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    ROWS_CASE(1, 1, 1),
    ROWS_CASE(20, 100, 32),
    ROWS_CASE(10, 37, 256),
    ROWS_CASE(50, 7, 64), // more rows than columns
    ROWS_CASE(30, 500, 100),
    ROWS_CASE(40, 1024, 256, .measured = true),
    ROWS_CASE(40, 960, 96),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[ROWS] = random_between(&random, 5, 60);
    spec->size[COLUMNS] = spec->measured ? 32 * random_between(&random, 20, 40) : random_odd_size(&random, 20, 1500);
    spec->size[THREADS] = spec->measured ? random_odd_size(&random, 400, 1000) : random_between(&random, 1, 1024);
    label_sizes(spec, "# x #, # threads");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    return input_size(input, "rows", spec->size[ROWS]) && input_size(input, "columns", spec->size[COLUMNS]) &&
           input_size(input, "threads", spec->size[THREADS]) &&
           input_floats(input, "A", &random, (uint64_t)(spec->size[ROWS] * spec->size[COLUMNS])) &&
           output_announce(input, "sums", CASE_FLOAT32, (uint64_t)spec->size[ROWS]);
}

static double sum_from(const Outcome *outcome, uint64_t first) {
    double sum = 0;
    for (int64_t i = 0; i < outcome->spec->size[COLUMNS]; i++) sum += input_float(outcome, "A", first + (uint64_t)i);
    return sum;
}
static double sum(const Outcome *outcome, uint64_t row) {
    return sum_from(outcome, row * (uint64_t)outcome->spec->size[COLUMNS]);
}
// Where row r is taken to begin at element r. The last rows may reach past the end, and then say nothing.
static double one_apart(const Outcome *outcome, uint64_t row) {
    bool inside =
        (int64_t)row + outcome->spec->size[COLUMNS] <= outcome->spec->size[ROWS] * outcome->spec->size[COLUMNS];
    return inside ? sum_from(outcome, row) : NAN;
}

// What a tree makes of a row that halves an odd number of partial sums rounding down: the last one is lost.
static double halved_down(const Outcome *outcome, uint64_t row) {
    uint64_t columns = (uint64_t)outcome->spec->size[COLUMNS], threads = (uint64_t)outcome->spec->size[THREADS];
    double partial[1024] = {0};
    for (uint64_t i = 0; i < columns; i++) partial[i % threads] += input_float(outcome, "A", row * columns + i);
    for (uint64_t left = threads; left > 1; left /= 2)
        for (uint64_t t = 0; t < left / 2; t++) partial[t] += partial[t + left / 2];
    return partial[0];
}

// What comes out where thread t adds every element from t on instead of every `threads`-th one.
static double from_own_on(const Outcome *outcome, uint64_t row) {
    uint64_t columns = (uint64_t)outcome->spec->size[COLUMNS], threads = (uint64_t)outcome->spec->size[THREADS];
    double sum = 0;
    for (uint64_t i = 0; i < columns; i++)
        sum += input_float(outcome, "A", row * columns + i) * fmin((double)(i + 1), (double)threads);
    return sum;
}

// What comes out where each thread keeps only the last element that it loads.
static double last_of_each(const Outcome *outcome, uint64_t row) {
    uint64_t columns = (uint64_t)outcome->spec->size[COLUMNS], threads = (uint64_t)outcome->spec->size[THREADS];
    double sum = 0;
    for (uint64_t i = columns > threads ? columns - threads : 0; i < columns; i++)
        sum += input_float(outcome, "A", row * columns + i);
    return sum;
}

static Expected like_of(const Outcome *outcome, const char *output) {
    const int64_t *size = outcome->spec->size;
    return (Expected){.name = output,
                      .type = CASE_FLOAT32,
                      .rank = 1,
                      .dims = {(uint64_t)size[ROWS]},
                      .terms = (uint64_t)size[COLUMNS]};
}

static void check(const Outcome *outcome, CaseResult *result) {
    static const Mistaken mistakes[] = {
        {from_own_on, "each thread adds every element from its own on: let its loop go on in steps of blockDim.x"},
        {last_of_each, "each thread keeps only the last element that it loads: add in the loop, sum += ..."},
        {one_apart, "rows are taken to begin one element apart: multiply the row by columns"},
        {halved_down, "a partial sum is lost where their number is odd: half of it must be rounded up"},
        {0},
    };
    Expected sums = like_of(outcome, "sums");
    compare_elements(outcome, &sums, sum, mistakes, result);
}

static double element(const Outcome *outcome, const char *output, uint64_t i, Expected *like) {
    *like = like_of(outcome, output);
    return sum(outcome, i);
}

// ---- limits ----

static double rows_of(const CaseSpec *spec) { return (double)spec->size[ROWS]; }
static double warps_of(const CaseSpec *spec) { return ceil((double)spec->size[THREADS] / WARP); }

// Sectors of a row: in each trip every warp touches those of its lanes, and one more where it does not begin at a
// sector's beginning, which is so if the block is no multiple of 8 threads.
static double sectors_of_a_row(const CaseSpec *spec) {
    double sectors = 0;
    int64_t threads = spec->size[THREADS];
    for (int64_t first = 0; first < spec->size[COLUMNS]; first += threads)
        for (int64_t lane = 0; lane < threads; lane += WARP) {
            int64_t begin = first + lane, end = first + (lane + WARP < threads ? lane + WARP : threads);
            if (end > spec->size[COLUMNS]) end = spec->size[COLUMNS];
            if (begin < end) sectors += (double)((end - 1) / 8 - begin / 8 + 1);
        }
    return sectors;
}
static double sectors_of_rows(const CaseSpec *spec) { return rows_of(spec) * sectors_of_a_row(spec); }

static double trips_of(const CaseSpec *spec) { return ceil((double)spec->size[COLUMNS] / (double)spec->size[THREADS]); }

// Where a row ends within a warp, some of its lanes make one iteration less than the others. In a loop unrolled by 4, a
// lane with 3 iterations takes them all in the remainder and one with 4 takes none there, so the two groups may share
// no request. The iterations of the smaller group are how many requests a warp may make beside those of the other.
static double trips_apart(const CaseSpec *spec) {
    return spec->size[COLUMNS] % spec->size[THREADS] % WARP ? trips_of(spec) - 1 : 0;
}

// A request that is split between both groups may touch the sector at which it is split twice.
static void sector_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->slack = trips_apart(spec) / sectors_of_a_row(spec);
}

static const char *added_in_global_memory(const DeviceReport *report, const CaseSpec *spec) {
    return report_counter(report, ATOMIC_TURNS) > 2 * rows_of(spec)
               ? "Additions to the same element of global memory wait for each other: add up a row's partial sums in "
                 "shared memory, by a tree, and store the sum once"
               : NULL;
}

// A partial sum for each warp at the very least; the lesson's tree at most: a pass to store each warp's partial sums,
// at most three for each warp and step, and one to read the result.
static void pass_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->most = 4 * warps_of(spec) + 3 * ceil(log2((double)spec->size[THREADS])) + 1;
}

// An element a thread: what a row takes is its tree, and hardly its loads.
static const CaseSpec timed = ROWS_CASE(65536, 1024, 1024);
static double work(const CaseSpec *spec) { return (double)(spec->size[ROWS] * spec->size[COLUMNS]); }

#include "row_sums_shared.text.h"
