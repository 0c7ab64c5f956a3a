// checks.h - what is looked at in every access, and what else the checks are told of.
#ifndef CHECKS_H
#define CHECKS_H

#include "../machine/access.h"
#include "../machine/code.h"

// Each returns the lanes that may go on to touch memory; the others have faulted.
uint32_t bounds_check(Warp *warp, Access *access);
uint32_t constant_written_check(Warp *warp, Access *access);
uint32_t initialised_global_check(Warp *warp, Access *access);
uint32_t initialised_shared_check(Warp *warp, Access *access);
uint32_t race_shared_check(Warp *warp, Access *access);
uint32_t race_global_check(Warp *warp, Access *access);
uint32_t race_blocks_check(Warp *warp, Access *access);

// Reports what lanes read outside __constant__ variables. False: one reads outside the whole bank, and the block is
// stopped.
bool constant_check(Warp *warp, const Access *access);
// There is nothing to report of these bytes.
bool constant_is_inside(const Launch *launch, uint64_t address, uint32_t bytes);

// Bytes of a block's shared memory have been written by something that makes no Access.
void shared_mark(Block *block, uint64_t offset, uint64_t bytes);

// Asynchronous copies of the lanes of warp->mask, for the check of races.
// They have begun: the store as it was observed.
void race_copy_begin(Warp *warp, const Access *store);
// What they have begun since the last time is a group.
void race_copies_commit(Warp *warp);
// They wait until all but that many of their last groups are there; COPIES_NONE: all, in a group or not.
#define COPIES_NONE UINT32_MAX
void race_copies_wait(Warp *warp, uint32_t on_the_way);

// What makes happens-before between the warps of a block, for the check of races in shared memory: a fence of any
// scope; an atomic, ordered or volatile access to global memory.
void race_warp_fence(Warp *warp);
void race_warp_meet(Warp *warp, const Access *access);

// What makes happens-before between blocks, for the check of their races: a fence for the whole GPU; an access that may
// release or acquire; a barrier of the cluster.
void race_order_fence(Block *block);
void race_order_meet(Block *block, const Access *access);
void race_order_barrier(Block *block, bool arrives);

// Per block, before its first and after its last instruction. begin: all shared memory is uninitialised.
bool checks_block_create(Block *block); // false: out of memory
void checks_block_begin(Block *block);
void checks_block_end(Block *block);
// Frees what a block's shadows hold. A Block is reused for many blocks of a launch; shadows are made at the first
// begin.
void checks_block_free(Block *block);

// The address that the launch gave it.
uint64_t root_address(const Launch *launch, const WrittenRoot *root);

#endif
