// definition.c - chapter 01, occupancy: blocks on a multiprocessor from what runs out first. A host function.
//
// Limits differ from row to row and are mostly those of no real GPU, so a function that asks the runtime or includes
// the toolkit's cuda_occupancy.h, which knows real GPUs only, is right in few rows and in no whole case.
#include "../definition.h"

#include <stdio.h>

// A row of the case: the members of Multiprocessor and of BlockNeeds (common/multiprocessor.h) in their order.
typedef struct {
    int32_t warp_size, max_warps, max_blocks, max_block_warps, registers, parts, register_unit;
    int32_t shared_bytes, shared_reserve, shared_unit;
    int32_t threads, thread_registers, block_shared;
} Row;

enum { ROWS = 200, KIB = 1024 };
enum { SHARED_COUNTS = 1, REGISTERS_COUNT = 2, REAL = 4 }; // CaseSpec.size[0]

static const CaseSpec cases[] = {
    {.label = "warps and blocks only"},
    {.label = "and shared memory", .size = {SHARED_COUNTS}},
    {.label = "and registers", .size = {REGISTERS_COUNT}},
    {.label = "all limits of an A100 and an H200", .size = {SHARED_COUNTS | REGISTERS_COUNT | REAL}},
    {.label = "all limits", .size = {SHARED_COUNTS | REGISTERS_COUNT}},
    {.label = "all limits, other rows", .size = {SHARED_COUNTS | REGISTERS_COUNT}, .hidden = true},
    {.label = "all limits, more rows", .size = {SHARED_COUNTS | REGISTERS_COUNT}, .hidden = true},
};

#define PICK(...) pick(random, (const int32_t[]){__VA_ARGS__}, sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t))
static int32_t pick(Random *random, const int32_t *values, uint64_t count) {
    return values[random_below(random, count)];
}

static void gpu_real(Random *random, Row *row) {
    *row = (Row){
        .warp_size = 32,
        .max_warps = 64,
        .max_blocks = 32,
        .max_block_warps = 32,
        .registers = 65536,
        .parts = 4,
        .register_unit = 256,
        .shared_bytes = PICK(164, 228) * KIB,
        .shared_reserve = KIB,
        .shared_unit = 128,
    };
}

static void gpu_invent(Random *random, Row *row) {
    row->warp_size = PICK(16, 32, 64);
    row->max_warps = PICK(20, 24, 32, 40, 48, 64);
    row->max_block_warps = PICK(8, 12, 16, 20);
    row->max_blocks = PICK(6, 8, 16, 24, 32);
    row->registers = PICK(32, 48, 64, 128) * KIB;
    row->parts = PICK(1, 2, 4, 8);
    row->register_unit = PICK(64, 128, 256, 512);
    row->shared_bytes = PICK(32, 48, 64, 100, 164, 228) * KIB;
    row->shared_reserve = PICK(256, 512, KIB, 2 * KIB);
    row->shared_unit = PICK(64, 128, 256, 512);
}

// One block in 16 is larger than any may be.
static void block_invent(Random *random, Row *row) {
    int32_t most = row->max_block_warps * row->warp_size;
    row->threads = (int32_t)random_between(random, 1, random_below(random, 2) ? most : most / 3);
    if (random_below(random, 16) == 0) row->threads = most + (int32_t)random_between(random, 1, 64);
    row->thread_registers = (int32_t)random_between(random, 10, random_below(random, 2) ? 255 : 64);
    row->block_shared = (int32_t)random_between(random, 0, random_below(random, 2) ? 4 * KIB : row->shared_bytes / 3);
    if (random_below(random, 8) == 0) row->block_shared = 0;
}

static void row_invent(Random *random, int64_t counts, Row *row) {
    if (counts & REAL) gpu_real(random, row);
    else gpu_invent(random, row);
    block_invent(random, row);
    if (!(counts & SHARED_COUNTS)) row->block_shared = row->shared_reserve = 0;
    if (!(counts & REGISTERS_COUNT)) row->thread_registers = 1, row->registers = 1024 * KIB;
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Row *rows = case_file_add_structs(input, "rows", sizeof(Row), CASE_HOST, ROWS);
    if (!rows) return false;
    Random random = random_seeded(seed);
    for (unsigned i = 0; i < ROWS; i++) row_invent(&random, spec->size[0], &rows[i]);
    return case_file_announce(input, "blocks", CASE_INT32, 4, CASE_HOST_OUT, ROWS) &&
           case_file_announce(input, "percent", CASE_FLOAT64, 8, CASE_HOST_OUT, ROWS);
}

// ---- oracle: how often a resource can be given out, by giving it out ----

// One rule may be forgotten, to know the mistake of a function that is wrong.
typedef enum {
    RIGHT,
    NO_RESERVE,
    NO_UNITS,
    ONE_PART,
    NO_LIMIT,
    NO_PLACES,
    RESERVE_APART,
    NO_SHARED_UNITS,
    NOTHING_ASKED,
    THREAD_UNITS,
    NO_REGISTERS,
    NO_SHARED,
    BLOCKS_IN_PARTS,
    THREADS_OF_BLOCK,
    MISTAKES
} Mistake;
static const char *const mistake_words[MISTAKES] = {
    [NO_RESERVE] = "the reserve is forgotten: add shared_reserve to the shared memory that each block asks for",
    [NO_UNITS] = "a warp's registers are not rounded: round registers * warp_size up to a multiple of register_unit",
    [ONE_PART] = "registers are shared between parts, but a warp's lie in one part: divide those of each part first",
    [NO_LIMIT] = "a block with more warps than max_block_warps does not run: return 0 blocks for it",
    [NO_PLACES] = "the limit of blocks is forgotten: take the minimum with max_blocks, too",
    [RESERVE_APART] = "the reserve is added after rounding: round shared_bytes + shared_reserve up together",
    [NO_SHARED_UNITS] =
        "a block's shared memory is not rounded: round shared_bytes + shared_reserve up to a multiple of shared_unit",
    [NOTHING_ASKED] = "a block that asks for no shared memory still takes shared_reserve: count it for every block",
    [THREAD_UNITS] = "registers are rounded for a thread: round those of a whole warp, registers * warp_size",
    [NO_REGISTERS] = "registers do not count: take the minimum with the blocks that the registers allow",
    [BLOCKS_IN_PARTS] =
        "whole blocks are counted in each part, but the warps of a block may lie in several parts: count "
        "the warps of each part first, then the blocks that all these warps make",
    [THREADS_OF_BLOCK] =
        "registers are counted for a block's threads: each of its warps takes whole units, rounded up, "
        "and all of them in one part, so count the warps of each part first",
    [NO_SHARED] = "shared memory does not count: take the minimum with the blocks that shared_bytes allows",
};

static int32_t blocks_held(const Row *row, Mistake mistake) {
    int32_t warps = 0, left[8] = {0}, shared_left = row->shared_bytes, warps_left = row->max_warps;
    int32_t parts = mistake == ONE_PART ? 1 : row->parts, warp_registers = 0, shared = 0;
    while (warps * row->warp_size < row->threads) warps++;
    if (warps > row->max_block_warps && mistake != NO_LIMIT) return 0;
    int32_t rounded = row->thread_registers * (mistake == THREAD_UNITS ? 1 : row->warp_size);
    int32_t places = mistake == NO_PLACES ? row->max_warps : row->max_blocks;
    bool no_reserve = mistake == NO_RESERVE || (mistake == NOTHING_ASKED && row->block_shared == 0);
    int32_t reserve = no_reserve ? 0 : row->shared_reserve;
    int32_t shared_unit = mistake == NO_SHARED_UNITS ? 1 : row->shared_unit;
    while (warp_registers < rounded) warp_registers += mistake == NO_UNITS ? 1 : row->register_unit;
    if (mistake == THREAD_UNITS) warp_registers *= row->warp_size;
    if (mistake == NO_REGISTERS) warp_registers = 0;
    while (shared < row->block_shared + (mistake == RESERVE_APART ? 0 : reserve)) shared += shared_unit;
    if (mistake == RESERVE_APART) shared += reserve;
    if (mistake == NO_SHARED) shared = 0;
    for (int32_t part = 0; part < parts; part++) left[part] = row->registers / parts;
    for (int32_t blocks = 0; blocks < places; blocks++) {
        if (warps_left < warps || shared_left < shared) return blocks;
        warps_left -= warps;
        shared_left -= shared;
        for (int32_t warp = 0; warp < warps; warp++) {
            int32_t part = 0;
            while (part < parts && left[part] < warp_registers) part++;
            if (part == parts) return blocks;
            left[part] -= warp_registers;
        }
    }
    return places;
}

// Where registers are counted otherwise than warp by warp: for whole blocks in each part, or for the threads of a
// block, rounded up together or not at all.
static int32_t blocks_by_division(const Row *row, Mistake mistake, bool rounded) {
    int32_t warps = (row->threads + row->warp_size - 1) / row->warp_size, unit = rounded ? row->register_unit : 1;
    int32_t of_warp =
        (row->thread_registers * row->warp_size + row->register_unit - 1) / row->register_unit * row->register_unit;
    int32_t of_block = (row->thread_registers * row->threads + unit - 1) / unit * unit;
    int32_t by_registers = mistake == BLOCKS_IN_PARTS ? row->registers / row->parts / of_warp / warps * row->parts
                                                      : row->registers / of_block;
    int32_t others = blocks_held(row, NO_REGISTERS);
    return by_registers < others ? by_registers : others;
}

static int32_t blocks_with(const Row *row, Mistake mistake, bool rounded) {
    bool divided = mistake == BLOCKS_IN_PARTS || mistake == THREADS_OF_BLOCK;
    return divided ? blocks_by_division(row, mistake, rounded) : blocks_held(row, mistake);
}

static double percent_held(const Row *row, int32_t blocks) {
    int32_t warps = (row->threads + row->warp_size - 1) / row->warp_size;
    return 100.0 * blocks * warps / row->max_warps;
}

// The rule that was forgotten if all numbers of blocks say so; RIGHT if none explains them.
static Mistake mistake_of(const Row *rows, const int32_t *blocks) {
    for (Mistake mistake = RIGHT + 1; mistake < MISTAKES; mistake++)
        for (int rounded = 0; rounded < 2; rounded++) {
            unsigned i = 0;
            while (i < ROWS && blocks[i] == blocks_with(&rows[i], mistake, rounded)) i++;
            if (i == ROWS) return mistake;
        }
    return RIGHT;
}

static void row_describe(const Row *row, int32_t blocks, double percent, Mistake mistake, CaseResult *result) {
    int32_t expected = blocks_held(row, RIGHT);
    char asked[200];
    snprintf(
        asked, sizeof asked,
        "block of %d threads, %d registers each, %d shared bytes; multiprocessor of %d warps of %d, %d blocks, %d x "
        "%d registers by %d, %d shared bytes by %d, reserve %d",
        row->threads, row->thread_registers, row->block_shared, row->max_warps, row->warp_size, row->max_blocks,
        row->parts, row->registers / row->parts, row->register_unit, row->shared_bytes, row->shared_unit,
        row->shared_reserve);
    if (blocks != expected) {
        result_wrong(result, "%d blocks, expected %d (%s)", blocks, expected, asked);
        if (mistake != RIGHT) result_cause(result, "%s", mistake_words[mistake]);
        return;
    }
    result_wrong(result, "%g per cent, expected %g (%d blocks is right; %s)", percent, percent_held(row, expected),
                 blocks, asked);
    bool cut = percent == floor(percent_held(row, expected));
    double threads = 100.0 * blocks * row->threads / (row->max_warps * row->warp_size);
    double of_blocks = 100.0 * blocks / row->max_blocks;
    if (fabs(percent - percent_held(row, expected) / 100) <= 1e-6)
        result_cause(result, "this is a share of 1: multiply it by 100 for per cent");
    else if (fabs(percent - of_blocks) <= 1e-6 || fabs(percent - of_blocks / 100) <= 1e-6)
        result_cause(result, "blocks are compared with max_blocks: occupancy is of warps, blocks * warps of a block / "
                             "max_warps, in per cent");
    else if (cut) result_cause(result, "the per cent are cut to a whole number: divide as double");
    else if (fabs(percent - threads) <= 1e-6)
        result_cause(result, "threads are counted for warps: the per cent are blocks * warps of a block / max_warps");
}

static void check(const Outcome *outcome, CaseResult *result) {
    const Row *rows = case_file_find(outcome->input, "rows")->data;
    const int32_t *blocks = output_array(outcome, "blocks", CASE_INT32, ROWS, result);
    const double *percent = blocks ? output_array(outcome, "percent", CASE_FLOAT64, ROWS, result) : NULL;
    if (!percent) return;
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < ROWS; i++) {
        int32_t expected = blocks_held(&rows[i], RIGHT);
        if (blocks[i] == expected && fabs(percent[i] - percent_held(&rows[i], expected)) <= 1e-6) continue;
        if (wrong++ == 0) row_describe(&rows[i], blocks[i], percent[i], mistake_of(rows, blocks), result);
    }
    if (wrong == 0) result_right(result, "all %d rows right", ROWS);
    result->wrong_count = wrong;
    result->total = ROWS;
}

#include "occupancy.text.h"
