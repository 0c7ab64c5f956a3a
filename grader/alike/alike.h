// alike.h - which submissions have more in common than the exercise gives to everybody: a hint for a person.
//
// The method is winnowing (Schleimer, Wilkerson and Aiken: "Winnowing: Local Algorithms for Document Fingerprinting",
// SIGMOD 2003), which MOSS uses. A source becomes tokens; every name that its author chose is the same token, and
// comments are dropped. Each run of GRAM tokens (a k-gram) has a hash. Of every WINDOW hashes in a row the least is
// kept, so that two sources with GRAM + WINDOW - 1 equal tokens in a row share a hash, wherever these stand. Hashes of
// given code (skeleton, solution, interface) are left out, and so are those that much of the class has: there the
// exercise leaves no choice.
//
// It finds what was renamed, reordered, reformatted or commented differently. It does not find an idea told in other
// statements, a loop unrolled by hand, a translation by a machine, or two students who both took the published
// solution; and two who had the same idea alone may look alike, the more so the shorter the answer is.
#ifndef ALIKE_H
#define ALIKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRAM 12
#define WINDOW 4
#define ALIKE_SHARE 0.5 // of the smaller one's own hashes, from which a pair is shown
#define LEAST_OWN 6     // hashes: with fewer there is nothing to compare

// tokens.c
typedef struct {
    uint64_t kind; // equal for tokens that count as equal
    unsigned offset, length;
    bool named; // a name that the author chose
} Token;
typedef struct {
    Token *tokens;
    unsigned count;
} Tokens;
bool tokens_read(const char *source, size_t length, Tokens *tokens); // false: out of memory
void tokens_free(Tokens *tokens);

// prints.c
typedef struct {
    uint64_t hash;
    unsigned token; // where the run begins
    bool common;    // in given code, or in much of the class
} Print;
typedef struct {
    Tokens tokens;
    Print *prints; // by hash
    unsigned count, own;
} Prints;
bool prints_of(const char *source, size_t length, Prints *prints);
void prints_free(Prints *prints);
// All hashes of the given code, sorted: not only the least of each window.
typedef struct {
    uint64_t *hashes;
    size_t count;
} Given;
bool given_add(Given *given, const char *source, size_t length);
bool given_has(const Given *given, uint64_t hash);
void given_free(Given *given);
// Marks hashes of given code, and those that more than a quarter of the sources have. `all`: of one exercise.
bool prints_mark_common(Prints *all, unsigned count, const Given *given);

// pairs.c
typedef struct {
    unsigned left, right; // indices
    unsigned shared;      // hashes of their own
    double share;         // of the smaller one's
    double names;         // share of the names in their common code that are spelt the same
} Pair;
// The pairs with at least ALIKE_SHARE, the most alike first. Returns how many; *pairs is the caller's. -1: out of
// memory.
int pairs_find(const Prints *all, const char *const *sources, unsigned count, Pair **pairs);

// Runs of equal tokens, longest first, none overlapping another; those of given code are left out.
typedef struct {
    unsigned left, right, length; // first tokens
} Run;
int runs_find(const Prints *left, const Prints *right, Run **runs);

#endif
