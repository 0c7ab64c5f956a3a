// descendants.c - the processes that descend from the calling one, found in /proc, measured and ended.
//
// They are found from the top down, each through what its parent's threads list as their children, so that a look costs
// the same however many other processes the machine has. A process that left its session, its group and its parent
// still has an ancestor here: the caller adopts orphans.
#include "../device/system/grow.h"
#include "process.h"

#include "../device/system/times.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_SECONDS 0.25
#define REAP_AT_ONCE 1000

typedef struct {
    pid_t *pids; // parents before their children
    size_t count, most;
    double stop;
    uint64_t pages; // resident
    double ticks;   // of CPU time
} Tree;

// Whether to stop reading: there are more than `most` processes (0: no limit), or it took too long, because a fork bomb
// may grow faster than /proc can be read.
static bool tree_is_done(const Tree *tree) {
    return (tree->most && tree->count > tree->most) || seconds_now() > tree->stop;
}

static void tree_add(Tree *tree, pid_t pid) {
    if (!ARRAY_GROW(tree->pids, tree->count)) return;
    tree->pids[tree->count++] = pid;
}

static int thread_open(DIR *threads, const char *thread, const char *file) {
    char path[64];
    snprintf(path, sizeof path, "%.20s/%s", thread, file);
    return openat(dirfd(threads), path, O_RDONLY | O_CLOEXEC);
}

// The file has the numbers of the children, each with a space behind it.
static void add_children(Tree *tree, DIR *threads, const char *thread) {
    char text[4096];
    ssize_t got;
    pid_t pid = 0;
    int descriptor = thread_open(threads, thread, "children");
    while (descriptor >= 0 && !tree_is_done(tree) && (got = read(descriptor, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < got; i++) {
            if (isdigit((unsigned char)text[i])) {
                pid = 10 * pid + (text[i] - '0');
                continue;
            }
            tree_add(tree, pid);
            pid = 0;
        }
    if (descriptor >= 0) close(descriptor);
}

// The second number of proc(5)'s statm.
static uint64_t resident_pages(DIR *threads, const char *thread) {
    char text[128] = "";
    unsigned long long pages = 0;
    int descriptor = thread_open(threads, thread, "statm");
    if (descriptor < 0) return 0;
    if (read(descriptor, text, sizeof text - 1) > 0 && sscanf(text, "%*u %llu", &pages) != 1) pages = 0;
    close(descriptor);
    return pages;
}

// Fields 14 to 17 of proc(5)'s stat: the process's own time, and that of the children it waited for. The name before
// them may hold spaces and parentheses.
static double cpu_ticks(DIR *threads) {
    char text[1024] = "";
    unsigned long long user = 0, system = 0;
    long long children_user = 0, children_system = 0;
    int descriptor = thread_open(threads, "..", "stat");
    if (descriptor < 0) return 0;
    ssize_t got = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    const char *rest = got > 0 ? strrchr(text, ')') : NULL;
    if (!rest || sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %lld %lld", &user, &system,
                        &children_user, &children_system) != 4)
        return 0;
    return (double)user + (double)system + (double)children_user + (double)children_system;
}

// Threads share memory, but one that has ended no longer shows it, and the first may end before the others.
static void look_at(Tree *tree, pid_t pid, bool measure) {
    char path[64];
    uint64_t pages = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    for (struct dirent *thread; threads && !tree_is_done(tree) && (thread = readdir(threads));) {
        if (!isdigit((unsigned char)thread->d_name[0])) continue;
        add_children(tree, threads, thread->d_name);
        if (measure && !pages) pages = resident_pages(threads, thread->d_name);
    }
    if (threads && measure) tree->ticks += cpu_ticks(threads);
    if (threads) closedir(threads);
    tree->pages += pages;
}

static Tree tree_read(unsigned most, bool measure) {
    Tree tree = {.most = most, .stop = seconds_now() + MOST_SECONDS};
    look_at(&tree, getpid(), false);
    for (size_t i = 0; i < tree.count && !tree_is_done(&tree); i++) look_at(&tree, tree.pids[i], measure);
    return tree;
}

Descendants descendants_measure(unsigned most) {
    Tree tree = tree_read(most, true);
    free(tree.pids);
    return (Descendants){.count = (unsigned)tree.count,
                         .resident_bytes = tree.pages * (uint64_t)sysconf(_SC_PAGESIZE),
                         .cpu_seconds = tree.ticks / (double)sysconf(_SC_CLK_TCK),
                         .cut = seconds_now() > tree.stop};
}

// One call kills a whole process group, and no fork escapes it; this ends a fork bomb. Groups never mix descendants and
// others, because the program began a session of its own.
static void kill_all(void) {
    Tree tree = tree_read(0, false);
    pid_t last = getpgrp();
    for (size_t i = 0; i < tree.count; i++) {
        pid_t group = getpgid(tree.pids[i]);
        kill(tree.pids[i], SIGKILL);
        if (group > 1 && group != last && group != getpgrp()) kill(-group, SIGKILL);
        last = group;
    }
    free(tree.pids);
}

// Reaps at most REAP_AT_ONCE children, because orphans may arrive faster than they can be reaped.
int descendants_reap(int watched, int *status) {
    int ended, reaped = 0;
    for (pid_t pid; reaped < REAP_AT_ONCE && (pid = waitpid(-1, &ended, WNOHANG)) != 0; reaped++) {
        if (pid < 0) return errno == ECHILD && !reaped ? -1 : reaped;
        if (pid == watched) *status = ended;
    }
    return reaped;
}

void descendants_end(int watched, int *status) {
    if (watched > 1) kill(-watched, SIGKILL);
    double next_kill = seconds_now();
    for (int reaped; (reaped = descendants_reap(watched, status)) >= 0;) {
        if (reaped == REAP_AT_ONCE && seconds_now() < next_kill) continue;
        kill_all();
        if (!reaped) nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        next_kill = seconds_now() + MOST_SECONDS;
    }
}
