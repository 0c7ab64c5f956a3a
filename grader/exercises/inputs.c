// inputs.c - pseudo-random input values that expose mistakes, the same on every machine.
//
// The generator is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014): a counter
// stepped by the golden ratio and a mixing function, so any seed is a good seed.
#include "exercise.h"

Random random_seeded(uint64_t seed) { return (Random){seed}; }

uint64_t random_next(Random *random) {
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

// An integer in [2^22, 2^24) over 2^24 is exact in a float and lies in [0.25, 1); one more bit is the sign.
void random_fill(Random *random, float *values, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = random_next(random);
        float magnitude = (float)((1u << 22) + (bits >> 1) % (3u << 22)) * 0x1p-24f;
        values[i] = bits & 1 ? -magnitude : magnitude;
    }
}
