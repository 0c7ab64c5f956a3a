// items.c - from submissions to items: one for each student and exercise, with the bytes to grade and their key.
#include "batch.h"

#include "../grading/judge.h"
#include "../system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EXTRA 20 // listed for a student; more say nothing new

static void stop(Batch *batch, const char *why) { snprintf(batch->stopped, sizeof batch->stopped, "%s", why); }

// ---- files.csv ----

static void note_field(FILE *out, const char *text) {
    char clean[400];
    text_copy(clean, sizeof clean, text);
    fprintf(out, "\"%s", clean[0] && strchr("=+-@", clean[0]) ? "'" : "");
    for (const char *at = clean; *at; at++) fprintf(out, *at == '"' ? "\"\"" : "%c", *at);
    fputc('"', out);
}

static void note(Batch *batch, const char *student, const char *what, const char *file, const char *words) {
    const char *const fields[] = {student, what, file, words};
    for (int i = 0; i < 4; i++) {
        if (i) fputc(',', batch->notes);
        note_field(batch->notes, fields[i]);
    }
    fputs("\r\n", batch->notes);
}

static void note_match(Batch *batch, const Submission *submission, const Exercise *exercise, const Match *match) {
    static const char *const words[] = {
        [MATCH_EXACT] = "", [MATCH_MISNAMED] = "misnamed", [MATCH_MISSING] = "missing", [MATCH_REFUSED] = "refused"};
    char file[100];
    snprintf(file, sizeof file, "%.90s.cu", exercise->name);
    if (match->kind != MATCH_EXACT) note(batch, submission->student, words[match->kind], file, match->words);
}

// Files that answer no exercise of this batch.
static void note_extra(Batch *batch, const Submission *submission, const SubmittedFiles *files) {
    unsigned extra = 0;
    for (unsigned i = 0; i < files->count; i++) {
        bool used = submitted_is_litter(files->files[i].name);
        for (unsigned e = 0; e < batch->exercise_count && !used; e++) {
            Match match = submission_match(files, batch->exercises[e], batch->exercise_count == 1);
            used = match.kind != MATCH_MISSING && match.file == i;
        }
        if (!used && extra++ < MOST_EXTRA)
            note(batch, submission->student, "extra", files->files[i].name,
                 "is no answer to an exercise of this batch");
    }
    if (extra > MOST_EXTRA) note(batch, submission->student, "extra", "", "and more files");
}

// ---- one item ----

void item_free(Item *item) {
    free(item->source);
    item->source = NULL;
}

void item_source_free(ItemSource *source) {
    submitted_free(&source->files);
    source->open = false;
}

static bool is_kept(Batch *batch, const Item *item) {
    Verdict verdict;
    if (!journal_load(&batch->journal, item->submission->id, item->exercise, item->key, &verdict)) return false;
    batch->set_aside += verdict.state == STATE_set_aside;
    verdict_free(&verdict);
    batch->kept++;
    return true;
}

// A verdict that follows without any run.
static void settle(Batch *batch, const Item *item, VerdictState state, const char *words) {
    Verdict verdict = {.exercise = item->exercise, .seed = batch->journal.seed};
    char error[200];
    text_copy(verdict.student, sizeof verdict.student, item->submission->student);
    text_copy(verdict.file, sizeof verdict.file, item->shown);
    if (!judge_unrun(&verdict, state, words)) stop(batch, "out of memory");
    else if (!journal_store(&batch->journal, item->submission->id, item->key, &verdict, NULL, 0, error))
        stop(batch, error);
    else batch->graded++;
    verdict_free(&verdict);
}

static void make_key(Batch *batch, Item *item, const char *source, size_t length) {
    char name[700];
    snprintf(name, sizeof name, "%s/%s", item->submission->student, item->shown);
    journal_key(&batch->journal, batch->paths, item->exercise, name, source, length, batch->timeout_seconds, item->key);
}

// Words instead of source: what is said stands for what was handed in.
static void settle_unless_kept(Batch *batch, Item *item, VerdictState state, const char *words) {
    make_key(batch, item, words, strlen(words));
    if (!is_kept(batch, item)) settle(batch, item, state, words);
}

static bool take_source(Batch *batch, Item *item, const SubmittedFile *file) {
    char shown[400];
    text_copy(shown, sizeof shown, file->name);
    snprintf(item->shown, sizeof item->shown, "%.100s/%s", item->submission->student, shown);
    make_key(batch, item, file->data, file->length);
    if (is_kept(batch, item)) return false;
    item->source = malloc(file->length + 1);
    if (!item->source) return stop(batch, "out of memory"), false;
    memcpy(item->source, file->data, file->length);
    item->length = file->length;
    return true;
}

// Whether there is something for a worker to do.
static bool item_make(Batch *batch, const SubmittedFiles *files, Item *item) {
    snprintf(item->shown, sizeof item->shown, "%.100s/%.80s.cu", item->submission->student, item->exercise->name);
    if (files->problem[0]) {
        Match match = {.kind = MATCH_REFUSED};
        snprintf(match.words, sizeof match.words, "%s", files->problem);
        note_match(batch, item->submission, item->exercise, &match);
        settle_unless_kept(batch, item, STATE_rejected, files->problem);
        return false;
    }
    Match match = submission_match(files, item->exercise, batch->exercise_count == 1);
    note_match(batch, item->submission, item->exercise, &match);
    if (match.kind == MATCH_EXACT || match.kind == MATCH_MISNAMED)
        return take_source(batch, item, &files->files[match.file]);
    settle_unless_kept(batch, item, match.kind == MATCH_MISSING ? STATE_not_started : STATE_rejected, match.words);
    return false;
}

static bool source_open(Batch *batch, ItemSource *source) {
    const Submission *submission = &batch->submissions.items[source->submission];
    char error[200];
    if (source->open) return true;
    for (int attempt = 0; attempt < 3; attempt++)
        if ((source->open = submission_read(&batch->submissions, submission, &source->files, error))) {
            if (!source->files.problem[0]) note_extra(batch, submission, &source->files);
            return true;
        }
    stop(batch, error);
    return false;
}

bool item_next(Batch *batch, ItemSource *source, Item *item) {
    while (!batch->stopped[0] && source->submission < batch->submissions.count) {
        if (batch->shares && source->submission % batch->shares != batch->share) {
            source->submission++;
            continue;
        }
        if (!source_open(batch, source)) return false;
        *item = (Item){.batch = batch,
                       .submission = &batch->submissions.items[source->submission],
                       .exercise = batch->exercises[source->exercise]};
        bool work = item_make(batch, &source->files, item);
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
