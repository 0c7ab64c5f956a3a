// horner_and_folds.cu - a fold from the last index to the first, and remainders by subtraction of what is flat already.
#include "workbook.h"
#include <cstdint>
#include <numeric>

//= student: Ada Lovelace
//= flat_number: 51079
//= third_index: 14
//= first_side: 105
//= wrapped_product: 869658880

int64_t flatten(const int index[4], const int size[4]) {
    const int dimensions[] = {3, 2, 1, 0};
    return std::accumulate(dimensions, dimensions + 4, int64_t{0},
                           [&](int64_t flat, int d) { return flat * size[d] + index[d]; });
}

void unflatten(int64_t flat, const int size[4], int index[4]) {
    int64_t piece[4] = {1};
    for (int d = 1; d < 4; d++) piece[d] = piece[d - 1] * size[d - 1];
    for (int d = 3; d >= 0; d--) {
        index[d] = static_cast<int>(flat / piece[d]);
        flat -= index[d] * piece[d];
    }
}
