// prints.c - the hashes that stand for a source: winnowing.
#include "alike.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_CLASS 8      // students, before what they share may be called common
#define MOST_OF_CLASS 0.25 // a hash that more of the class has is common

static uint64_t gram_hash(const Token *tokens) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < GRAM; i++) {
        hash = (hash ^ tokens[i].kind) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static unsigned gram_count(const Tokens *tokens) { return tokens->count < GRAM ? 0 : tokens->count - GRAM + 1; }

static int by_number(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static int by_hash(const void *left, const void *right) {
    const Print *a = left, *b = right;
    return a->hash != b->hash ? (a->hash > b->hash) - (a->hash < b->hash)
                              : (a->token > b->token) - (a->token < b->token);
}

// Keeps the least hash of each window (of equal ones the last), once even if it is the least of several windows.
static void winnow(const Tokens *tokens, Prints *prints) {
    unsigned grams = gram_count(tokens), kept = 0;
    for (unsigned first = 0; first < grams; first++) {
        unsigned end = first + WINDOW < grams ? first + WINDOW : grams, least = first;
        uint64_t hash = 0;
        for (unsigned i = first; i < end; i++) {
            uint64_t here = gram_hash(&tokens->tokens[i]);
            if (i == first || here <= hash) hash = here, least = i;
        }
        if (!kept || prints->prints[kept - 1].token != least)
            prints->prints[kept++] = (Print){.hash = hash, .token = least};
        if (end == grams) break;
    }
    prints->count = prints->own = kept;
}

bool prints_of(const char *source, size_t length, Prints *prints) {
    *prints = (Prints){.count = 0};
    if (!tokens_read(source, length, &prints->tokens)) return false;
    prints->prints = calloc(gram_count(&prints->tokens) + 1, sizeof *prints->prints);
    if (!prints->prints) return prints_free(prints), false;
    winnow(&prints->tokens, prints);
    qsort(prints->prints, prints->count, sizeof *prints->prints, by_hash);
    return true;
}

void prints_free(Prints *prints) {
    tokens_free(&prints->tokens);
    free(prints->prints);
    *prints = (Prints){.count = 0};
}

// ---- what everybody has ----

bool given_add(Given *given, const char *source, size_t length) {
    Tokens tokens;
    if (!tokens_read(source, length, &tokens)) return false;
    unsigned grams = gram_count(&tokens);
    uint64_t *longer = realloc(given->hashes, (given->count + grams + 1) * sizeof *longer);
    if (longer) {
        given->hashes = longer;
        for (unsigned i = 0; i < grams; i++) longer[given->count++] = gram_hash(&tokens.tokens[i]);
        qsort(longer, given->count, sizeof *longer, by_number);
    }
    tokens_free(&tokens);
    return longer != NULL;
}

bool given_has(const Given *given, uint64_t hash) {
    return given->count && bsearch(&hash, given->hashes, given->count, sizeof hash, by_number);
}

void given_free(Given *given) {
    free(given->hashes);
    *given = (Given){.count = 0};
}

static bool repeats(const Prints *prints, unsigned i) {
    return i && prints->prints[i - 1].hash == prints->prints[i].hash;
}

// Each source's different hashes, all of them sorted: the number of equal ones is the number of sources that have it.
static uint64_t *hashes_of_class(const Prints *all, unsigned count, size_t *length) {
    size_t room = 1;
    for (unsigned s = 0; s < count; s++) room += all[s].count;
    uint64_t *hashes = malloc(room * sizeof *hashes);
    *length = 0;
    for (unsigned s = 0; hashes && s < count; s++)
        for (unsigned i = 0; i < all[s].count; i++)
            if (!repeats(&all[s], i)) hashes[(*length)++] = all[s].prints[i].hash;
    if (hashes) qsort(hashes, *length, sizeof *hashes, by_number);
    return hashes;
}

bool prints_mark_common(Prints *all, unsigned count, const Given *given) {
    size_t length, kept = 0;
    uint64_t *hashes = hashes_of_class(all, count, &length);
    if (!hashes) return false;
    for (size_t i = 0, run; i < length; i += run) {
        for (run = 1; i + run < length && hashes[i + run] == hashes[i]; run++) {}
        if (count >= LEAST_CLASS && (double)run > MOST_OF_CLASS * count) hashes[kept++] = hashes[i];
    }
    Given frequent = {.hashes = hashes, .count = kept};
    for (unsigned s = 0; s < count; s++) {
        all[s].own = 0;
        for (unsigned i = 0; i < all[s].count; i++) {
            Print *print = &all[s].prints[i];
            print->common = given_has(given, print->hash) || given_has(&frequent, print->hash);
            all[s].own += !print->common && !repeats(&all[s], i);
        }
    }
    free(hashes);
    return true;
}
