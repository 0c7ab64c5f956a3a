// class_alike.c - compares what the class handed in, exercise by exercise, and writes RESULTS/alike/.
#include "../device/system/grow.h"
#include "alike_pool.h"

#include "../device/system/message.h"
#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PAIRS 40   // listed of an exercise
#define MOST_NAMED 3    // members of a group
#define MOST_COLUMNS 40 // of a name

// ---- what is said of each student ----

// The strongest hint stays: an exercise's pairs come in their order. Those after the first ten are no hint, unless all
// of it is published.
static void note(const Batch *batch, const Submission *submission, PagePairs *pairs, const PagePair *row,
                 const char *whose) {
    PageNote *of = &pairs->notes[submission - batch->submissions.items];
    bool published = row->kind == PAIR_OURS && row->pair.same_text;
    if (of->words[0] ? of->kind == PAIR_OURS || !published : row->place >= PAIRS_TO_READ && !published) return;
    const char *what = row->kind == PAIR_IDENTICAL ? "the same file as "
                       : row->pair.same_text       ? "the same code as "
                                                   : "much like ";
    *of = (PageNote){.exercise = row->exercise, .kind = row->kind};
    text_format(of->words, sizeof of->words, "%s%.280s", what, whose);
    snprintf(of->page, sizeof of->page, "alike/%.127s", row->file);
}

static void note_members(const Batch *batch, const PoolFile *file, PagePairs *pairs, const PagePair *row,
                         const char *whose) {
    for (unsigned i = 0; i < file->member_count; i++) note(batch, file->members[i], pairs, row, whose);
}

static void names_of(const PoolFile *file, unsigned from, char *names, size_t size) {
    names[0] = 0;
    if (!file->member_count) snprintf(names, size, "%s", file->name);
    for (unsigned i = from; i < file->member_count && i < from + MOST_NAMED; i++) {
        char name[100];
        text_cut(name, sizeof name, file->members[i]->student, MOST_COLUMNS);
        text_append(names, size, "%s%s", i > from ? ", " : "", name);
    }
    if (file->member_count > from + MOST_NAMED)
        text_append(names, size, " and %u more", file->member_count - from - MOST_NAMED);
}

// ---- pages ----

static bool write_file(const Batch *batch, const char *name, FILE *out, char **text, const size_t *length,
                       Message error) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/alike/%.127s", batch->journal.folder, name);
    return file_write_stream(path, out, text, length, error);
}

static PageSide side_of(const AlikePool *pool, unsigned index, unsigned member) {
    const PoolFile *file = &pool->files[index];
    bool own = member < file->member_count;
    return (PageSide){.student = own ? file->members[member]->student : file->name,
                      .id = own ? file->members[member]->id : NULL,
                      .source = file->source,
                      .digest = &pool->digests[index]};
}

static PagePair *row_add(PagePairs *pairs, const Exercise *exercise, PairKind kind, const Pair *pair) {
    unsigned place = pairs->count && pairs->pairs[pairs->count - 1].exercise == exercise
                         ? pairs->pairs[pairs->count - 1].place + 1
                         : 0;
    if (!ARRAY_GROW(pairs->pairs, pairs->count)) return NULL;
    PagePair *row = &pairs->pairs[pairs->count++];
    *row = (PagePair){.exercise = exercise, .kind = kind, .pair = *pair, .place = place};
    snprintf(row->file, sizeof row->file, "%.80s-%u.html", exercise->name, pairs->count);
    return row;
}

static bool write_pair(const Batch *batch, const AlikePool *pool, const PagePair *row, const PageSide sides[2],
                       Message error) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) page_pair(out, row, &sides[0], &sides[1], &pool->given);
    return write_file(batch, row->file, out, &text, &length, error);
}

static bool out_of_memory(Message error) { return message_set(error, "out of memory"); }

// Members of one file: they handed in the same.
static bool add_group(const Batch *batch, const Exercise *exercise, const AlikePool *pool, const Pair *pair,
                      PagePairs *pairs, Message error) {
    const PoolFile *file = &pool->files[pair->left];
    char whose[300];
    PagePair *row = row_add(pairs, exercise, PAIR_IDENTICAL, pair);
    if (!row) return out_of_memory(error);
    snprintf(row->left, sizeof row->left, "%s", file->members[0]->student);
    names_of(file, 1, row->right, sizeof row->right);
    for (unsigned i = 0; i < file->member_count; i++) {
        const Submission *first = i ? file->members[0] : file->members[1];
        text_cut(whose, sizeof whose, first->student, MOST_COLUMNS);
        if (file->member_count > 2) text_append(whose, sizeof whose, " and %u more", file->member_count - 2);
        note(batch, file->members[i], pairs, row, whose);
    }
    const PageSide sides[] = {side_of(pool, pair->left, 0), side_of(pool, pair->left, 1)};
    return write_pair(batch, pool, row, sides, error);
}

static bool add_pair(const Batch *batch, const Exercise *exercise, const AlikePool *pool, const Pair *pair,
                     PagePairs *pairs, Message error) {
    const PoolFile *left = &pool->files[pair->left], *right = &pool->files[pair->right];
    PairKind kind = pair->right >= pool->models ? PAIR_OURS : pair->right >= pool->own ? PAIR_EARLIER : PAIR_ALIKE;
    if (pair->left == pair->right) return add_group(batch, exercise, pool, pair, pairs, error);
    PagePair *row = row_add(pairs, exercise, kind, pair);
    if (!row) return out_of_memory(error);
    names_of(left, 0, row->left, sizeof row->left);
    names_of(right, 0, row->right, sizeof row->right);
    note_members(batch, left, pairs, row, row->right);
    note_members(batch, right, pairs, row, row->left);
    const PageSide sides[] = {side_of(pool, pair->left, 0), side_of(pool, pair->right, 0)};
    return write_pair(batch, pool, row, sides, error);
}

// ---- one exercise ----

// Whether two attempts of one student are all that the pair is.
static bool is_of_one(const AlikePool *pool, const Pair *pair) {
    const PoolFile *left = &pool->files[pair->left], *right = &pool->files[pair->right];
    if (pair->left == pair->right || left->member_count != 1 || right->member_count != 1) return false;
    const Submission *one = left->members[0], *other = right->members[0];
    return one->people[0].id[0] ? !strcmp(one->people[0].id, other->people[0].id) : !strcmp(one->key, other->key);
}

// Two who both have a published answer have it from us.
static bool is_ours_twice(const AlikePool *pool, const Pair *pair, const bool *ours) {
    return pair->left != pair->right && pair->right < pool->own && ours[pair->left] && ours[pair->right];
}

static bool add_pairs(const Batch *batch, const Exercise *exercise, const AlikePool *pool, const Pair *found, int count,
                      PagePairs *pairs, Message error) {
    bool *ours = calloc(pool->own + 1, sizeof *ours), worked = ours != NULL;
    unsigned listed = 0;
    if (!ours) return out_of_memory(error);
    for (int i = 0; i < count; i++)
        if (found[i].right >= pool->models) ours[found[i].left] = true;
    for (int i = 0; i < count && worked; i++) {
        if (is_of_one(pool, &found[i]) || is_ours_twice(pool, &found[i], ours)) continue;
        bool published = found[i].right >= pool->models && found[i].same_text;
        if (listed++ < MOST_PAIRS || published) worked = add_pair(batch, exercise, pool, &found[i], pairs, error);
        else pairs->more++;
    }
    free(ours);
    return worked;
}

static bool compare(const Batch *batch, const Exercise *exercise, const AlikePool *pool, PagePairs *pairs,
                    Message error) {
    Pair *found = NULL;
    const Compared order = {.own = pool->own, .models = pool->models, .count = pool->count};
    int count = pairs_find(pool->digests, order, pool->students, &found);
    if (count < 0) return out_of_memory(error);
    for (unsigned i = 0; i < pool->own; i++) {
        bool can = pairs_can_find(&pool->digests[i], order, pool->students);
        pairs->compared += can ? pool->files[i].member_count : 0;
        pairs->too_short += can ? 0 : pool->files[i].member_count;
    }
    bool worked = add_pairs(batch, exercise, pool, found, count, pairs, error);
    free(found);
    return worked;
}

// ---- all of it ----

static bool write_list(const Batch *batch, const PagePairs *pairs, Message error) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) page_pairs(out, pairs);
    return write_file(batch, "index.html", out, &text, &length, error);
}

bool class_alike(const Batch *batch, PagePairs *pairs, Message error) {
    char folder[PATH_BYTES];
    bool worked = true;
    *pairs = (PagePairs){.earlier = batch->earlier.count > 0,
                         .notes = calloc(batch->submissions.count + 1, sizeof *pairs->notes)};
    if (!pairs->notes) return out_of_memory(error);
    snprintf(folder, sizeof folder, "%s/alike", batch->journal.folder);
    folder_remove(folder);
    if (!folder_make(folder)) return message_set(error, "cannot make %.150s", folder);
    for (unsigned e = 0; e < batch->exercise_count && worked; e++) {
        AlikePool pool;
        if (!exercise_runs(batch->exercises[e])) continue; // answers to questions are to be equal
        worked = alike_pool_load(batch, batch->exercises[e], &pool) || out_of_memory(error);
        worked = worked && compare(batch, batch->exercises[e], &pool, pairs, error);
        alike_pool_free(&pool);
    }
    return worked && write_list(batch, pairs, error);
}
