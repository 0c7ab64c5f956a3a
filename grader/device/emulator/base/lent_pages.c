// lent_pages.c - a block of private bytes of which another process sees copies, page by page. (lent_pages.h)
#include "lent_pages.h"
#include "bits.h"
#include "checked.h"
#include "pages.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// EMPTY: the file's page has only zeros, and takes no memory as long as nobody looks at it.
typedef enum { PAGE_EMPTY, PAGE_LENT, PAGE_RETURNED } PageState;

// Who used a page last. What has contents from the start counts as the owner's.
typedef enum { USED_BY_NOBODY, USED_BY_OTHER, USED_BY_OWNER } PageUser;

struct LentPages {
    uint8_t *seen; // the file
    uint64_t size, page, count, lent;
    uint8_t *states; // PageState of each page
    uint8_t *users;  // PageUser of each page
    uint64_t *told;  // a bit for each unit
};

LentPages *lent_create(uint64_t size, int fd, bool empty) {
    assert(size);
    LentPages *pages = calloc(1, sizeof *pages);
    if (!pages) return NULL;
    pages->size = size;
    pages->page = (uint64_t)sysconf(_SC_PAGESIZE);
    assert(pages->page % TOLD_UNIT == 0);
    pages->count = (size + pages->page - 1) / pages->page;
    pages->states = calloc(pages->count, sizeof *pages->states);
    pages->users = calloc(pages->count, sizeof *pages->users);
    pages->told = calloc(bits_words(size / TOLD_UNIT + 1), sizeof *pages->told);
    pages->seen = pages_map_file(fd, size);
    if (!pages->states || !pages->users || !pages->told || !pages->seen) {
        lent_destroy(pages);
        return NULL;
    }
    memset(pages->states, empty ? PAGE_EMPTY : PAGE_RETURNED, pages->count);
    memset(pages->users, empty ? USED_BY_NOBODY : USED_BY_OWNER, pages->count);
    return pages;
}

void lent_destroy(LentPages *pages) {
    if (!pages) return;
    if (pages->seen) pages_unmap(pages->seen, pages->size);
    free(pages->states);
    free(pages->users);
    free(pages->told);
    free(pages);
}

static bool is_zero(const uint8_t *bytes, uint64_t size) { return !bytes[0] && !memcmp(bytes, bytes + 1, size - 1); }

// Of bytes within one page.
static uint64_t unseen_in_page(const LentPages *pages, const uint8_t *bytes, uint64_t offset, uint64_t size) {
    assert(size && offset / pages->page == (offset + size - 1) / pages->page);
    uint64_t sum = 0;
    if (pages->states[offset / pages->page] == PAGE_EMPTY && is_zero(bytes + offset, size)) return 0;
    for (uint64_t at = offset; at < offset + size; at++) sum += bytes[at] != pages->seen[at];
    return sum;
}

// The end of the page of `offset`, or `end` if that is nearer.
static uint64_t page_end(const LentPages *pages, uint64_t offset, uint64_t end) {
    uint64_t next = (offset / pages->page + 1) * pages->page;
    return next < end ? next : end;
}

uint64_t lent_unseen(const LentPages *pages, const uint8_t *bytes, uint64_t offset, uint64_t size) {
    assert(!pages->lent && checked_inside(offset, size, pages->size));
    uint64_t sum = 0, end = offset + size;
    for (uint64_t at = offset; at < end; at = page_end(pages, at, end))
        sum += unseen_in_page(pages, bytes, at, page_end(pages, at, end) - at);
    return sum;
}

uint64_t lent_give(LentPages *pages, const uint8_t *bytes, uint64_t offset) {
    assert(offset < pages->size);
    uint64_t page = offset / pages->page, first = page * pages->page, end = page_end(pages, offset, pages->size);
    if (pages->states[page] == PAGE_LENT) return 0;
    uint64_t unseen = unseen_in_page(pages, bytes, first, end - first);
    if (unseen) memcpy(pages->seen + first, bytes + first, end - first);
    pages->states[page] = PAGE_LENT;
    pages->users[page] = USED_BY_OTHER;
    pages->lent++;
    assert(pages->lent <= pages->count);
    return unseen;
}

LentUse lent_use(LentPages *pages, uint64_t offset, uint64_t size) {
    assert(checked_inside(offset, size, pages->size));
    LentUse use = {0};
    for (uint64_t at = offset, end = offset + size, next; at < end; at = next) {
        uint8_t *user = &pages->users[at / pages->page];
        next = page_end(pages, at, end);
        if (*user == USED_BY_OTHER) use.moved += next - at;
        if (*user == USED_BY_NOBODY) use.first_used += next - at;
        *user = USED_BY_OWNER;
    }
    return use;
}

uint64_t lent_give_all(LentPages *pages, const uint8_t *bytes) {
    uint64_t sum = 0;
    for (uint64_t page = 0; page < pages->count; page++) sum += lent_give(pages, bytes, page * pages->page);
    return sum;
}

static void take_unit(LentPages *pages, uint8_t *bytes, uint64_t *computed, uint64_t first, uint64_t end) {
    assert(first < end && end <= pages->size);
    if (!memcmp(bytes + first, pages->seen + first, end - first)) return;
    bits_set(pages->told, first / TOLD_UNIT, first / TOLD_UNIT);
    for (uint64_t at = first; at < end; at++) {
        if (bytes[at] == pages->seen[at]) continue;
        bytes[at] = pages->seen[at];
        if (computed) bits_clear(computed, at, at);
    }
}

void lent_take_back(LentPages *pages, uint8_t *bytes, uint64_t *computed) {
    for (uint64_t page = 0; page < pages->count && pages->lent; page++) {
        if (pages->states[page] != PAGE_LENT) continue;
        uint64_t first = page * pages->page, end = page_end(pages, first, pages->size);
        for (uint64_t at = first; at < end; at += TOLD_UNIT)
            take_unit(pages, bytes, computed, at, at + TOLD_UNIT < end ? at + TOLD_UNIT : end);
        pages->states[page] = PAGE_RETURNED;
        pages->lent--;
    }
}

bool lent_told(const LentPages *pages, uint64_t unit) {
    assert(unit * TOLD_UNIT < pages->size);
    return pages->told[unit / 64] >> unit % 64 & 1;
}
