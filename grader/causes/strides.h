// strides.h - indices of rows and columns, and the tests of both.
#ifndef STRIDES_H
#define STRIDES_H

#include "source/source.h"

enum { STRIDES_WORDS = 240 };
// Whether an index "row * STRIDE + column" and a test "column < LENGTH" disagree about how long a row is; words say so.
// Both are given without comments, the test as "a < b && c < d" or as what lets a thread return, "a >= b || c >= d".
// What is cut, "...", is not understood.
bool strides_disagree(const char *test, const char *index, char words[STRIDES_WORDS]);
// Coordinates that a kernel makes from its block and its thread, which may lie outside, in the order of declaration.
enum { MOST_COORDINATES = 4 };
unsigned coordinates(const Source *source, const char *at, char names[MOST_COORDINATES][32]);
// Whether the word is in the text.
bool has_word(const char *text, const char *word);

#endif
