// runs.c - the statements that two files share, in runs: greedy string tiling (Wise 1993), statements for characters.
#include "../device/system/grow.h"
#include "alike.h"

#include <stdlib.h>
#include <string.h>

#define MOST_RUNS 20000 // before the overlapping ones go; more only where a file repeats itself for ever

typedef struct {
    const Digest *left, *right;
    bool *taken[2]; // statements that lie in a run
    Run *runs;
    int count;
} Search;

static bool run_add(Search *search, Run run) {
    if (search->count == MOST_RUNS) return true;
    if (!ARRAY_GROW(search->runs, search->count)) return false;
    search->runs[search->count++] = run;
    return true;
}

static bool equal(const Search *search, unsigned left, unsigned right) {
    return left < search->left->unit_count && right < search->right->unit_count &&
           search->left->units[left].hash == search->right->units[right].hash;
}

// Every run that cannot be longer.
static bool runs_collect(Search *search) {
    for (unsigned i = 0; i < search->left->unit_count; i++)
        for (unsigned j = 0; j < search->right->unit_count; j++) {
            unsigned length = 0;
            if (!equal(search, i, j) || (i && j && equal(search, i - 1, j - 1))) continue;
            while (equal(search, i + length, j + length)) length++;
            if (!run_add(search, (Run){i, j, length})) return false;
        }
    return true;
}

static int longest_first(const void *left, const void *right) {
    const Run *a = left, *b = right;
    if (a->length != b->length) return a->length < b->length ? 1 : -1;
    return a->left != b->left ? (a->left > b->left) - (a->left < b->left)
                              : (a->right > b->right) - (a->right < b->right);
}

// The longest part of a run that no longer run has taken, on either side.
static Run free_part(const Search *search, Run run) {
    Run best = {0};
    for (unsigned i = 0, begin = 0; i <= run.length; i++) {
        bool over = i == run.length || search->taken[0][run.left + i] || search->taken[1][run.right + i];
        if (over && i - begin > best.length) best = (Run){run.left + begin, run.right + begin, i - begin};
        if (over) begin = i + 1;
    }
    return best;
}

static bool is_given(const Search *search, Run run, const Given *given) {
    for (unsigned i = 0; i < run.length; i++)
        if (!given_has_unit(given, search->left->units[run.left + i].hash)) return false;
    return true;
}

static int keep_apart(Search *search, const Given *given) {
    int kept = 0;
    if (search->count) qsort(search->runs, (size_t)search->count, sizeof *search->runs, longest_first);
    for (int i = 0; i < search->count; i++) {
        Run run = free_part(search, search->runs[i]);
        if (!run.length || is_given(search, run, given)) continue;
        memset(search->taken[0] + run.left, 1, run.length);
        memset(search->taken[1] + run.right, 1, run.length);
        search->runs[kept++] = run;
    }
    if (kept) qsort(search->runs, (size_t)kept, sizeof *search->runs, longest_first);
    return kept;
}

int runs_find(const Digest *left, const Digest *right, const Given *given, Run **runs) {
    Search search = {.left = left, .right = right};
    search.taken[0] = calloc(left->unit_count + 1, 1);
    search.taken[1] = calloc(right->unit_count + 1, 1);
    bool found = search.taken[0] && search.taken[1] && runs_collect(&search);
    int count = found ? keep_apart(&search, given) : -1;
    free(search.taken[0]);
    free(search.taken[1]);
    *runs = search.runs;
    if (found) return count;
    free(search.runs);
    *runs = NULL;
    return -1;
}
