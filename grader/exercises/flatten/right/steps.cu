// How far each index moves, worked out first.
//
//= student: Ada Lovelace
//= flat_number: 51079
//= third_index: 14
//= first_side: 105
//= wrapped_product: 869658880
#include "workbook.h"
#include <cstdint>

static void find_steps(const int size[4], int64_t step[4]) {
    step[0] = 1;
    for (int d = 1; d < 4; d++) step[d] = step[d - 1] * size[d - 1];
}

int64_t flatten(const int index[4], const int size[4]) {
    int64_t step[4];
    find_steps(size, step);
    return index[0] + step[1] * index[1] + step[2] * index[2] + step[3] * index[3];
}

void unflatten(int64_t flat, const int size[4], int index[4]) {
    int64_t step[4];
    find_steps(size, step);
    for (int d = 3; d >= 0; flat %= step[d--]) index[d] = static_cast<int>(flat / step[d]);
}
