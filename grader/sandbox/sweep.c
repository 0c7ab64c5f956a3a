// sweep.c - ends what workers that were killed left behind.
#include "box.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_gone(pid_t worker) { return kill(worker, 0) && errno == ESRCH; }

void jail_sweep(void) {
    DIR *processes = geteuid() ? NULL : opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        struct stat status;
        if (!isdigit((unsigned char)entry->d_name[0]) || fstatat(dirfd(processes), entry->d_name, &status, 0)) continue;
        if (status.st_uid < JAIL_FIRST_USER || status.st_uid >= JAIL_LAST_USER) continue;
        if (is_gone((pid_t)(status.st_uid - JAIL_FIRST_USER))) kill((pid_t)atoi(entry->d_name), SIGKILL);
    }
    if (processes) closedir(processes);
}
