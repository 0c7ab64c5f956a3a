// row_sums_shared.cu - the sum of every row of a matrix: one block per row, partial sums in shared memory, then a tree.
//
// A (rows x columns) is stored by rows; sums has `rows` floats. Launch one block for each row, of exactly `threads`
// threads: any number from 1 to 1,024, not only powers of two. The threads of a block add up their row together:
//   - each sums some of its elements in a register; whenever a warp loads, its lanes load neighbours; no warp loads more
//     than columns / threads times, rounded up;
//   - the partial sums meet in shared memory, and in each step of a tree half of them are added to the other half.
// For T threads in W warps and S steps the grader allows 4 W + 3 S + 1 passes through shared memory a row: W to store
// the partial sums, at most 3 (W + S) for the tree, 1 to read the result.
//
// First, for numbers of partial sums of your own. They are drawn from your name: write it on the next line, and
// make questions EXERCISE=row_sums_shared shows them.
//= student: ?
// How many steps do the trees of 2, 3, 4, ... partial sums have, added up to your largest one? The grader tells the other
// answers once this one is right.
//= steps_many: ?
// How many steps do the trees of your rows have, added up? Each row has a tree of its own.
//= steps_few: ?
// How many threads add in one step of one tree?
//= adding_in_step: ?
// If thread 0 of each block alone added up all partial sums of its row, from shared memory: how many passes would the
// loads of your rows take?
//= passes_alone: ?
#include "workbook.h"

// TODO: everything, from the kernel to the launch.

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {}
