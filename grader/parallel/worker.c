// worker.c - one grading in a process of its own.
#define _GNU_SOURCE // memfd_create
#include "worker.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../report/report.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_RECORD (8 << 20)
enum { STATUS_GRADED = 0, STATUS_COULD_NOT = 2 };

// ---- in the worker ----

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

// The last text that is written counts.
static bool record_replace(int descriptor, const char *text) {
    return !ftruncate(descriptor, 0) && !lseek(descriptor, 0, SEEK_SET) && record_write(descriptor, text);
}

static char *verdict_text(const Verdict *verdict) {
    json_t *json = verdict_to_json(verdict);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

static int own_record = -1, tell = -1; // of this process, if it is a worker

void worker_tell(const Verdict *verdict) {
    char *text = verdict_text(verdict);
    if (text && record_replace(own_record, text) && write(tell, "", 1) < 0) {} // the last record says it again
    free(text);
}

void worker_end(bool graded, const Verdict *verdict, const char *error) {
    char *text = graded ? verdict_text(verdict) : NULL;
    bool written = record_replace(own_record, text ? text : graded ? "out of memory" : error);
    _exit(text && written ? STATUS_GRADED : STATUS_COULD_NOT);
}

// ---- in the coordinator ----

WorkerStart worker_start(Worker *worker, int last_signal, Message error) {
    pid_t coordinator = getpid();
    sigset_t none;
    sigemptyset(&none);
    int record = memfd_create("verdict", MFD_CLOEXEC), ends[2] = {-1, -1};
    pid_t pid = record < 0 || pipe2(ends, O_CLOEXEC) ? -1 : fork();
    if (pid == 0) {
        own_record = record, tell = ends[1];
        sigprocmask(SIG_SETMASK, &none, NULL);
        prctl(PR_SET_PDEATHSIG, last_signal);
        if (getppid() != coordinator) _exit(STATUS_COULD_NOT);
        return WORKER_ITSELF;
    }
    if (pid < 0) message_set(error, "cannot start a worker: %s", strerror(errno));
    else *worker = (Worker){.pid = pid, .record = record, .told = ends[0]};
    if (pid < 0 && record >= 0) close(record);
    if (pid < 0 && ends[0] >= 0) close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
    return pid > 0 ? WORKER_STARTED : WORKER_NOT_STARTED;
}

static char *record_read(int descriptor) {
    off_t length = lseek(descriptor, 0, SEEK_END);
    char *text = length < 0 || length > MOST_RECORD ? NULL : malloc((size_t)length + 1);
    if (!text) return NULL;
    ssize_t got = pread(descriptor, text, (size_t)length, 0);
    text[got < 0 ? 0 : got] = 0;
    return text;
}

static bool verdict_take(const char *text, Verdict *verdict) {
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    bool read = json && verdict_from_json(json, verdict);
    json_decref(json);
    return read;
}

static void told_close(Worker *worker) {
    if (worker->told >= 0) close(worker->told);
    worker->told = -1;
}

bool worker_take_told(Worker *worker, Verdict *verdict) {
    char byte;
    bool told = worker->told >= 0 && read(worker->told, &byte, 1) == 1;
    char *text = told ? record_read(worker->record) : NULL;
    bool taken = verdict_take(text, verdict); // not while the last record is written, which says it again
    free(text);
    told_close(worker);
    return taken;
}

WorkerEnd worker_collect(Worker *worker, int status, Verdict *verdict, Message error) {
    WorkerEnd end = WORKER_COULD_NOT;
    char *text = record_read(worker->record);
    close(worker->record);
    told_close(worker);
    *worker = (Worker){.pid = 0, .record = -1, .told = -1};
    if (WIFSIGNALED(status)) {
        message_set(error, "the worker was ended by signal %d", WTERMSIG(status));
        end = WORKER_KILLED;
    } else if (WEXITSTATUS(status) == STATUS_GRADED) {
        if (verdict_take(text, verdict)) end = WORKER_GRADED;
        else message_set(error, "a worker's record cannot be read");
    } else {
        text_copy(error, MESSAGE_BYTES, text && *text ? text : "the worker ended without a record");
    }
    free(text);
    return end;
}
