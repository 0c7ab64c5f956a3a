// worker.h - one grading in a process of its own.
//
// The record travels to the coordinator in an anonymous file that the two share and no student's process gets. The
// coordinator decides what a worker's death means: it may try again, or blame the submission.
#ifndef WORKER_H
#define WORKER_H

#include "../report/verdict.h"
#include "../system/message.h"

#include <sys/types.h>

typedef struct {
    pid_t pid; // 0: there is none
    int record;
    int told; // readable once the worker has called worker_tell; -1: there is none
} Worker;

typedef enum {
    WORKER_GRADED,
    WORKER_COULD_NOT, // the grader could not work
    WORKER_KILLED
} WorkerEnd;

// Runs in the worker; as grade_file.
typedef bool WorkerTask(void *context, Verdict *verdict, Message error);

// Starts one; `last_signal` is what it gets should the coordinator end first. false with a sentence in error.
bool worker_start(Worker *worker, WorkerTask *task, void *context, int last_signal, Message error);
// In a worker: hands over a verdict before the work is over.
void worker_tell(const Verdict *verdict);
// Takes what worker_tell handed over, once; *verdict is the caller's to free. false: there is none.
bool worker_take_told(Worker *worker, Verdict *verdict);
// Takes what a worker left that waitpid has reaped with this status, and forgets the worker. WORKER_GRADED: *verdict is
// the caller's to free. Otherwise a sentence is in error.
WorkerEnd worker_collect(Worker *worker, int status, Verdict *verdict, Message error);

#endif
