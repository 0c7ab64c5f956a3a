// rule_of_the_lesson.cu - The rule as it stands: fewest requests among those that are not out.
//
//= room_1: 264
//= room_8: 132
//= blocks_middle_4: 192
//= requests_middle_1: 49152
//= requests_middle_4: 30720
//= factor_wide: 4
//= factor_middle: 2
//= factor_small: 1
//= factor_narrow: 2
#include "workbook.h"

int coarsening_factor(int m, int n, const int *room) {
    long long rows = (static_cast<long long>(m) + 31) / 32;
    int best = 1;
    long long fewest = 0;
    for (int f = 0, factor = 1; f < 4; f++, factor *= 2) {
        long long blocks = rows * ((static_cast<long long>(n) + 32ll * factor - 1) / (32ll * factor));
        if (factor > 1 && (room[f] < room[0] || blocks < room[f])) continue;
        if (factor == 1 || blocks < fewest) best = factor, fewest = blocks;
    }
    return best;
}
