// schedule.c - many gradings at once, each in a process of its own.
//
// The record travels from worker to coordinator in an anonymous file that both hold and no student's process gets.
#define _GNU_SOURCE // memfd_create
#include "schedule.h"

#include "process.h"
#include "report/report.h"
#include "text.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORKER_GRADED 0
#define WORKER_FAILED 2

typedef struct {
    pid_t pid;
    int record;
    unsigned job;
} Worker;

typedef struct {
    const GradeJob *jobs;
    ScheduleResult *results;
    Worker *workers;
    unsigned count, parallel, next, running, done;
    FILE *progress;
} Schedule;

static void on_signal(int number) {
    (void)number;
    process_interrupt();
}

// Without SA_RESTART, so that waiting ends.
static void catch_signals(struct sigaction before[3]) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    for (int i = 0; i < 3; i++) sigaction(numbers[i], &action, &before[i]);
}

static void restore_signals(const struct sigaction before[3]) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) sigaction(numbers[i], &before[i], NULL);
}

// ---- the worker ----

static bool record_write(int descriptor, const char *text) {
    size_t length = strlen(text);
    while (length) {
        ssize_t put = write(descriptor, text, length);
        if (put <= 0) return false;
        text += put;
        length -= (size_t)put;
    }
    return true;
}

static void worker_run(const GradeJob *job, int record) {
    Verdict verdict;
    char error[200] = "out of memory";
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    bool graded = grade_file(job, &verdict, error);
    json_t *json = graded ? verdict_to_json(&verdict) : NULL;
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    bool written = record_write(record, text ? text : error);
    _exit(text && written ? WORKER_GRADED : WORKER_FAILED);
}

// ---- the coordinator ----

static void show_progress(const Schedule *schedule) {
    if (!schedule->progress) return;
    char names[100] = "";
    for (unsigned i = 0; i < schedule->parallel; i++) {
        if (schedule->workers[i].pid <= 0) continue;
        const char *name = schedule->jobs[schedule->workers[i].job].exercise->name;
        if (strlen(names) + strlen(name) + 3 < sizeof names - 24)
            text_append(names, sizeof names, "%s%s", names[0] ? ", " : "", name);
    }
    fprintf(schedule->progress, "\r\033[K%u of %u graded%s%s", schedule->done, schedule->count,
            names[0] ? "; now " : "", names);
    if (schedule->done == schedule->count) fputs("\r\033[K", schedule->progress);
    fflush(schedule->progress);
}

static bool start(Schedule *schedule, Worker *worker) {
    unsigned job = schedule->next++;
    ScheduleResult *result = &schedule->results[job];
    int record = memfd_create("verdict", MFD_CLOEXEC);
    pid_t pid = record < 0 ? -1 : fork();
    if (pid == 0) worker_run(&schedule->jobs[job], record);
    if (pid < 0) {
        snprintf(result->error, sizeof result->error, "cannot start a worker: %s", strerror(errno));
        if (record >= 0) close(record);
        schedule->done++;
        return false;
    }
    *worker = (Worker){.pid = pid, .record = record, .job = job};
    schedule->running++;
    return true;
}

static char *record_read(int descriptor) {
    off_t length = lseek(descriptor, 0, SEEK_END);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!text) return NULL;
    ssize_t got = pread(descriptor, text, (size_t)length, 0);
    text[got < 0 ? 0 : got] = 0;
    return text;
}

static void collect(Schedule *schedule, Worker *worker, int status) {
    ScheduleResult *result = &schedule->results[worker->job];
    char *text = record_read(worker->record);
    if (text && WIFEXITED(status) && WEXITSTATUS(status) == WORKER_GRADED) {
        json_t *json = json_loads(text, 0, NULL);
        result->graded = verdict_from_json(json, &result->verdict);
        json_decref(json);
        if (!result->graded) snprintf(result->error, sizeof result->error, "a worker's record cannot be read");
    } else if (WIFSIGNALED(status)) {
        snprintf(result->error, sizeof result->error, "the worker was ended by signal %d", WTERMSIG(status));
    } else {
        text_copy(result->error, sizeof result->error, text && *text ? text : "the worker ended without a record");
    }
    free(text);
    close(worker->record);
    worker->pid = 0;
    schedule->running--;
    schedule->done++;
}

static Worker *worker_of(Schedule *schedule, pid_t pid) {
    for (unsigned i = 0; i < schedule->parallel; i++)
        if (schedule->workers[i].pid == pid) return &schedule->workers[i];
    return NULL;
}

static void tell_workers(const Schedule *schedule) {
    for (unsigned i = 0; i < schedule->parallel; i++)
        if (schedule->workers[i].pid > 0) kill(schedule->workers[i].pid, SIGTERM);
}

static void wait_for_one(Schedule *schedule) {
    int status;
    if (process_interrupted()) tell_workers(schedule);
    pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && process_interrupted()) tell_workers(schedule);
    Worker *worker = pid > 0 ? worker_of(schedule, pid) : NULL;
    if (worker) collect(schedule, worker, status);
}

bool schedule_run(const GradeJob *jobs, unsigned count, unsigned parallel, FILE *progress, ScheduleResult *results) {
    Schedule schedule = {
        .jobs = jobs, .results = results, .count = count, .parallel = parallel ? parallel : 1, .progress = progress};
    struct sigaction before[3];
    schedule.workers = calloc(schedule.parallel, sizeof *schedule.workers);
    if (!schedule.workers) return false;
    for (unsigned i = 0; i < count; i++) {
        results[i] = (ScheduleResult){.graded = false};
        snprintf(results[i].error, sizeof results[i].error, "interrupted before it was graded");
    }
    catch_signals(before);
    while (schedule.running || (schedule.next < count && !process_interrupted())) {
        for (unsigned i = 0; i < schedule.parallel && schedule.next < count && !process_interrupted(); i++)
            if (schedule.workers[i].pid <= 0) start(&schedule, &schedule.workers[i]);
        show_progress(&schedule);
        if (schedule.running) wait_for_one(&schedule);
    }
    show_progress(&schedule);
    restore_signals(before);
    free(schedule.workers);
    return !process_interrupted();
}
