// cpp20_spans.cu - C++20: spans and reversed views.
//
//= flat_of_1_2_3_4: 24621
//= third_of_123456: 17
//= first_side_too_large: 216
//= int_of_300: -489934592
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
