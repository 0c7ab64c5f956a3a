// launch_addresses.c - where the threads of a launch access global memory, as far as that is known before it runs, and
// whether they stay apart.
#include "launch_addresses.h"
#include "register_values.h"
#include <stdlib.h>
#include <string.h>

#define COMPARED_MOST 96 // accesses of a kernel

// ---- whether threads stay apart ------------------------------------------------------------------------------------

typedef struct {
    Value address;
    uint64_t holding; // guards
    uint32_t bytes;
    AccessUse use;
} Place;

static bool same_factors(const Place *a, const Place *b) {
    return a->address.linear && b->address.linear &&
           memcmp(a->address.factor, b->address.factor, sizeof a->address.factor) == 0;
}

static bool overlap(const Place *a, const Place *b) {
    return a->address.low < b->address.high + b->bytes && b->address.low < a->address.high + a->bytes;
}

typedef struct {
    uint64_t step, count;
} Digit;

static uint64_t magnitude(int64_t a) { return a < 0 ? 0 - (uint64_t)a : (uint64_t)a; }

static int compare_digits(const void *x, const void *y) {
    const Digit *a = x, *b = y;
    return a->step < b->step ? -1 : a->step > b->step;
}

// Whether numbers written with these digits differ by `width` at least if any digit does, in a circle of that length,
// too: each step is longer than all that smaller ones can add up to.
static bool all_differ(Digit *digits, unsigned count, uint64_t width, uint64_t circle) {
    qsort(digits, count, sizeof *digits, compare_digits);
    for (unsigned n = 0; n < count; n++) {
        uint64_t most;
        if (digits[n].count < 2) continue;
        if (digits[n].step < width || __builtin_mul_overflow(digits[n].step, digits[n].count - 1, &most) ||
            __builtin_add_overflow(width, most, &width))
            return false;
    }
    return circle == 0 || width <= circle;
}

// Part of an address: `factor` times a number between low and high, which is a digit or a sum of some that is limited.
typedef struct {
    int64_t factor, low, high;
} Term;

// Whether the address contains the limited sum, whose digits are left, and as a whole: another sum is another thread.
static bool contains(const RegisterValues *values, const Limit *limit, const int64_t *factors, const bool *left,
                     int64_t *times) {
    Digit digits[DIGITS];
    unsigned count = 0;
    for (unsigned n = 0; n < DIGITS; n++) {
        int64_t factor = limit->factor[n];
        if (factor == 0) continue;
        if (!left[n] || factors[n] % factor || (count && factors[n] / factor != *times)) return false;
        *times = factors[n] / factor;
        digits[count++] = (Digit){(uint64_t)factor, value_digit_count(values->launch, n)};
    }
    return all_differ(digits, count, 1, 0);
}

// Of limits for the same sum, what all of them leave.
static Term limited_term(const RegisterValues *values, const Limit *limit, uint64_t holding, int64_t times) {
    Term term = {times, limit->low, limit->high};
    for (; holding; holding &= holding - 1) {
        const Limit *other = &values->limits[__builtin_ctzll(holding)];
        if (!other->known || memcmp(other->factor, limit->factor, sizeof limit->factor)) continue;
        if (other->low > term.low) term.low = other->low;
        if (other->high < term.high) term.high = other->high;
    }
    if (term.high < term.low) term.high = term.low; // no thread comes here
    return term;
}

static unsigned terms_of(const RegisterValues *values, const Value *address, uint64_t holding, Term *terms) {
    bool left[DIGITS];
    unsigned count = 0;
    int64_t times = 0;
    for (unsigned n = 0; n < DIGITS; n++) left[n] = value_digit_count(values->launch, n) > 1;
    for (uint64_t more = holding; more; more &= more - 1) {
        const Limit *limit = &values->limits[__builtin_ctzll(more)];
        if (!limit->known || !contains(values, limit, address->factor, left, &times)) continue;
        terms[count++] = limited_term(values, limit, holding, times);
        for (unsigned n = 0; n < DIGITS; n++) left[n] &= limit->factor[n] == 0;
    }
    for (unsigned n = 0; n < DIGITS; n++)
        if (left[n]) terms[count++] = (Term){address->factor[n], 0, value_digit_count(values->launch, n) - 1};
    return count;
}

// The address between the bounds that its terms give it.
static Value narrowed(const RegisterValues *values, Value address, uint64_t holding) {
    Term terms[DIGITS];
    int64_t low = address.constant, high = address.constant;
    if (!address.linear || address.modulus) return address;
    for (unsigned n = terms_of(values, &address, holding, terms); n-- > 0;) {
        int64_t at_low, at_high;
        if (__builtin_mul_overflow(terms[n].factor, terms[n].low, &at_low) ||
            __builtin_mul_overflow(terms[n].factor, terms[n].high, &at_high) ||
            __builtin_add_overflow(low, at_low < at_high ? at_low : at_high, &low) ||
            __builtin_add_overflow(high, at_low < at_high ? at_high : at_low, &high))
            return address;
    }
    return value_limited(address, low, high);
}

// Whether accesses of two threads never meet, of which one is by `a` and the other by `b`, with the same factors.
// Either all that both access in a thread lies side by side, or the distance between them is one more digit. Where a
// loop adds a multiple of something again and again, that is a circle for addresses.
static bool threads_differ(const RegisterValues *values, const Place *a, const Place *b) {
    Term terms[DIGITS];
    Digit digits[DIGITS + 1], again[DIGITS + 1];
    unsigned used = terms_of(values, &a->address, a->holding & b->holding, terms);
    int64_t between, circle = common_divisor(a->address.modulus, b->address.modulus);
    if (__builtin_sub_overflow(a->address.constant, b->address.constant, &between)) return false;
    if (circle) between %= circle;
    uint64_t distance = magnitude(between), rest = (uint64_t)circle - distance;
    if (circle && rest < distance) distance = rest;
    uint64_t bytes = a->bytes > b->bytes ? a->bytes : b->bytes;
    for (unsigned n = 0; n < used; n++)
        digits[n] = (Digit){magnitude(terms[n].factor), (uint64_t)(terms[n].high - terms[n].low) + 1};
    memcpy(again, digits, used * sizeof *digits);
    if (all_differ(again, used, distance + bytes, (uint64_t)circle)) return true;
    digits[used++] = (Digit){distance, 2};
    return all_differ(digits, used, bytes, (uint64_t)circle);
}

// Nobody but its thread accesses a store's bytes.
static bool is_private(const RegisterValues *values, const Place *places, unsigned count, const Place *store) {
    for (unsigned n = 0; n < count; n++) {
        if (!overlap(&places[n], store)) continue;
        if (!same_factors(&places[n], store) || !threads_differ(values, &places[n], store)) return false;
    }
    return true;
}

// Atomics do not race with each other, but with plain accesses.
static bool meets_plain(const Place *places, unsigned count, const Place *atomic) {
    for (unsigned n = 0; n < count; n++)
        if (places[n].use != USES_ATOMICALLY && overlap(&places[n], atomic)) return true;
    return false;
}

static bool threads_are_apart(const RegisterValues *values, const Place *places, unsigned count) {
    for (unsigned n = 0; n < count; n++)
        if (value_is_anything(&places[n].address) || places[n].address.low < 0) return false;
    for (unsigned n = 0; n < count; n++) {
        if (places[n].use == USES_ATOMICALLY && meets_plain(places, count, &places[n])) return false;
        if (places[n].use == STORES_PLAINLY && !is_private(values, places, count, &places[n])) return false;
    }
    return true;
}

// ---- a launch ------------------------------------------------------------------------------------------------------

static AddressRange range_of(const Place *place) {
    if (value_is_anything(&place->address) || place->address.high < 0) return (AddressRange){0, UINT64_MAX};
    int64_t low = place->address.low;
    return (AddressRange){low < 0 ? 0 : (uint64_t)low, (uint64_t)place->address.high + place->bytes};
}

static Place place_of(const RegisterValues *values, const GlobalAccess *access) {
    uint64_t holding = values->launch->program->guarded[access->instruction];
    Value address = access->address ? value_where(values, access->address, holding) : value_anything();
    return (Place){narrowed(values, address, holding), holding, access->bytes, access->use};
}

LaunchAddresses *launch_addresses(const Launch *launch) {
    const Program *program = launch->program;
    RegisterValues values = {.launch = launch};
    LaunchAddresses *found = malloc(sizeof *found + program->access_count * sizeof *found->ranges);
    Place *places = malloc((program->access_count + 1) * sizeof *places);
    if (register_values_find(&values, launch) && found && places) {
        for (uint32_t n = 0; n < program->access_count; n++) {
            places[n] = place_of(&values, &program->accesses[n]);
            found->ranges[n] = range_of(&places[n]);
        }
        bool few = program->access_count <= COMPARED_MOST;
        found->apart = few && !program->accesses_unknown && threads_are_apart(&values, places, program->access_count);
    } else {
        free(found);
        found = NULL;
    }
    register_values_free(&values);
    free(places);
    return found;
}
