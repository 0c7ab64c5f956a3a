// protection.c - pages of memory that the program must not touch while an operation uses them.
//
// They are made inaccessible (or read-only, if the operation only reads them). The handler of the signal that a touch
// raises tells the device, gives the page back and lets the program go on. A system call that is given such memory
// fails with EFAULT, in programs that hand over memory in flight.
#define _GNU_SOURCE
#include "protection.h"
#include "../../protocol/addresses.h"
#include "../base/lending.h"
#include "../memory/regions.h"
#include "call_site.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { PROTECTED_MOST = 1024 };

typedef struct {
    uint64_t first, end; // whole pages
    uint64_t device;     // where the first byte is on the device
    uint32_t stream, number;
    bool writes;
} Protected;

static Protected pages[PROTECTED_MOST];
static unsigned count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction before;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

// Whether the access that raised the signal was a write, as far as the processor tells.
static bool is_write(const ucontext_t *context) {
#if defined(__x86_64__)
    return context->uc_mcontext.gregs[REG_ERR] >> 1 & 1; // W/R of the page fault's error code
#elif defined(__aarch64__)
    const struct _aarch64_ctx *record = (const void *)context->uc_mcontext.__reserved;
    for (; record->magic; record = (const void *)((const char *)record + record->size))
        if (record->magic == ESR_MAGIC)
            return ((const struct esr_context *)record)->esr >> 6 & 1; // WnR of a data abort
    return false;
#else
    return false;
#endif
}

// Pages that the device lends are closed already, and opened as they are lent.
static void set_protection(uint64_t first, uint64_t end, int protection) {
    if (lending_holds(first)) return;
    mprotect((void *)(uintptr_t)first, end - first, protection);
}

static void tell(uint64_t address, bool writes, const Protected *what, uint32_t site) {
    uint64_t there = what->device + (address - what->first);
    Exchange touch = {.request = {CALL_TOUCH, 0, {there, writes, what->stream, what->number, site}}};
    channel_lock();
    channel_send(&touch);
    channel_unlock();
}

static bool holds(const Protected *what, uint64_t address) { return address >= what->first && address < what->end; }

// The operations in whose pages the address lies are told of the touch, and the page is the program's again.
static bool touched(uint64_t address, const ucontext_t *context) {
    bool found = false, readable = true;
    uint32_t site = call_site();
    channel_lock(); // before ours: an operation that protects pages holds the channel already
    pthread_mutex_lock(&lock);
    for (unsigned n = 0; n < count; n++) readable = readable && !(holds(&pages[n], address) && pages[n].writes);
    bool writes = readable || is_write(context); // a page that may be read faults when it is written
    for (unsigned n = 0; n < count; n++) {
        if (!holds(&pages[n], address)) continue;
        found = true;
        if (writes || pages[n].writes) tell(address, writes, &pages[n], site);
    }
    uint64_t page = address / page_size() * page_size();
    if (found) set_protection(page, page + page_size(), PROT_READ | PROT_WRITE);
    pthread_mutex_unlock(&lock);
    channel_unlock();
    return found;
}

static void tell_stray(uint64_t address, bool writes) {
    Exchange stray = {.request = {CALL_STRAY, 0, {address, writes, call_site()}}};
    channel_lock();
    channel_send(&stray);
    channel_unlock();
}

// Of memory that this library mapped, and protects only for a time. Another thread may have ended that between the
// access and its signal; the access is then repeated.
static bool is_open_again(uint64_t address) {
    Region region;
    MemoryKind kind = memory_kind((const void *)(uintptr_t)address, &region);
    return (kind == MEMORY_MANAGED || kind == MEMORY_HOST) && !lending_holds(address);
}

static void handle(int number, siginfo_t *info, void *opaque) {
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    bool closed = info->si_code == SEGV_ACCERR, used = closed && touched(address, opaque);
    if (closed && (lending_touched(address) || (used && !lending_holds(address)))) return;
    if (closed && is_open_again(address)) return;
    if (info->si_code == SEGV_MAPERR && address - GLOBAL_BASE < GLOBAL_SPAN) tell_stray(address, is_write(opaque));
    if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(number, info, opaque);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) before.sa_handler(number);
    else sigaction(SIGSEGV, &before, NULL); // the program's own fault comes again, and ends it
}

static void prepare(void) {
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | SA_NODEFER};
    sigaction(SIGSEGV, &action, &before);
}

void protection_begins(void) { pthread_once(&prepared, prepare); }
WHEN_LOADED void listen(void) { lending_before_pages_close(protection_begins); }

void protect(uint64_t first, uint64_t end, bool writes, uint32_t stream, uint32_t number) {
    Region region;
    MemoryKind kind = memory_kind((const void *)(uintptr_t)first, &region);
    if (kind == MEMORY_UNKNOWN || kind == MEMORY_DEVICE) return;
    uint64_t page = page_size(), region_end = region.base + region.size;
    bool own = kind != MEMORY_REGISTERED; // beside registered memory the page's bytes are the program's
    if (own && end >= region_end) end = region_end + page - 1; // pages after the library's own belong to no allocation
    bool small = own && first / page == (end - 1) / page;
    if (small) first = first / page * page, end = first + page;
    first = (first + page - 1) / page * page;
    end = end / page * page;
    if (first >= end) return;
    uint64_t device = region.device + (first - region.base);
    pthread_once(&prepared, prepare);
    pthread_mutex_lock(&lock);
    if (count < PROTECTED_MOST) {
        pages[count++] = (Protected){first, end, device, stream, number, writes};
        bool all = writes;
        for (unsigned n = 0; n < count; n++) all |= pages[n].writes && pages[n].first < end && pages[n].end > first;
        set_protection(first, end, all ? PROT_NONE : PROT_READ);
    }
    pthread_mutex_unlock(&lock);
}

bool is_protected(uint64_t first, uint64_t end) {
    bool found = false;
    pthread_mutex_lock(&lock);
    for (unsigned n = 0; n < count && !found; n++) found = pages[n].first < end && pages[n].end > first;
    pthread_mutex_unlock(&lock);
    return found;
}

static bool is_waited_for(const Protected *protected, const Clock *waited) {
    return !waited || waited->of[protected->stream] >= protected->number;
}

// Removes the entries of what has ended, makes their pages accessible, and protects again those pages that other
// operations still use.
void protection_ends(const Clock *waited) {
    pthread_mutex_lock(&lock);
    unsigned kept = 0, before_count = count;
    for (unsigned n = 0; n < before_count; n++) {
        if (is_waited_for(&pages[n], waited)) set_protection(pages[n].first, pages[n].end, PROT_READ | PROT_WRITE);
        else pages[kept++] = pages[n];
    }
    count = kept;
    for (unsigned n = 0; n < count && kept < before_count; n++)
        set_protection(pages[n].first, pages[n].end, pages[n].writes ? PROT_NONE : PROT_READ);
    pthread_mutex_unlock(&lock);
}
