// tokens.h - words that stand for the inputs of a veiled case until they are on the device
// (device/emulate/border/veil.h).
#ifndef TOKENS_H
#define TOKENS_H

#include <stdbool.h>
#include <stdint.h>

// Makes each word differ from all others, and odd, as no address of anything is. Signs and exponents of floats stay, so
// there may be a million words of each at most. false: out of memory.
bool tokens_settle(uint32_t *words, uint64_t count);
// Compares two uint32_t, for qsort() and bsearch().
int by_word(const void *left, const void *right);

#endif
