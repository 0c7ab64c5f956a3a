// wmma.c - wmma: matrix products of fragments that a program may only load, store and multiply.
//
// Which lane has which element is nobody's business, so it is simple here: register r of lane l holds the elements from
// (32 r + l) * E on, row by row, E in a register; a fragment with more places than elements holds them more than once.
// The counters therefore see consecutive accesses; hardware's own are not known.
#include "matrix.h"
#include "operation.h"
#include <string.h>

enum { PART_A, PART_B, PART_C };

typedef struct {
    Product product;
    unsigned sizes[4];      // wmma.mma: registers of d, a, b and c
    unsigned rows, columns; // wmma.load and store: of the matrix
    PtxType type;
    bool by_column; // in memory
    Operand stride;
    uint64_t offset; // of the matrix from the address operand
} Wmma;

static const Wmma *wmma_of(const Instruction *i) { return (const Wmma *)(uintptr_t)i->extra; }

static unsigned index_of(unsigned reg, unsigned lane, unsigned e, PtxType type, unsigned count) {
    return ((reg * WARP_LANES + lane) * elements_in_register(type) + e) % count;
}

// ---- products ----------------------------------------------------------------------------------------------------

static void gather(const Warp *warp, const Operand *list, unsigned size, PtxType type, unsigned count, double *matrix) {
    for (unsigned r = 0; r < size; r++)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            for (unsigned e = 0; e < elements_in_register(type); e++)
                matrix[index_of(r, lane, e, type, count)] = element_get(warp, list[r], lane, e, type);
}

static void run_product(Warp *warp, const Instruction *i) {
    const Wmma *wmma = wmma_of(i);
    const Product *p = &wmma->product;
    const Operand *d = i->list, *a = d + wmma->sizes[0], *b = a + wmma->sizes[1], *c = b + wmma->sizes[2];
    double left[FACTOR_MOST], right[FACTOR_MOST], sum[MATRIX_MOST];
    if (!warp_converge(warp, i, FULL_MASK)) return;
    gather(warp, a, wmma->sizes[1], p->a, p->m * p->k, left);
    gather(warp, b, wmma->sizes[2], p->b, p->k * p->n, right);
    gather(warp, c, wmma->sizes[3], p->c, p->m * p->n, sum);
    product_compute(p, left, right, sum, sum);
    for (unsigned r = 0; r < wmma->sizes[0]; r++)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            for (unsigned e = 0; e < elements_in_register(p->d); e++)
                element_set(warp, d[r], lane, e, p->d, sum[index_of(r, lane, e, p->d, p->m * p->n)]);
}

// ---- loads and stores --------------------------------------------------------------------------------------------

static void load_element(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    const unsigned *at = access->values; // register and element
    unsigned bits = element_bits(wmma_of(i)->type);
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t value = 0;
        memcpy(&value, access_bytes(warp, access, lane), access->bytes);
        if (bits == 64) {
            ((uint64_t *)operand_lanes(warp, i->list[at[0]]))[lane] = value;
            continue;
        }
        uint32_t *word = &((uint32_t *)operand_lanes(warp, i->list[at[0]]))[lane];
        uint32_t mask = (bits == 32 ? 0xffffffffu : (1u << bits) - 1) << at[1] * (bits & 31);
        *word = (*word & ~mask) | (uint32_t)value << at[1] * (bits & 31);
    }
}

static void element_addresses(const Warp *warp, const Instruction *i, unsigned reg, unsigned e, Access *access) {
    const Wmma *wmma = wmma_of(i);
    const uint32_t *stride = operand_lanes(warp, wmma->stride);
    const void *base = operand_lanes(warp, i->a);
    bool wide = i->a.bank == BANK_LONG || i->a.bank == BANK_LITERAL_LONG;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        unsigned index = index_of(reg, lane, e, wmma->type, wmma->rows * wmma->columns);
        unsigned row = index / wmma->columns, column = index % wmma->columns;
        uint64_t element =
            wmma->by_column ? (uint64_t)column * stride[lane] + row : (uint64_t)row * stride[lane] + column;
        uint64_t from = wide ? ((const uint64_t *)base)[lane] : ((const uint32_t *)base)[lane];
        access->address[lane] = from + wmma->offset + element * access->bytes;
        if (!wide) access->address[lane] = (uint32_t)access->address[lane];
    }
}

static void run_load(Warp *warp, const Instruction *i) {
    if (!warp_converge(warp, i, FULL_MASK)) return;
    for (unsigned r = 0; r < i->list_count; r++)
        for (unsigned e = 0; e < elements_in_register(wmma_of(i)->type) && !warp->block->stopped; e++) {
            const unsigned at[2] = {r, e};
            Access access = {.kind = ACCESS_LOAD, .bytes = element_bits(wmma_of(i)->type) / 8, .values = at};
            element_addresses(warp, i, r, e, &access);
            access_at(warp, i, &access, load_element);
        }
}

static void gather_stored(const Warp *warp, const Instruction *i, unsigned reg, unsigned e, uint8_t *values) {
    unsigned bits = element_bits(wmma_of(i)->type);
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        const void *lanes = operand_lanes(warp, i->list[reg]);
        uint64_t value =
            bits == 64 ? ((const uint64_t *)lanes)[lane] : ((const uint32_t *)lanes)[lane] >> e * (bits & 31);
        memcpy(values + lane * bits / 8, &value, bits / 8);
    }
}

static void run_store(Warp *warp, const Instruction *i) {
    uint8_t values[WARP_LANES * 8];
    if (!warp_converge(warp, i, FULL_MASK)) return;
    for (unsigned r = 0; r < i->list_count; r++)
        for (unsigned e = 0; e < elements_in_register(wmma_of(i)->type) && !warp->block->stopped; e++) {
            Access access = {.kind = ACCESS_STORE, .bytes = element_bits(wmma_of(i)->type) / 8, .values = values};
            gather_stored(warp, i, r, e, values);
            element_addresses(warp, i, r, e, &access);
            access_at(warp, i, &access, access_store);
        }
}

// ---- decoding ----------------------------------------------------------------------------------------------------

// f16 factors are kept twice, as in the PTX ISA; everything else once.
static unsigned registers_of(const Product *p, unsigned part, PtxType type) {
    unsigned count = part == PART_A ? p->m * p->k : part == PART_B ? p->k * p->n : p->m * p->n;
    if (part != PART_C && type == TYPE_F16) return 8;
    return count / WARP_LANES / elements_in_register(type);
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
    static const unsigned PARTS[4] = {PART_C, PART_A, PART_B, PART_C};
    for (unsigned n = 0; n < 4; n++) wmma->sizes[n] = registers_of(p, PARTS[n], types[n]);
    out->run = run_product;
    out->site = decode_site(decoder, CLASS_OTHER);
    return decode_fragments(decoder, in, 0, 4, types, wmma->sizes, out);
}

// load: fragment, [address]{, stride}; store: [address], fragment{, stride}
static bool bind_access(Decoder *decoder, const PtxInstruction *in, Wmma *wmma, Instruction *out, bool stores) {
    const Product *p = &wmma->product;
    unsigned part = ptx_has(in, "a") ? PART_A : ptx_has(in, "b") ? PART_B : PART_C, size;
    wmma->type = decode_type(in);
    wmma->rows = part == PART_B ? p->k : p->m;
    wmma->columns = part == PART_A ? p->k : p->n;
    wmma->by_column = ptx_has(in, "col");
    if (wmma->type == TYPE_NONE || wmma->type == TYPE_OTHER) return decode_fail(decoder, in, "elements of this type");
    size = registers_of(p, part, wmma->type);
    if (!decode_fragments(decoder, in, stores, 1, &wmma->type, &size, out)) return false;
    if (!decode_address(decoder, in, &in->operands[!stores], out)) return false;
    out->space = (uint8_t)decode_space(in);
    wmma->offset = access_offset(out);
    wmma->stride = in->operand_count > 2
                       ? decode_operand(decoder, in, &in->operands[2], TYPE_U32)
                       : decode_literal(decoder, TYPE_U32, wmma->by_column ? wmma->rows : wmma->columns);
    out->run = stores ? run_store : run_load;
    out->bytes = (uint8_t)(element_bits(wmma->type) / 8);
    out->class = stores ? CLASS_STORE : CLASS_LOAD;
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
