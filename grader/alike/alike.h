// alike.h - which submissions have more in common than the exercise gives to everybody: a hint for a person.
//
// A source becomes statements in a normal form, and these become features, which are compared as sets:
//
//   lexer.c        tokens: comments, layout, #include and #if 0 are dropped, the author's own macros are expanded
//   expressions.c  a hash for every subexpression: names and literals are anonymous, types and casts dropped, operands
//                  of commutative operators unordered; a[i] is *(a + i), a > b is b < a, x += y is x = x + y
//   statements.c   for is init, while and step; int a = 1, b; is a = 1; braces and headers of functions are nothing
//   digest.c       the features: every subexpression, every statement, and every pair of a statement that sets a
//                  variable and one that uses it; and, apart from these, every run of tokens as it is spelt
//   written.c      runs of tokens without names, numbers, types and casts: how it is written
//   pairs.c        how much two files share; a feature weighs the more, the fewer of the class have it
//   runs.c         which statements two files share, to be shown beside each other
//
// So the order of functions and of statements does not matter, nor does how a thing is spelt. The pairs of definition
// and use keep what reordering cannot change. JPlag compares these in its normalisation graph (Sağlam et al.,
// "Detecting Automatic Software Plagiarism via Token Sequence Normalization", ICSE 2024); that frequent features
// say little is what Dolos' limit on frequent fingerprints and MOSS' on frequent passages are for. Neither winnowing
// nor greedy string tiling remains: winnowing thins out features, which a class of some hundreds of short files does
// not need, and both compare in order.
//
// Why no parser of somebody else's: tree-sitter, which Dolos uses, is in Debian without a grammar for C++ or CUDA. With
// a grammar from PyPI the tree would still have to be normalised as above, macros would not be expanded, and code with
// a mistake in it, which students hand in, becomes an error node. What is needed of C++ here is expressions and
// statements; whatever else is in a file is skipped to the next ; or }.
//
// It finds light edits. It does not find an idea told in other statements, or a translation by a machine.
#ifndef ALIKE_H
#define ALIKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- lexer.c ----

typedef enum { TOKEN_NAME, TOKEN_LITERAL, TOKEN_PUNCTUATION } TokenKind;
#define PUNCTUATION(a, b, c) ((unsigned)(a) | (unsigned)(b) << 8 | (unsigned)(c) << 16)
typedef struct {
    const char *text; // in the source
    unsigned length, offset;
    TokenKind kind;
    unsigned code; // PUNCTUATION('+', '=', 0)
} Token;
typedef struct {
    Token *tokens;
    unsigned count;
} Tokens;
#define MOST_TOKENS 20000 // an answer has some hundreds; further tokens are not compared
// The tokens of a source, with its macros expanded; they point into the source. false: out of memory.
bool tokens_read(const char *source, size_t length, Tokens *tokens);
// Without what is made of them: macros are defined but not expanded, and #define lines are tokens, too.
bool tokens_read_plain(const char *source, size_t length, Tokens *tokens);
void tokens_free(Tokens *tokens);

// ---- digest.c ----

// A statement, and where it is in the source.
typedef struct {
    unsigned offset, end;
    uint64_t hash;
} Statement;
// What a feature is of: the normal form; the tokens as they are spelt, but for names; how it is written, whatever the
// names, numbers and types.
typedef enum { VIEW_FORM, VIEW_SPELLING, VIEW_WRITING, VIEWS } View;
typedef struct {
    uint64_t hash;
    unsigned count;
    View view;
    double weight; // in bits; 0: in given code
} Feature;
typedef struct {
    Statement *units;
    unsigned unit_count;
    Feature *features; // by hash, each once
    unsigned feature_count;
    uint64_t *names; // the author's, by hash, each once
    unsigned name_count;
    uint64_t text;     // equal for files that differ in comments and layout alone
    double own[VIEWS]; // bits
} Digest;
bool digest_of(const char *source, size_t length, Digest *digest); // false: out of memory
void digest_free(Digest *digest);
// For the parser: a feature, a statement, a name of the author's. false: out of memory.
bool digest_add(Digest *digest, uint64_t feature, View view);
bool digest_add_unit(Digest *digest, Statement unit);
bool digest_add_name(Digest *digest, uint64_t name);
bool digest_has_name(const Digest *digest, uint64_t name); // once names are settled

// statements.c: adds what the tokens say to the digest. false: out of memory.
bool statements_read(const Tokens *tokens, Digest *digest);

// written.c: adds how it is written. false: out of memory.
bool written_add(const Tokens *tokens, Digest *digest);

// ---- pairs.c ----

// What the instructor gave out: its features and names count for no student.
typedef struct {
    Digest *bases;
    unsigned count;
} Given;
bool given_add(Given *given, const char *source, size_t length); // false: out of memory
void given_free(Given *given);
// Whether the file is one of those given, but for comments and layout.
bool given_is(const Given *given, const Digest *digest);
bool given_has_unit(const Given *given, uint64_t hash);

// Gives each feature its weight. `all`: the files of one exercise that are compared, with those of earlier years and
// our solutions. false: out of memory.
bool digests_weigh(Digest *all, unsigned count, const Given *given);

// Which pairs to show: of the normal form ALIKE_SHARE, or as much less as the class allows. Where students are free to
// do a thing in many ways, no two honest answers come near each other, and less in common is already remarkable.
#define ALIKE_SHARE 0.95
#define ALIKE_LEAST 0.70
#define MODEL_SHARE 0.80 // of a file that is in our solution
#define LEAST_BITS 30    // of their own; with less there is nothing to compare
// Where students are so little free that many write the same program (the share above is ALIKE_SHARE), the same program
// is no surprise. Remarkable is then how it is put down: honest students who wrote the same program agree in about half
// of the spelling and 70 % of the writing. Copies whose names, numbers, types or macros were changed keep the writing,
// those whose loops or operators were changed keep much of the spelling. Programs that are not quite the same have to
// be spelt the same.
#define SAME_PROGRAM 0.99
#define SAME_SPELLING 0.60
#define SAME_WRITING 0.90
#define NEAR_SPELLING 0.85
typedef struct {
    unsigned left, right; // indices
    double share;         // of the bits of both, how many are in both
    double spelling;      // the same of tokens as they are spelt
    double writing;       // the same of how it is written, whatever names, numbers and types
    double names;         // of the names of the one with fewer, how many are in both
    bool same_text;       // the same but for comments and layout
} Pair;
// The pairs that are remarkable or have the same text, the most alike first: of the first `own` files with each other
// and with the rest. Of those from `models` on, which are ours, all that counts is how much of the other file is in
// them. Of a file's pairs in the class only those are kept that are the nearest of one of the two. Returns how many;
// *pairs is the caller's. -1: out of memory.
typedef struct {
    unsigned own, models, count;
} Compared;
int pairs_find(const Digest *all, Compared files, const Given *given, Pair **pairs);

// ---- runs.c ----

// Runs of equal statements, longest first, none overlapping another; those of given code alone are left out.
typedef struct {
    unsigned left, right, length; // first units
} Run;
int runs_find(const Digest *left, const Digest *right, const Given *given, Run **runs);

#endif
