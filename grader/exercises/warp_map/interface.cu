// interface.cu - main() of the exercise whose student writes warp_map(): warp and lane of every thread of a grid.
#include "harness.h"

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size);

void run_case(Case &c) {
    dim3 grid(c.size("grid_x"), c.size("grid_y"));
    dim3 block(c.size("block_x"), c.size("block_y"), c.size("block_z"));
    warp_map(c.device<int>("warp"), c.device<int>("lane"), grid, block, c.size("warp_size"));
}
