// addresses.h - where the device's memory is, which a program's own memory never is.
#ifndef ADDRESSES_H
#define ADDRESSES_H

#define GLOBAL_BASE 0x200000000000ull
// Bytes of addresses; fewer where a table of them would not fit into 32 bits of host addresses.
#define GLOBAL_SPAN (1ull << (sizeof(void *) > 4 ? 42 : 34))

#endif
