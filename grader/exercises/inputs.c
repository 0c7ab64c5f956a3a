// inputs.c - pseudo-random input values that expose mistakes, the same on every machine.
//
// The generator is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014): a counter
// stepped by the golden ratio and a mixing function, so any seed is a good seed.
#include "definition.h"

#include "../device/system/text.h"

#include <inttypes.h>

Random random_seeded(uint64_t seed) { return (Random){seed}; }

uint64_t random_next(Random *random) {
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

// The remainder favours small values by less than bound / 2^64.
uint64_t random_below(Random *random, uint64_t bound) { return random_next(random) % bound; }

int64_t random_between(Random *random, int64_t least, int64_t most) {
    return least + (int64_t)random_below(random, (uint64_t)(most - least) + 1);
}

int64_t random_odd_size(Random *random, int64_t least, int64_t most) {
    int64_t size = random_between(random, least, most);
    if (size % 32) return size;
    return size < most ? size + 1 : size - 1;
}

// An integer in [2^22, 2^24) over 2^24 is exact in a float and lies in [0.25, 1); one more bit is the sign.
static float signed_quarter_to_one(Random *random) {
    uint64_t bits = random_next(random);
    float magnitude = (float)((1u << 22) + (bits >> 1) % (3u << 22)) * 0x1p-24f;
    return bits & 1 ? -magnitude : magnitude;
}

void random_fill(Random *random, float *values, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) values[i] = signed_quarter_to_one(random);
}

void random_fill_doubles(Random *random, double *values, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) values[i] = signed_quarter_to_one(random) * (1 + 0x1p-30);
}

void label_sizes(CaseSpec *spec, const char *pattern) {
    const int64_t *size = spec->size;
    spec->label[0] = 0;
    for (; *pattern; pattern++)
        if (*pattern == '#') text_append(spec->label, sizeof spec->label, "%" PRId64, *size++);
        else text_append(spec->label, sizeof spec->label, "%c", *pattern);
}

float *input_floats(CaseFile *input, const char *name, Random *random, uint64_t count) {
    float *values = case_file_add(input, name, CASE_FLOAT32, CASE_IN, count);
    if (values) random_fill(random, values, count);
    return values;
}

bool input_size(CaseFile *input, const char *name, int64_t value) { return case_file_set(input, name, value); }

bool output_announce(CaseFile *input, const char *name, CaseType type, uint64_t count) {
    return case_file_announce(input, name, type, case_type_bytes(type), CASE_OUT, count);
}
