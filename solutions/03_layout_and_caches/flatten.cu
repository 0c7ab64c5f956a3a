// flatten.cu - an index of four dimensions as one number, and back.
//
// The first index runs fastest: elements whose first index differs by one are neighbours in memory.
#include "workbook.h"
#include <cstdint>

//= flat_of_1_2_3_4: 24621
//= third_of_123456: 17
//= first_side_too_large: 216
//= int_of_300: -489934592

int64_t flatten(const int index[4], const int size[4]) {
    int64_t flat = 0;
    for (int d = 3; d >= 0; d--) flat = flat * size[d] + index[d]; // the last index counts the largest pieces
    return flat;
}

void unflatten(int64_t flat, const int size[4], int index[4]) {
    for (int d = 0; d < 4; d++) {
        index[d] = static_cast<int>(flat % size[d]); // the place in a row of size[d]
        flat /= size[d];                             // how many whole rows lie in front of it
    }
}
