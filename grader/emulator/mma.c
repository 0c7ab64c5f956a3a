// mma.c - mma.sync: matrix products of fragments whose layout the PTX ISA gives.
//
// Lane 4g + t has, of a, rows g and g + 8 and, of b, column g; of c and d rows g and g + 8, columns 2t and 2t + 1. A
// register of a or b holds consecutive k.
#include "matrix.h"
#include "operation.h"

typedef struct {
    Product product;
    unsigned sizes[4];
} Mma; // registers of d, a, b and c

// Walks over the elements of a fragment of a (by_row) or b: matrix[] has `pitch` elements a row.
static void gather(const Warp *warp, const Operand *list, unsigned size, PtxType type, unsigned halves, bool by_row,
                   unsigned pitch, double *matrix) {
    unsigned each = elements_in_register(type);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        for (unsigned r = 0; r < size; r++)
            for (unsigned e = 0; e < each; e++) {
                unsigned line = lane / 4 + 8 * (r % halves), k = r / halves * 4 * each + lane % 4 * each + e;
                matrix[by_row ? line * pitch + k : k * pitch + line] = element_get(warp, list[r], lane, e, type);
            }
}

// Where element e of a lane's fragment of c or d lies.
static unsigned place(unsigned lane, unsigned e, unsigned columns) {
    return (lane / 4 + e / 2 * 8) * columns + lane % 4 * 2 + e % 2;
}

static void run_mma(Warp *warp, const Instruction *i) {
    const Mma *mma = (const Mma *)(uintptr_t)i->extra;
    const Product *p = &mma->product;
    const Operand *d = i->list, *a = d + mma->sizes[0], *b = a + mma->sizes[1], *c = b + mma->sizes[2];
    double left[FACTOR_MOST], right[FACTOR_MOST], sum[MATRIX_MOST];
    if (!warp_converge(warp, i, FULL_MASK)) return;
    gather(warp, a, mma->sizes[1], p->a, p->m / 8, true, p->k, left);
    gather(warp, b, mma->sizes[2], p->b, 1, false, p->n, right);
    unsigned elements = p->m * p->n / WARP_LANES, in_c = elements_in_register(p->c), in_d = elements_in_register(p->d);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        for (unsigned e = 0; e < elements; e++)
            sum[place(lane, e, p->n)] = element_get(warp, c[e / in_c], lane, e % in_c, p->c);
    product_compute(p, left, right, sum, sum);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        for (unsigned e = 0; e < elements; e++)
            element_set(warp, d[e / in_d], lane, e % in_d, p->d, sum[place(lane, e, p->n)]);
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

static unsigned registers_of(unsigned elements, PtxType type) {
    return elements / WARP_LANES / elements_in_register(type);
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
    const unsigned elements[4] = {p->m * p->n, p->m * p->k, p->k * p->n, p->m * p->n};
    for (unsigned n = 0; n < 4; n++) mma->sizes[n] = registers_of(elements[n], types[n]);
    out->run = run_mma;
    out->extra = (uint64_t)(uintptr_t)mma;
    out->class = CLASS_OTHER;
    out->site = decode_site(decoder, CLASS_OTHER);
    return decode_fragments(decoder, in, 0, 4, types, mma->sizes, out);
}
