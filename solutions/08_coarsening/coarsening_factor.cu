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
//= student: Ada Lovelace
//= blocks_4: 1755
//= capacity_1: 222
//= capacity_8: 111
//= requests_1: 12544
//= requests_4: 7840
//= blocks_wide: 1760
//= blocks_middle: 288
//= blocks_small: 56
//= blocks_narrow: 592
#include "workbook.h"

constexpr int TILE = 32;

static int64_t blocks_of(int m, int n, int factor) {
    int64_t tile_rows = ceil_div<int64_t>(m, TILE), tile_columns = ceil_div<int64_t>(n, TILE);
    return tile_rows * ceil_div<int64_t>(tile_columns, factor);
}

// B's tiles are loaded equally often whatever the factor, A's once for each block and phase: the fewest blocks make the
// fewest requests. Where a larger factor has as many blocks, part of each lies outside C, and nothing was saved.
int coarsening_factor(int m, int n, const int *capacity) {
    int best = 1;
    for (int i = 1; i < 4; i++) {
        int factor = 1 << i;
        bool fits = capacity[i] >= capacity[0] && blocks_of(m, n, factor) >= capacity[i];
        if (fits && blocks_of(m, n, factor) < blocks_of(m, n, best)) best = factor;
    }
    return best;
}
