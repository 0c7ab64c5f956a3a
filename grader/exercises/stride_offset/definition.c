// definition.c - chapter 02, stride_offset: a study of what strides, offsets and disorder cost.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT, STRIDE, OFFSET }; // CaseSpec.size
enum { WARP = 32, SECTOR_FLOATS = 8 };

#define PATTERN(count, stride, offset, ...)                                                                            \
    { .label = #count " elements, stride " #stride ", offset " #offset, .size = {count, stride, offset}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    PATTERN(1, 1, 0),
    PATTERN(1000, 1, 3),
    PATTERN(333, 5, 40),
    PATTERN(20000, 1, 0),
    PATTERN(1024, 1, 1, .measured = true),
    PATTERN(1024, 8, 5),
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] =
        spec->measured ? WARP * random_between(&random, 1200, 2400) : random_odd_size(&random, 300, 3000);
    spec->size[STRIDE] = random_between(&random, 2, 12);
    spec->size[OFFSET] = random_between(&random, 1, 31);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " elements, stride %" PRId64 ", offset %" PRId64,
             spec->size[COUNT], spec->size[STRIDE], spec->size[OFFSET]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    const int64_t *size = spec->size;
    Random random = random_seeded(seed);
    uint64_t in_count = (uint64_t)(size[OFFSET] + (size[COUNT] - 1) * size[STRIDE] + 1);
    return input_size(input, "count", size[COUNT]) && input_size(input, "stride", size[STRIDE]) &&
           input_size(input, "offset", size[OFFSET]) && input_floats(input, "in", &random, in_count) &&
           output_announce(input, "out", CASE_FLOAT32, (uint64_t)size[COUNT]);
}

static void check(const Outcome *outcome, CaseResult *result) {
    const int64_t *size = outcome->spec->size;
    const float *in = case_file_find(outcome->input, "in")->data;
    double *expected = calloc((size_t)size[COUNT], sizeof *expected);
    if (!expected) abort(); // some kilobytes: the grader itself cannot work
    for (int64_t i = 0; i < size[COUNT]; i++) expected[i] = in[size[OFFSET] + i * size[STRIDE]];
    Expected out = {
        .name = "out", .type = CASE_FLOAT32, .rank = 1, .dims = {(uint64_t)size[COUNT]}, .expected = expected};
    compare_output(outcome, &out, result);
    double *mistaken = calloc((size_t)size[COUNT], sizeof *mistaken);
    if (!mistaken) abort(); // as above
    for (int64_t i = 0; i < size[COUNT]; i++) mistaken[i] = in[size[OFFSET] + i];
    name_cause(outcome, &out, mistaken, "the stride is not used: element i is in[offset + i * stride]", result);
    for (int64_t i = 0; i < size[COUNT]; i++) mistaken[i] = in[i * size[STRIDE]];
    name_cause(outcome, &out, mistaken, "the offset is not used: element i is in[offset + i * stride]", result);
    free(mistaken);
    free(expected);
}

// Sectors that the pattern itself needs: of each 32 elements that follow each other, the different ones.
static double pattern_sectors(const CaseSpec *spec) {
    int64_t sectors = 0, last = -1;
    for (int64_t i = 0; i < spec->size[COUNT]; i++) {
        int64_t sector = (spec->size[OFFSET] + i * spec->size[STRIDE]) / SECTOR_FLOATS;
        sectors += i % WARP == 0 || sector != last;
        last = sector;
    }
    return (double)sectors;
}

// Lanes that are further apart than the pattern's neighbours touch a sector each. Where the pattern itself does not do
// better, twice as many sectors are none to lose.
static void loads_allowed(const CaseSpec *spec, Bounds *bounds) {
    bounds->plain = fmax(2, (double)spec->size[COUNT] / pattern_sectors(spec));
}

// What lies between the pattern's elements is not loaded.
static void least_work(const CaseSpec *spec, Work *work) { work->loaded = 4 * (double)spec->size[COUNT]; }

static double stored_sectors(const CaseSpec *spec) { return ceil((double)spec->size[COUNT] / SECTOR_FLOATS); }

// A warp of 32 neighbouring elements reaches 1 in both. Blocks that are no multiple of 32 threads cut some warps short,
// which costs a few per cent. A thread that copies a run of two neighbours itself doubles both where the stride is 1.
static const Part parts[] = {
    RIGHT_RESULTS(20),
    NO_FAULTS(5),
    {.label = "coalesced loads",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded, of those that the pattern needs",
     .counter = LOAD_SECTORS,
     .per = pattern_sectors,
     .most = 1,
     .slack = 0.1,
     .bounds = loads_allowed,
     .paths = PATH_LOADS,
     .advice = "Let neighbouring lanes take neighbouring values of i, one a thread: i = blockIdx.x * blockDim.x + "
               "threadIdx.x"},
    {.label = "coalesced stores",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors stored, of those that out fills",
     .counter = STORE_SECTORS,
     .per = stored_sectors,
     .most = 1,
     .slack = 0.1,
     .plain = SECTOR_FLOATS, // a lane a sector
     .paths = PATH_STORES,
     .advice = "Let neighbouring lanes store neighbouring elements of out"},
    ANSWERS("predictions", 50),
};

static const Parameter parameters[] = {
    {"warps", "11..97"}, // that make each load: a sum is rarely another student's
    {"stride", "2,3,4,5,6,7"},
    {"other_stride", "2,3,4,5,6,7"},
    {"shift", "1..7,9..15"},
    {"double_stride", "1,2,3,4"},
    {"offset", "5..48"},
    {"last", "24..63"},
    {"apart", "3,5,6,7,8,9,10,12,16,24"},
    {"share", "2,4,8,16"},
    {"places", "128,192,256,320,384,512,640,768,1024,1280,1536"},
    {"run", "2,4,8,12,16,20,24,28,32,40,48,56"},
};

#define ONE_WARP                                                                                                       \
    { "key / warps", "That is one warp: there are {warps}" }
static const Slip stride_slips[] = {
    ONE_WARP,
    {"4 * warps", "4 sectors hold 32 neighbours; these 32 lanes reach over {31 * stride + 1} elements"},
    {"stride * warps",
     "The stride is not the answer: how many sectors of 8 floats lie under {31 * stride + 1} elements?"},
};
static const Slip shifted_slips[] = {
    ONE_WARP,
    {"(floor((31 * other_stride) / 8) + 1) * warps",
     "That is without the offset: where in its sector does lane 0 begin?"},
    {"4 * warps", "4 sectors hold 32 neighbours; these lanes are {other_stride} floats apart"},
};
static const Slip doubles_slips[] = {
    ONE_WARP,
    {"(floor(31 * double_stride / 8) + 1) * warps", "That is for floats: a double has 8 bytes"},
    {"key / 2", "A double has 8 bytes, so a sector holds four of them"},
};
static const Slip offset_slips[] = {
    ONE_WARP,
    {"8 * warps", "An offset that is no multiple of 8 floats costs a sector at one end, not a second pass over all"},
    {"(floor(offset / 8) + 4) * warps", "Sectors in front of the first lane's are not touched"},
};
static const Slip backwards_slips[] = {
    ONE_WARP,
    {"32 * warps", "A request is a set of addresses: in which order the lanes name them does not matter"},
};
static const Slip shared_slips[] = {
    ONE_WARP,
    {"32 * warps", "Lanes that load the same float need one sector together"},
    {"4 * share * warps",
     "Lanes that load the same float need one sector together: there are {32 / share} different floats"},
};
static const Slip random_slips[] = {
    ONE_WARP,
    {"32 * warps", "{places} floats are {places / 8} sectors: lanes that choose at random meet in some of them"},
    {"places / 8 * warps", "Will 32 lanes that choose at random hit every one of {places / 8} sectors?"},
    {"4 * warps", "Neighbours would need 4; these lanes choose at random"},
};
static const Slip run_slips[] = {
    ONE_WARP,
    {"run / 8 * warps", "That is what one thread's whole walk touches: one request is one load of 32 lanes"},
    {"4 * warps",
     "One thread's loads are neighbours, one after another: one request is the loads of 32 lanes at the same time"},
    {"warps",
     "One thread's loads are neighbours, one after another: one request is the loads of 32 lanes at the same time"},
};
#define SECTORS(pattern)                                                                                               \
    .unit = UNIT_SECTORS, .counter = "global_load_sectors", .kernel = pattern, .per = "global_load_requests",          \
    .times = "warps"

static const Question questions[] = {
    {"strided", "sectors of {warps} warps' loads of in[{stride} * i]", 7, SECTORS("strided"), SLIPS(stride_slips),
     .why =
         "Draw the sectors as boxes of 8 floats and mark every element that a lane loads: how many boxes have a mark?"},
    {"strided_offset", "sectors of {warps} warps' loads of in[{other_stride} * i + {shift}]", 8,
     SECTORS("strided_offset"), SLIPS(shifted_slips),
     .why = "Divide the element numbers of the first and the last lane by 8, rounded down"},
    {"doubles", "sectors of {warps} warps' loads of in[{double_stride} * i], in an array of doubles", 6,
     SECTORS("strided_doubles"), SLIPS(doubles_slips), .why = "Count in bytes: a double has 8, a sector 32"},
    {"offset", "sectors of {warps} warps' loads of in[i + {offset}]", 6, SECTORS("offset"), SLIPS(offset_slips),
     .why = "The 128 bytes begin {4 * offset} bytes behind a sector's beginning: is that in the middle of a sector?"},
    {"backwards", "sectors of {warps} warps' loads of in[n + {last} - i], n a multiple of 32", 7, SECTORS("backwards"),
     SLIPS(backwards_slips), .why = "Which 32 elements are loaded, in whatever order, and where does the first begin?"},
    {"shared", "sectors of {warps} warps' loads of in[{apart} * (i / {share})]", 6, SECTORS("shared"),
     SLIPS(shared_slips), .why = "There are {32 / share} different floats, {4 * apart} bytes apart"},
    {"random_places", "sectors of {warps} warps' loads of in[r], r any of {places} elements, as a mean", 5,
     SECTORS("random_places"), SLIPS(random_slips),
     .why = "Each of S sectors stays untouched with probability (1 - 1/S) to the power of 32"},
    {"own_run", "sectors of {warps} warps' loads of in[{run} * i + j], one j", 5, SECTORS("own_run"), SLIPS(run_slips),
     .why = "Take one j: how far are the elements of lanes 0 and 1 apart?"},
};

static const CaseSpec timed = PATTERN(33554432, 1, 1);
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

const Exercise stride_offset_exercise = {
    .name = "stride_offset",
    .chapter = "02_coalescing",
    .title = "What strides, offsets and disorder cost a warp",
    .learnt = "a request costs the sectors that it touches: a stride spreads it, an offset that is no "
              "multiple of 8 adds one, disorder takes most.",
    .checklist = "coalescing",
    .interface = "stride_offset",
    .must_define = "void gather(const float *in, float *out, int count, int stride, int offset)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .work = work,
    .draw = draw,
    .make = make,
    .check = check,
    .least_work = least_work,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"For the predictions: write down the addresses of lanes 0, 1, 2 and 31 in bytes, and divide each by 32. "
         "Different quotients are different sectors. For the copy: a thread needs no loop.",
         "A thread's i comes from its block and its place in it: blockIdx.x * blockDim.x + threadIdx.x. Lanes 0 and 1 "
         "then have i and i + 1. The last block has threads whose i is not below count.",
         "In the kernel: int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; if (i < count) out[i] = in[offset "
         "+ i * stride]; and launch ceil_div(count, threads) blocks."},
};
