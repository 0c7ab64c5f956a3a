// definition.c - chapter 08, op_per_byte_quiz: operations for each byte of global memory, of six kernels.
#include "../definition.h"

#include <stdio.h>

// A fused multiply-add is two operations.
static bool ratio(const KeyRun *run, const char *kernel, const char *bytes, char answer[64]) {
    double operations = 2 * key_counter(run, kernel, "ffma") + key_counter(run, kernel, "fadd+fmul");
    double moved = key_counter(run, kernel, bytes);
    return operations > 0 && moved > 0 && snprintf(answer, 64, "%.5g", operations / moved) > 0;
}
#define LOADED "global_load_bytes"
#define MOVED "global_load_bytes+global_store_bytes"
static bool plain(const KeyRun *run, char answer[64]) { return ratio(run, "plain", LOADED, answer); }
static bool tiled_16(const KeyRun *run, char answer[64]) { return ratio(run, "tiled_16", LOADED, answer); }
static bool tiled_32(const KeyRun *run, char answer[64]) { return ratio(run, "tiled_32", LOADED, answer); }
static bool coarsened(const KeyRun *run, char answer[64]) { return ratio(run, "coarsened", LOADED, answer); }
static bool coarsened_all(const KeyRun *run, char answer[64]) { return ratio(run, "coarsened", MOVED, answer); }
static bool register_tile(const KeyRun *run, char answer[64]) { return ratio(run, "register_tile", LOADED, answer); }
static bool saxpy(const KeyRun *run, char answer[64]) { return ratio(run, "saxpy", LOADED, answer); }
static bool saxpy_all(const KeyRun *run, char answer[64]) { return ratio(run, "saxpy", MOVED, answer); }

#define ONE_OPERATION "A multiplication and its addition are two operations, also when one instruction does both"
#define FLOATS "That is per float: a float has four bytes"
static const Slip plain_slips[] = {
    {"0.125", ONE_OPERATION},
    {"1", FLOATS},
    {"0.5", "Each multiplication loads two floats, 8 bytes: one of A and one of B"},
    {"2", "Operations for each multiplication: how many bytes does it load?"},
};
static const Slip tiled_16_slips[] = {
    {"2", ONE_OPERATION},
    {"16", FLOATS},
    {"8", "That is a tile of 32: each element serves as many threads as a tile is wide"},
    {"64", "An element serves 16 threads, a row or a column of the tile, not all 256"},
};
static const Slip tiled_32_slips[] = {
    {"4", "That is a tile of 16, or one operation for each product: " ONE_OPERATION},
    {"32", FLOATS},
    {"16", "Each product needs 1/32 of A and 1/32 of B: both are loaded"},
};
static const Slip coarsened_slips[] = {
    {"32", "Only A's loads become a quarter. B's are as many as before: 1/128 + 1/32"},
    {"8", "That is without coarsening: A's tile now serves four tiles of B"},
    {"6.4", ONE_OPERATION},
    {"51.2", FLOATS},
    {"10.667", "That is with the stores. The question is about loads alone"},
};
static const Slip coarsened_all_slips[] = {
    {"12.8", "That is without the stores: C is 128 x 128 floats, written once"},
    {"5.3333", ONE_OPERATION},
};
static const Slip register_slips[] = {
    {"8", ONE_OPERATION},
    {"4", "That is what 16 x 16 threads with one result each would reach: this block computes 64 x 64"},
    {"64", FLOATS},
    {"128", "An element serves 64 products, a row or a column of what the block computes"},
};
static const Slip saxpy_slips[] = {
    {"0.16667", "That is with the store of y. The question is about loads alone"},
    {"0.125", ONE_OPERATION},
    {"0.5", "Two loads for each element: x and y"},
    {"1", FLOATS},
};
static const Slip saxpy_all_slips[] = {
    {"0.25", "That is without the store of y"},
    {"0.083333", ONE_OPERATION},
};

static const char *const how = "Count floats of A and of B for one product, 4 bytes each, and two operations";
static const Question questions[] = {
    {.name = "plain", .asks = "OP/B of the plain product", .points = 10, .key = plain, .why = how, SLIPS(plain_slips)},
    {.name = "tiled_16",
     .asks = "OP/B with tiles of 16 x 16",
     .points = 12,
     .key = tiled_16,
     .why = how,
     SLIPS(tiled_16_slips)},
    {.name = "tiled_32",
     .asks = "OP/B with tiles of 32 x 32",
     .points = 12,
     .key = tiled_32,
     .why = how,
     SLIPS(tiled_32_slips)},
    {.name = "coarsened",
     .asks = "OP/B with tiles of 32 x 32 and a factor of 4",
     .points = 16,
     .key = coarsened,
     .why = "Count A and B apart: only one of them is loaded less often than before",
     SLIPS(coarsened_slips)},
    {.name = "coarsened_with_stores",
     .asks = "the same with the stores of C counted, 128 x 128 x 128",
     .points = 14,
     .key = coarsened_all,
     .why = "Add the bytes of C to the bytes loaded, and divide the operations of the whole product",
     SLIPS(coarsened_all_slips)},
    {.name = "register_tile",
     .asks = "OP/B with 16 x 16 threads of 4 x 4 results",
     .points = 14,
     .key = register_tile,
     .why = "How wide is what a block computes? Each loaded element serves that many products",
     SLIPS(register_slips)},
    {.name = "saxpy", .asks = "OP/B of y = a x + y", .points = 10, .key = saxpy, .why = how, SLIPS(saxpy_slips)},
    {.name = "saxpy_with_stores",
     .asks = "the same with the stores of y counted",
     .points = 12,
     .key = saxpy_all,
     .why = "Two floats are loaded and one is stored for two operations",
     SLIPS(saxpy_all_slips)},
};

static const Part parts[] = {ANSWERS("answers", 100)};

const Exercise op_per_byte_quiz_exercise = {
    .name = "op_per_byte_quiz",
    .chapter = "08_coarsening",
    .title = "Operations for each byte of six kernels",
    .learnt = "reuse raises the operations per byte: each tile side and each factor of coarsening counts.",
    .checklist = "tiling,coarsening",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .hints =
        {"Take one multiplication with its addition: two operations. How many floats had to be loaded for it? If "
         "a loaded float serves 32 products, each of them pays 1/32 of it.",
         "OP/B = 2 / (4 (a + b)), where a and b are the floats of A and of B for one product: 1 and 1, 1/T and 1/T, "
         "1/(4 T) and 1/T with a factor of 4.",
         "With stores, take whole numbers: 2 * 128^3 operations; for the coarsened product 128^3 (1/128 + 1/32) "
         "floats loaded and 128^2 stored. The register tile's block is 64 wide in both directions: a = b = 1/64."},
};
