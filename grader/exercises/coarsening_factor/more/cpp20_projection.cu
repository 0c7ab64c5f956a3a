// cpp20_projection.cu - C++20: the least of the admitted factors by a projection.
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
#include <algorithm>
#include <array>
#include <ranges>

int coarsening_factor(int m, int n, const int *capacity) {
    auto tiles = [](long long length, long long side) { return (length + side - 1) / side; };
    auto blocks = [&](int f) { return tiles(m, 32) * tiles(n, 32ll << f); };
    auto admitted = [&](int f) { return f == 0 || (capacity[f] >= capacity[0] && blocks(f) >= capacity[f]); };
    auto factors = std::array{0, 1, 2, 3} | std::views::filter(admitted);
    return 1 << *std::ranges::min_element(factors, {}, blocks);
}
