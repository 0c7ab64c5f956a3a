// history.h - what the runs of a batch before this one gave: RESULTS/history.json.
//
// A run counts if something of it differs from the one before: running the same command again changes nothing, so what
// the page says of changes stays until there are new ones.
#ifndef HISTORY_H
#define HISTORY_H

#include "batch.h"

typedef struct {
    json_t *root;
    unsigned run; // the number of this run, from 1
} History;

// Reads the history, compares the results with it, and writes it again. grid: as for class_pages. false with a sentence
// in error[200].
bool history_update(const Batch *batch, const Verdict *grid, History *history, char error[200]);
void history_free(History *history);
// The points before this run if they were others, else -1; and how many different files were graded so far, or handed
// in.
int history_before(const History *history, const Submission *submission, const Exercise *exercise);
unsigned history_tries(const History *history, const Submission *submission, const Exercise *exercise);

#endif
