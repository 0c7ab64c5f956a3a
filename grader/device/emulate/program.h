// program.h - the program that runs on the emulated GPU, as a child process: its start, signals, and end.
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct {
    pid_t pid;        // 0: ended
    int control;      // this side of the control socket
    atomic_bool stop; // set a little after the program's end, because nobody waits for its kernels any more
} Program;

typedef struct {
    int exit_status; // 128 + signal if a signal ended it, as a shell says it
    int signal;      // 0: none
    int asked;       // the signal that asked it to end before it did, 0: none
} ProgramEnd;

// Starts the program with our runtime first in the loader's path. false: it cannot be started; the reason was printed.
bool program_start(Program *program, char **arguments);
// Whether it has ended; *end is how.
bool program_ended(Program *program, ProgramEnd *end);
// Ends every process that the program left behind.
void program_end_rest(void);

#endif
