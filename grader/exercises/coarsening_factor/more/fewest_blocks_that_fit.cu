// fewest_blocks_that_fit.cu - the fewest blocks among the factors that fill the GPU, by a fold over pairs.
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

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

constexpr int TILE = 32;

using Choice = std::pair<long long, int>; // blocks, factor: the smaller is better

static std::optional<Choice> choice_of(int m, int n, int i, const int *capacity) {
    const int factor = 1 << i;
    const long long rows = (m + TILE - 1LL) / TILE, columns = (n + TILE - 1LL) / TILE;
    const long long blocks = rows * ((columns + factor - 1) / factor);
    if (i > 0 && (capacity[i] < capacity[0] || blocks < capacity[i])) return std::nullopt;
    return Choice{blocks, factor};
}

int coarsening_factor(int m, int n, const int *capacity) {
    Choice best = *choice_of(m, n, 0, capacity);
    for (int i : std::array{1, 2, 3})
        if (auto choice = choice_of(m, n, i, capacity)) best = std::min(best, *choice);
    return best.second;
}
