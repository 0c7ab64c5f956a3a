// schedule.c - runs the steps side by side, and prints what nvcc would have printed.
#define _GNU_SOURCE
#include "compile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// What has to be there before a step can run. The host's code includes a file that cicc writes and one of fatbinary.
#define AFTER(kind) (1u << (kind))
static const unsigned needs[EVERY_STEP] = {
    [FRONT_HOST] = AFTER(PREPROCESS_HOST),
    [FRONT_DEVICE] = AFTER(PREPROCESS_DEVICE),
    [ASSEMBLE] = AFTER(FRONT_DEVICE),
    [BUNDLE] = AFTER(ASSEMBLE),
    [COMPILE_HOST] = AFTER(BUNDLE) | AFTER(COMPILE_EARLY),
    [LINK] = AFTER(COMPILE_HOST),
    [COMPILE_EARLY] = AFTER(FRONT_HOST) | AFTER(FRONT_DEVICE),
};

typedef struct {
    Plan *plan;
    Preamble preambles[MOST_PREAMBLES];
    unsigned preamble_count;
    const Preamble *used[EVERY_STEP]; // by the quick forms of preprocessors, and by COMPILE_EARLY
    pid_t pids[EVERY_STEP];           // 0: it does not run
    int logs[EVERY_STEP], status[EVERY_STEP];
    unsigned started, ended, quick; // sets of steps
    unsigned failed;                // the first step of nvcc that failed; EVERY_STEP: none
} Schedule;

static pid_t start(const Plan *plan, const Step *step, int log) {
    pid_t parent = getpid(), pid = fork();
    if (pid) return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    if (step->early && !early_begin(plan)) _exit(1);
    execvp(step->words[0], step->words);
    dprintf(STDERR_FILENO, "sh: 1: %s: not found\n", step->words[0]);
    _exit(127);
}

static int log_open(void) {
    char name[] = "tmpxft_log_XXXXXX";
    int log = mkostemp(name, O_CLOEXEC | O_APPEND);
    if (log >= 0) unlink(name);
    return log;
}

bool step_run(const Step *step) {
    int log = log_open(), status = 1;
    pid_t pid = log < 0 ? -1 : start(NULL, step, log);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    if (log >= 0) close(log);
    return pid > 0 && status == 0;
}

// ---- quick forms ----

// In a box only these two folders hold programs.
static bool has_lld(void) { return !access("/usr/bin/ld.lld", X_OK) || !access("/bin/ld.lld", X_OK); }

static bool quick_form(Schedule *schedule, StepKind kind, Step *quick) {
    const Plan *plan = schedule->plan;
    *quick = plan->steps[kind];
    switch (kind) {
    case PREPROCESS_HOST:
    case PREPROCESS_DEVICE:
        return macros_use(plan, kind, schedule->preambles, schedule->preamble_count, quick, &schedule->used[kind]);
    case BUNDLE: return step_add(quick, "--create=" EARLY_BYTES), true;
    case COMPILE_EARLY:
        return early_use(plan, schedule->preambles, schedule->preamble_count, quick, &schedule->used[kind]);
    case COMPILE_HOST:
        return schedule->quick & AFTER(COMPILE_EARLY) && early_finish(plan, schedule->used[COMPILE_EARLY], quick);
    case LINK: // one thread: the program is small
        return has_lld() && (step_add(quick, "-fuse-ld=lld"), step_add(quick, "-Wl,--threads=1"), true);
    default: return false;
    }
}

static bool printed_nothing(int log) {
    struct stat status;
    return fstat(log, &status) == 0 && status.st_size == 0;
}

// Whether a quick form has done its work, and what has to be done after it. false: the plain form has to run.
static bool quick_counts(const Schedule *schedule, StepKind kind, int status) {
    if (status || !printed_nothing(schedule->logs[kind])) return false;
    bool preprocesses = kind == PREPROCESS_HOST || kind == PREPROCESS_DEVICE;
    return !preprocesses || macros_finish(schedule->plan, kind, schedule->used[kind]);
}

// ---- running ----

static bool begin(Schedule *schedule, StepKind kind, bool may_be_quick) {
    Step quick;
    bool is_quick = may_be_quick && quick_form(schedule, kind, &quick);
    schedule->started |= AFTER(kind);
    if (is_quick) schedule->quick |= AFTER(kind);
    else schedule->quick &= ~AFTER(kind);
    if (!is_quick && kind == COMPILE_EARLY) return schedule->ended |= AFTER(kind), true; // nvcc has no such step
    schedule->logs[kind] = log_open();
    if (schedule->logs[kind] < 0) return false;
    schedule->pids[kind] =
        start(schedule->plan, is_quick ? &quick : &schedule->plan->steps[kind], schedule->logs[kind]);
    return schedule->pids[kind] > 0;
}

static bool is_ready(const Schedule *schedule, StepKind kind) {
    return !(schedule->started & AFTER(kind)) && (schedule->ended & needs[kind]) == needs[kind];
}

// Starts what can be started; nvcc would not have reached what comes after a failure.
static bool begin_ready(Schedule *schedule) {
    for (unsigned kind = 0; kind < schedule->failed && kind < EVERY_STEP; kind++) {
        bool ready = is_ready(schedule, (StepKind)kind);
        if (ready && !begin(schedule, (StepKind)kind, true)) return false;
        if (ready && schedule->ended & AFTER(kind)) return begin_ready(schedule); // it was none
    }
    return true;
}

static bool end(Schedule *schedule, StepKind kind, int status) {
    schedule->pids[kind] = 0;
    if (schedule->quick & AFTER(kind)) {
        bool counts = quick_counts(schedule, kind, status);
        if (!counts && kind < schedule->failed) return close(schedule->logs[kind]), begin(schedule, kind, false);
    }
    schedule->status[kind] = status;
    schedule->ended |= AFTER(kind);
    if (status && kind < schedule->failed) schedule->failed = kind;
    for (unsigned later = schedule->failed + 1; later < EVERY_STEP; later++)
        if (schedule->pids[later] > 0) kill(schedule->pids[later], SIGKILL);
    return true;
}

// Waits for one step. false: none runs.
static bool wait_for_one(Schedule *schedule, bool *worked) {
    int status;
    pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0) return errno == EINTR;
    for (unsigned kind = 0; kind < EVERY_STEP; kind++)
        if (schedule->pids[kind] == pid) *worked = end(schedule, (StepKind)kind, status) && *worked;
    return true;
}

// ---- messages ----

static void print_log(int log) {
    char text[8192];
    ssize_t got;
    if (lseek(log, 0, SEEK_SET)) return;
    while ((got = read(log, text, sizeof text)) > 0)
        if (write(STDOUT_FILENO, text, (size_t)got) != got) return;
}

static int report(const Schedule *schedule) {
    for (unsigned kind = 0; kind < STEP_COUNT && kind <= schedule->failed; kind++)
        if (schedule->ended & AFTER(kind)) print_log(schedule->logs[kind]);
    if (schedule->failed == EVERY_STEP) return 0;
    int status = schedule->status[schedule->failed];
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    printf("nvcc error   : '%s' died due to signal %d (%s)\n", schedule->plan->steps[schedule->failed].words[0],
           WTERMSIG(status), strsignal(WTERMSIG(status)));
    return 255;
}

int schedule_run(Plan *plan, const char *prepared) {
    Schedule schedule = {.plan = plan, .failed = EVERY_STEP};
    bool worked = true;
    schedule.preamble_count = preambles_find(plan, prepared, schedule.preambles);
    do worked = worked && begin_ready(&schedule);
    while (wait_for_one(&schedule, &worked));
    if (worked) return report(&schedule);
    puts("nvcc error   : a step could not be started");
    return 1;
}
