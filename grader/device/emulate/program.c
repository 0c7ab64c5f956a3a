// program.c - starting the program, passing signals on to it, and leaving nothing of it behind.
//
// This process adopts orphans (PR_SET_CHILD_SUBREAPER), so that at the end all descendants of the program are among its
// children. If this process dies first, the kernel kills the program.
#define _GNU_SOURCE
#include "program.h"
#include "../protocol/protocol.h"
#include "preview.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUNTIME "libcudart.so.13"
#define ABANDONED_SECONDS 2 // kernels may run that much longer than their program
#define CANNOT_START 127

static Program *current; // what the signal handlers act on
static char children_path[64];

// The folder with our runtime, by this executable's own place: lib/ beside it, or beside its folder.
static bool runtime_folder(char folder[PATH_MAX]) {
    static const char *const places[] = {"lib", "../lib"};
    char executable[PATH_MAX / 2], library[PATH_MAX + sizeof RUNTIME + 1];
    ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
    if (length <= 0) return false;
    executable[length] = 0;
    *strrchr(executable, '/') = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(folder, PATH_MAX, "%s/%s", executable, places[i]);
        snprintf(library, sizeof library, "%s/" RUNTIME, folder);
        if (access(library, R_OK) == 0) return true;
    }
    fprintf(stderr, "emulate: " RUNTIME " is not beside %s/emulate in lib/; build it with `make emulate`\n",
            executable);
    return false;
}

// A program that is linked with the driver's library also finds ours, whose functions all fail (libraries/driver/).
static void set_environment(const char *program, const char *folder, int channel) {
    const char *before = getenv("LD_LIBRARY_PATH");
    char number[16], driver[PATH_MAX + 10] = "", *path;
    snprintf(number, sizeof number, "%d", channel);
    setenv(CHANNEL_VARIABLE, number, 1);
    if (preview_needs(program, "libcuda.so.1")) snprintf(driver, sizeof driver, ":%s/driver", folder);
    if (asprintf(&path, "%s%s%s%s", folder, driver, before && *before ? ":" : "", before ? before : "") < 0)
        _exit(CANNOT_START);
    setenv("LD_LIBRARY_PATH", path, 1);
    free(path);
}

static void become_program(char **arguments, const char *folder, int channel, pid_t parent, int failed) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(CANNOT_START); // the parent died before it could be watched
    set_environment(arguments[0], folder, channel);
    execvp(arguments[0], arguments);
    int error = errno;
    if (write(failed, &error, sizeof error) != sizeof error) _exit(CANNOT_START);
    _exit(CANNOT_START);
}

static volatile sig_atomic_t asked_to_end; // the last signal that ends programs, 0: none

// Kills the children of this process. The children of a killed child become ours, so the caller repeats this until none
// is left. Safe in a signal handler.
static bool kill_children(void) {
    char list[4096];
    bool any = false;
    int fd = open(children_path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, list, sizeof list);
    if (fd >= 0) close(fd);
    pid_t pid = 0;
    for (ssize_t i = 0; i < length; i++) {
        if (list[i] >= '0' && list[i] <= '9') {
            pid = pid * 10 + (list[i] - '0');
            continue;
        }
        if (pid > 0) any |= kill(pid, SIGKILL) == 0; // a number that the buffer cut off is left for the next time
        pid = 0;
    }
    return any;
}

void program_end_rest(void) {
    while (kill_children())
        if (waitpid(-1, NULL, 0) < 0 && errno == ECHILD) return;
}

static void stop_kernels(int number) {
    siginfo_t ended = {0};
    int saved = errno;
    (void)number;
    bool running = current && current->pid > 0 &&
                   waitid(P_PID, (id_t)current->pid, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
    if (current && !running) current->stop = true;
    errno = saved;
}

// A child ended. If it was the program, nobody waits for its kernels any more: they get a little time, in case they are
// about to end, and then they are stopped. They get none if somebody asked for the end.
static void note_end(int number) {
    if (asked_to_end) stop_kernels(number);
    alarm(ABANDONED_SECONDS);
}

// The terminal sends its signals to the program as well; only others are passed on. The program may have had this one
// already and ended, so that note_end() did not know that somebody asked for it.
static void pass_signal(int number, siginfo_t *information, void *context) {
    (void)context;
    int saved = errno;
    if (current && current->pid > 0 && information->si_code != SI_KERNEL) kill(current->pid, number);
    if (number != SIGUSR1 && number != SIGUSR2) {
        asked_to_end = number;
        stop_kernels(number);
    }
    errno = saved;
}

static void handle_signals(void) {
    static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
    struct sigaction action = {.sa_sigaction = pass_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigaction before;
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        if (sigaction(passed[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(passed[i], &action, NULL);
    snprintf(children_path, sizeof children_path, "/proc/self/task/%d/children", (int)getpid());
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = note_end}, NULL); // no SA_RESTART: it ends a poll
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = stop_kernels, .sa_flags = SA_RESTART}, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static bool started(const char *name, int failed) {
    int error;
    ssize_t got;
    do got = read(failed, &error, sizeof error);
    while (got < 0 && errno == EINTR);
    close(failed);
    if (got == (ssize_t)sizeof error) fprintf(stderr, "emulate: cannot run %s: %s\n", name, strerror(error));
    return got == 0;
}

bool program_start(Program *program, char **arguments) {
    char folder[PATH_MAX];
    int pair[2], failed[2];
    pid_t self = getpid();
    if (!runtime_folder(folder)) return false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0 || pipe2(failed, O_CLOEXEC) != 0) {
        perror("emulate: cannot make a channel for the program");
        return false;
    }
    fcntl(pair[0], F_SETFD, FD_CLOEXEC);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    program->control = pair[0];
    program->pid = fork();
    if (program->pid == 0) become_program(arguments, folder, pair[1], self, failed[1]);
    close(pair[1]);
    close(failed[1]);
    if (program->pid < 0) perror("emulate: cannot start a process");
    current = program;
    handle_signals();
    return program->pid > 0 && started(arguments[0], failed[0]);
}

bool program_ended(Program *program, ProgramEnd *end) {
    int status;
    pid_t ended;
    bool found = false;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
        if (ended != program->pid) continue; // an orphan of the program's
        found = true;
        end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        end->exit_status = end->signal ? 128 + end->signal : WEXITSTATUS(status);
    }
    end->asked = asked_to_end;
    if (found) program->pid = 0;
    return found;
}
