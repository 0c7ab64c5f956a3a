// tricks.c - programs that earn points by a trick, and what the same work earns without it.
//
// Such a wrong answer says "trick: WORDS" and "like: FILE", a wrong answer beside it that does the same work openly, or
// "like: nothing" where the device does none of it. Both are graded in the same run, so the honest share is measured
// and never written down. grader/exercises/TRICKS.md has a row for each.
#include "author.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TABLE (1 << 20)

static const char *file_name(const Trial *trial) {
    const char *slash = strrchr(trial->shown, '/');
    return slash ? slash + 1 : trial->shown;
}

static const Trial *trial_named(const Trials *trials, const Exercise *exercise, const char *name) {
    for (unsigned i = 0; i < trials->count; i++)
        if (trials->trials[i].exercise == exercise && !strcmp(file_name(&trials->trials[i]), name))
            return &trials->trials[i];
    return NULL;
}

// "| a naive kernel and filler | `transpose_padded` | limit-naive_and_filler.cu | 25 | 25 | limit-naive.cu |"
static void check_row(const char *table, const char *trick, const char *like, int share, Trial *trial) {
    char row[440];
    snprintf(row, sizeof row, "| %.130s | `%.60s` | %.80s | %d | %d | %.80s |", trick, trial->exercise->name,
             file_name(trial), trial->points, share, like);
    if (!table || !strstr(table, row))
        snprintf(trial->problem, sizeof trial->problem, "grader/exercises/TRICKS.md has no row %s", row);
}

static void trick_judge(const char *table, const Trials *trials, Trial *trial) {
    char trick[200], like[200] = "";
    const char *from = trial->says, *also = trial->says;
    if (trial->problem[0] || !from || !says_next(&from, "trick:", trick)) return;
    bool nothing = says_next(&also, "like:", like) && !strcmp(like, "nothing");
    const Trial *same = trial_named(trials, trial->exercise, like);
    int share = same ? same->points : 0;
    if (!same && !nothing)
        snprintf(trial->problem, sizeof trial->problem, "is a trick like %.100s, which is no file beside it", like);
    else if (trial->points > share)
        snprintf(trial->problem, sizeof trial->problem, "earns %d points, the same work without the trick %d",
                 trial->points, share);
    else check_row(table, trick, like, share, trial);
}

void tricks_judge(const Paths *paths, const Trials *trials) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.900s/grader/exercises/TRICKS.md", paths->root);
    char *table = file_read(path, MOST_TABLE, NULL, NULL);
    for (unsigned i = 0; i < trials->count; i++) trick_judge(table, trials, &trials->trials[i]);
    free(table);
}
