// occupancy.cu - how many blocks of a kernel a multiprocessor holds, and how many of its warps that is.
//
// A host function: the grader calls it for hundreds of blocks and multiprocessors, and most of these multiprocessors do
// not exist. common/multiprocessor.h says what the numbers mean. The lesson has the four rules:
// chapters/01_warps_and_occupancy/README.md.
#include "workbook.h"
#include "multiprocessor.h"
#include <algorithm>

// Predict before you write: the questions are at the end of this file.

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    int warps = ceil_div(block.threads, gpu.warp_size);

    // TODO 1: a block that has more warps than one block may have does not run at all.
    // TODO 2: the warps of all resident blocks must not be more than the multiprocessor holds.
    int blocks = gpu.max_blocks + warps;

    // TODO 3: the same for shared memory, with the reserve of each block, rounded up to whole units. Where the reserve is
    // 0 and a block asks for nothing, shared memory limits nothing.
    // TODO 4: the same for registers: whole warps, each in one part of the multiprocessor, rounded up to whole units.
    return {blocks, 0};
}

// Predict, for an A100 (its numbers are in common/multiprocessor.h). Blocks are drawn.
//     make questions EXERCISE=occupancy  shows the questions with numbers
//     make another EXERCISE=occupancy    shows them with others
//= numbers: 1
// Blocks of 256 threads that ask for shared memory, 16 registers per thread: how many bytes of a multiprocessor's
// shared memory does no resident block take?
//= bytes_left: ?
// Blocks of your size, 16 registers per thread, no shared memory: what is the occupancy, in percent?
//= percent_by_threads: ?
// Blocks of 256 threads with more registers, no shared memory: how many are resident on a multiprocessor?
//= blocks_by_registers: ?
// 32 registers per thread: how many bytes of shared memory per thread, a whole number, may a block ask for if your
// number of blocks is to be resident?
//= bytes_per_thread: ?
