// address_values.c - arithmetic on what is known of registers. (address_values.h)
#include "address_values.h"
#include <string.h>

Value value_anything(void) { return (Value){.low = INT64_MIN, .high = INT64_MAX}; }
bool value_is_anything(const Value *a) { return a->low == INT64_MIN || a->high == INT64_MAX; }
Value value_between(int64_t low, int64_t high) { return (Value){.low = low, .high = high}; }
Value value_exactly(int64_t value) { return (Value){.low = value, .high = value, .linear = true, .constant = value}; }

static bool is_one(const Value *a) { return a->low == a->high; }
static bool is_within(const Value *a, int64_t low, int64_t high) { return a->low >= low && a->high <= high; }

uint32_t value_digit_count(const Launch *launch, unsigned digit) {
    const uint32_t counts[DIGITS] = {launch->block.x, launch->block.y, launch->block.z,
                                     launch->grid.x,  launch->grid.y,  launch->grid.z};
    return counts[digit] ? counts[digit] : 1;
}

Value value_limited(Value a, int64_t low, int64_t high) {
    if (low > a.low && low <= a.high) a.low = low;
    if (high < a.high && high >= a.low) a.high = high;
    return a;
}

// The same with the bounds that its digits give it. Where these overflow nothing is known.
static Value bounded(const Launch *launch, Value a) {
    int64_t low = a.constant, high = a.constant;
    if (!a.linear || a.modulus) return a;
    for (unsigned n = 0; n < DIGITS; n++) {
        int64_t most;
        if (__builtin_mul_overflow(a.factor[n], (int64_t)value_digit_count(launch, n) - 1, &most) ||
            __builtin_add_overflow(most < 0 ? low : high, most, most < 0 ? &low : &high))
            return value_anything();
    }
    return value_limited(a, low, high);
}

int64_t common_divisor(int64_t x, int64_t y) {
    uint64_t a = x < 0 ? 0 - (uint64_t)x : (uint64_t)x, b = y < 0 ? 0 - (uint64_t)y : (uint64_t)y;
    while (b) {
        uint64_t rest = a % b;
        a = b, b = rest;
    }
    return a <= INT64_MAX ? (int64_t)a : 1;
}

Value value_digit(const Launch *launch, unsigned digit) {
    uint32_t count = value_digit_count(launch, digit);
    Value a = {.high = count - 1, .linear = true};
    a.factor[digit] = count > 1;
    return a;
}

Value value_add(const Launch *launch, Value a, Value b) {
    Value sum = {.linear = a.linear && b.linear, .modulus = common_divisor(a.modulus, b.modulus)};
    if (value_is_anything(&a) || value_is_anything(&b)) return value_anything();
    bool overflows = __builtin_add_overflow(a.low, b.low, &sum.low) | __builtin_add_overflow(a.high, b.high, &sum.high);
    overflows |= __builtin_add_overflow(a.constant, b.constant, &sum.constant);
    for (unsigned n = 0; n < DIGITS; n++) overflows |= __builtin_add_overflow(a.factor[n], b.factor[n], &sum.factor[n]);
    return overflows ? value_anything() : bounded(launch, sum);
}

// With a factor, every part of a linear value is multiplied.
static bool scale(Value *a, const Value *from, int64_t factor) {
    bool overflows = __builtin_mul_overflow(from->constant, factor, &a->constant);
    overflows |= __builtin_mul_overflow(from->modulus, factor, &a->modulus);
    for (unsigned n = 0; n < DIGITS; n++) overflows |= __builtin_mul_overflow(from->factor[n], factor, &a->factor[n]);
    a->modulus = common_divisor(a->modulus, 0);
    a->linear = from->linear;
    return !overflows;
}

Value value_multiply(const Launch *launch, Value a, Value b) {
    if (value_is_anything(&a) || value_is_anything(&b)) return value_anything();
    const int64_t factors[4][2] = {{a.low, b.low}, {a.low, b.high}, {a.high, b.low}, {a.high, b.high}};
    Value product = value_between(INT64_MAX, INT64_MIN);
    for (unsigned n = 0; n < 4; n++) {
        int64_t end;
        if (__builtin_mul_overflow(factors[n][0], factors[n][1], &end)) return value_anything();
        if (end < product.low) product.low = end;
        if (end > product.high) product.high = end;
    }
    bool fits = is_one(&b) ? scale(&product, &a, b.low) : !is_one(&a) || scale(&product, &b, a.low);
    return fits ? bounded(launch, product) : value_anything();
}

Value value_shift_left(const Launch *launch, Value a, Value count) {
    if (!is_one(&count) || !is_within(&count, 0, 31)) return value_anything();
    return value_multiply(launch, a, value_exactly(1ll << count.low));
}

// The largest power of two that divides all values.
static int64_t divisor_of(const Value *a) {
    uint64_t bits = (uint64_t)a->constant | (uint64_t)a->modulus;
    for (unsigned n = 0; n < DIGITS; n++) bits |= (uint64_t)a->factor[n];
    return a->linear && bits ? (int64_t)(bits & -bits & INT64_MAX) : 0;
}

Value value_unite_bits(const Launch *launch, Value a, Value b) {
    if (a.low < 0 || b.low < 0) return value_anything();
    Value sum = value_add(launch, a, b);
    bool apart = b.high < divisor_of(&a) || a.high < divisor_of(&b); // no bit is set in both
    return apart || value_is_anything(&sum) ? sum : value_between(0, sum.high);
}

Value value_shift_right(Value a, Value count) {
    bool known = is_one(&count) && is_within(&count, 0, 63) && !value_is_anything(&a);
    return known ? value_between(a.low >> count.low, a.high >> count.low) : value_anything();
}

Value value_mask(Value a, Value b) {
    if (a.low >= 0 && b.low >= 0) return value_between(0, a.high < b.high ? a.high : b.high);
    return a.low >= 0 ? value_between(0, a.high) : b.low >= 0 ? value_between(0, b.high) : value_anything();
}

Value value_divide(Value a, Value b) {
    if (!is_one(&b) || b.low <= 0 || value_is_anything(&a)) return value_anything();
    return value_between(a.low / b.low, a.high / b.low);
}

Value value_remainder(Value a, Value b) {
    if (!is_one(&b) || b.low <= 0 || a.low < 0) return value_anything();
    return value_between(0, a.high < b.low - 1 ? a.high : b.low - 1);
}

Value value_smaller(Value a, Value b) {
    return value_between(a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high);
}

Value value_larger(Value a, Value b) {
    return value_between(a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
}

Value value_either(Value a, Value b) {
    Value either = a;
    int64_t between;
    bool alike = a.linear && b.linear && !memcmp(a.factor, b.factor, sizeof a.factor);
    either.low = a.low < b.low ? a.low : b.low;
    either.high = a.high > b.high ? a.high : b.high;
    if (!alike || __builtin_sub_overflow(a.constant, b.constant, &between))
        return value_between(either.low, either.high);
    either.modulus = common_divisor(common_divisor(a.modulus, b.modulus), between);
    return either;
}

// ---- types ---------------------------------------------------------------------------------------------------------

bool value_type_is_signed(PtxType type) {
    return type == TYPE_S8 || type == TYPE_S16 || type == TYPE_S32 || type == TYPE_S64;
}

// The values of a type that has fewer than 64 bits.
static Value values_of(PtxType type) {
    int64_t half = 1ll << (8 * ptx_type_bytes(type) - 1);
    return value_type_is_signed(type) ? value_between(-half, half - 1) : value_between(0, 2 * half - 1);
}

static bool is_narrow(PtxType type) { return ptx_type_bytes(type) != 0 && ptx_type_bytes(type) < 8; }

// Another integer that is congruent modulo the type's power of two, and lies in its range.
static Value wrapped(Value a, Value range) {
    a.low = range.low, a.high = range.high;
    a.modulus = common_divisor(range.high - range.low + 1, a.modulus);
    return a;
}

Value value_read_as(Value a, PtxType type) {
    if (!is_narrow(type)) return value_type_is_signed(type) || a.low >= 0 ? a : value_anything();
    Value all = values_of(type);
    if (is_within(&a, all.low, all.high)) return a;
    if (!is_one(&a)) return wrapped(a, all);
    int64_t modulus = all.high - all.low + 1, value = (a.low % modulus + modulus) % modulus;
    return value_exactly(value > all.high ? value - modulus : value);
}

Value value_reduced(Value a, PtxType type) {
    if (!is_narrow(type)) return a;
    int64_t half = 1ll << (8 * ptx_type_bytes(type) - 1);
    return is_within(&a, -half, 2 * half - 1) ? a : wrapped(a, values_of(type));
}
