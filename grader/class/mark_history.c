// mark_history.c - who changed which points or comments since the last run.
//
// RESULTS/marks_now.csv holds the marks of the last run, a line each. Lines that are not there any more were taken
// back, and lines that were not there are new; both go to RESULTS/marks_history.csv.
#include "overrides.h"

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../device/system/times.h"
#include "../formats/csv.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_HISTORY (1u << 26)
#define COLUMNS 8
static const char head[] = "marker,student,id,exercise,part,line,points,comment\r\n";

static void put_mark(FILE *out, const Override *mark) {
    const Person *person = mark->meant.person ? mark->meant.person : &mark->meant.submission->people[0];
    char line[16] = "", points[32] = "";
    if (mark->line) snprintf(line, sizeof line, "%u", mark->line);
    if (mark->pointed) snprintf(points, sizeof points, "%g", mark->points);
    const char *const fields[COLUMNS] = {mark->marker[0] ? mark->marker : "overrides.csv",
                                         person->name,
                                         person->id,
                                         mark->exercise->name,
                                         mark->part < 0 ? "" : mark->exercise->parts[mark->part].label,
                                         line,
                                         points,
                                         mark->comment};
    csv_put_fields(out, fields, COLUMNS);
}

static bool has_row(const Csv *csv, const CsvRow *row) {
    for (unsigned i = 1; i < csv->count; i++) {
        bool same = csv->rows[i].count == row->count;
        for (unsigned c = 0; c < row->count && same; c++) same = !strcmp(csv->rows[i].cells[c], row->cells[c]);
        if (same) return true;
    }
    return false;
}

static void put_changes(FILE *out, const char *when, const Csv *from, const Csv *other, const char *what) {
    for (unsigned i = 1; i < from->count; i++) {
        const char *fields[COLUMNS + 2] = {when, what};
        if (has_row(other, &from->rows[i])) continue;
        for (unsigned c = 0; c < COLUMNS; c++) fields[c + 2] = csv_cell(from, i, (int)c);
        csv_put_fields(out, fields, COLUMNS + 2);
    }
}

static bool write_now(const char *path, const Overrides *overrides, Message error) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) fputs(head, out);
    for (unsigned i = 0; out && i < overrides->count; i++) put_mark(out, &overrides->items[i]);
    return file_write_stream(path, out, &text, &length, error);
}

static bool append(const char *path, const Csv *before, const Csv *now, Message error) {
    char when[40], *text = NULL, *old = file_exists(path) ? file_read(path, MOST_HISTORY, NULL, NULL) : NULL;
    size_t length = 0, empty;
    FILE *out = open_memstream(&text, &length);
    time_write((int64_t)time(NULL), when);
    if (out) fprintf(out, "%s", old ? old : "time,what,marker,student,id,exercise,part,line,points,comment\r\n");
    if (out && fflush(out)) return fclose(out), free(text), free(old), message_set(error, "out of memory");
    empty = length;
    if (out) put_changes(out, when, before, now, "taken back"), put_changes(out, when, now, before, "given");
    free(old);
    if (out && !fflush(out) && length == empty) return fclose(out), free(text), true; // nothing changed
    return file_write_stream(path, out, &text, &length, error);
}

bool overrides_note_changes(const char *results, const Overrides *overrides, Message error) {
    char now_path[PATH_BYTES], history[PATH_BYTES];
    Csv before = {.count = 0}, now = {.count = 0};
    snprintf(now_path, sizeof now_path, "%s/marks_now.csv", results);
    snprintf(history, sizeof history, "%s/marks_history.csv", results);
    bool first = !file_exists(now_path);
    if (first && !overrides->count) return true;
    if (!first && !csv_read(now_path, &before, error)) return false;
    bool noted = write_now(now_path, overrides, error) && csv_read(now_path, &now, error) &&
                 append(history, &before, &now, error);
    csv_free(&before);
    csv_free(&now);
    return noted;
}
