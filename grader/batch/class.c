// class.c - what a batch leaves for people and programs, printed from the kept results alone.
#include "batch.h"

#include "../report/report.h"
#include "../system/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    Verdict *verdicts;
    unsigned count;
} Class;

static bool out_of_memory(char error[200]) { return snprintf(error, 200, "out of memory"), false; }

// Gradescope's file for the verdicts of one student. One whose work waits for a person has none, which Gradescope shows
// as a failure of the grader and not as a grade.
static bool write_student(const Batch *batch, const Submission *submission, const Verdict *verdicts, unsigned count,
                          char error[200]) {
    char path[PATH_BYTES], *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return out_of_memory(error);
    bool printed = count == batch->exercise_count && report_print_gradescope(out, verdicts, count);
    if (fclose(out)) printed = false;
    snprintf(path, sizeof path, "%s/students/%s/results.json", batch->journal.folder, submission->id);
    bool written = printed ? file_write(path, text, length, error) : unlink(path) == 0 || errno == ENOENT;
    free(text);
    return written;
}

static bool load_student(const Batch *batch, const Submission *submission, Class *class, char error[200]) {
    unsigned first = class->count;
    for (unsigned e = 0; e < batch->exercise_count; e++)
        if (journal_load(&batch->journal, submission->id, batch->exercises[e], NULL, &class->verdicts[class->count]))
            class->count++;
    return write_student(batch, submission, class->verdicts + first, class->count - first, error);
}

static void print_table(const Batch *batch, const Class *class, FILE *out) {
    unsigned states[STATE_COUNT] = {0};
    double points = 0;
    for (unsigned i = 0; i < class->count; i++) {
        const Verdict *verdict = &class->verdicts[i];
        states[verdict->state]++;
        points += verdict->state == STATE_set_aside ? 0 : verdict->points;
        fprintf(out, "%-28.28s  %-20s  %-18s", verdict->student, verdict->exercise->name, state_words(verdict->state));
        if (verdict->state == STATE_set_aside) fprintf(out, "    -/%d\n", verdict->max_points);
        else fprintf(out, "  %3d/%d\n", verdict->points, verdict->max_points);
    }
    fputc('\n', out);
    for (unsigned i = 0; i < STATE_COUNT; i++)
        if (states[i]) fprintf(out, "%6u  %s\n", states[i], state_words((VerdictState)i));
    unsigned counted = class->count - states[STATE_set_aside];
    if (counted) fprintf(out, "%6.1f  points on average\n", points / counted);
    if (batch->total > class->count) fprintf(out, "%6u  not graded yet\n", batch->total - class->count);
    for (unsigned i = 0; i < batch->submissions.left_out_count; i++)
        fprintf(out, "left out: %s: %s\n", batch->submissions.left_out[i].name, batch->submissions.left_out[i].why);
}

static bool write_class(const Batch *batch, const Class *class, char error[200]) {
    char path[PATH_BYTES];
    for (unsigned i = 1; i < report_format_count; i++) { // all but the record, which is in the students' folders
        snprintf(path, sizeof path, "%s/%s", batch->journal.folder, report_formats[i].file);
        if (!report_write(&report_formats[i], path, class->verdicts, class->count, error)) return false;
    }
    return true;
}

bool class_report(const Batch *batch, FILE *out, char error[200]) {
    Class class = {.verdicts = calloc(batch->total + 1, sizeof *class.verdicts)};
    bool worked = class.verdicts != NULL;
    if (!worked) out_of_memory(error);
    for (unsigned i = 0; i < batch->submissions.count && worked; i++)
        worked = load_student(batch, &batch->submissions.items[i], &class, error);
    worked = worked && write_class(batch, &class, error);
    if (worked) print_table(batch, &class, out);
    for (unsigned i = 0; i < class.count; i++) verdict_free(&class.verdicts[i]);
    free(class.verdicts);
    return worked && class_pages(batch, error);
}
