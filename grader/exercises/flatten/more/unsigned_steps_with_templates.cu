// unsigned_steps_with_templates.cu - strides computed once, as a structure, and an algorithm of the standard library.
//
//= student: Ada Lovelace
//= flat_number: 51079
//= third_index: 14
//= first_side: 105
//= wrapped_product: 869658880
#include "workbook.h"
#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>

static std::array<int64_t, 4> strides_of(const int size[4]) {
    std::array<int64_t, 4> strides{1};
    std::partial_sum(size, size + 3, strides.begin() + 1, [](int64_t a, int64_t b) { return a * b; });
    for (int d = 1; d < 4; d++) strides[d] = strides[d - 1] * size[d - 1];
    return strides;
}

int64_t flatten(const int index[4], const int size[4]) {
    auto strides = strides_of(size);
    return std::inner_product(strides.begin(), strides.end(), index, int64_t{0});
}

void unflatten(int64_t flat, const int size[4], int index[4]) {
    auto strides = strides_of(size);
    for (int d = 3; d >= 0; d--) {
        auto [quotient, rest] = std::lldiv(flat, strides[d]);
        index[d] = static_cast<int>(quotient);
        flat = rest;
    }
}
