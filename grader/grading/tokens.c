// tokens.c - words that all differ: those that occur twice are drawn again, until none does. (tokens.h)
#include "tokens.h"

#include "../exercises/definition.h"

#include <stdlib.h>

#define REDRAWN 0x3FFFFE // bits of the mantissa, but for the lowest

int by_word(const void *left, const void *right) {
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

// Fills `sorted` with the words that occur more than once. Returns how many there are.
static uint64_t find_twice(const uint32_t *words, uint64_t count, uint32_t *sorted) {
    uint64_t twice = 0;
    for (uint64_t i = 0; i < count; i++) sorted[i] = words[i];
    qsort(sorted, count, sizeof *sorted, by_word);
    for (uint64_t i = 1; i < count; i++)
        if (sorted[i] == sorted[i - 1]) sorted[twice++] = sorted[i];
    return twice;
}

bool tokens_settle(uint32_t *words, uint64_t count) {
    uint32_t *sorted = malloc((count + 1) * sizeof *sorted);
    Random random = random_seeded(count); // one for all rounds: the same numbers again would undo their own changes
    uint64_t twice;
    for (uint64_t i = 0; i < count; i++) words[i] |= 1;
    while (sorted && (twice = find_twice(words, count, sorted)))
        for (uint64_t i = 0; i < count; i++)
            if (bsearch(&words[i], sorted, twice, sizeof *sorted, by_word))
                words[i] ^= (uint32_t)random_next(&random) & REDRAWN;
    free(sorted);
    return sorted != NULL;
}
