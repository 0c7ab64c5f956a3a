// saved.c - which of a student's files was saved.
#include "saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static uint64_t age_of(const Saved *saved, unsigned index) {
    char path[PATH_BYTES];
    paths_source(saved->paths, "exercises", exercises[index], path);
    return file_age(path);
}

static void watch_folders(Saved *saved) {
    char path[PATH_BYTES];
    for (unsigned i = 0; saved->notify >= 0 && i < exercise_count; i++) {
        if (i && !strcmp(exercises[i]->chapter, exercises[i - 1]->chapter)) continue;
        paths_source(saved->paths, "exercises", exercises[i], path);
        *strrchr(path, '/') = 0;
        inotify_add_watch(saved->notify, path, IN_CLOSE_WRITE | IN_MOVED_TO);
    }
}

bool saved_begin(Saved *saved, const Paths *paths, char error[200]) {
    *saved = (Saved){.paths = paths, .notify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC)};
    saved->known = calloc(exercise_count, sizeof *saved->known);
    saved->latest = calloc(exercise_count, sizeof *saved->latest);
    if (!saved->known || !saved->latest) return snprintf(error, 200, "out of memory"), false;
    watch_folders(saved);
    for (unsigned i = 0; i < exercise_count; i++) saved->known[i] = saved->latest[i] = age_of(saved, i);
    return true;
}

static void forget_events(const Saved *saved) {
    char events[4096];
    while (saved->notify >= 0 && read(saved->notify, events, sizeof events) > 0) {}
}

const Exercise *saved_take(Saved *saved, const Exercise *only, bool *settling) {
    const Exercise *found = NULL;
    *settling = false;
    forget_events(saved);
    for (unsigned i = 0; i < exercise_count && !found; i++) {
        uint64_t age = age_of(saved, i);
        bool rests = age == saved->latest[i];
        saved->latest[i] = age;
        if (!age || age == saved->known[i]) continue; // there is no file while an editor renames it
        if (!rests) *settling = true;
        if (rests) saved->known[i] = age;
        if (rests && (!only || only == exercises[i])) found = exercises[i];
    }
    return found;
}

void saved_end(Saved *saved) {
    if (saved->notify >= 0) close(saved->notify);
    free(saved->known);
    free(saved->latest);
}
