// lent_pages.h - a block of private bytes of which another process sees copies, page by page.
//
// The other process has a shared memory file. A page of it holds what the other process has been lent last: the bytes
// of the block at that time, and what the other process has written there since. While a page is lent it is the other
// process's, and the owner of the block takes all pages back before it uses the block. So the owner knows, without any
// trust, which bytes the other process can have seen, and which of them it has changed.
//
// `bytes` are the block's, `computed` has a bit per byte: a kernel wrote it last. NULL: not needed.
#ifndef LENT_PAGES_H
#define LENT_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#define TOLD_UNIT 32 // bytes: what the other process has changed is known by units, as kernels load sectors

typedef struct LentPages LentPages;

// fd: a file of `size` bytes or more, rounded up to whole pages, with what the other process may see of the block in
// the beginning; empty: it has only zeros. It may be closed afterwards. No page is lent. NULL: out of memory.
LentPages *lent_create(uint64_t size, int fd, bool empty);
void lent_destroy(LentPages *pages); // NULL: nothing to do
// Lends the page in which the offset lies. Returns how many of its bytes are not what the other process saw last; of a
// page that is lent already, 0.
uint64_t lent_give(LentPages *pages, const uint8_t *bytes, uint64_t offset);
uint64_t lent_give_all(LentPages *pages, const uint8_t *bytes); // all that are not lent; returns the sum
// Takes all pages back. Bytes that the other process has changed replace those of the block, and no kernel wrote them.
void lent_take_back(LentPages *pages, uint8_t *bytes, uint64_t *computed);
// Of `size` bytes from offset on, how many are not what the other process saw last. No page is lent.
uint64_t lent_unseen(const LentPages *pages, const uint8_t *bytes, uint64_t offset, uint64_t size);
// The owner uses pages: how many of the bytes from offset on the other process had last, and how many nobody had. All
// of them are the owner's from then on, until they are lent again.
typedef struct {
    uint64_t moved, first_used;
} LentUse;
LentUse lent_use(LentPages *pages, uint64_t offset, uint64_t size);
// Whether the other process has ever changed a byte of the unit of that number.
bool lent_told(const LentPages *pages, uint64_t unit);

#endif
