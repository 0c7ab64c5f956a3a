// definition.c - chapter 03, pitched: a ramp added to padded rows, in place.
//
// The padding holds values that must still be there afterwards, bit by bit.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH, HEIGHT, DEPTH, PITCH };

#define RAMP_CASE(width, height, depth, pitch, text, ...)                                                              \
    { .label = text, .size = {width, height, depth, pitch}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    RAMP_CASE(64, 1, 1, 256, "1 row of 64 floats, pitch 256"),
    RAMP_CASE(100, 37, 1, 512, "a plane 100 wide, 37 high, pitch 512"),
    RAMP_CASE(33, 150, 1, 160, "a plane 33 wide, 150 high, pitch 160"),
    RAMP_CASE(50, 9, 7, 512, "a volume 50 wide, 9 high, 7 deep, pitch 512"),
    RAMP_CASE(200, 30, 5, 1024, "a volume 200 wide, 30 high, 5 deep, pitch 1024", .measured = true),
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// A volume with sides that differ; the pitch is a multiple of 64 bytes that has room for a few floats more.
static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t *size = spec->size;
    size[WIDTH] = random_odd_size(&random, 90, 260);
    size[HEIGHT] = spec->measured ? random_between(&random, 61, 90) : random_between(&random, 11, 31);
    size[DEPTH] = random_between(&random, 3, 9);
    size[PITCH] = (size[WIDTH] * 4 / 64 + random_between(&random, 1, 4)) * 64;
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " wide, %" PRId64 " high, %" PRId64 " deep, pitch %" PRId64,
             size[WIDTH], size[HEIGHT], size[DEPTH], size[PITCH]);
}

static int64_t rows_of(const CaseSpec *spec) { return spec->size[HEIGHT] * spec->size[DEPTH]; }
static int64_t pitch_floats(const CaseSpec *spec) { return spec->size[PITCH] / 4; }

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    static const char *const names[] = {"width", "height", "depth", "pitch"};
    for (unsigned i = 0; i < COUNT_OF(names); i++)
        if (!input_size(input, names[i], spec->size[i])) return false;
    Random random = random_seeded(seed);
    float *slope = case_file_add(input, "slope", CASE_FLOAT32, CASE_HOST, 3);
    uint64_t count = (uint64_t)(rows_of(spec) * pitch_floats(spec));
    float *volume = case_file_add(input, "volume", CASE_FLOAT32, CASE_IN_OUT, count);
    if (!slope || !volume) return false;
    random_fill(&random, slope, 3);
    random_fill(&random, volume, count);
    return true;
}

// Writes what the floats must be; false with a sentence if padding was changed.
static bool volume_expect(const Outcome *outcome, const float *got, double *expected, CaseResult *result) {
    const CaseSpec *spec = outcome->spec;
    const float *in = case_file_find(outcome->input, "volume")->data;
    const float *slope = case_file_find(outcome->input, "slope")->data;
    int64_t pitch = pitch_floats(spec), count = rows_of(spec) * pitch;
    for (int64_t i = 0; i < count; i++) {
        int64_t row = i / pitch, x = i % pitch, y = row % spec->size[HEIGHT], z = row / spec->size[HEIGHT];
        expected[i] = in[i];
        if (x < spec->size[WIDTH]) expected[i] += (double)slope[0] * x + (double)slope[1] * y + (double)slope[2] * z;
        else if (memcmp(&got[i], &in[i], sizeof in[i]) != 0) {
            result_wrong(result,
                         "the padding behind row %" PRId64 " was changed: float %" PRId64 " of a row %" PRId64
                         " wide needs no thread",
                         row, x, spec->size[WIDTH]);
            return false;
        }
    }
    return true;
}

// What comes out if rows are taken to lie `width` floats apart.
static void name_width_for_pitch(const Outcome *outcome, const Expected *what, double *mistaken, CaseResult *result) {
    const CaseSpec *spec = outcome->spec;
    const float *in = case_file_find(outcome->input, "volume")->data;
    const float *slope = case_file_find(outcome->input, "slope")->data;
    int64_t width = spec->size[WIDTH];
    for (int64_t i = 0; i < rows_of(spec) * pitch_floats(spec); i++) mistaken[i] = in[i];
    for (int64_t row = 0; row < rows_of(spec); row++)
        for (int64_t x = 0; x < width; x++)
            mistaken[row * width + x] += (double)slope[0] * x + (double)slope[1] * (row % spec->size[HEIGHT]) +
                                         (double)slope[2] * (row / spec->size[HEIGHT]);
    result->total = what->dims[0] * what->dims[1] * what->dims[2];
    name_cause(outcome, what, mistaken, "rows are taken to lie width floats apart: they lie pitch bytes apart", result);
}

// What happened to the first wrong float.
static void name_element(const Outcome *outcome, const float *got, const double *expected, CaseResult *result) {
    CaseResult found = *result;
    const CaseSpec *spec = outcome->spec;
    const float *in = case_file_find(outcome->input, "volume")->data;
    uint64_t z = found.index[0], y = found.index[1], x = found.index[2];
    uint64_t i = (z * (uint64_t)spec->size[HEIGHT] + y) * (uint64_t)pitch_floats(spec) + x;
    double ramp = expected[i] - (double)in[i], added = (double)got[i] - (double)in[i];
    char place[80];
    snprintf(place, sizeof place, "x = %" PRIu64 ", y = %" PRIu64 ", z = %" PRIu64, x, y, z);
    if (added == 0) result_wrong(result, "%s was left as it was: every element needs a thread", place);
    else if (fabs(added - 2 * ramp) < 1e-4) result_wrong(result, "%s got its ramp twice", place);
    else result_wrong(result, "%s: %.6g was added, expected %.6g", place, added, ramp);
    result->wrong_count = found.wrong_count;
    result->total = found.total;
}

static void check(const Outcome *outcome, CaseResult *result) {
    const CaseSpec *spec = outcome->spec;
    uint64_t count = (uint64_t)(rows_of(spec) * pitch_floats(spec));
    const float *got = output_array(outcome, "volume", CASE_FLOAT32, count, result);
    if (!got) return;
    double *expected = calloc(count, sizeof *expected);
    if (!expected) abort(); // a few hundred kilobytes: the grader itself cannot work
    // A ramp's partial sums are as large as width + height + depth, and three of them are rounded to 24 bits; a term is
    // worth 8 of the last.
    uint64_t partial = (uint64_t)(spec->size[WIDTH] + spec->size[HEIGHT] + spec->size[DEPTH]);
    Expected what = {
        .name = "volume",
        .type = CASE_FLOAT32,
        .rank = 3,
        .dims = {(uint64_t)spec->size[DEPTH], (uint64_t)spec->size[HEIGHT], (uint64_t)pitch_floats(spec)},
        .terms = 4 + partial / 3,
        .expected = expected,
    };
    if (volume_expect(outcome, got, expected, result)) {
        compare_output(outcome, &what, result);
        if (!result->passed) name_element(outcome, got, expected, result);
    }
    if (!result->passed) name_width_for_pitch(outcome, &what, expected, result);
    free(expected);
}

// The padding of the rows is neither loaded nor stored.
static void least_work(const CaseSpec *spec, Work *work) {
    work->loaded = work->stored = 4 * (double)(rows_of(spec) * spec->size[WIDTH]);
}

static double rows(const CaseSpec *spec) { return (double)rows_of(spec); }

// A row of width floats that begins at a sector fills ceil(width / 8) of them. The slack of a quarter is for blocks
// whose rows do not end where a sector ends. Lanes in different rows touch a sector for each float.
static void row_sectors(const CaseSpec *spec, Bounds *bounds) {
    double sectors = (double)((spec->size[WIDTH] + 7) / 8);
    bounds->least = bounds->most = sectors;
    bounds->plain = (double)spec->size[WIDTH];
}

static const Part parts[] = {
    RIGHT_RESULTS(45),
    NO_FAULTS(10),
    {.label = "coalesced loads",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per row",
     .counter = LOAD_SECTORS,
     .per = rows,
     .slack = 0.25,
     .bounds = row_sectors,
     .paths = PATH_LOADS,
     .advice = "The lanes of a warp load from different rows: let threadIdx.x run along x, and let y and z come from "
               "blocks and threadIdx.y"},
    {.label = "coalesced stores",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors stored per row",
     .counter = STORE_SECTORS,
     .per = rows,
     .slack = 0.25,
     .bounds = row_sectors,
     .paths = PATH_STORES,
     .advice = "The lanes of a warp store to different rows: let threadIdx.x run along x"},
    ANSWERS("predictions", 20),
};

static const Parameter parameters[] = {
    {"width", "61..699/2"}, {"x", "3..27"},    {"rows", "5..20"}, {"height", "20..40"}, {"pitch", "512,1024,1536,2048"},
    {"at_x", "3..99"},      {"at_y", "2..19"}, {"at_z", "2..9"},  {"tall", "11..97"}, // rows that are allocated
};

static const Slip pitch_slips[] = {
    {"key / tall", "That is the pitch: there are {tall} rows"},
    {"4 * width * tall", "The next row should begin at a place that is good for every access"},
    {"width * tall", "A pitch is in bytes, and a row alone has {4 * width} of them"},
    {"32 * ceil(width / 8) * tall", "That is the next multiple of a sector: the GPU asks for more"},
    {"128 * ceil(width / 32) * tall", "That is the next multiple of a cache line: the GPU asks for more"},
};
static const Slip packed_slips[] = {
    {"4 * rows", "Not every row begins at a sector: row 1 begins at byte {4 * width}"},
    {"5 * rows", "In some rows the 32 floats may begin at a sector: row 1 begins at byte {4 * width}"},
    {"sectors_pitched", "Packed rows begin {4 * width} bytes apart"},
};
static const Slip pitched_slips[] = {
    {"rows", "32 neighbouring floats are 128 bytes, and a sector has 32"},
    {"9 * rows - key", "Every row begins at a sector. Where within a sector is column {x}?"},
    {"sectors_packed", "Pitched rows begin a multiple of 32 bytes apart"},
};
static const Slip byte_slips[] = {
    {"(at_z + at_y) * pitch + 4 * at_x", "A plane has {height} rows, and z = {at_z} lies behind {at_z} whole planes"},
    {"4 * ((at_z * height + at_y) * pitch + at_x)",
     "The pitch counts bytes already: which of the steps is multiplied by 4?"},
    {"(at_z * height + at_y) * pitch + at_x", "x counts floats, and a float has 4 bytes"},
};
static const Question questions[] = {
    {.name = "bytes_of_rows",
     .asks = "bytes of {tall} rows of {width} floats with the pitch of this GPU",
     .points = 5,
     .unit = UNIT_BYTES,
     .times = "tall",
     .why = "A pitch is in bytes, a whole row must fit into it, and each row must begin where an allocation could",
     SLIPS(pitch_slips)},
    {.name = "sectors_packed",
     .asks = "sectors of 32 floats from column {x} on, in rows 0 to {rows - 1} of {width} floats, packed",
     .points = 5,
     .unit = UNIT_SECTORS,
     .kernel = "load_packed",
     .counter = LOAD_SECTORS,
     .why = "At which byte do the floats of each row begin, and how many sectors lie under 128 bytes from there?",
     SLIPS(packed_slips)},
    {.name = "sectors_pitched",
     .asks = "sectors of 32 floats from column {x} on, in rows 0 to {rows - 1} of {width} floats, pitched",
     .points = 5,
     .unit = UNIT_SECTORS,
     .kernel = "load_pitched",
     .counter = LOAD_SECTORS,
     .why = "At which byte do the floats of each row begin, and how many sectors lie under 128 bytes from there?",
     SLIPS(pitched_slips)},
    {.name = "byte_of_element",
     .asks = "byte of x = {at_x}, y = {at_y}, z = {at_z} with a pitch of {pitch} bytes and {height} rows a plane",
     .points = 5,
     .unit = UNIT_BYTES,
     .why = "Count the rows in front of it, times {pitch}, and then the floats in front of it in its row, times 4",
     SLIPS(byte_slips)},
};

static const CaseSpec timed = RAMP_CASE(4000, 512, 8, 16384, "a volume 4000 wide, 512 high, 8 deep, pitch 16384");
static double work(const CaseSpec *spec) {
    return (double)(spec->size[WIDTH] * spec->size[HEIGHT] * spec->size[DEPTH]);
}

const Exercise pitched_exercise = {
    .name = "pitched",
    .chapter = "03_layout_and_caches",
    .title = "Padded rows",
    .learnt = "rows are padded so that each begins at a sector; the pitch counts bytes, the index floats.",
    .checklist = "coalescing",
    .interface = "pitched",
    .must_define = "void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope)",
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
        {"Which numbers here count bytes, and which count floats? A pointer to char moves by bytes, a pointer to float "
         "by floats. Begin with one plane, where z is 0.",
         "Element (x, y, z) lies in row z * height + y of all rows. Move a char pointer by row * pitch bytes, then use "
         "it as a float pointer and index it with x. A thread whose x or y is outside must do nothing.",
         "float *row = (float *)((char *)volume + ((size_t)z * height + y) * pitch); row[x] += ...; with x from "
         "blockIdx.x and threadIdx.x, y from blockIdx.y and threadIdx.y, z = blockIdx.z, and "
         "dim3 grid(ceil_div(width, 32), ceil_div(height, 8), depth)."},
};
