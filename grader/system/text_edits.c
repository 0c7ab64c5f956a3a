// text_edits.c - how far apart two words are.
#include "text_edits.h"

#include <ctype.h>
#include <string.h>

#define LONGEST 63

static unsigned least(unsigned one, unsigned two) { return one < two ? one : two; }

static bool same(char one, char two, bool any_case) {
    return one == two || (any_case && tolower((unsigned char)one) == tolower((unsigned char)two));
}

// Optimal string alignment, row by row: a letter of `one` against each of `two`.
unsigned text_edits(const char *one, const char *two, bool any_case) {
    unsigned rows[3][LONGEST + 1];
    unsigned length = (unsigned)strnlen(one, LONGEST), width = (unsigned)strnlen(two, LONGEST);
    for (unsigned j = 0; j <= width; j++) rows[0][j] = j;
    for (unsigned i = 1; i <= length; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= width; j++) {
            row[j] = least(above[j], row[j - 1]) + 1;
            row[j] = least(row[j], above[j - 1] + !same(one[i - 1], two[j - 1], any_case));
            if (i > 1 && j > 1 && same(one[i - 1], two[j - 2], any_case) && same(one[i - 2], two[j - 1], any_case))
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[length % 3][width];
}
