// process.c - spawn, watch and end one program: pipes, limits, and the loop that waits for all of them.
#define _GNU_SOURCE // pipe2, close_range
#include "process.h"

#include "../device/system/files.h"
#include "../device/system/grow.h"
#include "../device/system/times.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OUTPUT, ERRORS, REPORT, START, STREAMS }; // START: closed by a successful exec, else carries errno
#define LEAST_INTERVAL 0.02                      // seconds between looks at memory and processes
#define MOST_INTERVAL 0.1
// The kernel may leave children out of its list while others of them end, so a look may find none. This many in a row
// are no accident.
#define UNSEEN_MOST 10
#define FOLDER_INTERVAL 0.2
#define FASTEST_GROWTH (10.0 * (1 << 30)) // bytes of memory a second that a machine can fill
#define RUNNING (-1)

typedef struct {
    const ProcessSpec *spec;
    ProcessResult *result;
    int read_end[STREAMS], write_end[STREAMS];
    ProcessText start;
    pid_t pid;
    int wait_status; // RUNNING until pid was reaped
    double began, next_look, next_folder;
    unsigned unseen;      // looks to their ends since one found a process
    double reaped_before; // CPU time of earlier children of the caller
} Run;

static volatile sig_atomic_t interrupted;

void process_interrupt(void) { interrupted = 1; }
bool process_interrupted(void) { return interrupted; }

static void on_signal(int number) {
    (void)number;
    process_interrupt();
}

void process_catch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal}; // without SA_RESTART
    for (int i = 0; i < 3; i++) sigaction(numbers[i], &action, NULL);
}

static double cpu_seconds(void) { return clock_seconds(CLOCK_THREAD_CPUTIME_ID); }

// CPU time of all processes that were reaped by this one, and by those.
static double reaped_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static bool run_fail(Run *run, const char *what) {
    run->result->end = PROCESS_FAILED;
    snprintf(run->result->error, sizeof run->result->error, "%s: %s", what, strerror(errno));
    return false;
}

// ---- the child, between fork and exec ----

static void limit(int resource, uint64_t value, uint64_t extra) {
    if (!value) return;
    struct rlimit bound = {.rlim_cur = value, .rlim_max = value + extra};
    setrlimit(resource, &bound);
}

static void child_limits(const ProcessLimits *limits) {
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    limit(RLIMIT_CPU, limits->cpu_seconds, 1); // SIGXCPU, a second later SIGKILL
    limit(RLIMIT_FSIZE, limits->file_bytes, 0);
    limit(RLIMIT_AS, limits->address_bytes, 0);
}

// Puts the pipes in their places through descriptors above all targets, so that none overwrites another.
static bool child_streams(const Run *run) {
    int high[STREAMS], target[STREAMS] = {STDOUT_FILENO, STDERR_FILENO, PROCESS_REPORT_DESCRIPTOR, 4};
    int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (input < 0 || dup2(input, STDIN_FILENO) < 0) return false;
    for (int i = 0; i < STREAMS; i++) {
        int from = run->write_end[i == ERRORS && run->spec->merge_errors ? OUTPUT : i];
        high[i] = from < 0 ? -1 : fcntl(from, F_DUPFD_CLOEXEC, 16);
        if (from >= 0 && high[i] < 0) return false;
    }
    for (int i = 0; i < STREAMS; i++) {
        if (high[i] < 0) close(target[i]);
        else if (dup3(high[i], target[i], i == START ? O_CLOEXEC : 0) < 0) return false;
    }
    return close_range(5, ~0U, 0) == 0;
}

static void child_run(const Run *run) {
    const ProcessSpec *spec = run->spec;
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    bool ready = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && setsid() >= 0 && child_streams(run) &&
                 (!spec->folder || chdir(spec->folder) == 0);
    if (ready) {
        child_limits(&spec->limits);
        if (spec->environment) execvpe(spec->arguments[0], (char **)spec->arguments, (char **)spec->environment);
        else execvp(spec->arguments[0], (char **)spec->arguments);
    }
    int error = errno;
    ssize_t told = write(4, &error, sizeof error);
    _exit(told == sizeof error ? 127 : 126);
}

// ---- the parent ----

static bool run_start(Run *run) {
    const ProcessSpec *spec = run->spec;
    for (int i = 0; i < STREAMS; i++) {
        int ends[2] = {-1, -1};
        bool wanted =
            i == OUTPUT || i == START || (i == ERRORS && !spec->merge_errors) || (i == REPORT && spec->report);
        if (wanted && pipe2(ends, O_CLOEXEC)) return run_fail(run, "cannot make a pipe");
        if (wanted) fcntl(ends[0], F_SETFL, O_NONBLOCK);
        run->read_end[i] = ends[0];
        run->write_end[i] = ends[1];
    }
    if (prctl(PR_SET_CHILD_SUBREAPER, 1)) return run_fail(run, "cannot adopt processes");
    run->began = seconds_now();
    run->reaped_before = reaped_seconds();
    run->pid = fork();
    if (run->pid < 0) return run_fail(run, "cannot start a process");
    if (run->pid == 0) child_run(run);
    for (int i = 0; i < STREAMS; i++) {
        if (run->write_end[i] >= 0) close(run->write_end[i]);
        run->write_end[i] = -1;
    }
    return true;
}

// Keeps at most `most` bytes (0: all) of what was read. false: out of memory.
static bool text_keep(ProcessText *text, const char *data, size_t length, uint64_t most) {
    size_t keep = most && text->length + length > most ? (size_t)(most - text->length) : length;
    text->dropped += length - keep;
    if (!ARRAY_RESERVE(text->text, text->capacity, text->length + keep + 1)) return false;
    memcpy(text->text + text->length, data, keep);
    text->length += keep;
    text->text[text->length] = 0;
    return true;
}

static ProcessText *stream_text(Run *run, int stream) {
    ProcessResult *result = run->result;
    return stream == OUTPUT   ? &result->output
           : stream == ERRORS ? &result->errors
           : stream == REPORT ? &result->report
                              : &run->start;
}

// Takes what a pipe holds, at most 1 MiB at a time so that one stream cannot keep the others waiting.
static void stream_read(Run *run, int stream) {
    static char buffer[65536];
    uint64_t most = stream == REPORT ? run->spec->limits.report_bytes : run->spec->limits.output_bytes;
    for (int turn = 0; turn < 16 && run->read_end[stream] >= 0; turn++) {
        ssize_t got = read(run->read_end[stream], buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0 || !text_keep(stream_text(run, stream), buffer, (size_t)got, most)) {
            close(run->read_end[stream]);
            run->read_end[stream] = -1;
        }
    }
}

static bool printed_too_much(const Run *run) {
    const ProcessResult *result = run->result;
    uint64_t more = run->spec->cut_output ? PROCESS_FLOOD * run->spec->limits.output_bytes : 0;
    return result->report.dropped || result->output.dropped > more || result->errors.dropped > more;
}

static bool folder_is_full(const ProcessSpec *spec) {
    const ProcessLimits *limits = &spec->limits;
    uint64_t bytes, files;
    if (!spec->folder || (!limits->folder_bytes && !limits->folder_files)) return false;
    folder_measure(spec->folder, &bytes, &files);
    return (limits->folder_bytes && bytes > limits->folder_bytes) ||
           (limits->folder_files && files > limits->folder_files);
}

// Seconds to the next look. Looks take at most a twentieth of the time and come before the rest of the memory could be
// filled, with LEAST_INTERVAL to MOST_INTERVAL between them.
static double look_interval(const ProcessLimits *limits, uint64_t resident, double cost) {
    double interval = MOST_INTERVAL;
    if (limits->memory_bytes) interval = ((double)limits->memory_bytes - (double)resident) / FASTEST_GROWTH;
    if (interval < LEAST_INTERVAL) interval = LEAST_INTERVAL;
    if (interval < 20 * cost) interval = 20 * cost;
    return interval < MOST_INTERVAL ? interval : MOST_INTERVAL;
}

// CPU time of the run's processes: of those alive, and of those that ended, which were reaped here or by others of
// them.
static double busy_seconds(const Run *run, const Descendants *alive) {
    return alive->cpu_seconds + reaped_seconds() - run->reaped_before;
}

static ProcessEnd descendants_look(Run *run, double now) {
    const ProcessLimits *limits = &run->spec->limits;
    double used = cpu_seconds();
    Descendants all = descendants_measure(limits->processes);
    run->next_look = now + look_interval(limits, all.resident_bytes, cpu_seconds() - used);
    if (!all.cut) run->unseen = all.count || run->wait_status != RUNNING ? 0 : run->unseen + 1;
    if (run->unseen == UNSEEN_MOST) {
        run_fail(run, "cannot see its processes in /proc/PID/task/TID/children"); // and so cannot limit them
        return PROCESS_FAILED;
    }
    if (all.resident_bytes > run->result->peak_memory) run->result->peak_memory = all.resident_bytes;
    if (limits->memory_bytes && all.resident_bytes > limits->memory_bytes) return PROCESS_MEMORY;
    if (limits->busy_seconds > 0 && busy_seconds(run, &all) > limits->busy_seconds) return PROCESS_TIMEOUT;
    return limits->processes && all.count > limits->processes ? PROCESS_TOO_MANY : PROCESS_EXITED;
}

// Which limit is passed now; PROCESS_EXITED: none.
static ProcessEnd limits_look(Run *run) {
    const ProcessLimits *limits = &run->spec->limits;
    double now = seconds_now();
    if (interrupted) return PROCESS_INTERRUPTED;
    if (printed_too_much(run)) return PROCESS_OUTPUT;
    if (limits->wall_seconds > 0 && now - run->began > limits->wall_seconds) return PROCESS_TIMEOUT;
    ProcessEnd end = now < run->next_look ? PROCESS_EXITED : descendants_look(run, now);
    if (end != PROCESS_EXITED || now < run->next_folder) return end;
    run->next_folder = now + FOLDER_INTERVAL;
    return folder_is_full(run->spec) ? PROCESS_DISK : PROCESS_EXITED;
}

// Waits for output, the end of the program, or the time of the next look.
static void run_wait(Run *run, int watch) {
    struct pollfd polls[STREAMS + 1];
    double left = run->next_look - seconds_now();
    for (int i = 0; i < STREAMS; i++) polls[i] = (struct pollfd){.fd = run->read_end[i], .events = POLLIN};
    polls[STREAMS] = (struct pollfd){.fd = watch, .events = POLLIN};
    poll(polls, STREAMS + 1, left > 0 ? 1 + (int)(1e3 * left) : 0);
    for (int i = 0; i < STREAMS; i++)
        if (run->read_end[i] >= 0 && polls[i].revents) stream_read(run, i);
}

// Watches until the program ends by itself or must be ended.
static ProcessEnd run_watch(Run *run) {
    int watch = (int)syscall(SYS_pidfd_open, run->pid, 0);
    ProcessEnd end = PROCESS_EXITED;
    run->next_look = run->began + LEAST_INTERVAL;
    run->next_folder = run->began + FOLDER_INTERVAL;
    while (end == PROCESS_EXITED && run->wait_status == RUNNING) {
        run_wait(run, watch);
        descendants_reap(run->pid, &run->wait_status);
        end = limits_look(run);
    }
    if (watch >= 0) close(watch);
    return end;
}

static void run_conclude(Run *run, ProcessEnd end) {
    ProcessResult *result = run->result;
    int error = 0;
    if (run->start.length == sizeof error) {
        memcpy(&error, run->start.text, sizeof error);
        errno = error;
        run_fail(run, run->spec->arguments[0]);
        return;
    }
    bool by_signal = WIFSIGNALED(run->wait_status);
    result->status = by_signal ? WTERMSIG(run->wait_status) : WEXITSTATUS(run->wait_status);
    if (end == PROCESS_EXITED && printed_too_much(run)) end = PROCESS_OUTPUT;
    if (end == PROCESS_EXITED && folder_is_full(run->spec)) end = PROCESS_DISK; // faster than the looks at it
    if (end == PROCESS_EXITED && by_signal)
        end = result->status == SIGXCPU   ? PROCESS_TIMEOUT
              : result->status == SIGXFSZ ? PROCESS_DISK
                                          : PROCESS_SIGNALLED;
    result->end = end;
}

// Drains a pipe whose writers are all dead.
static void stream_drain(Run *run, int stream) {
    while (run->read_end[stream] >= 0) {
        size_t before = stream_text(run, stream)->length + stream_text(run, stream)->dropped;
        stream_read(run, stream);
        if (stream_text(run, stream)->length + stream_text(run, stream)->dropped == before) break;
    }
    if (run->read_end[stream] >= 0) close(run->read_end[stream]);
    run->read_end[stream] = -1;
}

void process_run(const ProcessSpec *spec, ProcessResult *result) {
    *result = (ProcessResult){0};
    Run run = {.spec = spec, .result = result, .pid = -1, .wait_status = RUNNING};
    for (int i = 0; i < STREAMS; i++) {
        run.read_end[i] = run.write_end[i] = -1;
        if (!text_keep(stream_text(&run, i), "", 0, 0)) abort();
    }
    bool started = run_start(&run);
    ProcessEnd end = started ? run_watch(&run) : PROCESS_FAILED;
    descendants_end(run.pid, &run.wait_status);
    for (int i = 0; i < STREAMS; i++) {
        if (run.write_end[i] >= 0) close(run.write_end[i]);
        stream_drain(&run, i);
    }
    if (started) {
        result->seconds = seconds_now() - run.began;
        run_conclude(&run, end);
    }
    free(run.start.text);
}

void process_result_free(ProcessResult *result) {
    free(result->output.text);
    free(result->errors.text);
    free(result->report.text);
    *result = (ProcessResult){0};
}
