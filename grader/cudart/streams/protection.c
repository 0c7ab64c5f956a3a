// protection.c - pages of memory that the program must not touch while an operation uses them.
//
// They are made inaccessible (or read-only, if the operation only reads them). The handler of the signal that a touch
// raises tells the device, gives the page back and lets the program go on. A system call that is given such memory
// fails with EFAULT, in programs that hand over memory in flight.
#define _GNU_SOURCE
#include "protection.h"
#include "call_site.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { PROTECTED_MOST = 1024, PAGE = 4096, WRITE_FAULT = 2 };

typedef struct {
    uint64_t first, end; // whole pages
    uint32_t stream, number;
    bool writes;
} Protected;

static Protected pages[PROTECTED_MOST];
static unsigned count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction before;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void set_protection(uint64_t first, uint64_t end, int protection) {
    mprotect((void *)(uintptr_t)first, end - first, protection);
}

static void tell(uint64_t address, bool writes, const Protected *what, uint32_t site) {
    Exchange touch = {.request = {CALL_TOUCH, 0, {address, writes, what->stream, what->number, site}}};
    channel_lock();
    channel_send(&touch);
    channel_unlock();
}

// The operations in whose pages the address lies are told of the touch, and the page is the program's again.
static bool touched(uint64_t address, bool writes) {
    bool found = false;
    uint32_t site = call_site();
    pthread_mutex_lock(&lock);
    for (unsigned n = 0; n < count; n++) {
        if (address < pages[n].first || address >= pages[n].end) continue;
        found = true;
        if (writes || pages[n].writes) tell(address, writes, &pages[n], site);
    }
    if (found) set_protection(address / PAGE * PAGE, address / PAGE * PAGE + PAGE, PROT_READ | PROT_WRITE);
    pthread_mutex_unlock(&lock);
    return found;
}

static void handle(int number, siginfo_t *info, void *opaque) {
    const ucontext_t *context = opaque;
    bool writes = context->uc_mcontext.gregs[REG_ERR] & WRITE_FAULT;
    if (info->si_code == SEGV_ACCERR && touched((uint64_t)(uintptr_t)info->si_addr, writes)) return;
    if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(number, info, opaque);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) before.sa_handler(number);
    else sigaction(SIGSEGV, &before, NULL); // the program's own fault comes again, and ends it
}

static void prepare(void) {
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | SA_NODEFER};
    sigaction(SIGSEGV, &action, &before);
}

void protect(uint64_t first, uint64_t end, bool writes, uint32_t stream, uint32_t number) {
    Region region;
    MemoryKind kind = memory_kind((const void *)(uintptr_t)first, &region);
    if (kind != MEMORY_HOST && kind != MEMORY_MANAGED) return;
    uint64_t region_end = (region.base + region.size + PAGE - 1) / PAGE * PAGE;
    first = first == region.base ? first : (first + PAGE - 1) / PAGE * PAGE;
    end = end >= region.base + region.size ? region_end : end / PAGE * PAGE; // behind it nothing is anybody's
    if (first >= end) return;
    pthread_once(&prepared, prepare);
    pthread_mutex_lock(&lock);
    if (count < PROTECTED_MOST) {
        pages[count++] = (Protected){first, end, stream, number, writes};
        bool all = writes;
        for (unsigned n = 0; n < count; n++) all |= pages[n].writes && pages[n].first < end && pages[n].end > first;
        set_protection(first, end, all ? PROT_NONE : PROT_READ);
    }
    pthread_mutex_unlock(&lock);
}

// Takes out of the table what `ended` says, gives it back, and protects anew what others still use of it.
static void give_back(bool (*ended)(const Protected *, const void *), const void *opaque) {
    pthread_mutex_lock(&lock);
    unsigned kept = 0, before_count = count;
    for (unsigned n = 0; n < before_count; n++) {
        if (ended(&pages[n], opaque)) set_protection(pages[n].first, pages[n].end, PROT_READ | PROT_WRITE);
        else pages[kept++] = pages[n];
    }
    count = kept;
    for (unsigned n = 0; n < count && kept < before_count; n++)
        set_protection(pages[n].first, pages[n].end, pages[n].writes ? PROT_NONE : PROT_READ);
    pthread_mutex_unlock(&lock);
}

static bool is_waited_for(const Protected *protected, const void *opaque) {
    const Clock *waited = opaque;
    return !waited || waited->of[protected->stream] >= protected->number;
}

void protection_ends(const Clock *waited) { give_back(is_waited_for, waited); }

typedef struct {
    uint64_t first, end;
} Span;

static bool lies_in(const Protected *protected, const void *opaque) {
    const Span *span = opaque;
    return protected->first<span->end &&protected->end> span->first;
}

void protection_forgets(uint64_t first, uint64_t end) { give_back(lies_in, &(Span){first, end}); }
