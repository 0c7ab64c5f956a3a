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
    spec->size[COUNT] = spec->measured ? WARP * random_between(&random, 20, 60) : random_odd_size(&random, 300, 3000);
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
     .counts = "sectors loaded, of those that the pattern needs",
     .counter = LOAD_SECTORS,
     .per = pattern_sectors,
     .most = 1,
     .slack = 0.1,
     .bounds = loads_allowed,
     .paths = PATH_LOADS,
     .advice = "The lanes of a warp do not take neighbouring values of i: which i do lanes 0 and 1 have in one trip?"},
    {.label = "coalesced stores",
     .points = 10,
     .kind = PART_LIMIT,
     .counts = "sectors stored, of those that out fills",
     .counter = STORE_SECTORS,
     .per = stored_sectors,
     .most = 1,
     .slack = 0.1,
     .plain = SECTOR_FLOATS, // a lane a sector
     .paths = PATH_STORES,
     .advice = "Neighbouring lanes do not store neighbouring elements of out"},
    ANSWERS("predictions", 50),
};

#define SECTORS(pattern) .counter = "global_load_sectors", .kernel = pattern, .per = "global_load_requests"

static const Slip stride_2_slips[] = {
    {"4", "4 sectors hold 32 neighbours; these 32 lanes reach over 63 elements, and every sector between is touched"},
    {"2", "count sectors, not lines of 128 bytes: a sector is 32 bytes, 8 floats"},
};
static const Slip stride_8_slips[] = {
    {"8", "how far is lane 1 from lane 0, in bytes? Can two lanes still share a sector?"},
    {"16", "two lanes share a sector if they are 4 floats apart; these are 8 apart"},
};
static const Slip stride_32_slips[] = {
    {"128", "a request has 32 lanes, and a lane's float lies in one sector: it cannot get worse than 32"},
};
static const Slip offset_1_slips[] = {
    {"4", "32 neighbours that begin one float after a sector's beginning: where do they end?"},
    {"8", "misalignment costs a sector at one end, not a second pass over all"},
};
static const Slip offset_8_slips[] = {
    {"5", "8 floats are 32 bytes: this begins where a sector begins"},
};
static const Slip reversed_slips[] = {
    {"32", "a request is a set of addresses: in which order the lanes name them does not matter"},
};
static const Slip same_slips[] = {
    {"4", "how many different bytes do the lanes want? All of them lie in one sector"},
    {"32", "a sector is fetched once for a request, however many lanes want it"},
};
static const Slip random_256_slips[] = {
    {"32", "256 floats are just 32 sectors: will 32 lanes that choose at random hit every one of them?"},
    {"4", "neighbours would need 4; these lanes jump about in 32 sectors"},
};
static const Slip own_run_slips[] = {
    {"4",
     "one thread's loads are neighbours, one after another; one request is the loads of 32 lanes at the same time"},
    {"1",
     "one thread's loads are neighbours, one after another; one request is the loads of 32 lanes at the same time"},
};
#define FACTOR .near = 1.5, .kind = ANSWER_NUMBER

static const Question questions[] = {
    {"stride_2", "sectors of a load of in[2 * i]", 5, FACTOR, SECTORS("stride_2"), SLIPS(stride_2_slips),
     .why = "draw the sectors as boxes of 8 floats and cross every second float: how many boxes do 32 crosses reach?"},
    {"stride_3", "sectors of a load of in[3 * i]", 5, FACTOR, SECTORS("stride_3"),
     .why = "the last lane is 93 floats behind the first one, and no sector between them stays untouched"},
    {"stride_8", "sectors of a load of in[8 * i]", 5, FACTOR, SECTORS("stride_8"), SLIPS(stride_8_slips),
     .why = "a sector holds 8 floats, and neighbouring lanes are 8 floats apart"},
    {"stride_32", "sectors of a load of in[32 * i]", 5, FACTOR, SECTORS("stride_32"), SLIPS(stride_32_slips),
     .why = "no two lanes share a sector; how many lanes are there?"},
    {"offset_1", "sectors of a load of in[i + 1]", 5, FACTOR, SECTORS("offset_1"), SLIPS(offset_1_slips),
     .why = "the 128 bytes begin 4 bytes after a sector's beginning"},
    {"offset_8", "sectors of a load of in[i + 8]", 5, FACTOR, SECTORS("offset_8"), SLIPS(offset_8_slips),
     .why = "the 128 bytes begin 32 bytes further: is that in the middle of a sector?"},
    {"reversed", "sectors of a load of in[i ^ 31]", 4, FACTOR, SECTORS("reversed"), SLIPS(reversed_slips),
     .why = "which 32 elements are wanted, whoever wants them?"},
    {"same", "sectors of a load of in[7]", 4, FACTOR, SECTORS("same"), SLIPS(same_slips),
     .why = "how many different sectors do the 32 addresses lie in?"},
    {"random_256", "sectors of a load of any of 256 floats", 4, FACTOR, SECTORS("random_256"), SLIPS(random_256_slips),
     .why = "each of S sectors stays untouched with probability (1 - 1/S) to the power of 32"},
    {"random_65536", "sectors of a load of any of 65,536 floats", 4, FACTOR, SECTORS("random_65536"),
     .why = "65,536 floats are 8,192 sectors: how likely do two of 32 lanes meet in one?"},
    {"own_run", "sectors of one load of in[64 * i + j]", 4, FACTOR, SECTORS("own_run"), SLIPS(own_run_slips),
     .why = "take one j: how far are the elements of lanes 0 and 1 apart?"},
};

static const CaseSpec timed = PATTERN(33554432, 1, 1);
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

const Exercise stride_offset_exercise = {
    .name = "stride_offset",
    .chapter = "02_coalescing",
    .title = "What strides, offsets and disorder cost a warp",
    .learnt = "a request costs the sectors that it touches: a stride spreads it, an odd offset adds one, disorder "
              "takes most.",
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
    .hints =
        {"For the predictions: write down the addresses of lanes 0, 1, 2 and 31 in bytes, and divide each by 32. "
         "Different quotients are different sectors. For the copy: a thread needs no loop.",
         "A thread's i comes from its block and its place in it: blockIdx.x * blockDim.x + threadIdx.x. Lanes 0 and 1 "
         "then have i and i + 1. The last block has threads whose i is not below count.",
         "In the kernel: int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; if (i < count) out[i] = in[offset "
         "+ i * stride]; and launch ceil_div(count, threads) blocks."},
};
