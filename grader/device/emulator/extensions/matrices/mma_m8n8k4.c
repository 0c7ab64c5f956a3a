// mma_m8n8k4.c - mma.m8n8k4 of halves: four products at once, each by two groups of four lanes.
//
// Product q belongs to lanes 4q to 4q + 3 (the lower ones, of rows and columns 0 to 3) and 16 more (the upper ones, of
// 4 to 7). sm_90 has no unit for it: its machine code computes in single precision, in the order that is followed here.
#include "../../machine/divergence.h"
#include "../../numbers/half.h"
#include "../../numbers/rounded.h"
#include "matrix.h"
#include <string.h>

enum { EDGE = 8, DEPTH = 4, PRODUCTS = 4 };
enum { FACTOR = PRODUCTS * EDGE * DEPTH, RESULT = PRODUCTS * EDGE * EDGE }; // elements

typedef struct {
    Product product;
    bool a_by_column, b_by_column;
    Places places[4]; // of d, a, b and c
} QuadMma;

static void sum_to_singles(const float *left, float right[DEPTH][EDGE], float *sums) {
    for (unsigned column = 0; column < EDGE; column++) {
        float sum = 0;
        for (unsigned k = 0; k < DEPTH; k++) sum = fused_single(left[k], right[k][column], sum);
        sums[column] += sum;
    }
}

static void sum_to_halves(const float *left, float right[DEPTH][EDGE], float *sums) {
    for (unsigned column = 0; column < EDGE; column++) {
        float low = fused_single(left[1], right[1][column], left[0] * right[0][column]);
        float high = fused_single(left[3], right[3][column], left[2] * right[2][column]);
        sums[column] = sums[column] + low + high;
    }
}

static void compute(const Product *p, const Matrix *a, const Matrix *b, float sums[PRODUCTS][EDGE][EDGE]) {
    float left[PRODUCTS][EDGE][DEPTH], right[PRODUCTS][DEPTH][EDGE];
    for (unsigned n = 0; n < FACTOR; n++) (&left[0][0][0])[n] = (float)f16_value(a->bits[n]);
    for (unsigned n = 0; n < FACTOR; n++) (&right[0][0][0])[n] = (float)f16_value(b->bits[n]);
    for (unsigned q = 0; q < PRODUCTS; q++)
        for (unsigned row = 0; row < EDGE; row++)
            if (p->d == TYPE_F16) sum_to_halves(left[q][row], right[q], sums[q][row]);
            else sum_to_singles(left[q][row], right[q], sums[q][row]);
}

static void run_quad_mma(Warp *warp, const Instruction *i) {
    const QuadMma *mma = (const QuadMma *)(uintptr_t)i->extra;
    const Product *p = &mma->product;
    const Places *places = mma->places;
    const Operand *d = i->list, *a = d + places[0].registers, *b = a + places[1].registers,
                  *c = b + places[2].registers;
    Matrix left, right, sum;
    float sums[PRODUCTS][EDGE][EDGE], *all = &sums[0][0][0];
    if (!warp_converge(warp, i, FULL_MASK)) return;
    matrix_gather(warp, a, &places[1], 16, &left);
    matrix_gather(warp, b, &places[2], 16, &right);
    matrix_gather(warp, c, &places[3], element_bits(p->c), &sum);
    for (unsigned n = 0; n < RESULT; n++)
        all[n] = p->c == TYPE_F16 ? (float)f16_value(sum.bits[n]) : float_of_bits(sum.bits[n]);
    compute(p, &left, &right, sums);
    for (unsigned n = 0; n < RESULT; n++) {
        uint32_t single = all[n] == all[n] ? float_bits(all[n]) : 0x7fffffff;
        sum.bits[n] = p->d == TYPE_F16 ? f16_bits(f16_nearest(all[n])) : single;
    }
    matrix_scatter(warp, d, &places[0], element_bits(p->d), &sum);
}

// ---- decoding ----------------------------------------------------------------------------------------------------

// Of a each member (0 to 7) of a product's lanes has the four elements of a row, or, by column, one k of four rows. Of
// b it is the same with columns.
static unsigned place_in_a(const QuadMma *mma, unsigned member, unsigned e) {
    return mma->a_by_column ? (member / 4 * 4 + e) * DEPTH + member % 4 : member * DEPTH + e;
}

static unsigned place_in_b(const QuadMma *mma, unsigned member, unsigned e) {
    return mma->b_by_column ? e * EDGE + member : member % 4 * EDGE + member / 4 * 4 + e;
}

// Of c or d: halves are a row, singles two rows of two pairs of columns.
static unsigned place_in_c(PtxType type, unsigned member, unsigned e) {
    unsigned row = type == TYPE_F16 ? member : member / 4 * 4 + (member & 1) + (e & 2);
    return row * EDGE + (type == TYPE_F16 ? e : (e & 4) + (member & 2) + (e & 1));
}

static unsigned place_of(const QuadMma *mma, unsigned n, PtxType type, unsigned member, unsigned e) {
    if (n == 1) return place_in_a(mma, member, e);
    return n == 2 ? place_in_b(mma, member, e) : place_in_c(type, member, e);
}

// Where the elements of operand n (d, a, b or c) lie.
static Places keep_places(Decoder *decoder, const QuadMma *mma, unsigned n, PtxType type) {
    unsigned elements = n == 1 || n == 2 ? FACTOR : RESULT, each = elements_in_register(type);
    Places places = {elements / WARP_LANES / each, place_of(mma, n, type, 0, 1) - place_of(mma, n, type, 0, 0), NULL};
    uint16_t *place = decode_keep(decoder, elements / each * sizeof *place);
    places.place = place;
    for (unsigned i = 0; i < elements / each; i++) {
        unsigned lane = i % WARP_LANES, q = lane / 4 % PRODUCTS, member = lane % 4 + lane / 16 * 4;
        place[i] = (uint16_t)(q * (elements / PRODUCTS) + place_of(mma, n, type, member, i / WARP_LANES * each));
    }
    return places;
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
    unsigned sizes[4];
    for (unsigned n = 0; n < 4; n++) {
        mma->places[n] = keep_places(decoder, mma, n, types[n]);
        sizes[n] = mma->places[n].registers;
    }
    out->run = run_quad_mma;
    out->extra = (uint64_t)(uintptr_t)mma;
    out->class = CLASS_OTHER;
    out->site = decode_site(decoder, CLASS_OTHER);
    return decode_fragments(decoder, in, 0, 4, types, sizes, out);
}
