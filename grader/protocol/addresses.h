// addresses.h - where the device's memory is, which a program's own memory never is.
#ifndef ADDRESSES_H
#define ADDRESSES_H

#define GLOBAL_BASE 0x200000000000ull
#define GLOBAL_SPAN (1ull << 42) // bytes of addresses

#endif
