// flatten.cu - an index of four dimensions as one number, and back.
//
// cudaMalloc3D ends at three dimensions. An array of four lies in one allocation, and its element
// (index[0], index[1], index[2], index[3]) is the one at number `flat`. The first index runs fastest: elements whose
// first index differs by one are neighbours. Arrays may have more elements than an int can count. These are host
// functions; inside a kernel they would be the same.
//
// The lesson is chapters/03_layout_and_caches/README.md.
#include "workbook.h"
#include <cstdint>

// Predict. An array has the sizes 10, 20, 30, 40. Which flat number has the element (1, 2, 3, 4)?
//= flat_of_1_2_3_4: ?
// What is index[2] of the element with the flat number 123,456 in the same array?
//= third_of_123456: ?
// An array has four equal sides. From which side on are its elements more than the largest int, 2,147,483,647?
//= first_side_too_large: ?
// An array has four sides of 300. 300 * 300 * 300 * 300 is computed in int. Which number comes out, if the result wraps
// around as machines do it? (The language says nothing: so many bits are simply too few.)
//= int_of_300: ?

// The flat number of the element.
int64_t flatten(const int index[4], const int size[4]) {
    // TODO 1: each index must count what lies in front of the element: elements, rows, planes, volumes.
    // TODO 2: it must be right beyond 2,147,483,647 as well.
    return 0;
}

// The four indices of the element with that flat number.
void unflatten(int64_t flat, const int size[4], int index[4]) {
    // TODO 3: after it, flatten(index, size) must be flat again.
    for (int d = 0; d < 4; d++) index[d] = 0;
}
