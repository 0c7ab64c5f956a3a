// number.h - a number as a student writes it, and when that is right.
#ifndef NUMBER_H
#define NUMBER_H

#include "../exercises/exercise.h"

typedef struct {
    double value;  // in the question's unit
    double slack;  // half a unit of the last digit that is written; 0: an exact value such as 1/24
    int digits;    // significant ones; zeros at the end of a whole number do not count
    bool measured; // a unit was written behind it
} Number;

// Reads "28,672", "62.5 %", "4 KiB", "1/24" or "2^10" as an answer in `unit`. false with a sentence in why[240].
bool number_read(const char *text, Unit unit, Number *number, char why[240]);

// Significant digits that a rounded answer has at least: three of a fraction, four of a whole number.
int number_digits_needed(double right);

// Whether the number is `right`, or `right` rounded to the digits that are written, if they are enough. A fraction may
// be off by half a percent, which intermediate rounding costs.
bool number_is(const Number *number, double right);

// Whether the number is `value`, or `value` rounded to as many digits as an answer of `right` needs: without the
// allowance for intermediate rounding.
bool number_rounds(const Number *number, double value, double right);

#endif
