// multiprocessor.h - what limits how many blocks a multiprocessor holds at a time.
#ifndef MULTIPROCESSOR_H
#define MULTIPROCESSOR_H

// A streaming multiprocessor (SM) of some GPU. The values of an A100 stand behind the arrows.
struct Multiprocessor {
    int warp_size;       // threads of a warp                                       -> 32
    int max_warps;       // warps that it holds                                     -> 64
    int max_blocks;      // blocks that it holds                                    -> 32
    int max_block_warps; // warps that one block may have                           -> 32
    int registers;       // registers in all its parts                              -> 65536
    int parts;           // equal parts; the registers of a warp lie all in one     -> 4
    int register_unit;   // a warp's registers are rounded up to a multiple of this -> 256
    int shared_bytes;    // shared memory                                           -> 167936 (164 KiB)
    int shared_reserve;  // bytes that every block takes beside what it asks for    -> 1024
    int shared_unit;     // a block's bytes, with the reserve, are rounded up       -> 128
};

// A block of some kernel.
struct BlockNeeds {
    int threads;
    int registers;    // of each thread
    int shared_bytes; // of the block
};

struct Occupancy {
    int blocks;     // blocks that are resident on one multiprocessor at a time; 0: not one fits
    double percent; // resident warps, in per cent of max_warps
};

// How a launch fills the GPU. A wave is what all multiprocessors hold at a time: when it is done, the next one runs.
struct Sweep {
    long long blocks;                // of the grid
    int blocks_per_multiprocessor;   // that are resident at a time
    int waves;                       // that the grid takes, the last one counted even if it is not full
    double warps_per_multiprocessor; // resident in the first wave, the mean over all multiprocessors
};

#endif
