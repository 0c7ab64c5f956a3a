// definition.c - chapter 08, op_per_byte_quiz: operations per byte of global memory, of six kernels.
#include "../definition.h"

#include <stdio.h>

static bool say_ratio(double operations, double bytes, char answer[64]) {
    return operations > 0 && bytes > 0 && snprintf(answer, 64, "%.12g", operations / bytes) > 0;
}

// A fused multiply-add is two operations.
static bool ratio(const KeyRun *run, const char *kernel, const char *bytes, char answer[64]) {
    double operations = 2 * key_counter(run, kernel, "ffma") + key_counter(run, kernel, "fadd+fmul");
    return say_ratio(operations, key_counter(run, kernel, bytes), answer);
}
#define LOADED "global_load_bytes"
#define MOVED "global_load_bytes+global_store_bytes"
static bool rectangle(const KeyRun *run, char answer[64]) { return ratio(run, "rectangle", LOADED, answer); }
static bool coarsened(const KeyRun *run, char answer[64]) { return ratio(run, "coarsened", LOADED, answer); }
static bool coarsened_all(const KeyRun *run, char answer[64]) { return ratio(run, "coarsened", MOVED, answer); }
static bool register_tile(const KeyRun *run, char answer[64]) { return ratio(run, "register_tile", LOADED, answer); }
static bool doubles(const KeyRun *run, char answer[64]) {
    double operations = 2 * key_counter(run, "doubles", "dfma");
    return say_ratio(operations, key_counter(run, "doubles", LOADED), answer);
}
static bool stencil(const KeyRun *run, char answer[64]) { return ratio(run, "stencil", MOVED, answer); }
static bool polynomial(const KeyRun *run, char answer[64]) { return ratio(run, "polynomial", MOVED, answer); }

// T is the side of a tile; all sides are powers of two, so that they divide the product's.
static const Parameter parameters[] = {
    {"high", "4,8,16,32"}, // a block of threads computes high x wide elements with tiles of that many rows and columns
    {"wide", "4,8,16,32"}, {"tile", "8,16,32"},    {"factor", "2,4,8"},          {"side", "8,16"},
    {"rows", "2,4,8"},     {"columns", "1,2,4,8"}, {"double_high", "4,8,16,32"}, {"double_wide", "4,8,16,32"},
    {"radius", "1..9"},    {"degree", "5..40"},
};
// A coarsened block is not wider than the product, and squares are in the lesson.
#define SUITS "floor(128 / (tile * factor)) * (high - wide) * (double_high - double_wide)"

static const Slip rectangle_slips[] = {
    {"key / 2", "A multiplication and its addition are two operations, also as one instruction"},
    {"high / 4",
     "A tile of {high} x {high} would give that. Count A and B apart: which of the two sides saves which loads?"},
    {"wide / 4",
     "A tile of {wide} x {wide} would give that. Count A and B apart: which of the two sides saves which loads?"},
};
static const Slip coarsened_slips[] = {
    {"2 / (4 / (tile * factor) + 4 / tile)",
     "That is for two factors of floats. How many bytes has an element of A here?"},
    {"2 / (2 / tile + 4 / (tile * factor))", "It is A's tile that is loaded once for {factor} tiles of B"},
    {"2 / (2 / tile + 4 / tile)", "That is without coarsening: a tile of A now serves {factor} tiles of B"},
    {"2 / (2 / (tile * factor) + 4 / (tile * factor))", "Only one factor is loaded less often. Count A and B apart"},
    {"coarsened_with_stores", "That is with the stores. The question is about loads alone"},
};
static const Slip coarsened_all_slips[] = {
    {"coarsened", "That is without the stores: C is 128 x 128 floats, written once"},
};
static const Slip register_slips[] = {
    {"side / 4",
     "That is what one result per thread would reach: this block computes {side * rows} x {side * columns}"},
    {"side * rows / 4", "The block is {side * rows} high, but not as wide. Count A and B apart"},
    {"side * columns / 4", "The block is {side * columns} wide, but not as high. Count A and B apart"},
    {"side * rows * columns / 4", "An element serves a row or a column of what the block computes, not both"},
};
static const Slip double_slips[] = {
    {"2 * key", "That is for floats: a double has 8 bytes"},
    {"double_high / 8", "That is for {double_high} x {double_high}. Which of the two sides saves which loads?"},
    {"double_wide / 8", "That is for {double_wide} x {double_wide}. Which of the two sides saves which loads?"},
};
static const Slip stencil_slips[] = {
    {"key * (4 * radius + 2) / (4 * radius + 1)",
     "The first product is added to nothing: a sum of {2 * radius + 1} terms "
     "has {2 * radius} additions"},
    {"key * (2 * radius + 2) / (2 * radius + 1)", "That is without the store"},
    {"key * (2 * radius + 2) / 2", "As many bytes as the lanes ask for count, whether a cache has them or not"},
    {"(2 * radius) / (4 * (2 * radius + 2))", "{2 * radius + 1} products and their sum are more than {2 * radius} "
                                              "operations"},
};
static const Slip polynomial_slips[] = {
    {"degree / 4", "Two operations for each of {degree} steps, but the element is loaded and stored: 8 bytes"},
    {"degree / 2", "A float has 4 bytes; the element is loaded and stored"},
};

#define WHY "Count doubles of A and of B for one product, 8 bytes each, and two operations"
#define RATIO(of, worth, ...)                                                                                          \
    { .name = #of, .points = worth, .unit = UNIT_PER_BYTE, .key = of, __VA_ARGS__ }
static const Question questions[] = {
    RATIO(rectangle, 14, .asks = "OP/B of a product whose blocks compute {high} rows and {wide} columns",
          .why = "How many columns does a loaded element of A serve, and how many rows one of B?",
          SLIPS(rectangle_slips)),
    RATIO(coarsened, 14,
          .asks = "OP/B with tiles of {tile} x {tile}, a factor of {factor}, and elements of 2 bytes in A",
          .why = "Count A and B apart: only one of them is loaded less often than before", SLIPS(coarsened_slips)),
    {.name = "coarsened_with_stores",
     .asks = "the same with the stores of C counted, 128 x 128 x 128",
     .points = 14,
     .unit = UNIT_PER_BYTE,
     .key = coarsened_all,
     .why = "Add the bytes of C to the bytes loaded, and divide the operations of the whole product",
     SLIPS(coarsened_all_slips)},
    RATIO(register_tile, 16, .asks = "OP/B with {side} x {side} threads of {rows} x {columns} results",
          .why = "How high and how wide is what a block computes? Count A and B apart", SLIPS(register_slips)),
    RATIO(doubles, 12, .asks = "OP/B of a product of doubles, {double_high} rows and {double_wide} columns per block",
          .why = WHY, SLIPS(double_slips)),
    RATIO(stencil, 16, .asks = "OP/B of a weighted sum of {2 * radius + 1} neighbours, with the store",
          .why = "Operations for one element of the result, then bytes that its thread loads and stores",
          SLIPS(stencil_slips)),
    RATIO(polynomial, 14, .asks = "OP/B of a polynomial of degree {degree}, one element in, one out",
          .why = "One multiplication and one addition per step. How many bytes does an element move?",
          SLIPS(polynomial_slips)),
};

static const Part parts[] = {ANSWERS("answers", 100)};

const Exercise op_per_byte_quiz_exercise = {
    .name = "op_per_byte_quiz",
    .chapter = "08_coarsening",
    .title = "Operations per byte of six kernels",
    .learnt = "reuse raises the operations per byte: each tile side and each factor of coarsening counts.",
    .checklist = "tiling,coarsening",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .suits = SUITS,
    .hints =
        {"Take one multiplication with its addition: two operations. How many floats had to be loaded for it? If "
         "a loaded float serves 32 products, each of them pays 1/32 of it.",
         "For floats OP/B = 2 / (4 (a + b)), where a and b are the elements of A and of B for one product. What a "
         "block computes "
         "is R high and C wide: an element of A serves C products, one of B serves R.",
         "With a factor of F, a block is F tiles wide. With stores, take whole numbers: 2 * 128^3 operations, and add "
         "4 * 128^2 bytes to those loaded. A sum of n products is one multiplication and n - 1 fused multiply-adds."},
};
