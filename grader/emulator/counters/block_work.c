// block_work.c - how the work of a launch is shared out over its blocks.
//
// A block runs on one multiprocessor, so a launch takes as long as its busiest block, however many others there are.
// Work is counted in two ways, because either alone can be made up for with little: instructions of warps, and bytes
// that they load from global memory and store there. Lanes that ask for the same bytes move no more than the sectors of
// their request hold.
//
// Blocks may ask for their work piece by piece, by an atomic that returns the next piece. Each of them gets as many as
// the others then, because another block has its turn after each such atomic (grid/grid.c).
#include "block_work.h"

static void raise_to(uint64_t *most, uint64_t value) {
    if (value > *most) *most = value;
}

void block_work_add(LaunchWork *sum, const Block *block) {
    BlockWork work = {0};
    for (uint32_t w = 0; w < block->warp_count; w++) {
        const Warp *warp = &block->warps[w];
        work.instructions += warp->steps;
        work.moved += warp->flight.moved;
    }
    sum->all.instructions += work.instructions;
    sum->all.moved += work.moved;
    raise_to(&sum->busiest.instructions, work.instructions);
    raise_to(&sum->busiest.moved, work.moved);
}

void block_work_join(LaunchWork *sum, const LaunchWork *more) {
    sum->all.instructions += more->all.instructions;
    sum->all.moved += more->all.moved;
    raise_to(&sum->busiest.instructions, more->busiest.instructions);
    raise_to(&sum->busiest.moved, more->busiest.moved);
}
