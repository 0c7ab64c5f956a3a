// lending.c - managed memory that the device lends, page by page. (lending.h)
#include "lending.h"
#include "../../system/grow.h"
#include "api.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    uint64_t first, bytes;
    uint8_t *open; // 1 for each page that the program has
    uint64_t open_count;
} Lent;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // nothing else is locked under it
static Lent *all;
static size_t count;
static bool lends, on; // the device; in this context

uint64_t page_size(void) {
    static uint64_t size;
    if (!size) size = (uint64_t)sysconf(_SC_PAGESIZE);
    return size;
}

static void protect(uint64_t first, uint64_t bytes, int protection) {
    mprotect((void *)(uintptr_t)first, bytes, protection);
}

// The lock is held.
static Lent *find(uint64_t address) {
    for (size_t i = 0; i < count; i++)
        if (address - all[i].first < all[i].bytes) return &all[i];
    return NULL;
}

bool lending_is_on(void) { return on; }
void lending_begins(bool device_lends) { lends = on = device_lends; }

static void (*pages_close)(void);
void lending_before_pages_close(void (*then)(void)) { pages_close = then; }

bool lending_add(uint64_t first, uint64_t bytes) {
    assert(first % page_size() == 0 && bytes % page_size() == 0 && bytes);
    Lent lent = {first, bytes, calloc(bytes / page_size(), 1), 0};
    if (pages_close) pages_close();
    pthread_mutex_lock(&lock);
    bool grown = lent.open && ARRAY_GROW(all, count);
    if (grown) {
        all[count++] = lent;
        protect(first, bytes, PROT_NONE);
    }
    pthread_mutex_unlock(&lock);
    if (!grown) free(lent.open);
    return grown;
}

void lending_forget(uint64_t first) {
    pthread_mutex_lock(&lock);
    Lent *lent = find(first);
    if (lent) {
        free(lent->open);
        *lent = all[--count];
    }
    pthread_mutex_unlock(&lock);
}

void lending_reset(void) {
    pthread_mutex_lock(&lock);
    while (count) free(all[--count].open);
    on = lends;
    pthread_mutex_unlock(&lock);
}

bool lending_holds(uint64_t address) {
    pthread_mutex_lock(&lock);
    bool holds = find(address);
    pthread_mutex_unlock(&lock);
    return holds;
}

bool lending_is_open(uint64_t address) {
    pthread_mutex_lock(&lock);
    const Lent *lent = find(address);
    bool open = lent && lent->open[(address - lent->first) / page_size()];
    pthread_mutex_unlock(&lock);
    return open;
}

static void open_page(uint64_t address) {
    pthread_mutex_lock(&lock);
    Lent *lent = find(address);
    uint64_t page = lent ? (address - lent->first) / page_size() : 0;
    if (lent && !lent->open[page]) {
        lent->open[page] = 1;
        assert(lent->open_count < lent->bytes / page_size());
        lent->open_count++;
        protect(lent->first + page * page_size(), page_size(), PROT_READ | PROT_WRITE);
    }
    pthread_mutex_unlock(&lock);
}

bool lending_touched(uint64_t address) {
    if (!lending_holds(address)) return false;
    channel_lock(); // until the page is open, so that no call takes it back in between
    bool lent = lending_is_open(address) || !CHANNEL_CALL(NULL, CALL_LEND, address);
    if (lent) open_page(address);
    channel_unlock();
    return lent;
}

void lending_close(void) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++) {
        if (!all[i].open_count) continue;
        protect(all[i].first, all[i].bytes, PROT_NONE);
        for (uint64_t page = 0; page < all[i].bytes / page_size(); page++) all[i].open[page] = 0;
        all[i].open_count = 0;
    }
    pthread_mutex_unlock(&lock);
}

void lending_ends(void) {
    pthread_mutex_lock(&lock);
    on = false;
    for (; count; free(all[--count].open)) protect(all[count - 1].first, all[count - 1].bytes, PROT_READ | PROT_WRITE);
    pthread_mutex_unlock(&lock);
}
