// workers.c - grades items, several at a time, each in a process and a jail of its own.
//
// A worker that dies counts against its item only if nobody killed it on purpose. After two such deaths the item is set
// aside for a person. When the grader itself cannot work, the item is tried again; if that does not help, it has no
// result, which is never the student's fault.
#include "batch.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../device/system/times.h"
#include "../parallel/worker.h"
#include "../system/process.h"
#include "../verdict/judged.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_ATTEMPTS 3
#define MOST_DEATHS 2

typedef struct {
    Worker worker;
    Item item;
    double began;
} Slot;

typedef struct {
    Batch *batch;
    Slot *slots;
    unsigned running;
    ItemSource source;
    FILE *progress;
    bool terminal;
    double began, told;
} Pool;

static void stop(Batch *batch, const char *why) {
    if (!batch->stopped[0]) snprintf(batch->stopped, sizeof batch->stopped, "%s", why);
}

// Starts an item, or notes why it could not be started.
static void start(Pool *pool, Slot *slot) {
    Message error;
    Verdict verdict;
    slot->began = seconds_now();
    WorkerStart started = worker_start(&slot->worker, SIGKILL, error);
    if (started == WORKER_ITSELF) worker_end(item_grade(&slot->item, &verdict, error), &verdict, error);
    pool->running += started == WORKER_STARTED;
    if (started == WORKER_STARTED) return;
    stop(pool->batch, error);
    item_free(&slot->item);
}

// How the grading went is stored beside the result and not in it, because it differs from run to run.
static void note_ran(const Batch *batch, const Item *item, double seconds, const char *failed) {
    JournalRan ran = {.seconds = seconds, .attempts = item->attempts, .deaths = item->mark.deaths};
    text_copy(ran.failed, sizeof ran.failed, failed);
    journal_note_ran(&batch->journal, item->submission->id, item->exercise, &ran);
}

static void store(Batch *batch, Item *item, Verdict *verdict) {
    Message error;
    text_copy(verdict->student, sizeof verdict->student, item->submission->student);
    text_copy(verdict->taken, sizeof verdict->taken, item->taken);
    if (!journal_store(&batch->journal, item->submission->id, item->key, verdict, item->source, item->length, error)) {
        stop(batch, error);
        return;
    }
    journal_end(&batch->journal, item->submission->id, item->exercise);
    count_waiting(batch, verdict);
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
    note_ran(batch, item, 0, "");
    store(batch, item, &verdict);
    verdict_free(&verdict);
}

static bool begin(Batch *batch, Item *item) {
    Message error;
    if (!trial_passed(batch, item->exercise)) {
        item_free(item);
        return false;
    }
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

static void try_again(Pool *pool, Slot *slot, const char *reason) {
    Batch *batch = pool->batch;
    Item *item = &slot->item;
    if (++item->attempts < MOST_ATTEMPTS) {
        start(pool, slot);
        return;
    }
    fprintf(stderr, "grade: %s could not be graded: %s\n", item->shown, reason);
    note_ran(batch, item, seconds_now() - slot->began, reason);
    journal_end(&batch->journal, item->submission->id, item->exercise);
    batch->failed++;
    item_free(item);
}

static void bury(Pool *pool, Slot *slot) {
    Batch *batch = pool->batch;
    Item *item = &slot->item;
    Message error;
    if (!journal_death(&batch->journal, item->submission->id, item->exercise, item->key, &item->mark, error)) {
        stop(batch, error);
    } else if (item->mark.deaths < MOST_DEATHS) {
        start(pool, slot);
        return;
    } else {
        set_aside(batch, item);
    }
    item_free(item);
}

static void collect(Pool *pool, Slot *slot, int status) {
    Batch *batch = pool->batch;
    Verdict verdict;
    Message error;
    WorkerEnd end = worker_collect(&slot->worker, status, &verdict, error);
    bool over = batch->stopped[0] || process_interrupted();
    pool->running--;
    if (end == WORKER_GRADED && !over) {
        note_ran(batch, &slot->item, seconds_now() - slot->began, "");
        store(batch, &slot->item, &verdict);
    }
    if (end == WORKER_GRADED) verdict_free(&verdict);
    if (over && !slot->item.mark.deaths) // a later run, perhaps elsewhere, must not count this as a death
        journal_end(&batch->journal, slot->item.submission->id, slot->item.exercise);
    if (end == WORKER_GRADED || over) item_free(&slot->item);
    else if (end == WORKER_KILLED) bury(pool, slot);
    else try_again(pool, slot, error);
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
            if (pool->slots[i].worker.pid == pid) collect(pool, &pool->slots[i], status);
}

static bool goes_on(const Pool *pool) { return !pool->batch->stopped[0] && !process_interrupted(); }

static void fill(Pool *pool, bool *more) {
    for (unsigned i = 0; i < pool->batch->jobs && *more && goes_on(pool); i++) {
        Slot *slot = &pool->slots[i];
        while (!slot->worker.pid && *more && goes_on(pool)) {
            *more = item_next(pool->batch, &pool->source, &slot->item);
            if (*more && begin(pool->batch, &slot->item)) start(pool, slot);
            tell(pool, false);
        }
    }
}

static void end_workers(Pool *pool) {
    for (unsigned i = 0; i < pool->batch->jobs; i++)
        if (pool->slots[i].worker.pid > 0) kill(pool->slots[i].worker.pid, SIGKILL); // the kernel clears its jail away
}

void workers_run(Batch *batch, FILE *progress) {
    sigset_t ends;
    Pool pool = {.batch = batch, .progress = progress, .began = seconds_now(), .told = seconds_now()};
    pool.slots = calloc(batch->jobs, sizeof *pool.slots);
    pool.terminal = progress && isatty(fileno(progress));
    if (!pool.slots) stop(batch, "out of memory");
    process_catch_signals();
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ends, NULL); // for sigtimedwait
    prctl(PR_SET_CHILD_SUBREAPER, 1);    // adopts what a killed worker leaves behind
    for (bool more = true; pool.slots && (pool.running || (more && goes_on(&pool)));) {
        fill(&pool, &more);
        if (!goes_on(&pool)) end_workers(&pool);
        if (pool.running) wait_for_some(&pool);
        tell(&pool, false);
    }
    tell(&pool, true);
    item_source_free(&pool.source);
    if (pool.slots) descendants_end(0, &(int){0});
    free(pool.slots);
    if (process_interrupted()) stop(batch, "interrupted");
}
