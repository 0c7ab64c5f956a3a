// pairs.c - how unlikely it is in this class that two files agree as they do. alike.h has the formula.
#include "../device/system/grow.h"
#include "parser.h" // mixed_hash

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_SHARE 0.6

// ---- what was given ----

bool given_add(Given *given, const char *source, size_t length) {
    if (!ARRAY_GROW(given->bases, given->count)) return false;
    return digest_of(source, length, &given->bases[given->count]) && ++given->count;
}

void given_free(Given *given) {
    for (unsigned i = 0; i < given->count; i++) digest_free(&given->bases[i]);
    free(given->bases);
    *given = (Given){.count = 0};
}

bool given_has_unit(const Given *given, uint64_t hash) {
    for (unsigned i = 0; i < given->count; i++)
        for (unsigned u = 0; u < given->bases[i].unit_count; u++)
            if (given->bases[i].units[u].hash == hash) return true;
    return false;
}

static int by_number(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static int by_hash(const void *left, const void *right) {
    return by_number(&((const Feature *)left)->hash, &((const Feature *)right)->hash);
}

static bool given_has(const Given *given, uint64_t feature) {
    for (unsigned i = 0; i < given->count; i++) { // the hash is a feature's first member
        const Digest *base = &given->bases[i];
        if (base->feature_count &&
            bsearch(&feature, base->features, base->feature_count, sizeof *base->features, by_number))
            return true;
    }
    return false;
}

// ---- how many have a feature ----

typedef struct {
    uint64_t hash, who;
    unsigned students;
} Owned;

static int by_owned_hash(const void *left, const void *right) {
    return by_number(&((const Owned *)left)->hash, &((const Owned *)right)->hash);
}

// Every feature that a student has, once, with the number of students. NULL: out of memory.
static Owned *owned_features(const Digest *all, unsigned count, size_t *length) {
    size_t most = 1, kept = 0;
    for (unsigned i = 0; i < count; i++) most += all[i].feature_count;
    Owned *owned = malloc(most * sizeof *owned);
    *length = 0;
    for (unsigned i = 0; owned && i < count; i++)
        for (unsigned f = 0; all[i].students && f < all[i].feature_count; f++)
            owned[(*length)++] = (Owned){all[i].features[f].hash, mixed_hash(1, i), all[i].students};
    if (!owned || !*length) return owned;
    qsort(owned, *length, sizeof *owned, by_owned_hash);
    for (size_t i = 0; i < *length; i++)
        if (kept && owned[kept - 1].hash == owned[i].hash)
            owned[kept - 1].students += owned[i].students, owned[kept - 1].who += owned[i].who;
        else owned[kept++] = owned[i];
    *length = kept;
    return owned;
}

// Given features go: they count for nobody.
static void drop_given(Digest *digest, const Given *given) {
    unsigned kept = 0;
    for (unsigned f = 0; f < digest->feature_count; f++)
        if (!given_has(given, digest->features[f].hash)) digest->features[kept++] = digest->features[f];
    digest->feature_count = kept;
}

// ---- choices ----

// Comments and names are choices of their own; what is code is a consequence of few.
static bool is_code(const Feature *feature) { return feature->view < VIEW_COMMENTS; }

static bool is_bundled(const Feature *feature) { return is_code(feature) && feature->students > 2; }

static int by_choice(const void *left, const void *right) {
    const Feature *a = left, *b = right;
    if (is_code(a) != is_code(b)) return is_code(a) ? -1 : 1;
    if (a->who != b->who) return a->who < b->who ? -1 : 1;
    return by_hash(a, b);
}

// Of the features that the same students have the first stays.
static void bundle(Digest *digest) {
    unsigned kept = 0, count = digest->feature_count;
    Feature *features = digest->features;
    if (count) qsort(features, count, sizeof *features, by_choice);
    for (unsigned f = 0; f < count; f++) {
        bool same = kept && is_bundled(&features[f]) && features[kept - 1].who == features[f].who;
        if (!same) features[kept++] = features[f];
    }
    if (kept) qsort(features, kept, sizeof *features, by_hash);
    digest->feature_count = kept;
}

int digests_count(Digest *all, unsigned count, const Given *given) {
    size_t length;
    unsigned students = 0;
    for (unsigned i = 0; i < count; i++) drop_given(&all[i], given);
    Owned *owned = owned_features(all, count, &length);
    if (!owned) return -1;
    for (unsigned i = 0; i < count; i++) {
        students += all[i].students;
        for (unsigned f = 0; length && f < all[i].feature_count; f++) {
            const Owned *found = bsearch(&all[i].features[f].hash, owned, length, sizeof *owned, by_number);
            if (found)
                all[i].features[f].students = found->students,
                all[i].features[f].who = found->who; // the hash is the first member
        }
    }
    free(owned);
    for (unsigned i = 0; i < count; i++) bundle(&all[i]);
    return (int)students;
}

// ---- the score ----

// How many features of a view one choice touches, where that is not known from the class: a token lies in six runs of
// six, in an expression and those around it, in two pairs of lines; all of that in three views of code at once. One
// mistake answers several questions wrong.
static const double overlap[VIEWS] = {[VIEW_FORM] = 12,    [VIEW_SPELLING] = 18, [VIEW_WRITING] = 18, [VIEW_LAYOUT] = 6,
                                      [VIEW_COMMENTS] = 2, [VIEW_NAMES] = 1,     [VIEW_ANSWERS] = 2};

// What a feature says if it is in both or in one of two files, by the number of other students who have it.
typedef struct {
    double both, one;
} Says;

// others: all students but those of the two files.
static Says feature_says(unsigned having, unsigned others) {
    double u = (having + 0.5) / (others + 1), m = KEPT_BY_COPIES;
    return u < m ? (Says){log2(m / u), log2((1 - m) / (1 - u))} : (Says){0, 0};
}

typedef struct {
    const Digest *left, *right;
    unsigned outside, inside[2]; // students of other files, and of these two
    double view[VIEWS];
} Scoring;

static void add_feature(Scoring *scoring, const Feature *feature, bool left, bool right) {
    unsigned in_pair = (left ? scoring->inside[0] : 0) + (right ? scoring->inside[1] : 0);
    unsigned having = feature->students > in_pair ? feature->students - in_pair : 0;
    if (feature->view == VIEW_ANSWERS && having > FEW_ANSWER_SO * scoring->outside) return;
    Says says = feature_says(having, scoring->outside);
    double says_one = left && right ? says.both : says.one;
    scoring->view[feature->view] += is_bundled(feature) ? says_one : says_one / overlap[feature->view];
}

// Both lists are in the order of their hashes.
static void add_features(Scoring *scoring) {
    const Feature *a = scoring->left->features, *a_end = a + scoring->left->feature_count;
    const Feature *b = scoring->right->features, *b_end = b + scoring->right->feature_count;
    while (a < a_end || b < b_end) {
        bool left = a < a_end && (b == b_end || a->hash <= b->hash);
        bool right = b < b_end && (a == a_end || b->hash <= a->hash);
        add_feature(scoring, left ? a : b, left, right);
        a += left;
        b += right;
    }
}

Pair pair_score(const Digest *all, unsigned left, unsigned right, unsigned students) {
    const Digest *a = &all[left], *b = &all[right];
    Scoring scoring = {.left = a, .right = b, .inside = {a->students, left == right ? 0 : b->students}};
    Pair pair = {.left = left, .right = right, .same_text = a->text == b->text};
    scoring.outside = students - scoring.inside[0] - scoring.inside[1];
    add_features(&scoring);
    for (int v = 0; v < VIEWS; v++) {
        pair.view[v] = scoring.view[v] > 0 ? scoring.view[v] : 0;
        pair.bits += pair.view[v];
    }
    return pair;
}

// ---- what is remarkable in this class ----

static int least_likely_first(const void *left, const void *right) {
    const Pair *a = left, *b = right;
    if (a->bits != b->bits) return a->bits < b->bits ? 1 : -1;
    return a->left != b->left ? (a->left > b->left) - (a->left < b->left)
                              : (a->right > b->right) - (a->right < b->right);
}

static double least_bits(Compared files) {
    double pairs = (double)files.own * files.count;
    return LEAST_BITS + (pairs > 1 ? log2(pairs) : 0);
}

typedef struct {
    double best, second; // bits of the nearest files
} Nearest;

static void nearest_note(Nearest *nearest, double bits) {
    if (bits > nearest->best) nearest->second = nearest->best, nearest->best = bits;
    else if (bits > nearest->second) nearest->second = bits;
}

static int by_bits(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// What pairs of honest students reach. A copy has one original; its second nearest is somebody who wrote alike.
static double honest_bits(const Nearest *nearest, unsigned own) {
    double *second = malloc((own + 1) * sizeof *second), bits = 0;
    for (unsigned i = 0; second && i < own; i++) second[i] = nearest[i].second;
    if (second && own) qsort(second, own, sizeof *second, by_bits), bits = second[(unsigned)(HONEST_FILES * (own - 1))];
    free(second);
    return bits;
}

// Every pair that has enough bits; those of the class are noted as somebody's nearest.
static bool pairs_collect(const Digest *all, Compared files, unsigned students, Nearest *nearest, Pair **pairs,
                          size_t *found) {
    for (unsigned i = 0; i < files.own; i++)
        for (unsigned j = all[i].students > 1 ? i : i + 1; j < files.count; j++) {
            Pair pair = pair_score(all, i, j, students);
            if (i != j) nearest_note(&nearest[i], pair.bits);
            if (i != j && j < files.models) nearest_note(&nearest[j], pair.bits);
            if (pair.bits < least_bits(files)) continue;
            if (!ARRAY_GROW(*pairs, *found)) return false;
            (*pairs)[(*found)++] = pair;
        }
    return true;
}

// Of a file's pairs only the nearest says who copied; a second one stays if it comes near it.
static bool is_nearest(const Pair *pair, unsigned models, const Nearest *nearest) {
    double left = nearest[pair->left].best, right = pair->right < models ? nearest[pair->right].best : left;
    return pair->bits >= fmin(left, right) && pair->bits >= NEAR_SHARE * fmax(left, right);
}

int pairs_find(const Digest *all, Compared files, unsigned students, Pair **pairs) {
    size_t found = 0, kept = 0;
    Nearest *nearest = calloc(files.count + 1, sizeof *nearest);
    *pairs = NULL;
    if (!nearest || !pairs_collect(all, files, students, nearest, pairs, &found)) {
        free(nearest);
        free(*pairs);
        return *pairs = NULL, -1;
    }
    double honest = honest_bits(nearest, files.own);
    for (size_t i = 0; i < found; i++) {
        Pair *pair = &(*pairs)[i];
        bool group = pair->left == pair->right;
        if (group || (pair->bits > honest && is_nearest(pair, files.models, nearest))) (*pairs)[kept++] = *pair;
    }
    free(nearest);
    if (kept) qsort(*pairs, kept, sizeof **pairs, least_likely_first);
    return (int)kept;
}

bool pairs_can_find(const Digest *digest, Compared files, unsigned students) {
    return pair_score(digest, 0, 0, students).bits >= least_bits(files);
}
