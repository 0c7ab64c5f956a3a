// protection.h - pages of memory that the program must not touch while an operation uses them.
#ifndef PROTECTION_H
#define PROTECTION_H

#include "order.h"

// The operation of that number in that stream uses [first, end) of pinned or managed memory. Only pages that lie in it
// as a whole are taken away: to a page's other bytes the program has a right. But a few bytes within one page, as
// results that are copied back, take it away until the first touch of it.
void protect(uint64_t first, uint64_t end, bool writes, uint32_t stream, uint32_t number);
// Whether any operation uses pages of [first, end).
bool is_protected(uint64_t first, uint64_t end);
// The program has waited for all operations that the clock knows; NULL: whatever it does now comes after all.
void protection_ends(const Clock *waited);
// From now on an access of the program itself to memory of the device is told to the device before it ends the program.
void protection_begins(void);

#endif
