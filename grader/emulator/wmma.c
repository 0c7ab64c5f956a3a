// wmma.c - wmma: matrix products of fragments, and the loads and stores of these.
#include "fragment.h"
#include "operation.h"
#include <string.h>

enum { REGISTERS_MOST = 8, PLACES_MOST = REGISTERS_MOST * WARP_LANES * 4 }; // of a fragment; four elements in each

// The number of each element in its matrix, by register, lane and element of the register.
typedef struct {
    unsigned registers, each;
    uint16_t place[PLACES_MOST];
} Places;

typedef struct {
    Product product;
    const Places
        *places[4];    // of the fragments of d, a, b and c; wmma.load and store: of the only one, as it lies in memory
    Fragment fragment; // wmma.load and store
    Moves moves;
    Operand stride;
    uint64_t offset; // of the matrix from the address operand
} Wmma;

static const Wmma *wmma_of(const Instruction *i) { return (const Wmma *)(uintptr_t)i->extra; }

static unsigned place_of(const Places *places, unsigned reg, unsigned lane, unsigned e) {
    return places->place[(reg * WARP_LANES + lane) * places->each + e];
}

// ---- products ----------------------------------------------------------------------------------------------------

static void gather(const Warp *warp, const Operand *list, const Places *places, PtxType type, double *matrix) {
    for (unsigned r = 0; r < places->registers; r++)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            for (unsigned e = 0; e < places->each; e++)
                matrix[place_of(places, r, lane, e)] = element_get(warp, list[r], lane, e, type);
}

static void run_product(Warp *warp, const Instruction *i) {
    const Wmma *wmma = wmma_of(i);
    const Product *p = &wmma->product;
    const Places *const *places = wmma->places;
    const Operand *d = i->list, *a = d + places[0]->registers, *b = a + places[1]->registers,
                  *c = b + places[2]->registers;
    double left[FACTOR_MOST], right[FACTOR_MOST], sum[MATRIX_MOST];
    if (!warp_converge(warp, i, FULL_MASK)) return;
    gather(warp, a, places[1], p->a, left);
    gather(warp, b, places[2], p->b, right);
    gather(warp, c, places[3], p->c, sum);
    product_compute(p, left, right, sum, sum);
    for (unsigned r = 0; r < places[0]->registers; r++)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            for (unsigned e = 0; e < places[0]->each; e++)
                element_set(warp, d[r], lane, e, p->d, sum[place_of(places[0], r, lane, e)]);
}

// ---- loads and stores --------------------------------------------------------------------------------------------

// The matrix as it lies in memory, but without gaps, and where the lanes' parts of an access begin in it.
typedef struct {
    uint8_t bytes[REGISTERS_MOST * WARP_LANES * sizeof(double)];
    uint16_t from[WARP_LANES];
} Image;

static void load_part(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    (void)i;
    Image *image = (Image *)(uintptr_t)access->values;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        memcpy(image->bytes + image->from[lane], access_bytes(warp, access, lane), access->bytes);
    }
}

static void store_part(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    (void)i;
    const Image *image = access->values;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        memcpy(access_bytes(warp, access, lane), image->bytes + image->from[lane], access->bytes);
    }
}

// Access n: where it goes in memory and in the image.
static void find_parts(const Warp *warp, const Instruction *i, unsigned n, Access *access, Image *image) {
    const Wmma *wmma = wmma_of(i);
    const Fragment *fragment = &wmma->fragment;
    const uint32_t *stride = operand_lanes(warp, wmma->stride);
    const void *base = operand_lanes(warp, i->a);
    bool wide = i->a.bank == BANK_LONG || i->a.bank == BANK_LITERAL_LONG;
    unsigned bytes = fragment->bits / 8, width = wmma->moves.turned ? fragment->lines : fragment->depth;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        unsigned major, minor;
        fragment_moved(fragment, &wmma->moves, n, lane, &major, &minor);
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

static void run_load(Warp *warp, const Instruction *i) {
    const Wmma *wmma = wmma_of(i);
    const Places *places = wmma->places[0];
    Image image;
    if (!warp_converge(warp, i, FULL_MASK)) return;
    memset(&image, 0, sizeof image);
    move_matrix(warp, i, ACCESS_LOAD, &image);
    unsigned bytes = wmma->fragment.bits / 8, register_bytes = bytes * places->each;
    for (unsigned r = 0; r < places->registers && !warp->block->stopped; r++)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            for (unsigned e = 0; e < places->each; e++)
                memcpy((uint8_t *)operand_lanes(warp, i->list[r]) + lane * register_bytes + e * bytes,
                       image.bytes + place_of(places, r, lane, e) * bytes, bytes);
}

static void run_store(Warp *warp, const Instruction *i) {
    const Wmma *wmma = wmma_of(i);
    const Places *places = wmma->places[0];
    Image image;
    if (!warp_converge(warp, i, FULL_MASK)) return;
    unsigned bytes = wmma->fragment.bits / 8, register_bytes = bytes * places->each;
    for (unsigned r = 0; r < places->registers; r++)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            for (unsigned e = 0; e < places->each; e++)
                memcpy(image.bytes + place_of(places, r, lane, e) * bytes,
                       (const uint8_t *)operand_lanes(warp, i->list[r]) + lane * register_bytes + e * bytes, bytes);
    move_matrix(warp, i, ACCESS_STORE, &image);
}

// ---- decoding ----------------------------------------------------------------------------------------------------

// by_line: elements of a line follow one another in the matrix
static const Places *keep_places(Decoder *decoder, const Fragment *fragment, unsigned registers, bool by_line) {
    Places *places = decode_keep(decoder, sizeof *places);
    places->registers = registers;
    places->each = fragment->bits < 32 ? 32 / fragment->bits : 1;
    for (unsigned n = 0; n < registers * WARP_LANES * places->each; n++) {
        unsigned reg = n / places->each / WARP_LANES, lane = n / places->each % WARP_LANES, line, depth;
        fragment_place(fragment, reg, lane, n % places->each, &line, &depth);
        places->place[n] = (uint16_t)(by_line ? line * fragment->depth + depth : depth * fragment->lines + line);
    }
    return places;
}

// f16 factors have 8 registers whatever they hold, as in the PTX ISA, and repeat it.
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
    unsigned sizes[4];
    for (unsigned n = 0; n < 4; n++) {
        Fragment fragment = fragment_of(p, PARTS[n], types[n]);
        if (!fragment_exists(&fragment)) return decode_fail(decoder, in, "a product of this kind");
        sizes[n] = registers_of(&fragment, types[n]);
        wmma->places[n] = keep_places(decoder, &fragment, sizes[n], !fragment.columns);
    }
    out->run = run_product;
    out->site = decode_site(decoder, CLASS_OTHER);
    return decode_fragments(decoder, in, 0, 4, types, sizes, out);
}

// load: fragment, [address]{, stride}; store: [address], fragment{, stride}
static bool bind_access(Decoder *decoder, const PtxInstruction *in, Wmma *wmma, Instruction *out, bool stores) {
    Part part = ptx_has(in, "a") ? PART_A : ptx_has(in, "b") ? PART_B : PART_C;
    PtxType type = decode_type(in);
    Fragment *fragment = &wmma->fragment;
    if (element_bits(type) < 8 || element_bits(type) > 64) return decode_fail(decoder, in, "elements of this type");
    *fragment = fragment_of(&wmma->product, part, type);
    if (!fragment_exists(fragment)) return decode_fail(decoder, in, "elements of this type");
    unsigned size = registers_of(fragment, type);
    if (!decode_fragments(decoder, in, stores, 1, &type, &size, out)) return false;
    if (!decode_address(decoder, in, &in->operands[!stores], out)) return false;
    wmma->offset = out->extra;
    bool turned = ptx_has(in, "col") != fragment->columns;
    wmma->moves = fragment_moves(fragment, turned, !stores && decode_space(in) == SPACE_SHARED);
    wmma->places[0] = keep_places(decoder, fragment, size, !turned);
    wmma->stride = in->operand_count > 2
                       ? decode_operand(decoder, in, &in->operands[2], TYPE_U32)
                       : decode_literal(decoder, TYPE_U32, turned ? fragment->lines : fragment->depth);
    out->run = stores ? run_store : run_load;
    out->bytes = (uint8_t)(fragment->bits / 8);
    out->class = stores ? CLASS_STORE : CLASS_LOAD;
    out->space = (uint8_t)decode_space(in);
    out->site = decode_memory_site(decoder, (InstructionClass)out->class, decode_space(in));
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
