// How far each index moves, worked out first.
//
//= flat_of_1_2_3_4: 24621
//= third_of_123456: 17
//= first_side_too_large: 216
//= int_of_300: -489934592
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
