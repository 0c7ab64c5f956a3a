// workers.c - grades items, several at a time, each in a process and a room of its own.
//
// A worker hands its record over in an anonymous file. It is held to be at fault for its own death only if nobody asked
// it to die: two such deaths, and the item waits for a person. When the grader itself cannot work, the item is tried
// again, and if that does not help, it has no result: that is never the student's.
#define _GNU_SOURCE // memfd_create
#include "batch.h"

#include "grade.h"
#include "judge.h"
#include "process.h"
#include "report/report.h"
#include "sandbox/box.h"
#include "text.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_ATTEMPTS 3
#define MOST_DEATHS 2
#define MOST_RECORD (8u << 20)
enum { WORKER_GRADED = 0, WORKER_FAILED = 2 };

typedef struct {
    pid_t pid; // 0: idle
    int record;
    Item item;
} Worker;

typedef struct {
    Batch *batch;
    Worker *workers;
    unsigned running;
    ItemSource source;
    FILE *progress;
    bool terminal;
    double began, told;
} Pool;

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- the worker ----

static bool grade_in_room(const Batch *batch, const Item *item, Verdict *verdict, char error[200]) {
    Paths paths = *batch->paths;
    char folder[PATH_BYTES], file[PATH_BYTES];
    if (!batch->unsafe && !room_enter(&paths, error)) return false;
    if (!paths_work_folder(&paths, folder, error)) return false;
    snprintf(file, sizeof file, "%.900s/%.80s.cu", folder, item->exercise->name);
    GradeJob job = {.paths = &paths,
                    .exercise = item->exercise,
                    .file = file,
                    .shown = item->shown,
                    .seed = batch->journal.seed,
                    .timeout_seconds = batch->timeout_seconds};
    bool graded = file_write(file, item->source, item->length, error) && grade_file(&job, verdict, error);
    folder_remove(folder);
    return graded;
}

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

static void on_signal(int number) {
    (void)number;
    process_interrupt();
}

static void worker_run(const Batch *batch, const Item *item, int record, pid_t parent) {
    Verdict verdict;
    char error[200] = "out of memory";
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(WORKER_FAILED);
    close(batch->journal.lock);
    if (item->attempts) nanosleep(&(struct timespec){.tv_sec = item->attempts}, NULL); // a shortage may pass
    bool graded = grade_in_room(batch, item, &verdict, error);
    json_t *json = graded ? verdict_to_json(&verdict) : NULL;
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    bool written = record_write(record, text ? text : error);
    _exit(text && written ? WORKER_GRADED : WORKER_FAILED);
}

// ---- the coordinator ----

static void stop(Batch *batch, const char *why) {
    if (!batch->stopped[0]) snprintf(batch->stopped, sizeof batch->stopped, "%s", why);
}

// Starts an item, or notes why it could not be.
static void start(Pool *pool, Worker *worker) {
    Batch *batch = pool->batch;
    Item *item = &worker->item;
    pid_t parent = getpid();
    worker->record = memfd_create("verdict", MFD_CLOEXEC);
    worker->pid = worker->record < 0 ? -1 : fork();
    if (worker->pid == 0) worker_run(batch, item, worker->record, parent);
    if (worker->pid > 0) {
        pool->running++;
        return;
    }
    snprintf(batch->stopped, sizeof batch->stopped, "cannot start a worker: %s", strerror(errno));
    if (worker->record >= 0) close(worker->record);
    worker->pid = 0;
    item_free(item);
}

static void store(Batch *batch, Item *item, Verdict *verdict) {
    char error[200];
    text_copy(verdict->student, sizeof verdict->student, item->submission->student);
    if (!journal_store(&batch->journal, item->submission->id, item->key, verdict, error)) {
        stop(batch, error);
        return;
    }
    journal_end(&batch->journal, item->submission->id, item->exercise);
    batch->graded++;
}

static void set_aside(Batch *batch, Item *item) {
    Verdict verdict = {.exercise = item->exercise, .seed = batch->journal.seed};
    text_copy(verdict.file, sizeof verdict.file, item->shown);
    if (!judge_unrun(&verdict, STATE_set_aside,
                     "Grading it was cut short twice; a person has to look at it before it is graded again.")) {
        stop(batch, "out of memory");
        return;
    }
    store(batch, item, &verdict);
    batch->set_aside++;
    verdict_free(&verdict);
}

static bool begin(Pool *pool, Worker *worker) {
    Batch *batch = pool->batch;
    Item *item = &worker->item;
    char error[200];
    if (!journal_begin(&batch->journal, item->submission->id, item->exercise, item->key, &item->mark, error)) {
        stop(batch, error);
        item_free(item);
        return false;
    }
    if (item->mark.deaths < MOST_DEATHS) return true;
    set_aside(batch, item);
    item_free(item);
    return false;
}

static char *record_read(int descriptor) {
    off_t length = lseek(descriptor, 0, SEEK_END);
    char *text = length < 0 || length > MOST_RECORD ? NULL : malloc((size_t)length + 1);
    if (!text) return NULL;
    ssize_t got = pread(descriptor, text, (size_t)length, 0);
    text[got < 0 ? 0 : got] = 0;
    return text;
}

static bool take_verdict(Batch *batch, Worker *worker, const char *text) {
    Verdict verdict;
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    bool read = json && verdict_from_json(json, &verdict);
    json_decref(json);
    if (!read) return false;
    store(batch, &worker->item, &verdict);
    verdict_free(&verdict);
    return true;
}

static void try_again(Pool *pool, Worker *worker, const char *reason) {
    Batch *batch = pool->batch;
    Item *item = &worker->item;
    text_copy(item->error, sizeof item->error, reason && *reason ? reason : "the worker ended without a record");
    if (++item->attempts < MOST_ATTEMPTS) {
        start(pool, worker);
        return;
    }
    fprintf(stderr, "grade: %s could not be graded: %s\n", item->shown, item->error);
    journal_end(&batch->journal, item->submission->id, item->exercise);
    batch->failed++;
    item_free(item);
}

static void bury(Pool *pool, Worker *worker) {
    Batch *batch = pool->batch;
    Item *item = &worker->item;
    char error[200];
    if (!journal_death(&batch->journal, item->submission->id, item->exercise, item->key, &item->mark, error)) {
        stop(batch, error);
    } else if (item->mark.deaths < MOST_DEATHS) {
        start(pool, worker);
        return;
    } else {
        set_aside(batch, item);
    }
    item_free(item);
}

static void collect(Pool *pool, Worker *worker, int status) {
    Batch *batch = pool->batch;
    char *text = record_read(worker->record);
    bool done = WIFEXITED(status) && WEXITSTATUS(status) == WORKER_GRADED;
    close(worker->record);
    worker->pid = 0;
    pool->running--;
    if (batch->stopped[0] || process_interrupted()) item_free(&worker->item);
    else if (done && take_verdict(batch, worker, text)) item_free(&worker->item);
    else if (WIFSIGNALED(status)) bury(pool, worker);
    else try_again(pool, worker, done ? "a worker's record cannot be read" : text);
    free(text);
}

// ---- progress ----

static void tell(Pool *pool, bool last) {
    Batch *batch = pool->batch;
    double now = seconds_now(), every = pool->terminal ? 0.2 : 10;
    if (!pool->progress || (!last && now - pool->told < every)) return;
    unsigned done = batch->kept + batch->graded + batch->failed, left = batch->total - done;
    double rate = now > pool->began ? batch->graded / (now - pool->began) : 0;
    fprintf(pool->progress, "%s%u of %u graded", pool->terminal ? "\r\033[K" : "", done, batch->total);
    if (batch->kept) fprintf(pool->progress, ", %u of them before", batch->kept);
    if (rate > 0) fprintf(pool->progress, "; %.2g a second", rate);
    if (rate > 0 && left)
        fprintf(pool->progress, ", %u:%02u left", (unsigned)(left / rate) / 60, (unsigned)(left / rate) % 60);
    fputs(pool->terminal && !last ? "" : "\n", pool->progress);
    fflush(pool->progress);
    pool->told = now;
}

// ---- the loop ----

static void wait_for_some(Pool *pool) {
    sigset_t ends;
    int status;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigtimedwait(&ends, NULL, &(struct timespec){.tv_sec = 1});
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (unsigned i = 0; i < pool->batch->jobs; i++)
            if (pool->workers[i].pid == pid) collect(pool, &pool->workers[i], status);
}

static bool goes_on(const Pool *pool) { return !pool->batch->stopped[0] && !process_interrupted(); }

static void fill(Pool *pool, bool *more) {
    for (unsigned i = 0; i < pool->batch->jobs && *more && goes_on(pool); i++) {
        Worker *worker = &pool->workers[i];
        while (!worker->pid && *more && goes_on(pool)) {
            *more = item_next(pool->batch, &pool->source, &worker->item);
            if (*more && begin(pool, worker)) start(pool, worker);
            tell(pool, false);
        }
    }
}

static void end_workers(Pool *pool) {
    for (unsigned i = 0; i < pool->batch->jobs; i++)
        if (pool->workers[i].pid > 0) kill(pool->workers[i].pid, SIGKILL); // the kernel clears its room away
}

static void catch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t ends;
    for (int i = 0; i < 3; i++) sigaction(numbers[i], &action, NULL);
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ends, NULL); // for sigtimedwait
}

void workers_run(Batch *batch, FILE *progress) {
    Pool pool = {.batch = batch, .progress = progress, .began = seconds_now(), .told = seconds_now()};
    pool.workers = calloc(batch->jobs, sizeof *pool.workers);
    pool.terminal = progress && isatty(fileno(progress));
    if (!pool.workers) stop(batch, "out of memory");
    catch_signals();
    prctl(PR_SET_CHILD_SUBREAPER, 1); // what a killed worker leaves is ours to reap
    for (bool more = true; pool.workers && (pool.running || (more && goes_on(&pool)));) {
        fill(&pool, &more);
        if (!goes_on(&pool)) end_workers(&pool);
        if (pool.running) wait_for_some(&pool);
        tell(&pool, false);
    }
    tell(&pool, true);
    item_source_free(&pool.source);
    if (pool.workers) descendants_end(0, &(int){0});
    free(pool.workers);
    if (process_interrupted()) stop(batch, "interrupted");
}
