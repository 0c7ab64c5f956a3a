// rule_of_the_lesson.cu - The rule as it stands: fewest requests among those that are not out.
//
//= student: Ada Lovelace
//= blocks_4: 1755
//= capacity_1: 1554
//= capacity_8: 777
//= requests_1: 12544
//= requests_4: 7840
//= blocks_wide: 1760
//= blocks_middle: 288
//= blocks_small: 56
//= blocks_narrow: 592
#include "workbook.h"

int coarsening_factor(int m, int n, const int *capacity) {
    long long rows = (static_cast<long long>(m) + 31) / 32;
    int best = 1;
    long long fewest = 0;
    for (int f = 0, factor = 1; f < 4; f++, factor *= 2) {
        long long blocks = rows * ((static_cast<long long>(n) + 32ll * factor - 1) / (32ll * factor));
        if (factor > 1 && (capacity[f] < capacity[0] || blocks < capacity[f])) continue;
        if (factor == 1 || blocks < fewest) best = factor, fewest = blocks;
    }
    return best;
}
