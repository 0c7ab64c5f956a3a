// trial.c - before strangers' answers to an exercise are graded, its reference solution is, in the same way.
//
// If a right answer fails here, the machine or the exercise is at fault, and every student would be blamed: files that
// the jail's user cannot read, a toolkit half installed, a seed that no answer survives.
#include "batch.h"

#include "../device/system/message.h"
#include "../parallel/worker.h"
#include "../system/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define MOST_SOLUTION (1 << 20)

static void stop(Batch *batch, const Item *item, const char *how, const char *why) {
    snprintf(batch->stopped, sizeof batch->stopped,
             "%.70s %.20s here, so no answer can be graded rightly: %.*s (seed %llu)", item->shown, how,
             (int)strcspn(why, "\n"), why, (unsigned long long)batch->journal.seed);
}

static void judge(Batch *batch, const Item *item, WorkerEnd end, Verdict *verdict, const char *error) {
    if (end != WORKER_GRADED) {
        if (!process_interrupted()) stop(batch, item, "cannot be graded", error);
        return;
    }
    if (verdict->state != STATE_passed && verdict->state != STATE_answers) // a secret draws other questions
        stop(batch, item, state_words(verdict->state),
             verdict->state == STATE_build && verdict->build_log[0] ? verdict->build_log : verdict->summary);
    verdict_free(verdict);
}

static void grade_solution(Batch *batch, Item *item) {
    Verdict verdict;
    Worker worker;
    Message error;
    int status;
    WorkerStart started = worker_start(&worker, SIGKILL, error);
    if (started == WORKER_ITSELF) worker_end(item_grade(item, &verdict, error), &verdict, error);
    if (started == WORKER_NOT_STARTED) {
        stop(batch, item, "cannot be graded", error);
        return;
    }
    while (waitpid(worker.pid, &status, 0) < 0 && errno == EINTR)
        if (process_interrupted()) kill(worker.pid, SIGKILL);
    WorkerEnd end = worker_collect(&worker, status, &verdict, error);
    judge(batch, item, end, &verdict, error);
}

bool trial_passed(Batch *batch, const Exercise *exercise) {
    char path[PATH_BYTES];
    Message error;
    Item item = {.batch = batch, .exercise = exercise};
    unsigned index = 0;
    while (batch->exercises[index] != exercise) index++;
    if (batch->tried[index]) return true;
    paths_source(batch->paths, "solutions", exercise, path);
    paths_shown(batch->paths, path, item.shown, sizeof item.shown);
    item.source = file_read(path, MOST_SOLUTION, &item.length, error);
    if (item.source) grade_solution(batch, &item);
    else stop(batch, &item, "cannot be read", error);
    item_free(&item);
    return batch->tried[index] = !batch->stopped[0] && !process_interrupted();
}
