// coarsening_factor.cu - how many neighbouring tiles of C should one block compute: 1, 2, 4 or 8?
//
// The product is that of matmul_coarsened: tiles of 32 x 32, blocks of 1024 threads, C is m x n. A larger factor loads
// A's tiles less often. It also leaves fewer blocks, and its sums take registers: with factors 1, 2 and 4 a thread has
// at most 32 registers, with factor 8 it has 40. An H200 has 132 multiprocessors, each with at most 2048 threads and
// 65,536 registers.
//
// **Capacity** is the number of blocks that the GPU holds at once. Choose the factor with the fewest load requests, but
//   - one with less capacity than factor 1 costs a resident block and is out;
//   - one with fewer blocks than its capacity leaves lanes idle and is out (factor 1 is never out);
//   - of two factors with equally many load requests, take the smaller: the larger one's other tiles lie outside C.
//
// Predict before you write: the questions are at the end of this file. Your function is then tried with hundreds of
// random products.
#include "workbook.h"

// C is m x n; capacity[0] to capacity[3] are the capacities for factors 1, 2, 4 and 8. Returns the factor.
int coarsening_factor(int m, int n, const int *capacity) {
    // TODO: the rule above. Blocks are counted in whole ones, in both directions, and never overflow: m and n may be as
    // large as an int.
    return 0;
}

// First by hand.
//     make questions EXERCISE=coarsening_factor  shows the questions with numbers
//     make another EXERCISE=coarsening_factor    shows them with others
//= numbers: 1
// First, how many blocks does your m x n take with factor 4?
//
//= blocks_4: ?
//
// Your GPU has another number of multiprocessors like those of an H200. How many blocks does it hold? Requests are load requests of A and B together for k = 32. Sizes are m x n. For the last four shapes, let
// the rule above choose the factor: how many blocks does it leave?
//
//= capacity_1: ?
//= capacity_8: ?
//= requests_1: ?
//= requests_4: ?
//= blocks_wide: ?
//= blocks_middle: ?
//= blocks_small: ?
//= blocks_narrow: ?
