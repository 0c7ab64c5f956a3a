// at_once.c - the cases of an exercise, several at a time.
//
// Each runs in a process of its own, in a directory of its own, and leaves its CaseRun in an anonymous file that no
// student's process gets. Runs are taken in the order of the cases, and what a run means for later cases is decided
// then: a case that would not have been started, had they run one after another, counts as not started. So the verdict
// is the same, however many there are at a time.
#define _GNU_SOURCE // memfd_create
#include "at_once.h"

#include "one_case.h"

#include "../system/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    pid_t pid; // 0: it does not run
    int record;
} Place;

typedef struct {
    const RunPlan *plan;
    CaseRun *runs;
    Place *places; // of each case
    unsigned started, running, taken;
    bool over; // those behind the last one taken would not have been started
} Several;

// ---- a run, from its process to ours ----
//
// Text: its length with the final NUL, 0 for NULL, and its bytes. Pointers to literals are the same in both processes.

static void text_put(FILE *out, const char *text) {
    size_t length = text ? strlen(text) + 1 : 0;
    fwrite(&length, sizeof length, 1, out);
    fwrite(text, 1, length, out);
}

static char *text_get(FILE *in) {
    size_t length = 0;
    char *text = fread(&length, sizeof length, 1, in) == 1 && length ? malloc(length) : NULL;
    if (text && fread(text, 1, length, in) == length) return text;
    free(text);
    return NULL;
}

static bool run_put(int record, const CaseRun *run, bool worked, const char error[200]) {
    FILE *out = fdopen(record, "w");
    char *report = run->report ? report_text(run->report) : NULL;
    if (!out || (run->report && !report)) return false;
    fwrite(&worked, sizeof worked, 1, out);
    fwrite(error, 1, 200, out);
    fwrite(run, sizeof *run, 1, out);
    text_put(out, report);
    text_put(out, run->text);
    text_put(out, run->key_text);
    text_put(out, run->errors);
    return !fclose(out);
}

static bool run_get(int record, CaseRun *run, char error[200]) {
    bool worked = false;
    FILE *in = lseek(record, 0, SEEK_SET) ? NULL : fdopen(record, "r");
    bool there = in && fread(&worked, sizeof worked, 1, in) == 1 && fread(error, 1, 200, in) == 200 &&
                 fread(run, sizeof *run, 1, in) == 1;
    if (!there) *run = (CaseRun){0}, snprintf(error, 200, "the process of a case left no record");
    if (there) {
        char *report = text_get(in);
        run->text = text_get(in);
        run->key_text = text_get(in);
        run->errors = text_get(in);
        run->outputs = (CaseFile){0};
        run->report = report ? report_read(report, strlen(report), error) : NULL;
        worked = worked && (run->report || !report);
        free(report);
    }
    if (in) fclose(in);
    else close(record);
    return there && worked;
}

// ---- processes ----

static _Noreturn void run_here(const RunPlan *plan, unsigned index, int record) {
    RunPlan own = *plan;
    CaseRun run = {0};
    char folder[PATH_BYTES], error[200] = "";
    snprintf(folder, sizeof folder, "%.900s/at-%u", plan->folder, index);
    own.folder = folder;
    bool worked = run_whole(&own, index, &run, error);
    _exit(run_put(record, &run, worked, error) ? 0 : 1);
}

static bool start(Several *several, char error[200]) {
    unsigned index = several->started++;
    Place *place = &several->places[index];
    pid_t parent = getpid();
    place->record = memfd_create("case", MFD_CLOEXEC);
    place->pid = place->record < 0 ? -1 : fork();
    if (place->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() == parent) run_here(several->plan, index, place->record);
        _exit(1);
    }
    if (place->pid < 0) return snprintf(error, 200, "cannot start a case: %s", strerror(errno)), false;
    several->running++;
    return true;
}

static void wait_for_one(Several *several) {
    pid_t pid = waitpid(-1, NULL, 0);
    for (unsigned i = 0; pid > 0 && i < several->started; i++) {
        if (several->places[i].pid != pid) continue;
        several->places[i].pid = 0;
        several->running--;
    }
}

static void end_all(Several *several) {
    for (unsigned i = several->taken; i < several->started; i++)
        if (several->places[i].pid > 0) kill(several->places[i].pid, SIGTERM);
    while (several->running) wait_for_one(several);
    for (unsigned i = several->taken; i < several->started; i++) close(several->places[i].record);
}

// ---- in order ----

// The next case's run, and what it means for those behind it.
static bool take(Several *several, char error[200]) {
    unsigned index = several->taken++;
    CaseRun *run = &several->runs[index];
    bool worked = run_get(several->places[index].record, run, error);
    several->over = run->died || run_stops(run);
    return worked;
}

static bool go_on(Several *several, unsigned at_once, char error[200]) {
    bool more = several->started < several->plan->exercise->case_count && several->running < at_once;
    if (process_interrupted()) return snprintf(error, 200, "interrupted"), false;
    if (several->taken < several->started && !several->places[several->taken].pid) return take(several, error);
    if (more) return start(several, error);
    return wait_for_one(several), true;
}

bool run_at_once(const RunPlan *plan, unsigned at_once, CaseRun *runs, char error[200]) {
    const unsigned count = plan->exercise->case_count;
    Several several = {.plan = plan, .runs = runs, .places = calloc(count, sizeof *several.places)};
    bool worked = several.places || (snprintf(error, 200, "out of memory"), false);
    for (unsigned i = 0; i < count; i++)
        runs[i] = run_announce(plan->exercise, i, run_case_seed(plan->exercise, i, plan->seed, plan->inputs));
    while (worked && !several.over && several.taken < count) worked = go_on(&several, at_once, error);
    if (several.places) end_all(&several);
    free(several.places);
    return worked;
}
