// occupancy.cu - how many blocks of a kernel a multiprocessor holds, and how many of its warps that is.
//
// A host function: the grader calls it for hundreds of blocks and multiprocessors, and most of these multiprocessors do
// not exist. common/multiprocessor.h says what the numbers mean. The lesson has the four rules:
// chapters/01_warps_and_occupancy/README.md.
#include "multiprocessor.h"
#include "workbook.h"
#include <algorithm>

// Predict, for an A100 (its numbers are in common/multiprocessor.h):
// Blocks of 700 threads, 16 registers a thread, no shared memory: which occupancy in per cent?
//= percent_of_700: ?
// Blocks of 256 threads, 33 registers a thread, no shared memory: how many are resident?
//= blocks_of_33_registers: ?
// Blocks of 256 threads that ask for 32 KiB of shared memory, 16 registers a thread: which occupancy in per cent?
//= percent_of_32_kib: ?
// Blocks of 1,024 threads, 32 registers a thread: how many whole bytes of shared memory may a block ask for, per
// thread, so that all warps of the multiprocessor are still resident?
//= bytes_a_thread: ?

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    int warps = ceil_div(block.threads, gpu.warp_size);

    // TODO 1: a block that has more warps than one block may have does not run at all.
    // TODO 2: the warps of all resident blocks must not be more than the multiprocessor holds.
    int blocks = gpu.max_blocks + warps;

    // TODO 3: the same for shared memory, with the reserve of each block, rounded up to whole units. A multiprocessor
    // may have no reserve, and a block may ask for nothing: then shared memory limits nothing.
    // TODO 4: the same for registers: whole warps, each in one part of the multiprocessor, rounded up to whole units.
    return {blocks, 0};
}
