// formats.h - floating formats, and rounding to them in every way that PTX has.
#ifndef FORMATS_H
#define FORMATS_H

#include "../ptx/ptx.h"

typedef enum { ROUND_NONE, ROUND_NEAREST, ROUND_ZERO, ROUND_DOWN, ROUND_UP, ROUND_AWAY, ROUND_ODD } Rounding;

typedef struct {
    int precision, least_exponent; // bits of the significand; of the smallest normal number
    double largest;
} Format;

Format format_of(PtxType type); // a pair's is that of its halves; precision 0: no floating type
double round_to_integer(double value, Rounding rounding);
double round_to_format(double value, Format format, Rounding rounding);

#endif
