// row_sums_shared.cu - the sum of every row of a matrix: one block per row, partial sums in shared memory, then a tree.
//
// A (rows x columns) is stored by rows; sums has `rows` floats. Launch one block for each row, of `threads` threads: any
// number from 1 to 1,024, not only powers of two. The threads of a block add up their row together:
//   - each sums some of its elements in a register; whenever a warp loads, its lanes load neighbours;
//   - the partial sums meet in shared memory, and in each step of a tree half of them are added to the other half.
// Time earns half of the points, with 65,536 rows of 1,024 elements and 1,024 threads.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

// TODO: everything, from the kernel to the launch.

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {}

// First, for some numbers of partial sums:
//     make questions EXERCISE=row_sums_shared  shows the questions with numbers
//     make another EXERCISE=row_sums_shared    shows them with others
//= numbers: 1
// How many steps do the trees of 2, 3, 4, ... partial sums have, added up to your largest one?
//= steps_many: ?
// How many steps does one tree have?
//= steps_few: ?
// How many threads add in one step of one tree?
//= adding_in_step: ?
// If thread 0 of a block alone added up all partial sums of its row, from shared memory: how many passes would its loads
// take?
//= passes_alone: ?
