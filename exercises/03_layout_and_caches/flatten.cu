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

// Predict before you write: the questions are at the end of this file.

// The flat number of the element.
int64_t flatten(const int index[4], const int size[4]) {
    // TODO 1: each index must count what lies in front of the element: elements, rows, planes, volumes.
    // TODO 2: it must be right beyond 2,147,483,647 as well.
    return 0;
}

// The four indices of the element with that flat number.
void unflatten(int64_t flat, const int size[4], int index[4]) {
    // TODO 3: flatten(index, size) must give flat again.
    for (int d = 0; d < 4; d++) index[d] = 0;
}

// Predict first.
//     make questions EXERCISE=flatten  shows the questions with numbers
//     make another EXERCISE=flatten    shows them with others
//= numbers: 1
// An array has four sizes. What is the flat number of one of its elements?
//= flat_number: ?
// What is index[2] of the element with a given flat number in the same array?
//= third_index: ?
// An array has three equal sides s and one that is a multiple of s. What is the smallest s for which it has more
// elements than the largest int, 2,147,483,647?
//= first_side: ?
// An array has four equal sides, and their product is computed in int. What is the result if it wraps around, as it
// does on real machines? (In C++ the overflow is undefined.)
//= wrapped_product: ?
