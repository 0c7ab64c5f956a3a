// descendants.c - the processes that descend from the calling one, found in /proc, measured and ended.
//
// A process that left its session, its group and its parent still has an ancestor here: the caller adopts orphans.
#include "process.h"

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
    pid_t pid, parent, group, session;
    uint64_t pages;
    bool descends;
} Entry;
typedef struct {
    Entry *entries;
    size_t count, capacity;
} Table;

// Reads parent and resident pages from /proc/PID/stat, whose second field is a name of the process's own making:
// the fields begin behind its last parenthesis.
static bool entry_read(const char *pid, Entry *entry) {
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    ssize_t got = read(descriptor, line, sizeof line - 1);
    close(descriptor);
    if (got <= 0) return false;
    line[got] = 0;
    char *behind = strrchr(line, ')');
    if (!behind) return false;
    entry->pid = (pid_t)atoi(pid);
    entry->descends = false;
    unsigned long long pages = 0;
    char state;
    // Fields 3 (state), 4 (parent), 5 (group), 6 (session) and 24 (resident pages) of proc(5).
    if (sscanf(behind + 1, " %c %d %d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u %*u %llu",
               &state, &entry->parent, &entry->group, &entry->session, &pages) < 4)
        return false;
    entry->pages = pages;
    return true;
}

static bool table_add(Table *table, const Entry *entry) {
    if (table->count == table->capacity) {
        size_t capacity = table->capacity ? table->capacity * 2 : 256;
        Entry *entries = realloc(table->entries, capacity * sizeof *entries);
        if (!entries) return false;
        table->entries = entries;
        table->capacity = capacity;
    }
    table->entries[table->count++] = *entry;
    return true;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Reads all processes, but stops once more than `most` are of one session (0: no such limit), and after a while in any
// case: while a fork bomb grows, the end of /proc moves away faster than one reads.
static void table_read(Table *table, pid_t session, unsigned most) {
    unsigned members = 0;
    double stop = seconds_now() + MOST_SECONDS;
    DIR *folder = opendir("/proc");
    if (!folder) return;
    for (struct dirent *item; (!most || members <= most) && seconds_now() < stop && (item = readdir(folder));) {
        Entry entry;
        if (!isdigit((unsigned char)item->d_name[0]) || !entry_read(item->d_name, &entry)) continue;
        if (!table_add(table, &entry)) break;
        members += entry.session == session;
    }
    closedir(folder);
}

static int by_pid(const void *left, const void *right) {
    pid_t a = ((const Entry *)left)->pid, b = ((const Entry *)right)->pid;
    return (a > b) - (a < b);
}

static Entry *table_find(const Table *table, pid_t pid) {
    Entry key = {.pid = pid};
    return bsearch(&key, table->entries, table->count, sizeof key, by_pid);
}

// Marks every entry of the session, and every one whose chain of parents leads to this process. The table is a snapshot
// taken entry by entry and maybe not to its end, so a chain may be broken or even circular; its length is bounded.
static void table_mark(Table *table, pid_t session) {
    if (!table->count) return;
    qsort(table->entries, table->count, sizeof *table->entries, by_pid);
    pid_t self = getpid();
    for (size_t i = 0; i < table->count; i++) {
        pid_t parent = table->entries[i].parent;
        for (int depth = 0; parent > 1 && parent != self && depth < 4096; depth++) {
            Entry *above = table_find(table, parent);
            if (above && above->descends) parent = self;
            else parent = above ? above->parent : 0;
        }
        table->entries[i].descends = parent == self || (session && table->entries[i].session == session);
    }
}

Descendants descendants_measure(int session, unsigned most) {
    Table table = {0};
    Descendants sum = {0};
    table_read(&table, session, most);
    table_mark(&table, session);
    for (size_t i = 0; i < table.count; i++) {
        if (!table.entries[i].descends) continue;
        sum.count++;
        sum.resident_bytes += table.entries[i].pages * (uint64_t)sysconf(_SC_PAGESIZE);
    }
    free(table.entries);
    return sum;
}

// A group is killed in one call that no fork slips through, which is what ends a fork bomb. Groups never mix
// descendants and others, because the program began a session of its own.
static void kill_all(pid_t session) {
    Table table = {0};
    pid_t last = getpgrp();
    table_read(&table, 0, 0);
    table_mark(&table, session);
    for (size_t i = 0; i < table.count; i++) {
        const Entry *entry = &table.entries[i];
        if (!entry->descends) continue;
        kill(entry->pid, SIGKILL);
        if (entry->group > 1 && entry->group != last && entry->group != getpgrp()) kill(-entry->group, SIGKILL);
        last = entry->group;
    }
    free(table.entries);
}

// Reaps at most REAP_AT_ONCE children that ended: orphans may come faster than they can be reaped.
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
        kill_all(watched > 1 ? watched : 0);
        if (!reaped) nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        next_kill = seconds_now() + MOST_SECONDS;
    }
}
