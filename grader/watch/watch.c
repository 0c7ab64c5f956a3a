// watch.c - grades what was saved, again and again: the loop, and what is shown.
//
// This process waits and shows. Children do the grading and everything else that runs programs. One grades; a new save
// ends it. One prepares the exercise's solution meanwhile, so that no verdict waits for it. With a page (make live) one
// writes its pictures. The command of a key runs while the others are stopped.
#define _GNU_SOURCE
#include "watch.h"

#include "changes.h"
#include "draft.h"
#include "keys.h"
#include "page.h"
#include "saved.h"

#include "../command.h"
#include "../device/system/text.h"
#include "../device/system/times.h"
#include "../grading/build.h"
#include "../grading/key.h"
#include "../grading/run.h"
#include "../parallel/worker.h"
#include "../report/terminal.h"
#include "../student/passed.h"
#include "../student/progress.h"
#include "../student/show.h"
#include "../system/process.h"
#include "../verdict/pipeline.h"
#include "../verdict/steps.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_MILLISECONDS 1000 // where the kernel tells nothing of saves, and for the seconds shown

typedef struct {
    const Paths *paths;
    const Exercise *only;    // NULL: any
    const Exercise *current; // that keys act on; NULL: none yet
    double timeout_seconds;
    uint64_t inputs;   // of visible cases
    uint64_t seed;     // one for all tries, so that their hidden cases are the same
    bool screen, over; // over: q was pressed, or the terminal is gone
    Saved saved;
    Verdict *tries; // the last verdict of each exercise; of none where it has no exercise
    GradeJob job;
    char file[PATH_BYTES];
    Worker worker;
    int worker_end; // readable once the worker has ended; -1: none
    Draft draft;
    pid_t preparing;
    Page *page;            // NULL: make watch
    pid_t drawing;         // writes the page's pictures; 0: nobody does
    uint64_t drawn_before; // file_age of the pictures before
    bool shown;            // the verdict of the job that still works: only its estimate is to come
    double began, took;
} Watch;

static volatile sig_atomic_t continued;

static void on_continue(int number) {
    (void)number;
    continued = 1;
}

static unsigned index_of(const Exercise *exercise) {
    unsigned index = 0;
    while (exercises[index] != exercise) index++;
    return index;
}

// ---- children ----

// Does something in a process of its own, which ends with this one, and waits for it.
typedef void Deed(const Watch *watch);

static pid_t child_start(const Watch *watch, Deed *deed) {
    fflush(stdout);
    pid_t parent = getpid(), pid = fork();
    if (pid) return pid;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent) deed(watch);
    fflush(stdout);
    _exit(0);
}

static void child_finish(pid_t pid) {
    if (process_interrupted()) kill(pid, SIGTERM);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
        if (process_interrupted()) kill(pid, SIGTERM);
    }
}

static void child_run(const Watch *watch, Deed *deed) {
    pid_t pid = child_start(watch, deed);
    if (pid > 0) child_finish(pid);
}

static void prepare_key(const Watch *watch, const char *folder) {
    const Exercise *exercise = watch->current;
    char error[200];
    bool there = key_prepare(watch->paths, exercise, folder, error) && exercise->key == KEY_PER_CASE;
    for (unsigned i = 0; there && i < exercise->case_count; i++) {
        uint64_t seed = run_case_seed(exercise, i, watch->seed, watch->inputs);
        CaseSpec spec = run_case_spec(exercise, i, seed);
        free(key_text(watch->paths, exercise, &spec, seed, folder, error));
    }
}

// Prepares what the first verdicts would otherwise wait for.
static void prepare(const Watch *watch) {
    static Steps steps;
    char folder[PATH_BYTES], error[200];
    if (paths_work_folder(watch->paths, folder, error)) {
        prepare_key(watch, folder);
        folder_remove(folder);
    }
    if (watch->current->case_count) steps_measure(watch->paths, watch->current, &steps);
}

static void start_preparing(Watch *watch) {
    if (watch->preparing <= 0) watch->preparing = child_start(watch, prepare);
}

static void child_end(pid_t *pid) {
    if (*pid <= 0) return;
    kill(*pid, SIGTERM);
    child_finish(*pid);
    *pid = 0;
}

static bool child_has_ended(pid_t *pid) {
    if (*pid <= 0 || waitpid(*pid, NULL, WNOHANG) <= 0) return false;
    *pid = 0;
    return true;
}

static void tell_passed(const Watch *watch) {
    const Verdict *verdict = &watch->tries[index_of(watch->current)];
    passed_print(watch->paths, verdict, stdout, terminal_style(stdout));
}

static void tell_hint(const Watch *watch) { hint_command(watch->paths, watch->current); }
static void tell_lines(const Watch *watch) { show_command(watch->paths, watch->current); }

// ---- the page's pictures ----

static uint64_t pictures_age(const Watch *watch) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.800s/show/%.100s.html", watch->paths->build, watch->job.exercise->name);
    return file_age(path);
}

static void draw(const Watch *watch) {
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0 || dup2(nowhere, STDERR_FILENO) < 0) return;
    process_catch_signals();
    show_command(watch->paths, watch->job.exercise);
}

static void start_drawing(Watch *watch) {
    if (!watch->page) return;
    watch->drawn_before = pictures_age(watch);
    watch->drawing = child_start(watch, draw);
}

static void finish_drawing(Watch *watch) {
    if (child_has_ended(&watch->drawing)) page_pictures(watch->page, pictures_age(watch) != watch->drawn_before);
}

// ---- what is shown ----

static void line_begin(const Watch *watch) {
    if (watch->screen) fputs("\r\033[K", stdout);
}

static void screen_clear(const Watch *watch) {
    if (watch->screen) fputs("\033[H\033[2J", stdout);
}

// The last line of the screen: what keys there are.
static void show_keys(const Watch *watch) {
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    if (!watch->screen) return;
    line_begin(watch);
    terminal_tone(&terminal, FAINT);
    if (watch->current) fputs("h hint  s show  ", stdout);
    fputs("n next  q quit", stdout);
    if (watch->took > 0) printf("   (%.1f s)", watch->took);
    terminal_plain(&terminal);
    fflush(stdout);
}

static void show_grading(const Watch *watch) {
    double seconds = seconds_now() - watch->began;
    if (!watch->screen) return;
    line_begin(watch);
    printf("grading %s ...", watch->job.exercise->name);
    if (seconds >= 1) printf(" %.0f s", seconds);
    fflush(stdout);
}

static void show_place(const Watch *watch) {
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    const Exercise *exercise = watch->current;
    char text[400];
    snprintf(text, sizeof text, "Read chapters/%s/README.md, edit exercises/%s/%s.cu; it is graded when it is saved.",
             exercise->chapter, exercise->chapter, exercise->name);
    terminal_wrapped(&terminal, 0, 2, text);
}

static void show_changes(const char *changes) {
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    char text[700];
    snprintf(text, sizeof text, "Since the last try: %s", changes);
    if (changes[0]) terminal_wrapped(&terminal, 0, 2, text);
}

// On a line of its own, while nvcc works.
static void show_draft(const Watch *watch) {
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    line_begin(watch);
    terminal_wrapped(&terminal, 0, 2, watch->draft.line);
    if (watch->page) page_draft(watch->page, watch->draft.line);
    show_grading(watch);
    fflush(stdout);
}

static void show_verdict(Watch *watch, const Verdict *before) {
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    const Verdict *now = &watch->tries[index_of(watch->current)];
    char changes[600] = "", differs[400];
    draft_compare(&watch->draft, watch->paths, now, watch->file, differs);
    if (before->exercise) changes_say(before, now, changes, sizeof changes);
    if (watch->page) page_verdict(watch->page, now, changes, watch->took);
    screen_clear(watch);
    report_print_verdict(stdout, terminal_style(stdout), now);
    show_changes(changes);
    if (differs[0]) terminal_wrapped(&terminal, 0, 2, differs);
    if (now->state == STATE_not_started) show_place(watch);
    show_keys(watch);
    fflush(stdout);
    if (now->state != STATE_passed) return;
    line_begin(watch);
    child_run(watch, tell_passed);
    show_keys(watch);
}

static void show_estimate(const Watch *watch, const Verdict *verdict) {
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    char line[400], text[440];
    time_estimate_line(&verdict->time.estimate, false, line);
    snprintf(text, sizeof text, "Time: %s", line);
    line_begin(watch);
    terminal_wrapped(&terminal, 0, 2, text);
    show_keys(watch);
    fflush(stdout);
}

// ---- grading ----

// In the worker: the verdict is shown before its estimate, which takes longer than all the rest.
static _Noreturn void grade_in_worker(const GradeJob *job) {
    Grading grading;
    Verdict verdict;
    char error[200];
    bool graded = grading_decide(job, &grading, &verdict, error);
    if (graded && estimate_is_due(&grading.judged)) {
        worker_tell(&verdict);
        estimate_add(&grading.judged, &verdict);
    }
    grading_free(&grading);
    worker_end(graded, &verdict, error);
}

// Reaps the worker. false: it was killed on purpose, or could not work, which is printed.
static bool worker_take(Watch *watch, Verdict *verdict, bool wanted) {
    int status;
    char error[200];
    while (waitpid(watch->worker.pid, &status, 0) < 0 && errno == EINTR) {}
    close(watch->worker_end);
    watch->worker_end = -1;
    bool graded = worker_collect(&watch->worker, status, verdict, error) == WORKER_GRADED;
    bool lost = !graded && wanted && !watch->shown;
    if (graded && !wanted) verdict_free(verdict);
    line_begin(watch);
    if (lost) printf("%s could not be graded: %s\n", watch->job.exercise->name, error);
    if (lost && watch->page) page_failed(watch->page, error);
    return graded && wanted;
}

static void grading_end(Watch *watch) {
    Verdict verdict;
    if (watch->worker.pid <= 0) return;
    kill(watch->worker.pid, SIGTERM);
    worker_take(watch, &verdict, false);
    draft_end(&watch->draft);
}

static void grading_begin(Watch *watch, const Exercise *exercise) {
    char error[200];
    grading_end(watch);
    child_end(&watch->drawing);
    if (watch->page) page_grading(watch->page, exercise);
    watch->current = exercise;
    watch->began = seconds_now();
    watch->shown = false;
    paths_source(watch->paths, "exercises", exercise, watch->file);
    draft_begin(&watch->draft, watch->paths, exercise, watch->file);
    watch->job = (GradeJob){.paths = watch->paths,
                            .exercise = exercise,
                            .file = watch->file,
                            .seed = watch->seed,
                            .inputs = watch->inputs,
                            .timeout_seconds = watch->timeout_seconds,
                            .at_once = default_jobs(),
                            .estimates = true};
    fflush(stdout);
    WorkerStart started = worker_start(&watch->worker, SIGTERM, error);
    if (started == WORKER_ITSELF) grade_in_worker(&watch->job);
    if (started == WORKER_NOT_STARTED) {
        complain("%s", error);
        return;
    }
    watch->worker_end = (int)syscall(SYS_pidfd_open, watch->worker.pid, 0);
    show_grading(watch);
}

static void verdict_came(Watch *watch, Verdict now) {
    Verdict *last = &watch->tries[index_of(watch->job.exercise)], before = *last;
    char error[200];
    watch->took = seconds_now() - watch->began;
    watch->shown = true;
    *last = now;
    if (!progress_note(watch->paths, &now, 1, error)) complain("%s", error);
    show_verdict(watch, &before);
    verdict_free(&before);
    start_preparing(watch);
    start_drawing(watch);
}

// The verdict is there, and the worker goes on with the estimate.
static void grading_told(Watch *watch) {
    Verdict now;
    if (worker_take_told(&watch->worker, &now)) verdict_came(watch, now);
}

static void estimate_came(Watch *watch, Verdict now) {
    Verdict *last = &watch->tries[index_of(watch->job.exercise)];
    verdict_free(last);
    *last = now;
    if (!now.time.has_estimate) return;
    if (watch->page) page_estimate(watch->page, &now);
    show_estimate(watch, &now);
}

static void grading_finish(Watch *watch) {
    Verdict now;
    bool shown = watch->shown;
    if (!worker_take(watch, &now, true)) show_keys(watch);
    else if (shown) estimate_came(watch, now);
    else verdict_came(watch, now);
}

// ---- keys ----

static void go_on(Watch *watch) {
    ProgressMark *marks = progress_marks(watch->paths);
    const Exercise *next = marks ? progress_next(marks, watch->current) : NULL;
    free(marks);
    line_begin(watch);
    if (!next) {
        puts("You have finished the workbook.");
        return;
    }
    child_end(&watch->preparing);
    if (watch->only) watch->only = next;
    grading_begin(watch, next);
}

static bool is_grading(const Watch *watch) { return watch->worker.pid > 0 && !watch->shown; }

static void take_key(Watch *watch, int key) {
    bool shows = watch->current && !is_grading(watch);
    line_begin(watch);
    if (key == 'q') watch->over = true;
    else if (key == 'n') go_on(watch);
    else if (key == 'h' && shows) child_run(watch, tell_hint);
    else if (key == 's' && shows) child_run(watch, tell_lines);
    if (is_grading(watch)) show_grading(watch);
    else if (!watch->over) show_keys(watch);
}

static void take_keys(Watch *watch) {
    bool closed = false;
    for (int key; !watch->over && (key = keys_next(&closed));) take_key(watch, key);
    watch->over = watch->over || closed;
}

// ---- the loop ----

static void wait_for_something(const Watch *watch, bool settling) {
    struct pollfd polls[] = {{.fd = watch->saved.notify, .events = POLLIN},
                             {.fd = watch->worker_end, .events = POLLIN},
                             {.fd = watch->worker.pid > 0 ? watch->worker.told : -1, .events = POLLIN},
                             {.fd = watch->draft.descriptor, .events = POLLIN},
                             {.fd = watch->screen ? STDIN_FILENO : -1, .events = POLLIN},
                             {.fd = watch->page ? page_descriptor(watch->page) : -1, .events = POLLIN}};
    bool sends = watch->page && page_goes_on(watch->page);
    poll(polls, COUNT_OF(polls), sends ? 0 : settling ? SAVED_SETTLES : LOOK_MILLISECONDS);
}

static bool has_ended(int descriptor) {
    struct pollfd ended = {.fd = descriptor, .events = POLLIN};
    return descriptor >= 0 && poll(&ended, 1, 0) > 0;
}

static void turn(Watch *watch, bool *settling) {
    wait_for_something(watch, *settling);
    if (continued) {
        continued = 0;
        keys_again();
        show_keys(watch);
    }
    child_has_ended(&watch->preparing);
    if (watch->page) finish_drawing(watch), page_turn(watch->page);
    const Exercise *saved = saved_take(&watch->saved, watch->only, settling);
    bool drafted = !saved && draft_take(&watch->draft);
    if (drafted && is_grading(watch) && !has_ended(watch->worker_end)) show_draft(watch);
    if (saved) grading_begin(watch, saved);
    else if (has_ended(watch->worker_end)) grading_finish(watch);
    else if (is_grading(watch) && has_ended(watch->worker.told)) grading_told(watch);
    else if (is_grading(watch)) show_grading(watch);
    if (watch->screen) take_keys(watch);
}

static void watch_run(Watch *watch) {
    bool settling = false;
    watch->current = watch->only;
    if (watch->only) grading_begin(watch, watch->only);
    else puts("Save a file of exercises/, and it is graded.");
    show_keys(watch);
    fflush(stdout);
    while (!watch->over && !process_interrupted()) turn(watch, &settling);
    grading_end(watch);
    draft_end(&watch->draft);
    child_end(&watch->preparing);
    child_end(&watch->drawing);
    if (watch->screen) puts("");
}

static int watch_files(const Paths *paths, const Exercise *exercise, double timeout_seconds, Page *page) {
    char error[200];
    Watch watch = {.paths = paths,
                   .only = exercise,
                   .timeout_seconds = timeout_seconds,
                   .worker_end = -1,
                   .draft = {.descriptor = -1},
                   .page = page};
    watch.tries = calloc(exercise_count, sizeof *watch.tries);
    if (getrandom(&watch.seed, sizeof watch.seed, 0) < 0) watch.seed = 1;
    watch.seed &= MOST_SEED;
    watch.inputs = grade_inputs(watch.paths);
    bool ready = watch.tries && saved_begin(&watch.saved, paths, error);
    if (!ready) return complain("%s", watch.tries ? error : "out of memory");
    process_catch_signals();
    sigaction(SIGCONT, &(struct sigaction){.sa_handler = on_continue}, NULL);
    watch.screen = keys_begin();
    watch_run(&watch);
    keys_end();
    for (unsigned i = 0; i < exercise_count; i++) verdict_free(&watch.tries[i]);
    free(watch.tries);
    saved_end(&watch.saved);
    return 0;
}

int watch_command(const Paths *paths, const Exercise *exercise, double timeout_seconds) {
    return watch_files(paths, exercise, timeout_seconds, NULL);
}

// ---- make live ----

// How a browser on another machine gets here; SSH_CONNECTION is "CLIENT PORT SERVER PORT".
static void tell_forwarding(const Page *page) {
    const char *connection = getenv("SSH_CONNECTION"), *user = getenv("USER");
    char server[64] = "THIS_MACHINE";
    bool shows = getenv("DISPLAY") || getenv("WAYLAND_DISPLAY");
    if (shows) return;
    if (connection) sscanf(connection, "%*s %*s %63s", server);
    printf("There is no display here. On the computer with your browser, run this first:\n  ssh -N -L %u:127.0.0.1:%u "
           "%s%s%s\n",
           page_port(page), page_port(page), user ? user : "", user ? "@" : "", server);
}

int live_command(const Paths *paths, const Exercise *exercise, double timeout_seconds, unsigned port) {
    char error[200];
    Page *page = page_open(paths, port, error);
    if (!page) return complain("%s", error);
    printf("Open this page beside your editor; nobody else's browser can:\n  %s\n", page_address(page));
    tell_forwarding(page);
    int status = watch_files(paths, exercise, timeout_seconds, page);
    page_close(page);
    return status;
}
