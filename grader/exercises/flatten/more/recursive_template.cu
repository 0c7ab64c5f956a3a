// recursive_template.cu - A template that peels the slowest index off, and lldiv for the way back.
//
//= student: Ada Lovelace
//= flat_number: 51079
//= third_index: 14
//= first_side: 105
//= wrapped_product: 869658880
#include "workbook.h"
#include <cstdint>
#include <cstdlib>

template <int D> int64_t at(const int *index, const int *size) {
    if constexpr (D == 0) return index[0];
    else return at<0>(index, size) + static_cast<int64_t>(size[0]) * at<D - 1>(index + 1, size + 1);
}

int64_t flatten(const int index[4], const int size[4]) { return at<3>(index, size); }

void unflatten(int64_t flat, const int size[4], int index[4]) {
    lldiv_t rest{flat, 0};
    for (int d = 0; d < 4; d++) {
        rest = lldiv(rest.quot, size[d]);
        index[d] = static_cast<int>(rest.rem);
    }
}
