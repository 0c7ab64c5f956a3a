// pieces.h - parts of a source between signs, and names among them.
#ifndef PIECES_H
#define PIECES_H

#include "source.h"

// No text may keep the grader busy for long: nobody writes launches, or heads of functions, of so many characters.
enum { MOST_READ = 1000, MOST_PARTS = 6, NAME = 64 };

// For "%.*s".
#define PIECE_TEXT(piece) (int)((piece).end - (piece).begin), (piece).begin

// MOST_READ characters further, or the end of the text.
const char *near_end(const char *at);
// Without blanks around it.
Piece piece_trimmed(const char *begin, const char *end);
bool piece_is(Piece piece, const char *text);
bool piece_same(Piece a, Piece b);
bool piece_is_name(Piece piece);
// What does not fit ends in an ellipsis, so that no search finds it.
void piece_name(Piece piece, char name[NAME]);
// The parts of [begin, end) between signs outside of parentheses; what is beyond MOST_PARTS is left out. How many.
unsigned piece_parts(const char *begin, const char *end, char sign, Piece parts[MOST_PARTS]);
// The name or number that ends before `end` and does not begin before `start`; it may be empty.
Piece piece_name_before(const char *start, const char *end);

#endif
