// history.c - how points changed from run to run, and how often somebody tried.
#include "../device/system/message.h"
#include "batch.h"

#include <stdlib.h>
#include <string.h>

#define MOST_HISTORY (64u << 20)

static void key_of(const Submission *submission, const Exercise *exercise, char key[260]) {
    snprintf(key, 260, "%.159s/%.99s", submission->id, exercise->name);
}

static json_t *entry_of(const History *history, const Submission *submission, const Exercise *exercise) {
    char key[260];
    key_of(submission, exercise, key);
    return json_object_get(json_object_get(history->root, "items"), key);
}

static long long number_of(const json_t *entry, const char *name, long long otherwise) {
    const json_t *value = json_object_get(entry, name);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

// ---- one result ----

static void source_text(const Batch *batch, const Submission *submission, const Exercise *exercise, char text[20]) {
    size_t length = 0;
    char *source = journal_source(&batch->journal, submission->id, exercise, &length);
    snprintf(text, 20, "%016llx", (unsigned long long)(source ? bytes_hash(source, length) : 0));
    free(source);
}

typedef struct {
    const Submission *submission;
    const Exercise *exercise;
    int points;      // -1: none yet
    char source[20]; // hash
} Result;

static bool differs(const json_t *entry, const Result *result) {
    const char *source = json_string_value(json_object_get(entry, "source"));
    return !source || strcmp(source, result->source) != 0 || number_of(entry, "points", -2) != result->points;
}

// The entry after this run. The points that differed last, and when, stay until they differ again.
static json_t *entry_after(const json_t *entry, const Result *result, unsigned run) {
    const char *source = json_string_value(json_object_get(entry, "source"));
    long long tries = number_of(entry, "tries", 0), points = number_of(entry, "points", -1);
    bool other = entry && points != result->points;
    if (!source || strcmp(source, result->source) != 0) tries++;
    return json_pack("{s:i, s:s, s:I, s:I, s:I}", "points", result->points, "source", result->source, "tries",
                     (json_int_t)tries, "before", (json_int_t)(other ? points : number_of(entry, "before", -1)), "run",
                     (json_int_t)(other ? run : number_of(entry, "run", 0)));
}

static Result result_of(const Batch *batch, const Verdict *grid, unsigned submission, unsigned exercise) {
    const Verdict *verdict = &grid[(size_t)submission * batch->exercise_count + exercise];
    Result result = {.submission = &batch->submissions.items[submission],
                     .exercise = batch->exercises[exercise],
                     .points = verdict->exercise && verdict_has_points(verdict) ? verdict->points : -1};
    source_text(batch, result.submission, result.exercise, result.source);
    return result;
}

// ---- all of them ----

static bool any_differs(const Batch *batch, const Verdict *grid, const History *history) {
    for (unsigned s = 0; s < batch->submissions.count; s++)
        for (unsigned e = 0; e < batch->exercise_count && !batch->submissions.items[s].left_out[0]; e++) {
            Result result = result_of(batch, grid, s, e);
            if (differs(entry_of(history, result.submission, result.exercise), &result)) return true;
        }
    return false;
}

static void enter_all(const Batch *batch, const Verdict *grid, const History *history) {
    json_t *items = json_object_get(history->root, "items");
    for (unsigned s = 0; s < batch->submissions.count; s++)
        for (unsigned e = 0; e < batch->exercise_count && !batch->submissions.items[s].left_out[0]; e++) {
            Result result = result_of(batch, grid, s, e);
            char key[260];
            key_of(result.submission, result.exercise, key);
            json_object_set_new(items, key, entry_after(json_object_get(items, key), &result, history->run));
        }
}

bool history_update(const Batch *batch, const Verdict *grid, History *history, Message error) {
    char path[PATH_BYTES];
    size_t length;
    snprintf(path, sizeof path, "%s/history.json", batch->journal.folder);
    char *text = file_exists(path) ? file_read(path, MOST_HISTORY, &length, NULL) : NULL;
    history->root = text ? json_loadb(text, length, 0, NULL) : NULL;
    free(text);
    if (!json_is_object(json_object_get(history->root, "items"))) {
        json_decref(history->root);
        history->root = json_pack("{s:i, s:{}}", "run", 0, "items");
    }
    if (!history->root) return message_set(error, "out of memory");
    history->run = (unsigned)number_of(history->root, "run", 0);
    if (!any_differs(batch, grid, history)) return true;
    json_object_set_new(history->root, "run", json_integer(++history->run));
    enter_all(batch, grid, history);
    text = json_dumps(history->root, JSON_INDENT(1));
    bool written = text && file_write(path, text, strlen(text), error);
    free(text);
    return written;
}

void history_free(History *history) {
    json_decref(history->root);
    *history = (History){.root = NULL};
}

int history_before(const History *history, const Submission *submission, const Exercise *exercise) {
    const json_t *entry = entry_of(history, submission, exercise);
    bool now = entry && number_of(entry, "run", 0) == history->run;
    return now ? (int)number_of(entry, "before", -1) : -1;
}

unsigned history_tries(const History *history, const Submission *submission, const Exercise *exercise) {
    unsigned tries = (unsigned)number_of(entry_of(history, submission, exercise), "tries", 0);
    return submission->attempt > tries ? submission->attempt : tries;
}
