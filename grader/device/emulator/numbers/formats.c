// formats.c - the formats' limits; rounding one double at a time.
#include "formats.h"
#include "half.h"

#include <assert.h>
#include <math.h>

Format format_of(PtxType type) {
    static const Format FORMATS[TYPE_COUNT] = {[TYPE_F16] = {11, -14, F16_LARGEST},
                                               [TYPE_F16X2] = {11, -14, F16_LARGEST},
                                               [TYPE_BF16] = {8, -126, BF16_LARGEST},
                                               [TYPE_BF16X2] = {8, -126, BF16_LARGEST},
                                               [TYPE_E4M3] = {4, -6, 448},
                                               [TYPE_E5M2] = {3, -14, 57344},
                                               [TYPE_TF32] = {11, -126, 0x1.ffcp127},
                                               [TYPE_F32] = {24, -126, 0x1.fffffep127},
                                               [TYPE_F64] = {53, -1022, 0x1.fffffffffffffp1023}};
    assert(type < TYPE_COUNT);
    return FORMATS[type];
}

double round_to_integer(double value, Rounding rounding) {
    switch (rounding) {
    case ROUND_ZERO: return trunc(value);
    case ROUND_DOWN: return floor(value);
    case ROUND_UP: return ceil(value);
    case ROUND_AWAY: return round(value);
    default: return rint(value);
    }
}

// Scaled so that a unit of the last place is 1, rounded to an integer, scaled back.
double round_to_format(double value, Format format, Rounding rounding) {
    if (value == 0 || !isfinite(value)) return value;
    assert(format.precision);
    int exponent = ilogb(value) < format.least_exponent ? format.least_exponent : ilogb(value);
    int places = format.precision - 1 - exponent;
    double rounded = ldexp(round_to_integer(ldexp(value, places), rounding), -places);
    if (fabs(rounded) <= format.largest) return copysign(rounded, value);
    bool infinite = rounding == ROUND_NEAREST || rounding == ROUND_AWAY || rounding == ROUND_NONE ||
                    (rounding == ROUND_UP && value > 0) || (rounding == ROUND_DOWN && value < 0);
    return copysign(infinite ? INFINITY : format.largest, value);
}
