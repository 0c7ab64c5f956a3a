// probe.c - whether this machine lets us build jails and boxes, found out by building one.
#define _GNU_SOURCE // memfd_create
#include "box.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../system/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static bool try_box(Paths *paths, Message reason) {
    static const JailExtra none[JAIL_EXTRAS];
    char folder[PATH_BYTES];
    const char *words[BOX_WORDS + 2] = {NULL};
    if (!jail_enter(paths, none, reason) || !paths_work_folder(paths, folder, reason)) return false;
    unsigned count = box_prefix(paths, BOX_RUN, folder, words);
    words[count] = "/usr/bin/true";
    ProcessResult result;
    ProcessSpec spec = {.arguments = words, .limits = {.wall_seconds = 20, .output_bytes = 4096}, .merge_errors = true};
    process_run(&spec, &result);
    bool works = result.end == PROCESS_EXITED && result.status == 0;
    if (result.end == PROCESS_FAILED) text_copy(reason, MESSAGE_BYTES, result.error);
    else if (!works) text_clean(reason, MESSAGE_BYTES, result.output.text, strcspn(result.output.text, "\n"), false);
    if (!works && !reason[0]) message_set(reason, "the box ended with status %d", result.status);
    process_result_free(&result);
    return works;
}

static bool try_in_a_process(const Paths *paths, Message reason) {
    char *shared = mmap(NULL, 200, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = 1;
    pid_t pid = shared == MAP_FAILED ? -1 : fork();
    if (pid == 0) {
        Paths own = *paths;
        _exit(try_box(&own, shared) ? 0 : 1);
    }
    if (pid < 0) message_set(reason, "cannot start a process: %s", strerror(errno));
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    if (pid > 0) message_set(reason, "%s", shared);
    if (shared != MAP_FAILED) munmap(shared, 200);
    return pid > 0 && status == 0;
}

// A container that hides parts of /proc lets nobody mount another one; a program can do without.
bool box_works(const Paths *paths, Message reason) {
    if (try_in_a_process(paths, reason)) return true;
    if (!strstr(reason, "mount proc")) return false;
    box_make_bare();
    return try_in_a_process(paths, reason);
}
