// grade_item.c - grades one item in a worker, which enters a jail of its own for that.
#include "batch.h"

#include "../device/system/message.h"
#include "../sandbox/box.h"
#include "../verdict/pipeline.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

// The exercise's own parts: its skeleton, the key that was measured before, and what a time is held against.
static void own_parts(const Paths *paths, const Exercise *exercise, JailExtra extras[JAIL_EXTRAS]) {
    snprintf(extras[0].source, PATH_BYTES, "%.800s/grader/exercises/%.100s", paths->root, exercise->name);
    snprintf(extras[0].target, sizeof extras[0].target, "grader/exercises/%.100s", exercise->name);
    snprintf(extras[1].source, PATH_BYTES, "%.800s/keys/%.100s", paths->build, exercise->name);
    snprintf(extras[1].target, sizeof extras[1].target, "build/keys/%.100s", exercise->name);
    static const char *const timed[] = {"timed", "parts", "scale.json"};
    for (unsigned i = 0; i < COUNT_OF(timed); i++) {
        JailExtra *extra = &extras[2 + i];
        snprintf(extra->source, PATH_BYTES, "%.800s/reference/%.100s.%s", paths->build, exercise->name, timed[i]);
        snprintf(extra->target, sizeof extra->target, "build/reference/%.100s.%s", exercise->name, timed[i]);
    }
}

bool item_grade(const Item *item, Verdict *verdict, Message error) {
    const Batch *batch = item->batch;
    Paths paths = *batch->paths;
    char folder[PATH_BYTES], file[PATH_BYTES];
    JailExtra extras[JAIL_EXTRAS];
    own_parts(&paths, item->exercise, extras);
    close(batch->journal.lock);
    if (item->attempts) nanosleep(&(struct timespec){.tv_sec = item->attempts}, NULL); // a shortage may pass by then
    if (!batch->unsafe && !(batch->by_users ? users_enter : jail_enter)(&paths, extras, error)) return false;
    if (!paths_work_folder(&paths, folder, error)) return users_leave(&paths), false;
    snprintf(file, sizeof file, "%.900s/%.80s.cu", folder, item->exercise->name);
    GradeJob job = {.paths = &paths,
                    .exercise = item->exercise,
                    .file = file,
                    .shown = item->shown,
                    .seed = batch->journal.seed,
                    .inputs = batch->journal.seed,
                    .timeout_seconds = batch->timeout_seconds};
    bool graded = file_write_derived(file, item->source, item->length, error) && grade_file(&job, verdict, error);
    folder_remove(folder);
    users_leave(&paths);
    return graded;
}
