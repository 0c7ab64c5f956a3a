// items.c - from submissions to items: one for each student and exercise, with the bytes to grade and their key.
#include "batch.h"

#include "../device/system/grow.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
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

// A file that came after its student had the grade changes nothing, and the instructor is told.
static void note_newer(Batch *batch, const Item *item, const char *source, size_t length) {
    size_t kept_length = 0;
    char *kept = journal_source(&batch->journal, item->submission->id, item->exercise, &kept_length);
    bool same = kept ? kept_length == length && !memcmp(kept, source, length) : !source;
    free(kept);
    if (same) return;
    if (batch->newer++ < MOST_NEWER)
        text_append(batch->newer_files, sizeof batch->newer_files, "%s%.60s: %.60s", batch->newer > 1 ? "; " : "",
                    item->submission->student, item->exercise->name);
}

static bool is_kept(Batch *batch, const Item *item, const char *source, size_t length) {
    Verdict verdict;
    bool returned = returned_points(&batch->returned, item->submission->id, item->exercise) >= 0;
    const char *key = returned ? NULL : item->key;
    if (!journal_load(&batch->journal, item->submission->id, item->exercise, key, &verdict)) return false;
    if (returned) note_newer(batch, item, source, length);
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

static uint64_t make_key(const Batch *batch, Item *item, const char *source, size_t length) {
    char name[1000];
    uint64_t content =
        journal_content(&batch->journal, batch->paths, item->exercise, source, length, batch->timeout_seconds);
    snprintf(name, sizeof name, "%s/%s%s%s", item->submission->id, item->shown, item->taken[0] ? ": " : "",
             item->taken);
    journal_key(content, name, item->key);
    return content;
}

// The key is made of the words instead of a source, since there is none.
static void settle_unless_kept(Batch *batch, Item *item, VerdictState state, const char *words) {
    make_key(batch, item, words, strlen(words));
    if (!is_kept(batch, item, NULL, 0)) settle(batch, item, state, words);
}

char *graded_source(const Batch *batch, const Submission *submission, const Exercise *exercise, size_t *length) {
    static const char line[] = "//= student:";
    char *source = journal_source(&batch->journal, submission->id, exercise, length);
    for (char *at = source; at && batch_anonymous(batch) && (at = strstr(at, line));)
        for (at += strlen(line); *at && *at != '\n' && *at != '\r'; at++) *at = ' ';
    return source;
}

// ---- what was graded already ----

// Files that are equal to the byte have one verdict, so the second of them is not run.
static void note_twin(Batch *batch, const Item *item, uint64_t content) {
    if (!ARRAY_GROW(batch->twins, batch->twin_count)) return;
    Twin *twin = &batch->twins[batch->twin_count++];
    *twin = (Twin){.content = content, .submission = item->submission};
    snprintf(twin->key, sizeof twin->key, "%s", item->key);
}

// The compiler's messages have the file's name within, and what needs a person needs one for each file.
static bool load_from(const Batch *batch, const Item *item, const Twin *twin, Verdict *verdict) {
    if (!journal_load(&batch->journal, twin->submission->id, item->exercise, twin->key, verdict)) return false;
    bool alike = !verdict->build_log[0] && !state_waits(verdict->state) && !strstr(verdict->summary, verdict->file);
    if (alike) verdict_rename(verdict, item->shown);
    else verdict_free(verdict);
    return alike;
}

// The last one that has a result, since some may be at work.
static bool load_twin(const Batch *batch, const Item *item, uint64_t content, Verdict *verdict) {
    for (unsigned i = batch->twin_count; i-- > 0;)
        if (batch->twins[i].content == content && load_from(batch, item, &batch->twins[i], verdict)) return true;
    return false;
}

// The same result in the other folder of --difference.
static bool load_beside(const Batch *batch, const Item *item, Verdict *verdict) {
    if (!batch->beside.folder[0] ||
        !journal_load(&batch->beside, item->submission->id, item->exercise, item->key, verdict))
        return false;
    if (!state_waits(verdict->state)) return true;
    return verdict_free(verdict), false;
}

static bool is_known(Batch *batch, const Item *item, uint64_t content, const SubmittedFile *file) {
    Verdict verdict;
    Message error;
    JournalRan ran = {.seconds = 0};
    if (!load_beside(batch, item, &verdict) && !load_twin(batch, item, content, &verdict)) return false;
    text_copy(verdict.student, sizeof verdict.student, item->submission->student);
    text_copy(verdict.taken, sizeof verdict.taken, item->taken);
    if (journal_store(&batch->journal, item->submission->id, item->key, &verdict, file->data, file->length, error)) {
        journal_note_ran(&batch->journal, item->submission->id, item->exercise, &ran);
        batch->graded++;
    } else stop(batch, error);
    verdict_free(&verdict);
    return true;
}

static bool take_source(Batch *batch, Item *item, const SubmittedFile *file) {
    char shown[400];
    if (batch->rules.anonymous) text_format(shown, sizeof shown, "%s.cu", item->exercise->name);
    else text_copy(shown, sizeof shown, file->name);
    text_format(item->shown, sizeof item->shown, "%.100s/%s", item->submission->id, shown);
    uint64_t content = make_key(batch, item, file->data, file->length);
    bool known = is_kept(batch, item, file->data, file->length) || is_known(batch, item, content, file);
    note_twin(batch, item, content);
    if (known) return false;
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
