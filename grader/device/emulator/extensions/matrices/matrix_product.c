// matrix_product.c - the arithmetic of matrix products.
//
// Products of small floats are exact. As an H200's tensor cores do, bit by bit as measured with random operands, 16
// products (8 of tf32) and the accumulator are summed at once: all terms are truncated to KEPT_BITS places below the
// largest exponent, where a product's exponent is the sum of its factors'; then the sum is truncated to f32, or rounded
// to f16. f64 is fused multiply-add, k by k, and integers are exact. sm_90 has no unit for 8-bit floats: its machine
// code makes halves of the lower two bytes of each register and multiplies these, then adds the products of the upper
// two, and the accumulator at the end.
//
// Terms are cut as integers in units of the last place that is kept. A row of a meets SIDE columns of b at once, in
// loops that the compiler makes vectors of.
#include "../../numbers/half.h"
#include "../../numbers/rounded.h"
#include "matrix.h"

// The 23 of f32, and two more.
#define KEPT_BITS 25

enum { SIDE = 8, STEP = 16, STEP_TF32 = 8, FRACTION_BITS = 10 };
enum { LEAST_EXPONENT = -900, NO_EXPONENT = -2000, ODD_EXPONENT = -2001 }; // below any product's; of zeros; of odd ones

// The elements of a factor are whole numbers of 2^(exponent - FRACTION_BITS); the exponent is that of the element type,
// those of subnormals the least one. Infinities and NaN (odd) are zeros here.
typedef struct {
    float fraction[FLOATS_MOST];
    int32_t exponent[FLOATS_MOST];
    const uint32_t *bits;
    PtxType type;
    bool odd; // some are
} Factor;

// One number for each of the columns. What takes or returns them is inlined, so that no calling convention matters.
#pragma GCC diagnostic ignored "-Wpsabi"
typedef int32_t Columns __attribute__((vector_size(4 * SIDE)));
typedef float Fractions __attribute__((vector_size(4 * SIDE)));
typedef double Sums __attribute__((vector_size(8 * SIDE)));
typedef int64_t Wide __attribute__((vector_size(8 * SIDE)));
typedef uint64_t Bits __attribute__((vector_size(8 * SIDE)));

INLINED Columns columns_at(const int32_t *from) {
    Columns columns;
    memcpy(&columns, from, sizeof columns);
    return columns;
}
INLINED Fractions fractions_at(const float *from) {
    Fractions fractions;
    memcpy(&fractions, from, sizeof fractions);
    return fractions;
}
INLINED Wide choose(Wide condition, Wide yes, Wide no) { return (condition & yes) | (~condition & no); }

// ---- elements of factors -----------------------------------------------------------------------------------------

// `low` is the place of the last fraction bit, and `most` the largest exponent as it is encoded. Without conditions, so
// that the loop becomes one of vectors.
INLINED void split(Factor *factor, const uint32_t *restrict bits, unsigned count, unsigned low, int32_t most) {
    int32_t any_odd = 0, exponent_place = (int32_t)low + FRACTION_BITS;
    unsigned sign_place = (unsigned)exponent_place + (most == 31 ? 5 : 8);
    for (unsigned n = 0; n < count; n++) {
        int32_t exponent = (int32_t)(bits[n] >> exponent_place) & most, sign = -(int32_t)(bits[n] >> sign_place & 1);
        int32_t subnormal = exponent == 0, odd = -(exponent == most);
        int32_t fraction = (int32_t)(bits[n] >> low & ((1 << FRACTION_BITS) - 1)) | (1 - subnormal) << FRACTION_BITS;
        int32_t zero = -(fraction == 0), least = odd ? ODD_EXPONENT : NO_EXPONENT;
        fraction &= ~odd;
        any_odd |= odd;
        factor->exponent[n] = (zero | odd) ? least : exponent + subnormal - most / 2;
        factor->fraction[n] = (float)((fraction ^ sign) - sign);
    }
    factor->odd = any_odd;
}

// The bits of the single that an e4m3 byte is.
INLINED uint32_t single_of_e4m3(uint32_t byte) {
    uint32_t magnitude = byte & 0x7f;
    uint32_t normal = (magnitude << 20) + (120 << 23), subnormal = float_bits((float)(int32_t)magnitude * 0x1p-9f);
    uint32_t finite = magnitude < 8 ? subnormal : normal;
    return (magnitude == 0x7f ? 0x7fc00000 : finite) | (byte & 0x80) << 24;
}

static void split_factor(Factor *factor, PtxType type, const uint32_t *bits, unsigned count) {
    uint32_t wide[FLOATS_MOST];
    factor->bits = bits;
    factor->type = type;
    for (unsigned n = 0; type == TYPE_BF16 && n < count; n++) wide[n] = bits[n] << 16;
    for (unsigned n = 0; type == TYPE_E5M2 && n < count; n++) wide[n] = bits[n] << 8;
    for (unsigned n = 0; type == TYPE_E4M3 && n < count; n++) wide[n] = single_of_e4m3(bits[n]);
    bool halves = type == TYPE_F16 || type == TYPE_E5M2, same = type == TYPE_F16 || type == TYPE_TF32;
    if (halves) split(factor, same ? bits : wide, count, 0, 31);
    else split(factor, same ? bits : wide, count, 13, 255);
}

// ---- sums of products --------------------------------------------------------------------------------------------

INLINED Wide exponents_of(Sums values) { return (Wide)((Bits)values >> 52 & 0x7ff) - 1023; }

// The values without what is less than 2^lowest.
INLINED Sums cut(Sums values, Wide lowest) {
    Wide dropped = lowest - exponents_of(values) + 52;
    Bits kept = (~(Bits){0} << (Bits)(dropped & 63) & (Bits)(dropped < 53)) | 1ull << 63;
    return (Sums)((Bits)values & kept);
}

// The values truncated to f32; what is too large becomes infinity.
INLINED Sums cut_to_single(Sums values) {
    Wide last = exponents_of(values) - 23, least = -149 - (Wide){0}, sign = (Wide)((Bits)values & 1ull << 63);
    Sums result = cut(values, choose(last > least, last, least)), magnitude = (Sums)((Wide)values & ~sign);
    Wide infinity = (Wide)(__builtin_inf() - (Sums){0});
    return (Sums)choose(magnitude >= 0x1.ffffffp127, infinity | sign, (Wide)result);
}

// One step of the unit: part of a row of a and of SIDE columns of b, added to the accumulators of these columns.
typedef struct {
    const Factor *left, *right;
    unsigned row, column; // where the step's first elements are
    unsigned pitch;       // of b's rows
    unsigned count;
} Step;

INLINED Columns larger(Columns a, Columns b) {
    Columns difference = a - b;
    return a - (difference & difference >> 31);
}

INLINED Columns find_largest(const Step *step, unsigned count, Sums before) {
    const int32_t *left = step->left->exponent + step->row, *right = step->right->exponent + step->column;
    Wide exponents = choose(before == 0, LEAST_EXPONENT - (Wide){0}, exponents_of(before));
    Columns even = __builtin_convertvector(exponents, Columns), odd = even;
    for (unsigned k = 0; k < count; k += 2, right += 2 * step->pitch) { // two chains of maxima
        even = larger(even, left[k] + columns_at(right));
        odd = larger(odd, left[k + 1] + columns_at(right + step->pitch));
    }
    return larger(even, odd);
}

// The products in whole units of the last place that is kept; 16 of them fit, however large the fractions are. Scales
// are the bits of singles, zero for what is cut altogether; products of fractions and scales are exact.
INLINED Columns sum_units(const Step *step, unsigned count, Columns largest) {
    const float *left = step->left->fraction + step->row, *right = step->right->fraction + step->column;
    const int32_t *left_exponent = step->left->exponent + step->row;
    const int32_t *right_exponent = step->right->exponent + step->column;
    Columns total = {0}, base = 127 + KEPT_BITS - 2 * FRACTION_BITS - largest;
    for (unsigned k = 0; k < count; k++, right += step->pitch, right_exponent += step->pitch) {
        Columns scale = base + left_exponent[k] + columns_at(right_exponent);
        scale &= ~(scale >> 31);
        total += __builtin_convertvector(left[k] * fractions_at(right) * (Fractions)(scale << 23), Columns);
    }
    return total;
}

// Sums with infinities or NaN, which no other product changes.
static void sum_odd(const Step *step, const double *before, double *sum) {
    const Factor *left = step->left, *right = step->right;
    for (unsigned c = 0; c < SIDE; c++) {
        double total = 0;
        for (unsigned k = 0; k < step->count; k++) {
            unsigned x = step->row + k, y = step->column + k * step->pitch + c;
            if (left->exponent[x] == ODD_EXPONENT || right->exponent[y] == ODD_EXPONENT)
                total += element_value(left->type, left->bits[x]) * element_value(right->type, right->bits[y]);
        }
        if (!(__builtin_fabs(total) < __builtin_inf())) sum[c] = total + before[c];
    }
}

INLINED void add_products(const Step *step, unsigned count, PtxType result, double *sum) {
    double before[SIDE];
    Sums sums;
    memcpy(before, sum, sizeof before);
    memcpy(&sums, sum, sizeof sums);
    Columns largest = find_largest(step, count, sums), total = sum_units(step, count, largest);
    Wide lowest = __builtin_convertvector(largest, Wide) - KEPT_BITS;
    sums = __builtin_convertvector(total, Sums) * (Sums)((lowest + 1023) << 52) + cut(sums, lowest);
    if (result == TYPE_F32) sums = cut_to_single(sums);
    memcpy(sum, &sums, sizeof sums);
    if (step->left->odd || step->right->odd) sum_odd(step, before, sum);
    for (unsigned c = 0; result == TYPE_F16 && c < SIDE; c++) sum[c] = f16_nearest(sum[c]);
}

// ---- products by type --------------------------------------------------------------------------------------------

static void float_products(const Product *p, unsigned depth, const uint32_t *a, const uint32_t *b, double *sums) {
    Factor left, right;
    split_factor(&left, p->a, a, p->m * p->k);
    split_factor(&right, p->b, b, p->k * p->n);
    for (unsigned n = 0; n < p->m * p->n; n += SIDE)
        for (unsigned k = 0; k < p->k; k += depth) {
            unsigned row = n / p->n, column = n % p->n;
            Step step = {&left, &right, row * p->k + k, k * p->n + column, p->n, p->k - k < depth ? p->k - k : depth};
            if (step.count == STEP) add_products(&step, STEP, p->d, sums + n); // with a loop of constant length
            else add_products(&step, step.count, p->d, sums + n);
        }
}

static void compute_floats(const Product *p, const Matrix *a, const Matrix *b, double *sums) {
    float_products(p, p->a == TYPE_TF32 ? STEP_TF32 : STEP, a->bits, b->bits, sums);
}

// Moves the k of each register's lower two bytes in front of the others.
static void compute_bytes(const Product *p, const Matrix *a, const Matrix *b, double *sums) {
    uint32_t left[FLOATS_MOST], right[FLOATS_MOST];
    double products[MATRIX_MOST] = {0};
    for (unsigned k = 0; k < p->k; k++) {
        unsigned to = k / 2 % 2 * (p->k / 2) + k / 4 * 2 + k % 2;
        for (unsigned row = 0; row < p->m; row++) left[row * p->k + to] = a->bits[row * p->k + k];
        for (unsigned column = 0; column < p->n; column++) right[to * p->n + column] = b->bits[k * p->n + column];
    }
    float_products(p, p->k / 2, left, right, products);
    for (unsigned n = 0; n < p->m * p->n; n++)
        sums[n] = p->d == TYPE_F16 ? f16_nearest(sums[n] + products[n]) : (float)sums[n] + (float)products[n];
}

static void compute_small(const Product *p, const Matrix *a, const Matrix *b, const Matrix *c, Matrix *d) {
    double sums[MATRIX_MOST];
    unsigned count = p->m * p->n;
    for (unsigned n = 0; n < count; n++) sums[n] = p->c == TYPE_F16 ? f16_value(c->bits[n]) : float_of_bits(c->bits[n]);
    if (element_bits(p->a) == 8) compute_bytes(p, a, b, sums);
    else compute_floats(p, a, b, sums);
    for (unsigned n = 0; n < count; n++) {
        uint32_t single = sums[n] == sums[n] ? float_bits((float)sums[n]) : 0x7fffffff;
        d->bits[n] = p->d == TYPE_F16 ? f16_bits(sums[n]) : single;
    }
}

static void compute_doubles(const Product *p, const Matrix *a, const Matrix *b, const Matrix *c, Matrix *d) {
    for (unsigned n = 0; n < p->m * p->n; n += SIDE) {
        double sum[SIDE];
        for (unsigned i = 0; i < SIDE; i++) sum[i] = c->value[n + i];
        for (unsigned k = 0; k < p->k; k++) {
            const double *right = b->value + k * p->n + n % p->n;
            double left = a->value[n / p->n * p->k + k];
            for (unsigned i = 0; i < SIDE; i++) sum[i] = fused_double(left, right[i], sum[i]);
        }
        for (unsigned i = 0; i < SIDE; i++) d->value[n + i] = sum[i];
    }
}

static void extend(PtxType type, const uint32_t *bits, unsigned count, int32_t *values) {
    unsigned unused = type == TYPE_S8 ? 24 : type == TYPE_S4 ? 28 : 0;
    for (unsigned n = 0; n < count; n++) values[n] = (int32_t)(bits[n] << unused) >> unused;
}

static Columns sum_integers(const Product *p, const int32_t *left, const int32_t *right) {
    Columns total = {0};
    for (unsigned k = 0; p->differing && k < p->k; k++, right += p->n) total += left[k] ^ columns_at(right);
    for (unsigned k = 0; !p->differing && k < p->k; k++, right += p->n) total += left[k] * columns_at(right);
    return total;
}

static void compute_integers(const Product *p, const Matrix *a, const Matrix *b, const Matrix *c, Matrix *d) {
    int32_t left[FACTOR_MOST], right[FACTOR_MOST];
    extend(p->a, a->bits, p->m * p->k, left);
    extend(p->b, b->bits, p->k * p->n, right);
    for (unsigned n = 0; n < p->m * p->n; n += SIDE) {
        Columns total = sum_integers(p, left + n / p->n * p->k, right + n % p->n);
        for (unsigned i = 0; i < SIDE; i++) {
            int64_t sum = (int64_t)(int32_t)c->bits[n + i] + total[i];
            int64_t bounded = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
            d->bits[n + i] = (uint32_t)(p->saturates ? bounded : sum);
        }
    }
}

void product_compute(const Product *p, const Matrix *a, const Matrix *b, const Matrix *c, Matrix *d) {
    if (p->a == TYPE_F64) compute_doubles(p, a, b, c, d);
    else if (p->c == TYPE_S32) compute_integers(p, a, b, c, d);
    else compute_small(p, a, b, c, d);
}
