// class_alike.c - compares what the class handed in, exercise by exercise, and writes RESULTS/alike/.
#include "batch.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PAIRS 60 // shown of an exercise

typedef struct {
    const Submission **submissions;
    char **sources;
    Prints *prints;
    unsigned count;
} Sources;

static void sources_free(Sources *sources) {
    for (unsigned i = 0; i < sources->count; i++) {
        free(sources->sources[i]);
        prints_free(&sources->prints[i]);
    }
    free(sources->submissions);
    free(sources->sources);
    free(sources->prints);
}

static bool sources_load(const Batch *batch, const Exercise *exercise, Sources *sources) {
    unsigned most = batch->submissions.count;
    *sources = (Sources){.submissions = calloc(most + 1, sizeof *sources->submissions),
                         .sources = calloc(most + 1, sizeof *sources->sources),
                         .prints = calloc(most + 1, sizeof *sources->prints)};
    if (!sources->submissions || !sources->sources || !sources->prints) return false;
    for (unsigned s = 0; s < most; s++) {
        const Submission *submission = &batch->submissions.items[s];
        size_t length;
        if (submission->left_out[0]) continue;
        char *source = journal_source(&batch->journal, submission->id, exercise, &length);
        if (!source) continue;
        sources->submissions[sources->count] = submission;
        sources->sources[sources->count] = source;
        if (!prints_of(source, length, &sources->prints[sources->count++])) return false;
    }
    return true;
}

static bool add_given(const char *path, Given *given) {
    char error[200];
    size_t length;
    char *text = file_exists(path) ? file_read(path, MOST_SOURCE_BYTES, &length, error) : NULL;
    bool added = !text || given_add(given, text, length);
    free(text);
    return added;
}

static bool mark_common(const Batch *batch, const Exercise *exercise, Sources *sources) {
    char solution[PATH_BYTES], skeleton[PATH_BYTES];
    Given given = {.count = 0};
    paths_source(batch->paths, "solutions", exercise, solution);
    paths_part(batch->paths, exercise, "skeleton.cu", skeleton);
    bool marked = add_given(solution, &given) && add_given(skeleton, &given) &&
                  prints_mark_common(sources->prints, sources->count, &given);
    given_free(&given);
    return marked;
}

// ---- pages ----

static bool write_file(const Batch *batch, const char *name, FILE *out, char **text, const size_t *length,
                       char error[200]) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/alike/%.127s", batch->journal.folder, name);
    return file_write_stream(path, out, text, length, error);
}

static PageSide side_of(const Sources *sources, unsigned index) {
    return (PageSide){.student = sources->submissions[index]->student,
                      .id = sources->submissions[index]->id,
                      .source = sources->sources[index],
                      .prints = &sources->prints[index]};
}

static bool add_pair(const Batch *batch, const Exercise *exercise, const Sources *sources, const Pair *pair,
                     PagePairs *pairs, char error[200]) {
    PageSide left = side_of(sources, pair->left), right = side_of(sources, pair->right);
    char *text = NULL;
    size_t length = 0;
    PagePair *longer = realloc(pairs->pairs, (pairs->count + 1) * sizeof *longer);
    FILE *out = longer ? open_memstream(&text, &length) : NULL;
    if (longer) pairs->pairs = longer;
    if (!out) return snprintf(error, 200, "out of memory"), false;
    PagePair *row = &longer[pairs->count];
    *row = (PagePair){.exercise = exercise, .pair = *pair};
    snprintf(row->file, sizeof row->file, "%.80s-%u.html", exercise->name, pairs->count + 1);
    snprintf(row->left, sizeof row->left, "%s", left.student);
    snprintf(row->right, sizeof row->right, "%s", right.student);
    pairs->count++;
    page_pair(out, exercise, pair, &left, &right);
    return write_file(batch, row->file, out, &text, &length, error);
}

// Two attempts of the same student are not a pair.
static bool is_of_two(const Sources *sources, const Pair *pair) {
    return strcmp(sources->submissions[pair->left]->student, sources->submissions[pair->right]->student) != 0;
}

static bool compare(const Batch *batch, const Exercise *exercise, Sources *sources, PagePairs *pairs, char error[200]) {
    Pair *found = NULL;
    unsigned listed = 0;
    int count = mark_common(batch, exercise, sources)
                    ? pairs_find(sources->prints, (const char *const *)sources->sources, sources->count, &found)
                    : -1;
    if (count < 0) return snprintf(error, 200, "out of memory"), false;
    for (unsigned i = 0; i < sources->count; i++)
        if (sources->prints[i].own < LEAST_OWN) pairs->too_short++;
        else pairs->compared++;
    bool worked = true;
    for (int i = 0; i < count && worked; i++) {
        if (!is_of_two(sources, &found[i])) continue;
        if (listed++ < MOST_PAIRS) worked = add_pair(batch, exercise, sources, &found[i], pairs, error);
        else pairs->more++;
    }
    free(found);
    return worked;
}

static bool write_list(const Batch *batch, const PagePairs *pairs, char error[200]) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) page_pairs(out, pairs);
    return write_file(batch, "index.html", out, &text, &length, error);
}

bool class_alike(const Batch *batch, PagePairs *pairs, char error[200]) {
    char folder[PATH_BYTES];
    bool worked = true;
    *pairs = (PagePairs){.count = 0};
    snprintf(folder, sizeof folder, "%s/alike", batch->journal.folder);
    folder_remove(folder);
    if (!folder_make(folder)) return snprintf(error, 200, "cannot make %.150s", folder), false;
    for (unsigned e = 0; e < batch->exercise_count && worked; e++) {
        Sources sources;
        if (!exercise_runs(batch->exercises[e])) continue; // answers to questions are to be equal
        worked = sources_load(batch, batch->exercises[e], &sources);
        if (!worked) snprintf(error, 200, "out of memory");
        worked = worked && compare(batch, batch->exercises[e], &sources, pairs, error);
        sources_free(&sources);
    }
    return worked && write_list(batch, pairs, error);
}
