// pairs.c - who shares how much, and where.
#include "alike.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_RUN GRAM

// ---- runs of equal tokens ----

typedef struct {
    const Tokens *left, *right;
    bool *taken[2]; // tokens that lie in a run
    Run *runs;
    int count, room;
} Search;

// Extends a match in both directions as far as tokens are equal.
static Run run_around(const Search *search, unsigned left, unsigned right) {
    const Token *a = search->left->tokens, *b = search->right->tokens;
    unsigned length = 0;
    while (left && right && a[left - 1].kind == b[right - 1].kind) left--, right--;
    while (left + length < search->left->count && right + length < search->right->count &&
           a[left + length].kind == b[right + length].kind)
        length++;
    return (Run){left, right, length};
}

// Whether a run is known that these two tokens lie in, side by side.
static bool is_known(const Search *search, unsigned left, unsigned right) {
    for (int i = 0; i < search->count; i++) {
        const Run *run = &search->runs[i];
        if (left >= run->left && left < run->left + run->length && right - run->right == left - run->left) return true;
    }
    return false;
}

static bool run_add(Search *search, Run run) {
    if (search->count == search->room) {
        Run *longer = realloc(search->runs, (size_t)(search->room = 2 * search->room + 16) * sizeof *longer);
        if (!longer) return false;
        search->runs = longer;
    }
    search->runs[search->count++] = run;
    return true;
}

static int longest_first(const void *left, const void *right) {
    const Run *a = left, *b = right;
    if (a->length != b->length) return a->length < b->length ? 1 : -1;
    return a->left != b->left ? (a->left > b->left) - (a->left < b->left)
                              : (a->right > b->right) - (a->right < b->right);
}

// The first part of a run that no longer run has taken, on either side.
static Run free_part(const Search *search, Run run) {
    Run best = {0};
    for (unsigned i = 0, begin = 0; i <= run.length; i++) {
        bool over = i == run.length || search->taken[0][run.left + i] || search->taken[1][run.right + i];
        if (over && i - begin > best.length) best = (Run){run.left + begin, run.right + begin, i - begin};
        if (over) begin = i + 1;
    }
    return best;
}

static int keep_apart(Search *search) {
    int kept = 0;
    qsort(search->runs, (size_t)search->count, sizeof *search->runs, longest_first);
    for (int i = 0; i < search->count; i++) {
        Run run = free_part(search, search->runs[i]);
        if (run.length < LEAST_RUN) continue;
        memset(search->taken[0] + run.left, 1, run.length);
        memset(search->taken[1] + run.right, 1, run.length);
        search->runs[kept++] = run;
    }
    qsort(search->runs, (size_t)kept, sizeof *search->runs, longest_first);
    return kept;
}

// Of equal hashes the first on each side is enough: runs are extended from there.
static bool collect_runs(Search *search, const Prints *left, const Prints *right) {
    unsigned i = 0, j = 0;
    while (i < left->count && j < right->count) {
        const Print *a = &left->prints[i], *b = &right->prints[j];
        if (a->hash == b->hash && !a->common && !is_known(search, a->token, b->token) &&
            !run_add(search, run_around(search, a->token, b->token)))
            return false;
        if (a->hash <= b->hash) i++;
        if (b->hash <= a->hash) j++;
    }
    return true;
}

int runs_find(const Prints *left, const Prints *right, Run **runs) {
    Search search = {.left = &left->tokens, .right = &right->tokens};
    search.taken[0] = calloc(left->tokens.count + 1, 1);
    search.taken[1] = calloc(right->tokens.count + 1, 1);
    bool found = search.taken[0] && search.taken[1] && collect_runs(&search, left, right);
    int count = found ? keep_apart(&search) : -1;
    free(search.taken[0]);
    free(search.taken[1]);
    *runs = search.runs;
    if (found) return count;
    free(search.runs);
    *runs = NULL;
    return -1;
}

// ---- pairs ----

static unsigned shared_of(const Prints *left, const Prints *right) {
    unsigned i = 0, j = 0, shared = 0;
    while (i < left->count && j < right->count) {
        uint64_t a = left->prints[i].hash, b = right->prints[j].hash;
        shared += a == b && !left->prints[i].common;
        if (a <= b)
            while (i < left->count && left->prints[i].hash == a) i++;
        if (b <= a)
            while (j < right->count && right->prints[j].hash == b) j++;
    }
    return shared;
}

static bool same_text(const Token *left, const char *left_source, const Token *right, const char *right_source) {
    return left->length == right->length &&
           !memcmp(left_source + left->offset, right_source + right->offset, left->length);
}

static double names_of(const Prints *left, const char *left_source, const Prints *right, const char *right_source) {
    Run *runs;
    unsigned names = 0, same = 0;
    int count = runs_find(left, right, &runs);
    for (int r = 0; r < count; r++)
        for (unsigned i = 0; i < runs[r].length; i++) {
            const Token *a = &left->tokens.tokens[runs[r].left + i], *b = &right->tokens.tokens[runs[r].right + i];
            names += a->named;
            same += a->named && same_text(a, left_source, b, right_source);
        }
    free(runs);
    return names ? (double)same / names : 0;
}

static int most_alike_first(const void *left, const void *right) {
    const Pair *a = left, *b = right;
    if (a->share != b->share) return a->share < b->share ? 1 : -1;
    if (a->shared != b->shared) return a->shared < b->shared ? 1 : -1;
    return a->left != b->left ? (a->left > b->left) - (a->left < b->left)
                              : (a->right > b->right) - (a->right < b->right);
}

int pairs_find(const Prints *all, const char *const *sources, unsigned count, Pair **pairs) {
    size_t room = 0, found = 0;
    *pairs = NULL;
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count; j++) {
            unsigned smaller = all[i].own < all[j].own ? all[i].own : all[j].own;
            unsigned shared = smaller < LEAST_OWN ? 0 : shared_of(&all[i], &all[j]);
            if (!shared || shared < ALIKE_SHARE * smaller) continue;
            if (found == room) {
                Pair *longer = realloc(*pairs, (room = 2 * room + 16) * sizeof *longer);
                if (!longer) return free(*pairs), *pairs = NULL, -1;
                *pairs = longer;
            }
            (*pairs)[found++] =
                (Pair){i, j, shared, (double)shared / smaller, names_of(&all[i], sources[i], &all[j], sources[j])};
        }
    if (found) qsort(*pairs, found, sizeof **pairs, most_alike_first);
    return (int)found;
}
