// cgroup.c - memory control groups of version 2 (unified) and 1.
#include "cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_text(const Cgroup *group, const char *name, const char *text) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", group->folder, name);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0) close(file);
    return written;
}

static void read_text(const Cgroup *group, const char *name, char text[8192]) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", group->folder, name);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, 8191, file) : 0;
    text[length] = 0;
    if (file) fclose(file);
}

static uint64_t number(const Cgroup *group, const char *name) {
    char text[8192];
    read_text(group, name, text);
    return strtoull(text, NULL, 10);
}

// That of the line "KEY NUMBER".
static uint64_t number_of(const char *text, const char *key) {
    size_t length = strlen(key);
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (!strncmp(line, key, length) && line[length] == ' ') return strtoull(line + length, NULL, 10);
    return 0;
}

bool cgroup_make(Cgroup *group, uint64_t limit) {
    char text[32];
    *group = (Cgroup){.unified = access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0};
    snprintf(group->folder, sizeof group->folder, "/sys/fs/cgroup/%sworkbook-%d", group->unified ? "" : "memory/",
             (int)getpid());
    if (mkdir(group->folder, 0755)) {
        snprintf(group->problem, sizeof group->problem, "no memory control group can be made here: %s",
                 strerror(errno));
        return false;
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)limit);
    group->made = write_text(group, group->unified ? "memory.max" : "memory.limit_in_bytes", text);
    if (!group->made) {
        snprintf(group->problem, sizeof group->problem, "the control group takes no limit of memory");
        rmdir(group->folder);
    }
    return group->made;
}

void cgroup_enter(const Cgroup *group) {
    char text[32];
    snprintf(text, sizeof text, "%d", (int)getpid());
    if (!write_text(group, "cgroup.procs", text)) _exit(126);
}

void cgroup_look(const Cgroup *group, CgroupPeak *peak) {
    char text[8192];
    read_text(group, "memory.stat", text);
    uint64_t used = group->unified ? number_of(text, "anon") + number_of(text, "shmem") + number_of(text, "kernel")
                                   : number_of(text, "total_rss") + number_of(text, "total_shmem") +
                                         number(group, "memory.kmem.usage_in_bytes");
    if (used > peak->used) peak->used = used;
}

void cgroup_end(const Cgroup *group, CgroupPeak *peak) {
    char text[8192];
    cgroup_look(group, peak);
    peak->whole = number(group, group->unified ? "memory.peak" : "memory.max_usage_in_bytes");
    read_text(group, group->unified ? "memory.events" : "memory.oom_control", text);
    peak->killed = (unsigned)number_of(text, "oom_kill");
    for (int i = 0; i < 50 && rmdir(group->folder); i++) usleep(100000); // its last processes may still be ending
}
