// threads.h - locks and host threads. WebAssembly in a page has one thread: there nothing is locked, and no further
// thread can be started.
#ifndef THREADS_H
#define THREADS_H

#include <stdbool.h>

#ifdef __wasm__

#define THREAD_LOCAL
typedef struct {
    char unused;
} Lock;
typedef struct {
    char unused;
} Thread;
#define LOCK_INITIAL                                                                                                   \
    { 0 }

static inline void lock_create(Lock *lock) { (void)lock; }
static inline void lock_destroy(Lock *lock) { (void)lock; }
static inline void lock_take(Lock *lock) { (void)lock; }
static inline void lock_release(Lock *lock) { (void)lock; }
static inline unsigned threads_possible(void) { return 1; }
static inline bool thread_start(Thread *thread, void *(*run)(void *), void *argument) {
    return (void)thread, (void)run, (void)argument, false;
}
static inline void thread_join(Thread *thread) { (void)thread; }

#else

#include <pthread.h>
#include <unistd.h>

#define THREAD_LOCAL _Thread_local // before a variable that each thread has one of
typedef pthread_mutex_t Lock;
typedef pthread_t Thread;
#define LOCK_INITIAL PTHREAD_MUTEX_INITIALIZER

static inline void lock_create(Lock *lock) { pthread_mutex_init(lock, NULL); }
static inline void lock_destroy(Lock *lock) { pthread_mutex_destroy(lock); }
static inline void lock_take(Lock *lock) { pthread_mutex_lock(lock); }
static inline void lock_release(Lock *lock) { pthread_mutex_unlock(lock); }
// How many run at once: one per core.
static inline unsigned threads_possible(void) { return (unsigned)sysconf(_SC_NPROCESSORS_ONLN); }
// false: the system cannot make another thread; nothing runs.
static inline bool thread_start(Thread *thread, void *(*run)(void *), void *argument) {
    return pthread_create(thread, NULL, run, argument) == 0;
}
static inline void thread_join(Thread *thread) { pthread_join(*thread, NULL); }

#endif
#endif
