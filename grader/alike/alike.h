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
//   layout.c       comments, where the author puts blanks and ends lines, and answers to questions
//   pairs.c        how unlikely it is in this class that two files agree as they do
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
// names, numbers and types; blanks and ends of lines; comments; the author's names; answers to questions.
typedef enum {
    VIEW_FORM,
    VIEW_SPELLING,
    VIEW_WRITING,
    VIEW_LAYOUT,
    VIEW_COMMENTS,
    VIEW_NAMES,
    VIEW_ANSWERS,
    VIEWS
} View;
typedef struct {
    uint64_t hash;
    View view;
    unsigned students; // of the class who have it
    uint64_t who;      // equal for features that the same students have
} Feature;
typedef struct {
    Statement *units;
    unsigned unit_count;
    Feature *features; // by hash, each once
    unsigned feature_count;
    uint64_t *names; // the author's, by hash, each once
    unsigned name_count;
    uint64_t text;     // equal for files that differ in comments and layout alone
    unsigned students; // of the class who handed in this very file; 0: it is not from this class
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

// layout.c: adds comments, layout and answers. false: out of memory.
bool layout_add(const char *source, size_t length, Digest *digest);

// ---- pairs.c ----

// What the instructor gave out: its features and names count for no student.
typedef struct {
    Digest *bases;
    unsigned count;
} Given;
bool given_add(Given *given, const char *source, size_t length); // false: out of memory
void given_free(Given *given);
bool given_has_unit(const Given *given, uint64_t hash);

// Finds how many students have each feature, and leaves one feature of each choice. `all`: the files of one exercise
// that are compared; `students` is set in those of this class. Returns how many students there are; -1: out of memory.
int digests_count(Digest *all, unsigned count, const Given *given);

// The score of a pair is a record linkage weight (Fellegi and Sunter, "A Theory for Record Linkage", Journal of the
// American Statistical Association 64, 1969), in bits: how much likelier it is that one of the two had the other's file
// than that both wrote their own. For each choice
//
//   that both files have      log2(m / u)
//   that only one has         log2((1 - m) / (1 - u))
//
// u is the share of other students who have it: (others + 1/2) / (all others + 1). m is the share of choices that a
// copy keeps. What more of the class have than m counts nothing, nor does given code.
//
// The formula holds for choices that are independent. Features are not: who writes i ^ j has it in an expression, a
// statement, six runs of tokens. Features of code that exactly the same three or more students have are therefore one
// choice; those of one or two students are divided by how many of them one choice touches. A view with a negative sum
// counts nothing: names, comments and layout are changed in a minute, and that is no proof of innocence.
//
// Of answers to questions only those count that few gave to the same numbers: the right one, and the mistake that most
// make, are no sign of a copy.
#define KEPT_BY_COPIES 0.8
#define FEW_ANSWER_SO 0.125
// A pair is shown if this many bits remain after the odds against any one pair, log2(pairs), and if it has more than
// what honest students have here: all but a few files have a second nearest that is no copy of them.
#define LEAST_BITS 20
#define HONEST_FILES 0.95
typedef struct {
    unsigned left, right; // indices; the same for several students with one file
    double bits, view[VIEWS];
    bool same_text; // the same but for comments and layout
} Pair;
// The files of the class, then those of an earlier class, then ours, which are published.
typedef struct {
    unsigned own, models, count;
} Compared;
// The remarkable pairs, the least likely first: files of the class with each other and with the rest. Of a file's
// pairs only those stay that are the nearest of one of the two. Returns how many; *pairs is the caller's. -1: out of
// memory.
int pairs_find(const Digest *all, Compared files, unsigned students, Pair **pairs);
// The score of one pair of a class of so many students.
Pair pair_score(const Digest *all, unsigned left, unsigned right, unsigned students);
// Whether so much of a file is its own that a copy of it would be found.
bool pairs_can_find(const Digest *digest, Compared files, unsigned students);

// ---- runs.c ----

// Runs of equal statements, longest first, none overlapping another; those of given code alone are left out.
typedef struct {
    unsigned left, right, length; // first units
} Run;
int runs_find(const Digest *left, const Digest *right, const Given *given, Run **runs);

#endif
