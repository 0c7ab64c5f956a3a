// wmma.c - wmma: matrix products of fragments, and the loads and stores of these.
#include "../../machine/divergence.h"
#include "fragment.h"
#include <string.h>

enum { REGISTERS_MOST = 8 }; // of a fragment

// Where a lane's part of an access begins: that many strides and elements from the matrix's first.
typedef struct {
    uint8_t major, minor;
} LanePart;

typedef struct {
    Product product;
    unsigned sizes[4]; // of d, a, b and c: registers in the list
    Places places[4];  // of their fragments; of the only one of wmma.load and store, as it lies in memory
    Fragment fragment; // wmma.load and store
    Moves moves;
    const LanePart *parts; // of each access and lane
    Operand stride;
    uint64_t offset; // of the matrix from the address operand
} Wmma;

static const Wmma *wmma_of(const Instruction *i) { return (const Wmma *)(uintptr_t)i->extra; }

// ---- products ----------------------------------------------------------------------------------------------------

static void run_product(Warp *warp, const Instruction *i) {
    const Wmma *wmma = wmma_of(i);
    const Product *p = &wmma->product;
    const Operand *d = i->list, *a = d + wmma->sizes[0], *b = a + wmma->sizes[1], *c = b + wmma->sizes[2];
    Matrix left, right, sum;
    if (!warp_converge(warp, i, FULL_MASK)) return;
    matrix_gather(warp, a, &wmma->places[1], element_bits(p->a), &left);
    matrix_gather(warp, b, &wmma->places[2], element_bits(p->b), &right);
    matrix_gather(warp, c, &wmma->places[3], element_bits(p->c), &sum);
    product_compute(p, &left, &right, &sum, &sum);
    matrix_scatter(warp, d, &wmma->places[0], element_bits(p->d), &sum);
}

// ---- loads and stores --------------------------------------------------------------------------------------------

// The matrix as it lies in memory, but without gaps, and where the lanes' parts of an access begin in it.
typedef struct {
    uint8_t bytes[REGISTERS_MOST * WARP_LANES * sizeof(double)];
    uint16_t from[WARP_LANES];
} Image;

// Sizes that the compiler knows are copied without a call.
static inline void copy_part(void *to, const void *from, unsigned bytes) {
    switch (bytes) {
    case 1: memcpy(to, from, 1); break;
    case 4: memcpy(to, from, 4); break;
    case 8: memcpy(to, from, 8); break;
    default: memcpy(to, from, bytes); break;
    }
}

static void load_part(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    (void)i;
    Image *image = (Image *)(uintptr_t)access->values;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        copy_part(image->bytes + image->from[lane], access_bytes(warp, access, lane), access->bytes);
    }
}

static void store_part(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    (void)i;
    const Image *image = access->values;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        copy_part(access_bytes(warp, access, lane), image->bytes + image->from[lane], access->bytes);
    }
}

// Access n: where it goes in memory and in the image.
static void find_parts(const Warp *warp, const Instruction *i, unsigned n, Access *access, Image *image) {
    const Wmma *wmma = wmma_of(i);
    const Fragment *fragment = &wmma->fragment;
    const LanePart *parts = wmma->parts + n * WARP_LANES;
    const uint32_t *stride = operand_lanes(warp, wmma->stride);
    const void *base = operand_lanes(warp, i->a);
    bool wide = i->a.bank == BANK_LONG || i->a.bank == BANK_LITERAL_LONG;
    unsigned bytes = fragment->bits / 8, width = wmma->moves.turned ? fragment->lines : fragment->depth;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        unsigned major = parts[lane].major, minor = parts[lane].minor;
        uint64_t from = wide ? ((const uint64_t *)base)[lane] : ((const uint32_t *)base)[lane];
        from += wmma->offset + ((uint64_t)major * stride[lane] + minor) * bytes;
        access->address[lane] = wide ? from : (uint32_t)from;
        image->from[lane] = (uint16_t)((major * width + minor) * bytes);
    }
}

bool wmma_moves_as(const Instruction *a, const Instruction *b) {
    const Wmma *x = wmma_of(a), *y = wmma_of(b);
    return x->fragment.lines == y->fragment.lines && x->fragment.depth == y->fragment.depth &&
           x->fragment.each == y->fragment.each && x->fragment.bits == y->fragment.bits &&
           x->moves.kind == y->moves.kind && x->moves.turned == y->moves.turned;
}

// Each of the accesses is an instruction of its own in the machine code.
static void count_again(Warp *warp, const Instruction *i) {
    if (i->fate != FATE_ISSUED) return;
    SiteCounts *counts = &warp->worker->sites[i->site];
    counts->warps++;
    counts->threads += (unsigned)__builtin_popcount(warp->mask);
}

static void move_matrix(Warp *warp, const Instruction *i, AccessKind kind, Image *image) {
    const Moves *moves = &wmma_of(i)->moves;
    uint32_t all = warp->mask;
    for (unsigned n = 0; n < moves->count && !warp->block->stopped; n++) {
        Access access = {.kind = kind, .values = image};
        access.bytes = moves->elements * wmma_of(i)->fragment.bits / 8;
        find_parts(warp, i, n, &access, image);
        if (n > 0) count_again(warp, i);
        warp->mask = all & moves->lanes;
        if (warp->mask) access_at(warp, i, &access, kind == ACCESS_LOAD ? load_part : store_part);
        warp->mask = all;
    }
}

static void unpack(const Image *image, unsigned bits, unsigned count, Matrix *matrix) {
    const uint8_t *bytes = image->bytes;
    for (unsigned n = 0; bits == 8 && n < count; n++) matrix->bits[n] = bytes[n];
    for (unsigned n = 0; bits == 16 && n < count; n++) matrix->bits[n] = bytes[2 * n] | (uint32_t)bytes[2 * n + 1] << 8;
    if (bits >= 32) memcpy(matrix, bytes, count * bits / 8);
}

static void pack(const Matrix *matrix, unsigned bits, unsigned count, Image *image) {
    for (unsigned n = 0; bits == 16 && n < count; n++) memcpy(image->bytes + 2 * n, &matrix->bits[n], 2);
    if (bits >= 32) memcpy(image->bytes, matrix, count * bits / 8);
}

static void run_load(Warp *warp, const Instruction *i) {
    const Wmma *wmma = wmma_of(i);
    const Fragment *fragment = &wmma->fragment;
    unsigned registers = wmma->places[0].registers;
    Image image = {0};
    Matrix matrix;
    if (!warp_converge(warp, i, FULL_MASK)) return;
    move_matrix(warp, i, ACCESS_LOAD, &image);
    if (warp->block->stopped) return;
    unpack(&image, fragment->bits, fragment->lines * fragment->depth, &matrix);
    matrix_scatter(warp, i->list, &wmma->places[0], fragment->bits, &matrix);
    for (unsigned r = registers; r < i->list_count; r++)
        memcpy(operand_lanes(warp, i->list[r]), operand_lanes(warp, i->list[r % registers]), 4 * WARP_LANES);
}

static void run_store(Warp *warp, const Instruction *i) {
    const Wmma *wmma = wmma_of(i);
    const Fragment *fragment = &wmma->fragment;
    Image image = {0};
    Matrix matrix;
    if (!warp_converge(warp, i, FULL_MASK)) return;
    matrix_gather(warp, i->list, &wmma->places[0], fragment->bits, &matrix);
    pack(&matrix, fragment->bits, fragment->lines * fragment->depth, &image);
    move_matrix(warp, i, ACCESS_STORE, &image);
}

// ---- decoding ----------------------------------------------------------------------------------------------------

// Fragments of f16 factors have 8 registers for every shape, as in the PTX ISA; smaller ones repeat their elements.
static unsigned registers_of(const Fragment *fragment, PtxType type) {
    return fragment->factor && type == TYPE_F16 ? REGISTERS_MOST : fragment_registers(fragment);
}

static bool fragment_exists(const Fragment *fragment) {
    unsigned registers = fragment_registers(fragment);
    return registers > 0 && registers <= REGISTERS_MOST;
}

// wmma.mma.sync.aligned.alayout.blayout.shape.dtype{.atype.btype}.ctype{.satfinite}
static bool bind_product(Decoder *decoder, const PtxInstruction *in, Wmma *wmma, Instruction *out) {
    PtxType named[4] = {TYPE_NONE};
    unsigned count = 0;
    for (uint32_t n = 0; n < in->modifier_count; n++) {
        PtxType type = ptx_type_named(in->modifiers[n]);
        if (type != TYPE_NONE && count < 4) named[count++] = type;
    }
    Product *p = &wmma->product;
    if (count != 2 && count != 4) return decode_fail(decoder, in, "a product of these types");
    p->d = named[0], p->c = named[count - 1];
    p->a = count == 4 ? named[1] : TYPE_F16, p->b = count == 4 ? named[2] : TYPE_F16;
    p->saturates = ptx_has(in, "satfinite");
    if (!product_exists(p) || ptx_has(in, "xor") || ptx_has(in, "and") || ptx_has(in, "rz") || ptx_has(in, "rm") ||
        ptx_has(in, "rp"))
        return decode_fail(decoder, in, "a product of this kind");
    const PtxType types[4] = {p->d, p->a, p->b, p->c};
    static const Part PARTS[4] = {PART_C, PART_A, PART_B, PART_C};
    for (unsigned n = 0; n < 4; n++) {
        Fragment fragment = fragment_of(p, PARTS[n], types[n]);
        if (!fragment_exists(&fragment)) return decode_fail(decoder, in, "a product of this kind");
        wmma->sizes[n] = registers_of(&fragment, types[n]);
        wmma->places[n] = fragment_places(decoder, &fragment, !fragment.columns);
    }
    out->run = run_product;
    out->site = decode_site(decoder, CLASS_OTHER);
    return decode_fragments(decoder, in, 0, 4, types, wmma->sizes, out);
}

static const LanePart *keep_parts(Decoder *decoder, const Fragment *fragment, const Moves *moves) {
    LanePart *parts = decode_keep(decoder, moves->count * WARP_LANES * sizeof *parts);
    for (unsigned n = 0; n < moves->count * WARP_LANES; n++) {
        unsigned major, minor;
        fragment_moved(fragment, moves, n / WARP_LANES, n % WARP_LANES, &major, &minor);
        parts[n] = (LanePart){(uint8_t)major, (uint8_t)minor};
    }
    return parts;
}

// load: fragment, [address]{, stride}; store: [address], fragment{, stride}
static bool bind_access(Decoder *decoder, const PtxInstruction *in, Wmma *wmma, Instruction *out, bool stores) {
    Part part = ptx_has(in, "a") ? PART_A : ptx_has(in, "b") ? PART_B : PART_C;
    PtxType type = ptx_type(in);
    Fragment *fragment = &wmma->fragment;
    bool known = element_bits(type) >= 8 && (element_bits(type) <= 32 || type == TYPE_F64);
    if (!known) return decode_fail(decoder, in, "elements of this type");
    *fragment = fragment_of(&wmma->product, part, type);
    if (!fragment_exists(fragment)) return decode_fail(decoder, in, "elements of this type");
    unsigned size = registers_of(fragment, type);
    if (!decode_fragments(decoder, in, stores, 1, &type, &size, out)) return false;
    if (!decode_address(decoder, in, &in->operands[!stores], out)) return false;
    out->space = (uint8_t)ptx_space(in);
    wmma->offset = access_offset(out);
    bool turned = ptx_has(in, "col") != fragment->columns;
    wmma->moves = fragment_moves(fragment, turned, !stores && ptx_space(in) == SPACE_SHARED);
    wmma->places[0] = fragment_places(decoder, fragment, !turned);
    wmma->parts = keep_parts(decoder, fragment, &wmma->moves);
    wmma->stride = in->operand_count > 2
                       ? decode_operand(decoder, in, &in->operands[2], TYPE_U32)
                       : decode_literal(decoder, TYPE_U32, turned ? fragment->lines : fragment->depth);
    out->run = stores ? run_store : run_load;
    out->bytes = (uint8_t)(fragment->bits / 8);
    out->class = stores ? CLASS_STORE : CLASS_LOAD;
    decode_memory_sites(decoder, (InstructionClass)out->class, ptx_space(in), out);
    return operand_is_bound(wmma->stride);
}

static bool shape_exists(const Product *p) {
    bool large = p->m == 16 || p->m == 32 || p->m == 8, deep = p->k == 16 || (p->k == 8 && p->m == 16);
    return (large && p->m * p->n == MATRIX_MOST && deep) || (p->m == 8 && p->n == 8 && p->k == 4);
}

bool decode_wmma(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    Wmma *wmma = decode_keep(decoder, sizeof *wmma);
    if (!product_shape(in, &wmma->product) || !shape_exists(&wmma->product) || in->operand_count < 2)
        return decode_fail(decoder, in, "a product of this shape");
    bool stores = ptx_has(in, "store"), product = ptx_has(in, "mma");
    bool bound = product ? bind_product(decoder, in, wmma, out) : bind_access(decoder, in, wmma, out, stores);
    out->extra = (uint64_t)(uintptr_t)wmma;
    return bound;
}
