// cpp20_spans.cu - C++20: spans and reversed views.
//
//= student: Ada Lovelace
//= flat_number: 51079
//= third_index: 14
//= first_side: 105
//= wrapped_product: 869658880
#include "workbook.h"
#include <cstdint>
#include <ranges>
#include <span>

int64_t flatten(const int index[4], const int size[4]) {
    int64_t flat = 0;
    for (int d : std::views::iota(0, 4) | std::views::reverse) flat = flat * size[d] + index[d];
    return flat;
}

void unflatten(int64_t flat, const int size[4], int index[4]) {
    std::span<const int, 4> sizes{size, 4};
    for (int d = 0; int one : sizes) {
        index[d++] = static_cast<int>(flat % one);
        flat /= one;
    }
}
