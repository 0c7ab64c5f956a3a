// matrix.c - which products of matrices there are, and how elements get from and to registers.
#include "matrix.h"
#include "../../alu/small_floats.h"
#include "../../numbers/half.h"
#include <stdio.h>

bool product_shape(const PtxInstruction *in, Product *product) {
    for (uint32_t n = 0; n < in->modifier_count; n++)
        if (sscanf(in->modifiers[n], "m%2un%2uk%3u", &product->m, &product->n, &product->k) == 3) return true;
    return false;
}

static bool is_float_byte(PtxType type) { return type == TYPE_E4M3 || type == TYPE_E5M2; }

// 8, 4 or 1: bits of an integer factor; 0: of another type
static unsigned integer_bits(PtxType type) {
    bool integer = type == TYPE_S8 || type == TYPE_U8 || type == TYPE_S4 || type == TYPE_U4 || type == TYPE_B1;
    return integer ? element_bits(type) : 0;
}

bool product_exists(const Product *p) {
    unsigned left = p->m * p->k, right = p->k * p->n, most = integer_bits(p->a) ? FACTOR_MOST : FLOATS_MOST;
    if (p->a == TYPE_F64) most = MATRIX_MOST;
    bool fits = left && right && left <= most && right <= most && p->m * p->n <= MATRIX_MOST && p->n % 8 == 0;
    if (integer_bits(p->a))
        return fits && integer_bits(p->b) == integer_bits(p->a) && p->c == TYPE_S32 && p->d == TYPE_S32;
    if (is_float_byte(p->a))
        return fits && is_float_byte(p->b) && p->c == p->d && (p->c == TYPE_F32 || p->c == TYPE_F16);
    if (p->a == TYPE_F64) return fits && p->b == TYPE_F64 && p->c == TYPE_F64 && p->d == TYPE_F64;
    bool half = p->a == TYPE_F16, wide = p->a == TYPE_BF16 || p->a == TYPE_TF32;
    if (p->a != p->b || !(half || wide)) return false;
    bool results = p->c == TYPE_F32 || (half && p->c == TYPE_F16);
    return fits && results && (p->d == TYPE_F32 || (half && p->d == TYPE_F16));
}

// ---- elements ----------------------------------------------------------------------------------------------------

unsigned element_bits(PtxType type) {
    switch (type) {
    case TYPE_B1: return 1;
    case TYPE_S4:
    case TYPE_U4: return 4;
    case TYPE_E4M3:
    case TYPE_E5M2: return 8;
    default: return 8 * ptx_type_bytes(type);
    }
}

unsigned elements_in_register(PtxType type) { return element_bits(type) < 32 ? 32 / element_bits(type) : 1; }

double element_value(PtxType type, uint32_t bits) {
    switch (type) {
    case TYPE_F16: return f16_value(bits);
    case TYPE_BF16: return bf16_value(bits);
    case TYPE_TF32: return float_of_bits(bits & ~0x1fffu);
    case TYPE_E4M3: return e4m3_value(bits);
    case TYPE_E5M2: return e5m2_value(bits);
    default: return float_of_bits(bits);
    }
}

// With constant bits: the loops over elements are unrolled.
INLINED void gather_words(const Warp *warp, const Operand *list, const Places *places, unsigned bits,
                          uint32_t *matrix) {
    const uint16_t *place = places->place;
    uint32_t mask = ~0u >> (32 - bits);
    for (unsigned r = 0; r < places->registers; r++, place += WARP_LANES) {
        const uint32_t *words = operand_lanes(warp, list[r]);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            uint32_t *to = matrix + place[lane], word = words[lane];
            if (places->step == 1) // a loop that the compiler makes vectors of
                for (unsigned e = 0; e < 32 / bits; e++) to[e] = word >> e * bits & mask;
            else
                for (unsigned e = 0; e < 32 / bits; e++) to[e * places->step] = word >> e * bits & mask;
        }
    }
}

INLINED void scatter_words(const Warp *warp, const Operand *list, const Places *places, unsigned bits,
                           const uint32_t *matrix) {
    const uint16_t *place = places->place;
    for (unsigned r = 0; r < places->registers; r++, place += WARP_LANES) {
        uint32_t *words = operand_lanes(warp, list[r]);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            uint32_t word = 0;
            for (unsigned e = 0; e < 32 / bits; e++) word |= matrix[place[lane] + e * places->step] << e * bits;
            words[lane] = word;
        }
    }
}

static void gather_doubles(const Warp *warp, const Operand *list, const Places *places, double *matrix) {
    for (unsigned n = 0; n < places->registers * WARP_LANES; n++)
        matrix[places->place[n]] = ((const double *)operand_lanes(warp, list[n / WARP_LANES]))[n % WARP_LANES];
}

static void scatter_doubles(const Warp *warp, const Operand *list, const Places *places, const double *matrix) {
    for (unsigned n = 0; n < places->registers * WARP_LANES; n++)
        ((double *)operand_lanes(warp, list[n / WARP_LANES]))[n % WARP_LANES] = matrix[places->place[n]];
}

void matrix_gather(const Warp *warp, const Operand *list, const Places *places, unsigned bits, Matrix *matrix) {
    switch (bits) {
    case 1: gather_words(warp, list, places, 1, matrix->bits); break;
    case 4: gather_words(warp, list, places, 4, matrix->bits); break;
    case 8: gather_words(warp, list, places, 8, matrix->bits); break;
    case 16: gather_words(warp, list, places, 16, matrix->bits); break;
    case 32: gather_words(warp, list, places, 32, matrix->bits); break;
    default: gather_doubles(warp, list, places, matrix->value);
    }
}

void matrix_scatter(const Warp *warp, const Operand *list, const Places *places, unsigned bits, const Matrix *matrix) {
    switch (bits) {
    case 8: scatter_words(warp, list, places, 8, matrix->bits); break;
    case 16: scatter_words(warp, list, places, 16, matrix->bits); break;
    case 32: scatter_words(warp, list, places, 32, matrix->bits); break;
    default: scatter_doubles(warp, list, places, matrix->value);
    }
}

// ---- decoding ----------------------------------------------------------------------------------------------------

static bool bind_fragment(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type,
                          unsigned size, Operand *list) {
    bool vector = operand->kind == OPERAND_VECTOR;
    if ((vector ? operand->count : 1) != size) return decode_fail(decoder, in, "registers do not fit the shape");
    for (unsigned n = 0; n < size; n++) {
        list[n] = decode_operand(decoder, in, vector ? &operand->elements[n] : operand,
                                 type == TYPE_F64 ? TYPE_F64 : TYPE_B32);
        if (!operand_is_bound(list[n])) return false;
    }
    return true;
}

bool decode_fragments(Decoder *decoder, const PtxInstruction *in, uint32_t first, uint32_t count, const PtxType *types,
                      const unsigned *sizes, Instruction *out) {
    unsigned total = 0, at = 0;
    for (uint32_t n = 0; n < count; n++) total += sizes[n];
    if (in->operand_count < first + count) return decode_fail(decoder, in, "too few operands");
    Operand *list = decode_keep(decoder, total * sizeof *list);
    for (uint32_t n = 0; n < count; at += sizes[n++])
        if (!bind_fragment(decoder, in, &in->operands[first + n], types[n], sizes[n], list + at)) return false;
    out->list = list;
    out->list_count = (uint8_t)total;
    return true;
}
