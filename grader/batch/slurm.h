// slurm.h - the same batch on a cluster: Slurm only says where processes run, RESULTS says what is graded.
//
// A *round* is an array of Slurm jobs. Each of them, a *task*, is this same command with `--share`, and grades every
// n-th submission as a batch on one machine does: marks, results and all. What is open after a round is given to the
// next one. So it does not matter what Slurm knows or forgets: a task that runs twice, here or on two machines, writes
// the same bytes twice, and one that never runs leaves its share open.
//
// RESULTS/slurm/round            the name of the round in progress and its number of tasks
// RESULTS/slurm/NAME.I           task I of it came to its end; holds why it had to stop early, if it had
// RESULTS/slurm/NAME-JOB_I.log   what it said
#ifndef SLURM_H
#define SLURM_H

#include "batch.h"

typedef struct {
    unsigned tasks;
    int argc; // the command as it was given, which tasks repeat
    char **argv;
} SlurmPlan;

// Has everything that is open graded; then items are settled or kept, as after workers_run. batch->stopped says why
// not.
void slurm_run(Batch *batch, const SlurmPlan *plan, FILE *progress);

// Reads --share: "I/N", or a task's "I/N:NAME". false: it has another form.
bool share_read(Batch *batch, const char *text);
// Says that the share, or the task, came to its end. Returns its exit status.
int share_end(const Batch *batch);

#endif
