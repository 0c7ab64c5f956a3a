// definition.c - chapter 08, coarsening_factor: a host function that chooses a factor, and the numbers that decide it.
#include "../definition.h"

#include <limits.h>
#include <stdio.h>

enum { COUNT, KIND }; // CaseSpec.size
enum { SHAPES_OF_THE_LESSON, EDGES, RANDOM };

typedef struct {
    int32_t m, n, capacity[4];
} Product;

static const Product lesson[] = {
    {2048, 2048, {264, 264, 264, 132}},
    {512, 1536, {264, 264, 264, 132}},
    {256, 256, {264, 264, 264, 132}},
    {16384, 64, {264, 264, 264, 132}},
};
static const Product edges[] = {
    {1, 1, {1, 1, 1, 1}},               // one tile, whatever the factor
    {32, 256, {1, 1, 1, 1}},            // one block covers a row of tiles
    {32, 257, {2, 2, 2, 2}},            // nine tiles: 5, 3 and 2 blocks
    {33, 96, {4, 4, 4, 4}},             // two rows of three tiles: 4 blocks with factor 2, 2 with 4
    {64, 96, {1, 1, 1, 1}},             // three tiles: factors 4 and 8 cover them alike
    {1024, 1024, {264, 132, 132, 132}}, // any coarsening costs a block
    {1024, 1024, {132, 264, 264, 264}}, // more capacity than before is no loss
    {INT_MAX, INT_MAX, {264, 264, 264, 264}},
    {INT_MAX, 1, {264, 264, 264, 264}},
};

static const CaseSpec cases[] = {
    {.label = "the four shapes, and others of whole blocks", .size = {300, SHAPES_OF_THE_LESSON}},
    {.label = "tails, ties and large sizes", .size = {300, EDGES}},
    {.label = "hundreds of products", .size = {300, RANDOM}, .hidden = true},
    {.label = "hundreds of products", .size = {300, RANDOM}, .hidden = true},
};

// Sizes of all magnitudes, capacity near the number of blocks as often as not.
static Product random_product(Random *random) {
    Product product;
    int64_t rows = random_between(random, 1, 200), columns = random_between(random, 1, 40);
    product.m = (int32_t)(32 * rows - random_between(random, 0, 31));
    product.n = (int32_t)(32 * columns - random_between(random, 0, 31));
    int64_t capacity = random_between(random, 1, 2 * rows * columns);
    for (int i = 0; i < 4; i++) {
        product.capacity[i] = (int32_t)capacity;
        if (random_below(random, 4) == 0) capacity = 1 + capacity / 2;
    }
    return product;
}

// Of whole tiles, as many as the largest factor takes together.
static Product whole_product(Random *random) {
    Product product = random_product(random);
    product.m = (product.m + 31) / 32 * 32;
    product.n = (product.n + 255) / 256 * 256;
    return product;
}

// The given ones stand first. Drawn ones follow, so that no table of the given ones has all answers.
static Product product_of(Random *random, int64_t kind, uint64_t i) {
    if (kind == SHAPES_OF_THE_LESSON) return i < COUNT_OF(lesson) ? lesson[i] : whole_product(random);
    return kind == EDGES && i < COUNT_OF(edges) ? edges[i] : random_product(random);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    uint64_t count = (uint64_t)spec->size[COUNT];
    int32_t *m = case_file_add(input, "m", CASE_INT32, CASE_HOST, count);
    int32_t *n = case_file_add(input, "n", CASE_INT32, CASE_HOST, count);
    int32_t *capacity = case_file_add(input, "capacity", CASE_INT32, CASE_HOST, 4 * count);
    Random random = random_seeded(seed);
    for (uint64_t i = 0; m && n && capacity && i < count; i++) {
        Product product = product_of(&random, spec->size[KIND], i);
        m[i] = product.m;
        n[i] = product.n;
        for (int f = 0; f < 4; f++) capacity[4 * i + (uint64_t)f] = product.capacity[f];
    }
    return m && n && capacity && case_file_announce(input, "factor", CASE_INT32, sizeof(int32_t), CASE_HOST_OUT, count);
}

typedef enum {
    NO_MISTAKE,
    CAPACITY_FORGOTTEN,
    LANES_FORGOTTEN,
    LARGER_OF_EQUALS,
    ROUNDED_DOWN,
    IN_AN_INT,
    ROWS_TOO,
    ROWS_ONLY,
    FULL_IS_OUT,
    MISTAKES
} Mistake;

// The number as it is kept: an int overflows.
static int64_t kept(int64_t number, Mistake mistake) {
    return mistake == IN_AN_INT ? (int32_t)(uint32_t)number : number;
}

// The rule as the skeleton says it, in tiles that are loaded in each phase: A's, for B's are the same for all factors.
static int factor_of(int32_t m, int32_t n, const int32_t *capacity, Mistake mistake) {
    int64_t rows = kept((int64_t)m + 31, mistake) / 32, columns = kept((int64_t)n + 31, mistake) / 32;
    int chosen = 1;
    int64_t fewest = kept(rows * columns, mistake);
    for (int f = 1; f < 4; f++) {
        int64_t factor = 1 << f, up = mistake == ROUNDED_DOWN ? 0 : factor - 1;
        int64_t along_n = mistake == ROWS_ONLY ? columns : (columns + up) / factor;
        int64_t along_m = mistake == ROWS_TOO || mistake == ROWS_ONLY ? (rows + up) / factor : rows;
        int64_t blocks = kept(along_m * along_n, mistake);
        if (capacity[f] < capacity[0] && mistake != CAPACITY_FORGOTTEN) continue;
        if (blocks < capacity[f] && mistake != LANES_FORGOTTEN) continue;
        if (blocks == capacity[f] && mistake == FULL_IS_OUT) continue;
        if (blocks > fewest || (blocks == fewest && mistake != LARGER_OF_EQUALS)) continue;
        chosen = (int)factor;
        fewest = blocks;
    }
    return chosen;
}

static void name_mistake(const int32_t *got, const int32_t *m, const int32_t *n, const int32_t *capacity,
                         uint64_t count, CaseResult *result) {
    static const char *const says[MISTAKES] = {
        [CAPACITY_FORGOTTEN] =
            "a factor is chosen that costs a resident block: with less capacity than factor 1 it is out",
        [LANES_FORGOTTEN] = "a factor is chosen that leaves lanes idle: with fewer blocks than its capacity it is out",
        [LARGER_OF_EQUALS] = "choose the smaller of two factors with equally many load requests",
        [ROUNDED_DOWN] = "blocks are rounded down: a rest of the tiles needs a block, too",
        [ROWS_TOO] = "the factor divides the blocks in both directions: a block takes several tiles along n, and one "
                     "along m",
        [ROWS_ONLY] = "the factor divides the blocks along m: a block takes several tiles along n, and one along m",
        [FULL_IS_OUT] =
            "a factor with as many blocks as its capacity is left out: only with fewer it leaves lanes idle",
        [IN_AN_INT] = "a number of blocks, or m + 31, overflows an int",
    };
    uint64_t same = 0;
    while (same < count && got[same] == got[0]) same++;
    if (same == count) result_cause(result, "the factor is the same for every product");
    for (unsigned mistake = NO_MISTAKE + 1; mistake < MISTAKES && !result->cause[0]; mistake++) {
        uint64_t alike = 0;
        while (alike < count && got[alike] == factor_of(m[alike], n[alike], capacity + 4 * alike, mistake)) alike++;
        if (alike == count) result_cause(result, "%s", says[mistake]);
    }
}

static void check(const Outcome *outcome, CaseResult *result) {
    uint64_t count = (uint64_t)outcome->spec->size[COUNT];
    const int32_t *got = output_array(outcome, "factor", CASE_INT32, count, result);
    if (!got) return;
    const int32_t *m = case_file_find(outcome->input, "m")->data, *n = case_file_find(outcome->input, "n")->data;
    const int32_t *capacity = case_file_find(outcome->input, "capacity")->data;
    uint64_t wrong = 0, first = 0;
    for (uint64_t i = count; i-- > 0;)
        if (got[i] != factor_of(m[i], n[i], capacity + 4 * i, NO_MISTAKE)) wrong++, first = i;
    if (!wrong) result_right(result, "all %llu factors are right", (unsigned long long)count);
    else if (outcome->spec->hidden)
        result_wrong(result, "%llu of %llu factors are wrong", (unsigned long long)wrong, (unsigned long long)count);
    else
        result_wrong(result,
                     "for %d x %d with capacity %d, %d, %d, %d the factor is %d, you return %d; %llu of %llu are wrong",
                     m[first], n[first], capacity[4 * first], capacity[4 * first + 1], capacity[4 * first + 2],
                     capacity[4 * first + 3], factor_of(m[first], n[first], capacity + 4 * first, NO_MISTAKE),
                     got[first], (unsigned long long)wrong, (unsigned long long)count);
    if (wrong) name_mistake(got, m, n, capacity, count, result);
}

#include "coarsening_factor.text.h"
