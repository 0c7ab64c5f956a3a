// flatten.cu - an index of four dimensions as one number, and back.
//
// The first index runs fastest: elements whose first index differs by one are neighbours in memory.
#include "workbook.h"
#include <cstdint>

//= student: Ada Lovelace
//= flat_number: 51079
//= third_index: 14
//= first_side: 105
//= wrapped_product: 869658880

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
