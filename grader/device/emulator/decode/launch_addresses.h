// launch_addresses.h - where the threads of a launch access global memory, as far as that is known before it runs.
#ifndef LAUNCH_ADDRESSES_H
#define LAUNCH_ADDRESSES_H

#include "../machine/code.h"
#include "../machine/warp.h"

// All of an instruction's bytes, in all threads, are in [low, high).
typedef struct {
    uint64_t low, high;
} AddressRange;

typedef struct {
    // No thread accesses bytes that another one writes, whatever the data are: nothing in global memory can race.
    bool apart;
    AddressRange ranges[]; // of Program.accesses; all addresses if nothing is known
} LaunchAddresses;

// The caller frees it. NULL: out of memory.
LaunchAddresses *launch_addresses(const Launch *launch);

#endif
