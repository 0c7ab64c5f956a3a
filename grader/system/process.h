// process.h - runs one program under limits and leaves nothing of it behind.
//
// The program gets a session of its own, an empty standard input, and pipes for what it prints. The calling process
// adopts every process the program leaves (subreaper), so when process_run returns, everything that descends from
// the program is dead and reaped, every pipe is drained, and files it wrote can be read without a race.
//
// One call at a time, from a process with no other children and no other threads: all children are reaped.
#ifndef PROCESS_H
#define PROCESS_H

#include "../device/system/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A multiple of its limit: output beyond this ends the run even where it is cut.
#define PROCESS_FLOOD 100
// The descriptor on which a program with `report` writes its report.
#define PROCESS_REPORT_DESCRIPTOR 3

typedef enum {
    PROCESS_EXITED,    // status is its exit status
    PROCESS_SIGNALLED, // status is the signal
    PROCESS_TIMEOUT,   // wall clock or CPU time, of one process or of all
    PROCESS_MEMORY,
    PROCESS_OUTPUT,      // printed or reported too much
    PROCESS_DISK,        // wrote too much
    PROCESS_TOO_MANY,    // too many processes at once
    PROCESS_INTERRUPTED, // process_interrupt was called
    PROCESS_FAILED       // it could not be started; error says why
} ProcessEnd;

// 0 means no limit.
typedef struct {
    double wall_seconds;
    double busy_seconds;   // CPU time of all processes together, which other work on the machine does not change
    uint64_t cpu_seconds;  // of each process
    uint64_t output_bytes; // of standard output, and again of standard error
    uint64_t report_bytes;
    uint64_t file_bytes;   // of the largest file
    uint64_t folder_bytes; // of all files below the folder together
    uint64_t folder_files;
    uint64_t memory_bytes;  // resident, of all processes together
    uint64_t address_bytes; // address space of each process
    unsigned processes;     // alive at once
} ProcessLimits;

typedef struct {
    const char *const *arguments;   // NULL-terminated; the first is the path or a name on the PATH
    const char *const *environment; // NULL: the caller's
    const char *folder;             // where it runs, NULL: the caller's
    ProcessLimits limits;
    bool merge_errors; // standard error goes where standard output goes
    bool cut_output; // output beyond output_bytes is dropped and ends no process, unless it is a hundred times as much
    bool report;
} ProcessSpec;

typedef struct {
    char *text; // NUL-terminated, never NULL
    size_t length, capacity;
    uint64_t dropped; // bytes beyond the limit
} ProcessText;

typedef struct {
    ProcessEnd end;
    int status;
    double seconds;
    uint64_t peak_memory; // as sampled
    ProcessText output, errors, report;
    Message error;
} ProcessResult;

void process_run(const ProcessSpec *spec, ProcessResult *result);
void process_result_free(ProcessResult *result);
// Makes the run in progress and all later ones end at once. Safe in a signal handler.
void process_interrupt(void);
bool process_interrupted(void);
// From now on SIGINT, SIGTERM and SIGHUP do that, and end system calls that wait.
void process_catch_signals(void);

// descendants.c: the processes that descend from the calling one.
typedef struct {
    unsigned count;
    uint64_t resident_bytes;
    double cpu_seconds; // so far, of them and of the children that they waited for
    bool cut;           // it took too long, so there may be more, even where none was found
} Descendants;
// Counting stops once there are more than `most` (0: never).
Descendants descendants_measure(unsigned most);
// Reaps children that ended, some of them at a time, and keeps the wait status of `watched` in *status if it is among
// them. Returns how many, -1 if there are no children.
int descendants_reap(int watched, int *status);
// Kills them all and reaps every child. The status of `watched`, a child that leads a group, is kept in *status if it
// was not reaped before.
void descendants_end(int watched, int *status);

#endif
