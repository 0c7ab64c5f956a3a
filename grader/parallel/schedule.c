// schedule.c - many gradings at once, each in a process of its own.
#include "schedule.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../system/process.h"
#include "../verdict/pipeline.h"
#include "worker.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

typedef struct {
    Worker worker;
    unsigned job;
} Slot;

typedef struct {
    const GradeJob *jobs;
    ScheduleResult *results;
    Slot *slots;
    unsigned count, parallel, next, running, done;
    FILE *progress;
} Schedule;

static void show_progress(const Schedule *schedule) {
    if (!schedule->progress) return;
    char names[100] = "";
    for (unsigned i = 0; i < schedule->parallel; i++) {
        if (schedule->slots[i].worker.pid <= 0) continue;
        const char *name = schedule->jobs[schedule->slots[i].job].exercise->name;
        if (strlen(names) + strlen(name) + 3 < sizeof names - 24)
            text_append(names, sizeof names, "%s%s", names[0] ? ", " : "", name);
    }
    fprintf(schedule->progress, "\r\033[K%u of %u graded%s%s", schedule->done, schedule->count,
            names[0] ? "; now " : "", names);
    if (schedule->done == schedule->count) fputs("\r\033[K", schedule->progress);
    fflush(schedule->progress);
}

static void start(Schedule *schedule, Slot *slot) {
    unsigned job = schedule->next++;
    char *error = schedule->results[job].error;
    Verdict verdict;
    WorkerStart started = worker_start(&slot->worker, SIGTERM, error);
    if (started == WORKER_ITSELF) worker_end(grade_file(&schedule->jobs[job], &verdict, error), &verdict, error);
    slot->job = job;
    schedule->running += started == WORKER_STARTED;
    schedule->done += started == WORKER_NOT_STARTED;
}

static void collect(Schedule *schedule, Slot *slot, int status) {
    ScheduleResult *result = &schedule->results[slot->job];
    result->graded = worker_collect(&slot->worker, status, &result->verdict, result->error) == WORKER_GRADED;
    schedule->running--;
    schedule->done++;
}

static Slot *slot_of(Schedule *schedule, pid_t pid) {
    for (unsigned i = 0; i < schedule->parallel; i++)
        if (schedule->slots[i].worker.pid == pid) return &schedule->slots[i];
    return NULL;
}

static void tell_workers(const Schedule *schedule) {
    for (unsigned i = 0; i < schedule->parallel; i++)
        if (schedule->slots[i].worker.pid > 0) kill(schedule->slots[i].worker.pid, SIGTERM);
}

static void wait_for_one(Schedule *schedule) {
    int status;
    if (process_interrupted()) tell_workers(schedule);
    pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && process_interrupted()) tell_workers(schedule);
    Slot *slot = pid > 0 ? slot_of(schedule, pid) : NULL;
    if (slot) collect(schedule, slot, status);
}

bool schedule_run(const GradeJob *jobs, unsigned count, unsigned parallel, FILE *progress, ScheduleResult *results) {
    Schedule schedule = {
        .jobs = jobs, .results = results, .count = count, .parallel = parallel ? parallel : 1, .progress = progress};
    schedule.slots = calloc(schedule.parallel, sizeof *schedule.slots);
    if (!schedule.slots) return false;
    for (unsigned i = 0; i < count; i++) {
        results[i] = (ScheduleResult){.graded = false};
        snprintf(results[i].error, sizeof results[i].error, "interrupted before it was graded");
    }
    process_catch_signals();
    while (schedule.running || (schedule.next < count && !process_interrupted())) {
        for (unsigned i = 0; i < schedule.parallel && schedule.next < count && !process_interrupted(); i++)
            if (schedule.slots[i].worker.pid <= 0) start(&schedule, &schedule.slots[i]);
        show_progress(&schedule);
        if (schedule.running) wait_for_one(&schedule);
    }
    show_progress(&schedule);
    free(schedule.slots);
    return !process_interrupted();
}
