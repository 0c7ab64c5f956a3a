// by_factors.cu - The factor of each index first: what a step in it passes.
//
//= student: Ada Lovelace
//= flat_number: 51079
//= third_index: 14
//= first_side: 105
//= wrapped_product: 869658880
#include "workbook.h"
#include <array>
#include <cstdint>
#include <numeric>

static std::array<int64_t, 4> factors(const int size[4]) {
    std::array<int64_t, 4> factor{1, 1, 1, 1};
    for (int d = 1; d < 4; d++) factor[d] = factor[d - 1] * size[d - 1];
    return factor;
}

int64_t flatten(const int index[4], const int size[4]) {
    auto factor = factors(size);
    return std::inner_product(index, index + 4, factor.begin(), int64_t{0});
}

void unflatten(int64_t flat, const int size[4], int index[4]) {
    auto factor = factors(size);
    for (int d = 3; d >= 0; d--) {
        index[d] = static_cast<int>(flat / factor[d]);
        flat -= index[d] * factor[d];
    }
}
