// mma.c - mma.sync: matrix products of fragments whose layout the PTX ISA gives.
//
// Lane 4g + t has, of a, rows g and g + 8 and, of b, column g; of c and d rows g and g + 8, columns 2t and 2t + 1. A
// register of a or b holds consecutive k.
#include "../../machine/divergence.h"
#include "fragment.h"

typedef struct {
    Product product;
    Places places[4]; // of d, a, b and c
} Mma;

static void run_mma(Warp *warp, const Instruction *i) {
    const Mma *mma = (const Mma *)(uintptr_t)i->extra;
    const Product *p = &mma->product;
    const Places *places = mma->places;
    const Operand *d = i->list, *a = d + places[0].registers, *b = a + places[1].registers,
                  *c = b + places[2].registers;
    Matrix left, right, sum;
    if (!warp_converge(warp, i, FULL_MASK)) return;
    matrix_gather(warp, a, &places[1], element_bits(p->a), &left);
    matrix_gather(warp, b, &places[2], element_bits(p->b), &right);
    matrix_gather(warp, c, &places[3], element_bits(p->c), &sum);
    product_compute(p, &left, &right, &sum, &sum);
    matrix_scatter(warp, d, &places[0], element_bits(p->d), &sum);
}

// mma.sync.aligned.mMnNkK.row.col.{d a b c types}; the types are the last four modifiers that name one
static bool read_types(const PtxInstruction *in, Product *product) {
    PtxType types[4];
    unsigned count = 0;
    for (uint32_t n = 0; n < in->modifier_count; n++) {
        PtxType type = ptx_type_named(in->modifiers[n]);
        if (type != TYPE_NONE && count < 4) types[count++] = type;
    }
    if (count != 4) return false;
    product->d = types[0], product->a = types[1], product->b = types[2], product->c = types[3];
    return true;
}

// The shapes there are: k fills one or two registers of a column, f64's is 4, 8 or 16.
static bool shape_exists(const Product *p) {
    unsigned bits = p->k * element_bits(p->a);
    if (p->n != 8 || (p->m != 8 && p->m != 16)) return false;
    if (p->a == TYPE_F64) return p->k == 4 || (p->m == 16 && (p->k == 8 || p->k == 16));
    if (p->m == 8) return bits == 128 && p->d == TYPE_S32;
    return bits == 128 || bits == 256;
}

bool decode_mma(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    Mma *mma = decode_keep(decoder, sizeof *mma);
    Product *p = &mma->product;
    bool plain = ptx_has(in, "sync") && !ptx_has(in, "sp") && !ptx_has(in, "sp::ordered_metadata") &&
                 !ptx_has(in, "block_scale");
    if (!plain || !product_shape(in, p) || !read_types(in, p))
        return decode_fail(decoder, in, "a product of this kind");
    if (p->m == 8 && p->n == 8 && p->k == 4 && p->a == TYPE_F16) return decode_quad_mma(decoder, in, p, out);
    bool bits = ptx_has(in, "popc") && (ptx_has(in, "and") || ptx_has(in, "xor"));
    if (!product_exists(p) || !shape_exists(p) || !ptx_has(in, "row") || !ptx_has(in, "col") ||
        bits != (p->a == TYPE_B1))
        return decode_fail(decoder, in, "a product of this kind");
    p->saturates = ptx_has(in, "satfinite");
    p->differing = ptx_has(in, "xor");
    const PtxType types[4] = {p->d, p->a, p->b, p->c};
    static const Part PARTS[4] = {PART_C, PART_A, PART_B, PART_C};
    unsigned sizes[4];
    for (unsigned n = 0; n < 4; n++) {
        Fragment fragment = fragment_of(p, PARTS[n], types[n]);
        mma->places[n] = fragment_places(decoder, &fragment, !fragment.columns);
        sizes[n] = mma->places[n].registers;
    }
    out->run = run_mma;
    out->extra = (uint64_t)(uintptr_t)mma;
    out->class = CLASS_OTHER;
    out->site = decode_site(decoder, CLASS_OTHER);
    return decode_fragments(decoder, in, 0, 4, types, sizes, out);
}
