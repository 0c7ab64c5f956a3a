// atomics.h - what the decoder notes of an atomic for the meters, in Instruction.flags beside the operation.
#ifndef ATOMICS_H
#define ATOMICS_H

enum {
    ATOMIC_MERGED = 0x80, // the warp's lanes meet at one address and one of them does it for all
    ATOMIC_LOOP = 0x40,   // a loop of load and compare-and-swap; the loads' counts are the next site's
    ATOMIC_NOTES = ATOMIC_MERGED | ATOMIC_LOOP
};

#endif
