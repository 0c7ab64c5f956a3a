// mma_quad.c - mma.m8n8k4 of halves: four products at once, each by two groups of four lanes.
//
// Product q belongs to lanes 4q to 4q + 3 (the lower ones, of rows and columns 0 to 3) and 16 more (the upper ones, of
// 4 to 7). sm_90 has no unit for it: its machine code computes in single precision, in the order that is followed here.
#include "half.h"
#include "matrix.h"
#include "operation.h"
#include <string.h>

enum { EDGE = 8, DEPTH = 4, PRODUCTS = 4, HALVES_IN_FACTOR = 2, HALVES_IN_RESULT = 4, SINGLES_IN_RESULT = 8 };

typedef struct {
    Product product;
    bool a_by_column, b_by_column;
    unsigned sizes[4];
} QuadMma;

// Lane 0 to 7 of product q.
static unsigned lane_of(unsigned q, unsigned member) { return q * 4 + member % 4 + member / 4 * 16; }

static float factor(const Warp *warp, const Operand *list, unsigned lane, unsigned element) {
    return (float)element_get(warp, list[element / 2], lane, element % 2, TYPE_F16);
}

// a[row][k] and b[k][column]: a lane has a row of a or column of b, or else one k of four rows or columns.
static float left_factor(const Warp *warp, const QuadMma *mma, const Operand *a, unsigned q, unsigned row, unsigned k) {
    return mma->a_by_column ? factor(warp, a, lane_of(q, row / 4 * 4 + k), row % 4)
                            : factor(warp, a, lane_of(q, row), k);
}

static float right_factor(const Warp *warp, const QuadMma *mma, const Operand *b, unsigned q, unsigned k,
                          unsigned column) {
    return mma->b_by_column ? factor(warp, b, lane_of(q, column), k)
                            : factor(warp, b, lane_of(q, column / 4 * 4 + k), column % 4);
}

// Element e of a member's fragment of c or d: halves are a row, singles two rows of two pairs of columns.
static void place(PtxType type, unsigned member, unsigned e, unsigned *row, unsigned *column) {
    *row = type == TYPE_F16 ? member : member / 4 * 4 + (member & 1) + (e & 2);
    *column = type == TYPE_F16 ? e : (e & 4) + (member & 2) + (e & 1);
}

static float sum_to_single(const float *left, const float *right, float before) {
    float sum = 0;
    for (unsigned k = 0; k < DEPTH; k++) sum = __builtin_fmaf(left[k], right[k], sum);
    return before + sum;
}

static float sum_to_half(const float *left, const float *right, float before) {
    float low = __builtin_fmaf(left[1], right[1], left[0] * right[0]);
    float high = __builtin_fmaf(left[3], right[3], left[2] * right[2]);
    return before + low + high;
}

typedef float Results[PRODUCTS][EDGE][EDGE];

static void compute(const Warp *warp, const QuadMma *mma, const Operand *a, const Operand *b, Results results) {
    for (unsigned n = 0; n < PRODUCTS * EDGE * EDGE; n++) {
        unsigned q = n / (EDGE * EDGE), row = n / EDGE % EDGE, column = n % EDGE;
        float left[DEPTH], right[DEPTH], *result = &results[q][row][column];
        for (unsigned k = 0; k < DEPTH; k++) {
            left[k] = left_factor(warp, mma, a, q, row, k);
            right[k] = right_factor(warp, mma, b, q, k, column);
        }
        *result = mma->product.d == TYPE_F16 ? sum_to_half(left, right, *result) : sum_to_single(left, right, *result);
    }
}

static void move_results(Warp *warp, const Operand *list, PtxType type, Results results, bool read) {
    unsigned each = elements_in_register(type);
    for (unsigned n = 0; n < PRODUCTS * EDGE * EDGE; n++) {
        unsigned q = n / (EDGE * EDGE), member = n / EDGE % EDGE, e = n % EDGE, row, column;
        place(type, member, e, &row, &column);
        float *result = &results[q][row][column];
        unsigned lane = lane_of(q, member);
        if (read) *result = (float)element_get(warp, list[e / each], lane, e % each, type);
        else element_set(warp, list[e / each], lane, e % each, type, type == TYPE_F16 ? f16_nearest(*result) : *result);
    }
}

static void run_quad_mma(Warp *warp, const Instruction *i) {
    const QuadMma *mma = (const QuadMma *)(uintptr_t)i->extra;
    const Operand *d = i->list, *a = d + mma->sizes[0], *b = a + mma->sizes[1], *c = b + mma->sizes[2];
    Results results;
    if (!warp_converge(warp, i, FULL_MASK)) return;
    move_results(warp, c, mma->product.c, results, true);
    compute(warp, mma, a, b, results);
    move_results(warp, d, mma->product.d, results, false);
}

// The first two modifiers that are row or col are the layouts of a and b.
static bool read_layouts(const PtxInstruction *in, QuadMma *mma) {
    bool by_column[2];
    unsigned count = 0;
    for (uint32_t n = 0; n < in->modifier_count && count < 2; n++) {
        bool column = !strcmp(in->modifiers[n], "col");
        if (column || !strcmp(in->modifiers[n], "row")) by_column[count++] = column;
    }
    mma->a_by_column = count == 2 && by_column[0];
    mma->b_by_column = count == 2 && by_column[1];
    return count == 2;
}

bool decode_quad_mma(Decoder *decoder, const PtxInstruction *in, const Product *product, Instruction *out) {
    QuadMma *mma = decode_keep(decoder, sizeof *mma);
    mma->product = *product;
    const PtxType types[4] = {product->d, product->a, product->b, product->c};
    bool results = (types[0] == TYPE_F16 || types[0] == TYPE_F32) && (types[3] == TYPE_F16 || types[3] == TYPE_F32);
    if (!results || types[2] != TYPE_F16 || (types[0] == TYPE_F16 && types[3] != TYPE_F16) || !read_layouts(in, mma))
        return decode_fail(decoder, in, "a product of this kind");
    mma->sizes[0] = types[0] == TYPE_F16 ? HALVES_IN_RESULT : SINGLES_IN_RESULT;
    mma->sizes[1] = mma->sizes[2] = HALVES_IN_FACTOR;
    mma->sizes[3] = types[3] == TYPE_F16 ? HALVES_IN_RESULT : SINGLES_IN_RESULT;
    out->run = run_quad_mma;
    out->extra = (uint64_t)(uintptr_t)mma;
    out->class = CLASS_OTHER;
    out->site = decode_site(decoder, CLASS_OTHER);
    return decode_fragments(decoder, in, 0, 4, types, mma->sizes, out);
}
