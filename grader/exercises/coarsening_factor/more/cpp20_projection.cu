// cpp20_projection.cu - C++20: the least of the admitted factors by a projection.
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
#include <algorithm>
#include <array>
#include <ranges>

int coarsening_factor(int m, int n, const int *room) {
    auto tiles = [](long long length, long long side) { return (length + side - 1) / side; };
    auto blocks = [&](int f) { return tiles(m, 32) * tiles(n, 32ll << f); };
    auto admitted = [&](int f) { return f == 0 || (room[f] >= room[0] && blocks(f) >= room[f]); };
    auto factors = std::array{0, 1, 2, 3} | std::views::filter(admitted);
    return 1 << *std::ranges::min_element(factors, {}, blocks);
}
