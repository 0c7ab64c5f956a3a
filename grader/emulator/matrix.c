// matrix.c - the arithmetic of matrix products, and elements in registers.
//
// Products of small floats are exact. As an H200's tensor cores do, bit by bit as measured with random operands, 16
// products (8 of tf32) and the value before them are summed at once: all terms are cut to KEPT_BITS places below the
// largest exponent, where a product's exponent is the sum of its factors'; then the sum is cut to f32, or rounded to
// f16. f64 is fused multiply and add, k by k, and integers are exact. sm_90 has no unit for 8-bit floats: its machine
// code makes halves of the lower two bytes of each register and multiplies these, then the upper two on top, and adds
// the value before last.
#include "matrix.h"
#include "half.h"
#include "narrow.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The 23 of f32, and two more.
#define KEPT_BITS 25

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
    bool fits =
        p->m && p->n && p->k && p->m * p->k <= FACTOR_MOST && p->k * p->n <= FACTOR_MOST && p->m * p->n <= MATRIX_MOST;
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

// A row or column: values, and exponents as the element type has them, those of subnormals the least one's.
typedef struct {
    double value[FACTOR_MOST];
    int exponent[FACTOR_MOST];
} Factors;

static int exponent_of(double value) { return (int)(double_bits(value) >> 52 & 0x7ff) - 1023; }

enum { INFINITE = 1024, NO_EXPONENT = -5000 };

// value without what lies more than KEPT_BITS below that exponent
static double cut(double value, int exponent) {
    unsigned dropped = (unsigned)(exponent - exponent_of(value) + 52 - KEPT_BITS);
    return double_of_bits(double_bits(value) & (dropped < 53 ? ~0ull << dropped : 0));
}

static double cut_to_single(double value) {
    if (fabs(value) >= FLT_MIN && fabs(value) <= FLT_MAX) return double_of_bits(double_bits(value) & ~0x1fffffffull);
    float nearest = (float)value;
    return fabs((double)nearest) <= fabs(value) || isinf(nearest) || isnan(value) ? nearest : nextafterf(nearest, 0.0f);
}

enum { STEP = 16, STEP_TF32 = 8 };

// One step of the unit: count products, from `a` and `b` on in their rows and columns, and the value before.
static double sum_at_once(const Factors *left, unsigned a, const Factors *right, unsigned b, unsigned count,
                          double before) {
    double products[STEP], total = 0;
    int largest = before == 0 ? NO_EXPONENT : exponent_of(before);
    bool finite = largest < INFINITE;
    for (unsigned n = 0; n < count; n++) {
        products[n] = left->value[a + n] * right->value[b + n];
        int exponent = products[n] == 0 ? NO_EXPONENT : left->exponent[a + n] + right->exponent[b + n];
        largest = exponent > largest ? exponent : largest;
        finite = finite && exponent_of(products[n]) < INFINITE;
    }
    for (unsigned n = 0; n < count; n++) total += finite ? cut(products[n], largest) : products[n];
    return total + (finite ? cut(before, largest) : before);
}

static double integer_result(const Product *p, double sum) {
    if (p->saturates) return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return (int32_t)(uint32_t)(int64_t)sum;
}

static double cut_to_result(const Product *p, double sum) {
    return p->d == TYPE_F16 ? f16_nearest(sum) : cut_to_single(sum);
}

static double sum_of_bytes(const Product *p, const Factors *left, unsigned a, const Factors *right, unsigned b,
                           double before) {
    double sum = 0;
    for (unsigned half = 0; half < 2; half++) {
        Factors some_left, some_right;
        unsigned count = 0;
        for (unsigned k = 0; k < p->k; k++) {
            if (k / 2 % 2 != half) continue;
            some_left.value[count] = left->value[a + k], some_left.exponent[count] = left->exponent[a + k];
            some_right.value[count] = right->value[b + k], some_right.exponent[count++] = right->exponent[b + k];
        }
        sum = cut_to_result(p, sum_at_once(&some_left, 0, &some_right, 0, count, sum));
    }
    return p->d == TYPE_F16 ? f16_nearest(before + sum) : (float)before + (float)sum;
}

static double sum_of_integers(const Product *p, const double *left, const double *right, double sum) {
    for (unsigned k = 0; k < p->k; k++) sum += p->differing ? left[k] != right[k] : left[k] * right[k];
    return integer_result(p, sum);
}

// The elements of left from a on, and of right from b on.
static double one_result(const Product *p, const Factors *left, unsigned a, const Factors *right, unsigned b,
                         double sum) {
    if (p->a == TYPE_F64) {
        for (unsigned k = 0; k < p->k; k++) sum = fma(left->value[a + k], right->value[b + k], sum);
        return sum;
    }
    if (integer_bits(p->a)) return sum_of_integers(p, left->value + a, right->value + b, sum);
    if (is_float_byte(p->a)) return sum_of_bytes(p, left, a, right, b, sum);
    unsigned step = p->a == TYPE_TF32 ? STEP_TF32 : STEP;
    for (unsigned k = 0; k < p->k; k += step) {
        sum = sum_at_once(left, a + k, right, b + k, p->k - k < step ? p->k - k : step, sum);
        sum = cut_to_result(p, sum);
    }
    return sum;
}

static void note_exponents(Factors *factors, unsigned count, PtxType type) {
    int least = type == TYPE_F16 || is_float_byte(type) ? -14 : -126;
    for (unsigned n = 0; n < count; n++) {
        int exponent = exponent_of(factors->value[n]);
        factors->exponent[n] = exponent < least ? least : exponent;
    }
}

void product_compute(const Product *p, const double *a, const double *b, const double *c, double *d) {
    Factors rows, columns;
    memcpy(rows.value, a, sizeof *a * p->m * p->k);
    for (unsigned k = 0; k < p->k; k++)
        for (unsigned column = 0; column < p->n; column++) columns.value[column * p->k + k] = b[k * p->n + column];
    note_exponents(&rows, p->m * p->k, p->a);
    note_exponents(&columns, p->k * p->n, p->b);
    for (unsigned row = 0; row < p->m; row++)
        for (unsigned column = 0; column < p->n; column++)
            d[row * p->n + column] = one_result(p, &rows, row * p->k, &columns, column * p->k, c[row * p->n + column]);
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

double element_get(const Warp *warp, Operand reg, unsigned lane, unsigned index, PtxType type) {
    const void *lanes = operand_lanes(warp, reg);
    if (type == TYPE_F64) return ((const double *)lanes)[lane];
    uint32_t word = ((const uint32_t *)lanes)[lane] >> index * (element_bits(type) & 31);
    switch (type) {
    case TYPE_F16: return f16_value(word & 0xffff);
    case TYPE_BF16: return bf16_value(word & 0xffff);
    case TYPE_TF32: return float_of_bits(word & ~0x1fffu);
    case TYPE_F32: return float_of_bits(word);
    case TYPE_S8: return (int8_t)word;
    case TYPE_U8: return (uint8_t)word;
    case TYPE_S4: return (int32_t)(word << 28) >> 28;
    case TYPE_U4: return word & 15;
    case TYPE_B1: return word & 1;
    case TYPE_E4M3: return e4m3_value(word);
    case TYPE_E5M2: return e5m2_value(word);
    default: return (int32_t)word;
    }
}

static uint32_t bits_of(PtxType type, double value) {
    switch (type) {
    case TYPE_F16: return f16_bits(f16_nearest(value));
    case TYPE_F32: return value == value ? float_bits((float)value) : 0x7fffffff;
    default: return (uint32_t)(int32_t)value;
    }
}

void element_set(const Warp *warp, Operand reg, unsigned lane, unsigned index, PtxType type, double value) {
    void *lanes = operand_lanes(warp, reg);
    if (type == TYPE_F64) {
        ((double *)lanes)[lane] = value;
        return;
    }
    uint32_t *word = &((uint32_t *)lanes)[lane], bits = element_bits(type), shift = index * (bits & 31);
    uint32_t mask = (bits == 32 ? 0xffffffffu : (1u << bits) - 1) << shift;
    *word = (*word & ~mask) | (bits_of(type, value) << shift & mask);
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
