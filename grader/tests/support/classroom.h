// classroom.h - a folder of submissions and a batch over it, for tests.
#ifndef CLASSROOM_H
#define CLASSROOM_H

#include "report/verdict.h"
#include "system/paths.h"

#include <sys/types.h>

#define CLASSROOM_EXERCISE "matmul_coalesced"

typedef struct {
    Paths paths;
    char folder[PATH_BYTES - 500]; // with submissions/ and results/ in it
    bool sandbox;                  // whether this machine has one; without, there is nothing to test
    bool unsafe;                   // batches are to do without
    bool users;                    // batches find no bubblewrap, and users keep submissions apart
    bool slurm;                    // batches go to Slurm
    const char *option;            // one more of a batch's, "--share=0/3"; NULL: none
} Classroom;

// Makes an empty classroom; ends the test if it cannot.
void classroom_open(Classroom *classroom);
void classroom_close(Classroom *classroom);
// Makes a copy of the workbook in the classroom, which nobody but its owner can read, and goes on with that.
void classroom_own_workbook(Classroom *classroom);
// Puts a file at submissions/NAME, with the folders above it.
void classroom_put(const Classroom *classroom, const char *name, const char *text, size_t length);
// The text of a file below the workbook's root; the caller frees it.
char *classroom_text(const Classroom *classroom, const char *name);
// Starts `grade batch submissions -o results/RESULTS --exercise ... --seed 7 --jobs 2` with a timeout for cases; what
// it prints goes to the file `said`.
pid_t classroom_start(const Classroom *classroom, const char *results, const char *timeout);
// Its exit status, 128 + signal; -1 if it is still there after `seconds` and was killed.
int classroom_wait(pid_t pid, double seconds);
// Starts a batch, waits for it, and fails the test with what it printed if it does not end with `status`.
void classroom_grade(const Classroom *classroom, const char *results, double seconds, int status);
// What the last batch printed; the caller frees it.
char *classroom_said(const Classroom *classroom);
// The kept result of a student; the caller frees it. false: there is none.
bool classroom_verdict(const Classroom *classroom, const char *results, const char *id, Verdict *verdict);
// Processes alive under the users that jails have, and files of theirs in /tmp and /dev/shm.
unsigned classroom_leftovers(void);

#endif
