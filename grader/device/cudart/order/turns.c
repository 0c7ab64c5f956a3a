// turns.c - whose wait ends first where several threads of the program use the device. (turns.h)
#define _GNU_SOURCE
#include "turns.h"
#include "../base/channel.h"
#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>
#include <time.h>
#include <unistd.h>

// A thread is not waited for once it has used so much of the processor's time, or was so often ousted from it, while no
// thread called; or so much in all, since one that polls may call all the time. A busy machine ousts a thread every
// millisecond or so, and one that yields in a loop is ousted every microsecond.
#define BUSY_NANOSECONDS 50000000
#define BUSY_TURNS 2000
#define BUSY_IN_CALLS 1000000000
#define LOOKS_NANOSECONDS 50000 // between two looks at the other threads

enum { OTHERS_MOST = 128 };

typedef struct Wait {
    pid_t thread;
    uint64_t ends; // when its work has ended, in nanoseconds of the device's timeline
    struct Wait *next;
} Wait;

// What the kernel says of a thread.
typedef struct {
    bool ended;
    bool asleep;             // neither running, nor able to run, nor waiting for a page
    uint64_t slept, ousted;  // how often it gave up the processor to sleep, and otherwise
    uint64_t processor_time; // in nanoseconds
} State;
typedef struct {
    pid_t thread;
    State first;      // at the first look
    State quiet;      // at the first look since the last call of any thread
    State last;       // at the last look
    unsigned entered; // channel_entered() then
} Other;
typedef struct {
    Other all[OTHERS_MOST];
    size_t count;
} Others;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the waits; nothing else is locked under it
static Wait *waits;                                      // in the order of their beginnings
static atomic_uint arriving;                             // how many threads are about to join them

static bool is_waiting(pid_t thread) {
    for (const Wait *wait = waits; wait; wait = wait->next)
        if (wait->thread == thread) return true;
    return false;
}

static bool is_first(const Wait *mine) {
    for (const Wait *wait = waits; wait; wait = wait->next)
        if (wait->ends < mine->ends) return false;
    return true;
}

static void add(Wait *mine) {
    Wait **end = &waits;
    while (*end) end = &(*end)->next;
    *end = mine;
}

static void take(const Wait *mine) {
    Wait **at = &waits;
    assert(is_waiting(mine->thread));
    while (*at != mine) at = &(*at)->next;
    *at = mine->next;
}

// The number of its clock is made as pthread_getcpuclockid() makes it.
static State state_of(pid_t thread) {
    State state = {.ended = false};
    char path[64], line[256], letter;
    struct timespec used = {0};
    clock_gettime((clockid_t)(~(unsigned)thread << 3 | 6u), &used);
    state.processor_time = (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
    snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)thread);
    FILE *file = fopen(path, "re");
    state.ended = !file;
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "State: %c", &letter) == 1) state.asleep = letter != 'R' && letter != 'D';
        sscanf(line, "voluntary_ctxt_switches: %" SCNu64, &state.slept);
        sscanf(line, "nonvoluntary_ctxt_switches: %" SCNu64, &state.ousted);
    }
    if (file) fclose(file);
    return state;
}

static Other *other_of(Others *others, pid_t thread) {
    for (size_t n = 0; n < others->count; n++)
        if (others->all[n].thread == thread) return &others->all[n];
    if (others->count == OTHERS_MOST) return NULL;
    State now = state_of(thread);
    others->all[others->count] = (Other){thread, now, now, now, channel_entered()};
    return &others->all[others->count++];
}

// Asleep at both looks, and not once awake between them.
static bool has_slept(const State *before, const State *now) {
    return before->asleep && now->asleep && before->slept == now->slept && before->ousted == now->ousted;
}

// One that polls in a loop uses the processor all the time, or gives it up to whoever wants it.
static bool is_busy(const Other *other) {
    return other->last.processor_time - other->quiet.processor_time > BUSY_NANOSECONDS ||
           other->last.processor_time - other->first.processor_time > BUSY_IN_CALLS ||
           other->last.ousted - other->quiet.ousted > BUSY_TURNS;
}

// Whether the thread asks for nothing now.
static bool is_settled(Others *others, pid_t thread) {
    if (is_waiting(thread)) return true;
    Other *other = other_of(others, thread);
    if (!other) return true;
    State before = other->last;
    other->last = state_of(thread);
    unsigned entered = channel_entered(); // once: a call after this belongs to the next look
    if (other->entered != entered) other->quiet = other->last;
    other->entered = entered;
    return other->last.ended || has_slept(&before, &other->last) || is_busy(other);
}

static bool all_settled(Others *others) {
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return __libc_single_threaded; // a box without /proc: nobody knows what the others do
    bool settled = true;
    for (const struct dirent *entry = readdir(threads); entry; entry = readdir(threads)) {
        pid_t thread = (pid_t)atoi(entry->d_name);
        if (thread > 0 && thread != gettid()) settled = is_settled(others, thread) && settled;
    }
    closedir(threads);
    return settled;
}

// Who has slept from one look to the next one was in no call of the device between them, where threads sleep as well.
static bool others_ask_nothing(Others *others) {
    all_settled(others);
    return channel_is_idle() && all_settled(others);
}

static bool goes_on(Wait *mine, Others *others) {
    pthread_mutex_lock(&lock);
    // Who arrives sleeps until the lock is free: it seems to ask for nothing, but its wait may be the first to end.
    bool first = is_first(mine) && others_ask_nothing(others) && atomic_load(&arriving) == 0;
    if (first) take(mine);
    pthread_mutex_unlock(&lock);
    return first;
}

uint64_t turn_ends(const OrderClocks *clocks) {
    Exchange ends = {.request = {CALL_ENDS, sizeof *clocks, {0}}, .payload = clocks};
    return channel_exchange(&ends) ? 0 : ends.reply.value[0];
}

static void look_again(void) { nanosleep(&(struct timespec){.tv_nsec = LOOKS_NANOSECONDS}, NULL); }

// The thread counts as one that arrives already.
static void arrive(Wait *mine) {
    pthread_mutex_lock(&lock);
    add(mine);
    atomic_fetch_sub(&arriving, 1);
    pthread_mutex_unlock(&lock);
}

static void leave(const Wait *mine) {
    pthread_mutex_lock(&lock);
    take(mine);
    pthread_mutex_unlock(&lock);
}

void turn_await(const OrderClocks *waited) {
    if (__libc_single_threaded) return;
    atomic_fetch_add(&arriving, 1);
    Wait mine = {gettid(), turn_ends(waited), NULL};
    Others others = {.count = 0};
    arrive(&mine);
    while (!goes_on(&mine, &others)) look_again();
}

bool turn_take(uint64_t ends, const atomic_uint *changes, unsigned seen) {
    Wait mine = {gettid(), ends, NULL};
    Others others = {.count = 0};
    atomic_fetch_add(&arriving, 1);
    arrive(&mine);
    while (!goes_on(&mine, &others)) {
        look_again();
        if (atomic_load(changes) == seen) continue;
        leave(&mine);
        return false;
    }
    return true;
}
