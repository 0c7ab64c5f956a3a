// pairs.c - who shares how much.
//
// A feature weighs as many bits as it would take to say that a file has it: much of the class has what the exercise
// leaves no choice about, and that weighs next to nothing; what two of two hundred have weighs nearly seven bits. In a
// small class frequencies say little, so some files more are assumed that have nothing in common with it.
#include "../system/grow.h"
#include "alike.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ASSUMED_FILES 14

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

bool given_is(const Given *given, const Digest *digest) {
    for (unsigned i = 0; i < given->count; i++)
        if (given->bases[i].text == digest->text) return true;
    return false;
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

static bool given_has(const Given *given, uint64_t feature) {
    for (unsigned i = 0; i < given->count; i++) { // the hash is a feature's first member
        const Digest *base = &given->bases[i];
        if (base->feature_count &&
            bsearch(&feature, base->features, base->feature_count, sizeof *base->features, by_number))
            return true;
    }
    return false;
}

static bool given_has_name(const Given *given, uint64_t name) {
    for (unsigned i = 0; i < given->count; i++) {
        const Digest *base = &given->bases[i];
        if (base->name_count && bsearch(&name, base->names, base->name_count, sizeof name, by_number)) return true;
    }
    return false;
}

// ---- weights ----

// Every file's features, sorted: the number of equal ones is the number of files that have it.
static uint64_t *features_of(const Digest *all, unsigned count, size_t *length) {
    size_t most = 1;
    for (unsigned i = 0; i < count; i++) most += all[i].feature_count;
    uint64_t *hashes = malloc(most * sizeof *hashes);
    *length = 0;
    for (unsigned i = 0; hashes && i < count; i++)
        for (unsigned f = 0; f < all[i].feature_count; f++) hashes[(*length)++] = all[i].features[f].hash;
    if (hashes && *length) qsort(hashes, *length, sizeof *hashes, by_number);
    return hashes;
}

static size_t first_not_less(const uint64_t *hashes, size_t length, uint64_t hash) {
    size_t low = 0, high = length;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (hashes[middle] < hash) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool digests_weigh(Digest *all, unsigned count, const Given *given) {
    size_t length;
    uint64_t *hashes = features_of(all, count, &length);
    if (!hashes) return false;
    for (unsigned i = 0; i < count; i++) {
        for (int v = 0; v < VIEWS; v++) all[i].own[v] = 0;
        for (unsigned f = 0; f < all[i].feature_count; f++) {
            Feature *feature = &all[i].features[f];
            size_t first = first_not_less(hashes, length, feature->hash);
            double files = (double)(first_not_less(hashes, length, feature->hash + 1) - first);
            feature->weight = given_has(given, feature->hash) ? 0 : log2((count + ASSUMED_FILES) / files);
            all[i].own[feature->view] += feature->weight * feature->count;
        }
    }
    free(hashes);
    return true;
}

// ---- pairs ----

// What of the normal form a file has in common with a model, whether much of the class has that as well or not.
static double share_with_model(const Digest *file, const Digest *model) {
    unsigned all = 0, shared = 0;
    for (unsigned i = 0; i < file->feature_count; i++) {
        const Feature *feature = &file->features[i];
        if (feature->view != VIEW_FORM || feature->weight <= 0) continue;
        all++;
        shared += model->feature_count &&
                  bsearch(&feature->hash, model->features, model->feature_count, sizeof *model->features, by_number);
    }
    return all ? (double)shared / all : 0;
}

// Bits that both have, of each view.
static void shared_of(const Digest *left, const Digest *right, double shared[VIEWS]) {
    const Feature *a = left->features, *b = right->features;
    const Feature *a_end = a + left->feature_count, *b_end = b + right->feature_count;
    for (int v = 0; v < VIEWS; v++) shared[v] = 0;
    while (a < a_end && b < b_end) {
        uint64_t hash_a = a->hash, hash_b = b->hash;
        if (hash_a == hash_b) shared[a->view] += a->weight * (a->count < b->count ? a->count : b->count);
        a += hash_a <= hash_b;
        b += hash_b <= hash_a;
    }
}

static double names_of(const Digest *left, const Digest *right, const Given *given) {
    unsigned own[2] = {0}, same = 0;
    const Digest *sides[] = {left, right};
    for (int s = 0; s < 2; s++)
        for (unsigned i = 0; i < sides[s]->name_count; i++) {
            const Digest *other = sides[1 - s];
            if (given_has_name(given, sides[s]->names[i])) continue;
            own[s]++;
            same += !s && other->name_count &&
                    bsearch(&sides[s]->names[i], other->names, other->name_count, sizeof *other->names, by_number);
        }
    unsigned fewer = own[0] < own[1] ? own[0] : own[1];
    return fewer ? (double)same / fewer : 0;
}

static double rank_of(const Pair *pair) { return pair->share + pair->spelling + pair->writing; }

static int most_alike_first(const void *left, const void *right) {
    const Pair *a = left, *b = right;
    if (a->same_text != b->same_text) return a->same_text ? -1 : 1;
    if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b) ? 1 : -1;
    return a->left != b->left ? (a->left > b->left) - (a->left < b->left)
                              : (a->right > b->right) - (a->right < b->right);
}

// A file that has the other and more besides is no less a copy of it, but one with much more is rather its own.
static double share_of(double shared, double left, double right) {
    double less = left < right ? left : right, whole = 0.7 * less + 0.3 * (left + right - less);
    return whole > 0 ? shared / whole : 0;
}

static double part_of(const double shared[VIEWS], const Digest *file, View view) {
    return file->own[view] > 0 ? shared[view] / file->own[view] : 0;
}

static Pair compare(const Digest *all, unsigned left, unsigned right, bool model, const Given *given) {
    const Digest *a = &all[left], *b = &all[right];
    Pair pair = {.left = left, .right = right, .same_text = a->text == b->text && !given_is(given, a)};
    double shared[VIEWS];
    if (pair.same_text) return pair.share = pair.spelling = pair.writing = pair.names = 1, pair;
    if (a->own[0] < LEAST_BITS || b->own[0] < LEAST_BITS) return pair;
    shared_of(a, b, shared);
    pair.share = model ? share_with_model(a, b) : share_of(shared[0], a->own[0], b->own[0]);
    pair.spelling = model ? part_of(shared, a, VIEW_SPELLING) : share_of(shared[1], a->own[1], b->own[1]);
    pair.writing = model ? part_of(shared, a, VIEW_WRITING) : share_of(shared[2], a->own[2], b->own[2]);
    return pair;
}

// ---- what is remarkable in this class ----

static int largest_first(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a < b) - (a > b);
}

// A copy has one partner, an answer that the exercise suggests has several. So what 19 of 20 share with their second
// nearest is what honest students share here.
static double remarkable_share(const Pair *pairs, size_t count, unsigned own) {
    double(*best)[2] = calloc(own + 1, sizeof *best), *second = calloc(own + 1, sizeof *second), least = ALIKE_SHARE;
    for (size_t i = 0; best && second && i < count; i++)
        for (int side = 0; side < 2; side++) {
            unsigned file = side ? pairs[i].right : pairs[i].left;
            if (file >= own || pairs[i].right >= own) continue;
            if (pairs[i].share > best[file][0]) best[file][1] = best[file][0], best[file][0] = pairs[i].share;
            else if (pairs[i].share > best[file][1]) best[file][1] = pairs[i].share;
        }
    for (unsigned i = 0; best && second && i < own; i++) second[i] = best[i][1];
    if (second && own) qsort(second, own, sizeof *second, largest_first), least = second[own / 20];
    free(best);
    free(second);
    return least < ALIKE_LEAST ? ALIKE_LEAST : least > ALIKE_SHARE ? ALIKE_SHARE : least;
}

static bool is_remarkable(const Pair *pair, double least) {
    if (pair->share < least || pair->same_text || least < ALIKE_SHARE) return pair->share >= least;
    if (pair->share < SAME_PROGRAM) return pair->spelling >= NEAR_SPELLING;
    return pair->spelling >= SAME_SPELLING || pair->writing >= SAME_WRITING;
}

// The rank of each file's nearest among the pairs that share enough. NULL: out of memory.
static double *best_ranks(const Pair *pairs, size_t count, Compared files, double least) {
    double *best = calloc(files.count + 1, sizeof *best);
    for (size_t i = 0; best && i < count; i++) {
        double rank = rank_of(&pairs[i]);
        if (pairs[i].right >= files.models || pairs[i].share < least) continue;
        if (rank > best[pairs[i].left]) best[pairs[i].left] = rank;
        if (rank > best[pairs[i].right]) best[pairs[i].right] = rank;
    }
    return best;
}

static bool is_nearest(const Pair *pair, const double *best) {
    double rank = rank_of(pair) + 1e-9;
    return pair->same_text || rank >= best[pair->left] || rank >= best[pair->right];
}

int pairs_find(const Digest *all, Compared files, const Given *given, Pair **pairs) {
    size_t found = 0, kept = 0;
    *pairs = NULL;
    for (unsigned i = 0; i < files.own; i++)
        for (unsigned j = i + 1; j < files.count; j++) {
            Pair pair = compare(all, i, j, j >= files.models, given);
            if (pair.share < ALIKE_LEAST / 2) continue;
            if (!ARRAY_GROW(*pairs, found)) return free(*pairs), *pairs = NULL, -1;
            (*pairs)[found++] = pair;
        }
    double least = remarkable_share(*pairs, found, files.own);
    double *best = best_ranks(*pairs, found, files, least);
    if (!best) return free(*pairs), *pairs = NULL, -1;
    for (size_t i = 0; i < found; i++)
        if ((*pairs)[i].right >= files.models ? (*pairs)[i].share >= MODEL_SHARE
                                              : is_remarkable(&(*pairs)[i], least) && is_nearest(&(*pairs)[i], best))
            (*pairs)[kept++] = (*pairs)[i];
    free(best);
    for (size_t i = 0; i < kept; i++)
        if (!(*pairs)[i].same_text)
            (*pairs)[i].names = names_of(&all[(*pairs)[i].left], &all[(*pairs)[i].right], given);
    if (kept) qsort(*pairs, kept, sizeof **pairs, most_alike_first);
    return (int)kept;
}
