// items.c - from submissions to items: one for each student and exercise, with the bytes to grade and their key.
#include "batch.h"

#include "../system/message.h"
#include "../system/text.h"
#include "../verdict/judged.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop(Batch *batch, const char *why) { snprintf(batch->stopped, sizeof batch->stopped, "%s", why); }

// ---- one item ----

void item_free(Item *item) {
    free(item->source);
    item->source = NULL;
}

void item_source_free(ItemSource *source) {
    submitted_free(&source->files);
    source->open = false;
}

void count_waiting(Batch *batch, const Verdict *verdict) {
    if (verdict->state == STATE_unclear) batch->unclear++;
    else batch->set_aside += state_waits(verdict->state);
}

static bool is_kept(Batch *batch, const Item *item) {
    Verdict verdict;
    bool returned = returned_has(&batch->returned, item->submission->id, item->exercise);
    const char *key = returned ? NULL : item->key;
    if (!journal_load(&batch->journal, item->submission->id, item->exercise, key, &verdict)) return false;
    count_waiting(batch, &verdict);
    verdict_free(&verdict);
    batch->kept++;
    return true;
}

// Stores a verdict that needs no run.
static void settle(Batch *batch, const Item *item, VerdictState state, const char *words) {
    Verdict verdict = {.exercise = item->exercise, .seed = batch->journal.seed};
    Message error;
    text_copy(verdict.student, sizeof verdict.student, item->submission->student);
    text_copy(verdict.file, sizeof verdict.file, item->shown);
    if (!judge_unrun(&verdict, state, words)) stop(batch, "out of memory");
    else if (!journal_store(&batch->journal, item->submission->id, item->key, &verdict, NULL, 0, error))
        stop(batch, error);
    else batch->graded++, count_waiting(batch, &verdict);
    verdict_free(&verdict);
}

static void make_key(Batch *batch, Item *item, const char *source, size_t length) {
    char name[1000];
    snprintf(name, sizeof name, "%s/%s%s%s", item->submission->id, item->shown, item->taken[0] ? ": " : "",
             item->taken);
    journal_key(&batch->journal, batch->paths, item->exercise, name, source, length, batch->timeout_seconds, item->key);
}

// The key is made of the words instead of a source, since there is none.
static void settle_unless_kept(Batch *batch, Item *item, VerdictState state, const char *words) {
    make_key(batch, item, words, strlen(words));
    if (!is_kept(batch, item)) settle(batch, item, state, words);
}

static bool take_source(Batch *batch, Item *item, const SubmittedFile *file) {
    char shown[400];
    text_copy(shown, sizeof shown, file->name);
    text_format(item->shown, sizeof item->shown, "%.100s/%s", item->submission->id, shown);
    make_key(batch, item, file->data, file->length);
    if (is_kept(batch, item)) return false;
    item->source = malloc(file->length + 1);
    if (!item->source) return stop(batch, "out of memory"), false;
    memcpy(item->source, file->data, file->length);
    item->length = file->length;
    return true;
}

// What the grader could not read gets no result: it is never the student's fault.
static void fail(Batch *batch, const Item *item, const char *why) {
    fprintf(stderr, "grade: %s of %s could not be graded: %s\n", item->exercise->name, item->submission->student, why);
    batch->failed++;
}

// Whether there is something for a worker to do.
static bool item_make(Batch *batch, const ItemSource *source, Item *item) {
    const Match *match = &source->matches[source->exercise];
    text_format(item->shown, sizeof item->shown, "%.100s/%.80s.cu", item->submission->id, item->exercise->name);
    if (source->error[0]) return fail(batch, item, source->error), false;
    if (source->files.problem[0]) return settle_unless_kept(batch, item, STATE_rejected, source->files.problem), false;
    switch (match->kind) {
    case MATCH_EXACT:
    case MATCH_MISNAMED:
        text_copy(item->taken, sizeof item->taken, match->words);
        return take_source(batch, item, &source->files.files[match->file]);
    case MATCH_MISSING: return settle_unless_kept(batch, item, STATE_not_started, match->words), false;
    case MATCH_REFUSED: return settle_unless_kept(batch, item, STATE_rejected, match->words), false;
    case MATCH_UNCLEAR: return settle_unless_kept(batch, item, STATE_unclear, match->words), false;
    case MATCH_UNREADABLE: break;
    }
    return fail(batch, item, match->words), false;
}

void batch_match(const Batch *batch, const Submission *submission, const SubmittedFiles *files, Match *matches) {
    const char *takes[MOST_EXERCISES];
    for (unsigned e = 0; e < batch->exercise_count; e++)
        takes[e] = rules_take(&batch->rules, submission, batch->exercises[e]);
    submission_match(files, batch->exercises, batch->exercise_count, takes, &batch->published, matches);
}

// A submission that cannot be read leaves the others alone.
static void source_open(Batch *batch, ItemSource *source) {
    const Submission *submission = &batch->submissions.items[source->submission];
    bool read = false;
    if (source->open) return;
    source->open = true;
    source->error[0] = 0;
    for (int attempt = 0; attempt < 3 && !read; attempt++)
        read = submission_read(&batch->submissions, submission, &source->files, source->error);
    if (!read) return;
    source->error[0] = 0;
    batch_match(batch, submission, &source->files, source->matches);
}

bool item_next(Batch *batch, ItemSource *source, Item *item) {
    while (!batch->stopped[0] && source->submission < batch->submissions.count) {
        const Submission *submission = &batch->submissions.items[source->submission];
        bool others = batch->shares && source->submission % batch->shares != batch->share;
        if (submission->left_out[0] || others) {
            source->submission++;
            continue;
        }
        source_open(batch, source);
        *item = (Item){.batch = batch, .submission = submission, .exercise = batch->exercises[source->exercise]};
        bool work = item_make(batch, source, item);
        if (++source->exercise == batch->exercise_count) {
            item_source_free(source);
            source->exercise = 0;
            source->submission++;
        }
        if (work && !batch->stopped[0]) return true;
        item_free(item);
    }
    return false;
}
