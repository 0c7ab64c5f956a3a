// limited.c - a process without privileges and with limits, for readers of hostile bytes.
#define _GNU_SOURCE // memfd_create
#include "limited.h"

#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY 65534
#define CPU_SECONDS 10
#define MOST_RECORD (256u << 20)
#ifdef __SANITIZE_ADDRESS__ // AddressSanitizer maps more than any limit allows
#define MOST_MEMORY (RLIM_INFINITY - 1)
#else
#define MOST_MEMORY (1u << 30)
#endif

static void drop_privileges(void) {
    static const struct {
        int resource;
        rlim_t value;
    } limits[] = {{RLIMIT_AS, MOST_MEMORY}, {RLIMIT_CPU, CPU_SECONDS}, {RLIMIT_FSIZE, MOST_RECORD}, {RLIMIT_CORE, 0}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        setrlimit(limits[i].resource, &(struct rlimit){limits[i].value, limits[i].value + 1}); // SIGXCPU before SIGKILL
    if (geteuid() == 0 &&
        (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY)))
        _exit(LIMITED_OURS);
    setrlimit(RLIMIT_NPROC, &(struct rlimit){0, 0}); // it starts nothing
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGXFSZ, SIG_IGN); // a write that fails says as much
}

bool limited_put(int record, const void *data, size_t length) {
    for (const char *at = data; length;) {
        ssize_t done = write(record, at, length);
        if (done <= 0) return false;
        at += done;
        length -= (size_t)done;
    }
    return true;
}

static LimitedEnd end_of(int status) {
    if (WIFEXITED(status)) return WEXITSTATUS(status) < LIMITED_SLOW ? (LimitedEnd)WEXITSTATUS(status) : LIMITED_OURS;
    if (WTERMSIG(status) == SIGXCPU) return LIMITED_SLOW;
    return WTERMSIG(status) == SIGKILL ? LIMITED_OURS : LIMITED_KILLED; // SIGKILL is the work of others
}

static char *record_text(int record, size_t *length) {
    struct stat status;
    if (fstat(record, &status)) return NULL;
    *length = (size_t)status.st_size;
    char *text = malloc(*length + 1);
    size_t used = 0;
    ssize_t got = 1;
    while (text && used < *length && (got = pread(record, text + used, *length - used, (off_t)used)) > 0)
        used += (size_t)got;
    if (text && used < *length) return free(text), NULL;
    if (text) text[*length] = 0;
    return text;
}

LimitedEnd limited_run(LimitedWork *work, void *context, char **text, size_t *length) {
    int record = memfd_create("record", MFD_CLOEXEC), status = 0;
    pid_t pid = record < 0 ? -1 : fork();
    *text = NULL;
    if (pid == 0) {
        drop_privileges();
        _exit((int)work(context, record));
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    LimitedEnd end = pid > 0 ? end_of(status) : LIMITED_OURS;
    if (end == LIMITED_DONE && !(*text = record_text(record, length))) end = LIMITED_OURS;
    if (record >= 0) close(record);
    return end;
}

void limited_words(LimitedEnd end, const char *what, char words[200]) {
    static const char *const sentences[] = {[LIMITED_UNREADABLE] = "cannot be read: it is empty, damaged or encrypted",
                                            [LIMITED_TOO_MUCH] = "holds more than a submission may",
                                            [LIMITED_LOCKED] = "needs a password",
                                            [LIMITED_SLOW] = "takes too long to read",
                                            [LIMITED_KILLED] = "cannot be read: it is damaged, or made to do damage"};
    words[0] = 0;
    if (end != LIMITED_DONE && end != LIMITED_OURS) snprintf(words, 200, "%s %s.", what, sentences[end]);
}
