// worker.h - one grading in a process of its own.
//
// The record travels to the coordinator in an anonymous file that the two share and no student's process gets. The
// coordinator decides what a worker's death means: it may try again, or blame the submission.
#ifndef WORKER_H
#define WORKER_H

#include "../device/system/message.h"
#include "../report/verdict.h"

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

typedef enum {
    WORKER_NOT_STARTED, // a sentence is in error
    WORKER_STARTED,     // in the coordinator
    WORKER_ITSELF       // in the worker, which grades and then calls worker_end
} WorkerStart;

// Starts one, and returns twice, as fork() does. last_signal: what the worker gets should the coordinator end first.
WorkerStart worker_start(Worker *worker, int last_signal, Message error);
// In a worker: hands over what grade_file returned and filled in, and ends the process.
_Noreturn void worker_end(bool graded, const Verdict *verdict, const char *error);
// In a worker: hands over a verdict before the work is over.
void worker_tell(const Verdict *verdict);
// Takes what worker_tell handed over, once; *verdict is the caller's to free. false: there is none.
bool worker_take_told(Worker *worker, Verdict *verdict);
// Takes what a worker left that waitpid has reaped with this status, and forgets the worker. WORKER_GRADED: *verdict is
// the caller's to free. Otherwise a sentence is in error.
WorkerEnd worker_collect(Worker *worker, int status, Verdict *verdict, Message error);

#endif
