// later.c - functions of the program that streams call, and the work behind them. (later.h)
#include "later.h"
#include "turns.h"
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the list
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static Later *first;         // in the order of the calls; only the caller removes what is there
static const Later *running; // what the caller does now
static bool catches_up;      // a function has returned, and what was put off behind it has not been done yet
static atomic_uint added;    // how many so far
static atomic_uint count;    // how many are there
static bool started;         // the caller
static _Thread_local bool is_caller;

static bool comes_before(const Later *later, const OrderClocks *clocks) {
    return later->asked.number && clocks->known[later->asked.stream] >= later->asked.number;
}

// The lock is held.
static bool any_before(const OrderClocks *clocks, const Later *end) {
    for (const Later *later = first; later != end; later = later->next)
        if (comes_before(later, clocks)) return true;
    return false;
}

bool later_is_known(const OrderClocks *clocks) {
    if (is_caller || !atomic_load(&count)) return false;
    pthread_mutex_lock(&lock);
    bool before = any_before(clocks, NULL);
    pthread_mutex_unlock(&lock);
    return before;
}

bool later_is_before(const Asked *asked) { return asked->number && later_is_known(&asked->clocks); }

// ---- the caller: a thread ----------------------------------------------------------------------------------------

// Nothing that was asked for earlier comes before it: the lock is held.
static bool is_ready(const Later *later) {
    OrderClocks before = later->asked.clocks;
    if (later->asked.number) before.known[later->asked.stream] = later->asked.number - 1;
    return !any_before(&before, later);
}

// Work goes first, and then the function whose time comes first. NULL: there is nothing.
static Later *choose(void) {
    Later *chosen = NULL;
    for (Later *later = first; later; later = later->next) {
        if (!is_ready(later)) continue;
        if (!later->calls || !later->timed) return later;
        if (!chosen || later->ends < chosen->ends) chosen = later;
    }
    return chosen;
}

// Waits until there is something.
static Later *next_one(unsigned *seen) {
    pthread_mutex_lock(&lock);
    Later *next;
    for (;;) {
        *seen = atomic_load(&added);
        next = choose();
        running = next && !next->calls ? next : NULL;
        if (!running && catches_up) {
            catches_up = false;
            pthread_cond_broadcast(&changed);
        }
        if (next) break;
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    return next;
}

static void run(Later *later) {
    later->run(later);
    pthread_mutex_lock(&lock);
    Later **at = &first;
    assert(*at && atomic_load(&count));
    while (*at != later) at = &(*at)->next;
    *at = later->next;
    catches_up = true;
    running = NULL;
    atomic_fetch_sub(&count, 1);
    pthread_mutex_unlock(&lock);
    free(later);
}

static void *call_them(void *nothing) {
    is_caller = true;
    for (;;) {
        unsigned seen;
        Later *next = next_one(&seen);
        if (next->calls && !next->timed) {
            next->ends = turn_ends(&next->asked.clocks);
            next->timed = true;
        } else if (!next->calls) {
            run(next);
        } else if (turn_take(next->ends, &added, seen)) {
            order_called(&next->asked);
            run(next);
        }
    }
    return nothing;
}

// ---- the program's threads ---------------------------------------------------------------------------------------

static void begin_fork(void) { pthread_mutex_lock(&lock); }
static void end_fork(void) { pthread_mutex_unlock(&lock); }

// A forked child has neither the caller nor a device.
static void begin_child(void) {
    first = NULL;
    atomic_store(&count, 0);
    changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    end_fork();
}

// All signals but those of faults are for the program's threads.
static bool start(void) {
    pthread_t caller;
    sigset_t all, mask;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    bool starts = !pthread_create(&caller, NULL, call_them, NULL);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (!starts) return false;
    pthread_detach(caller);
    pthread_atfork(begin_fork, end_fork, begin_child);
    atexit(later_await_all);
    return true;
}

static void do_at_once(void) {
    is_caller = true;
    while (first) {
        if (first->calls) order_called(&first->asked);
        run(first);
    }
    is_caller = false;
}

cudaError_t later_add(const Later *later, size_t size) {
    Later *copy = malloc(size);
    if (!copy) return cudaErrorMemoryAllocation;
    memcpy(copy, later, size);
    pthread_mutex_lock(&lock);
    Later **end = &first;
    while (*end) end = &(*end)->next;
    *end = copy;
    atomic_fetch_add(&count, 1);
    atomic_fetch_add(&added, 1);
    if (!started) started = start();
    pthread_cond_broadcast(&changed);
    bool waits = started;
    pthread_mutex_unlock(&lock);
    if (!waits) do_at_once();
    return cudaSuccess;
}

static bool knows_any(const void *clocks) { return any_before(clocks, NULL) || catches_up; }

static bool any_of(const void *of) {
    for (const Later *later = first; later; later = later->next)
        if (later->of == of) return true;
    return false;
}

static bool any_at_all(const void *nothing) {
    (void)nothing;
    return first;
}

// While there is something of the kind: the lock is held when that is asked.
static void await(bool (*is_there)(const void *of), const void *of) {
    if (is_caller || !atomic_load(&count)) return;
    pthread_mutex_lock(&lock);
    while (is_there(of)) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

void later_await(const OrderClocks *clocks) { await(knows_any, clocks); }
void later_await_of(const void *of) { await(any_of, of); }
void later_await_all(void) { await(any_at_all, NULL); }

void later_forget(const void *of) {
    if (!atomic_load(&count)) return;
    pthread_mutex_lock(&lock);
    while (running && running->of == of) pthread_cond_wait(&changed, &lock);
    for (Later *later = first; later; later = later->next)
        if (later->of == of) later->of = NULL;
    pthread_mutex_unlock(&lock);
}
