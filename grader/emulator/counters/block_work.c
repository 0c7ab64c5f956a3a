// block_work.c - how the work of a launch is shared out over its blocks.
//
// A block runs on one multiprocessor, so a launch takes as long as its busiest block, however many others there are.
// Work is counted in two ways, because decoy blocks could make up for either one cheaply: instructions of warps, and
// bytes that they load from global memory and store there, textures and surfaces included. Lanes that ask for the same
// bytes move no more than the sectors of their request hold. Decoys make the busiest block's share of both smaller.
// They change neither what it loads of the inputs nor how much of the results is its own (machine/owners.h).
//
// Blocks may ask for their work piece by piece, by an atomic that returns the next piece. Each of them gets as many as
// the others then, because another block has its turn after each such atomic (grid/grid.c).
#include "block_work.h"

static void raise_to(uint64_t *most, uint64_t value) {
    if (value > *most) *most = value;
}

static void add(BlockWork *sum, const BlockWork *more) {
    sum->instructions += more->instructions;
    sum->moved += more->moved;
    sum->given += more->given;
    sum->drawn += more->drawn;
}

static void raise_all(BlockWork *most, const BlockWork *work) {
    raise_to(&most->instructions, work->instructions);
    raise_to(&most->moved, work->moved);
    raise_to(&most->given, work->given);
    raise_to(&most->drawn, work->drawn);
}

void block_work_add(LaunchWork *sum, const Block *block) {
    BlockWork work = {0};
    for (uint32_t w = 0; w < block->warp_count; w++) {
        const Warp *warp = &block->warps[w];
        add(&work, &(BlockWork){warp->steps, warp->flight.moved, warp->flight.given, warp->drawn});
    }
    add(&sum->all, &work);
    if (block->chosen) add(&sum->chosen, &work);
    raise_all(&sum->busiest, &work);
}

void block_work_join(LaunchWork *sum, const LaunchWork *more) {
    add(&sum->all, &more->all);
    add(&sum->chosen, &more->chosen);
    raise_all(&sum->busiest, &more->busiest);
}
