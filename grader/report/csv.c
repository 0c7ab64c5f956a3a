// csv.c - a row per exercise, for spreadsheets (RFC 4180).
#include "report.h"

#include <stdbool.h>
#include <string.h>

// A field that a spreadsheet would take for a formula gets an apostrophe in front, which it shows as text.
static void field(FILE *out, const char *text) {
    const char *guard = strchr("=+-@\t\r", text[0]) && text[0] ? "'" : "";
    fprintf(out, "\"%s", guard);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void points(FILE *out, const Verdict *verdict) {
    if (verdict->state != STATE_set_aside) fprintf(out, "%d", verdict->points); // a person will say how many
    fprintf(out, ",%d,%u,%u,%u,", verdict->max_points, verdict->cases_passed, verdict->case_count,
            verdict->fault_count);
}

static void row(FILE *out, const Verdict *verdict, bool named) {
    if (named) {
        field(out, verdict->student);
        fputc(',', out);
    }
    const char *const texts[] = {verdict->exercise->chapter, verdict->exercise->name, state_name(verdict->state)};
    for (size_t i = 0; i < 3; i++) {
        field(out, texts[i]);
        fputc(',', out);
    }
    points(out, verdict);
    if (verdict->time.measured) fprintf(out, "%.6g,%.6g", verdict->time.student_ms, verdict->time.reference_ms);
    else fputc(',', out);
    fputc(',', out);
    if (verdict->time.has_bound) fprintf(out, "%.6g", verdict->time.bound_us);
    fprintf(out, ",%llu,", (unsigned long long)verdict->seed);
    field(out, verdict->summary);
    fputc(',', out);
    field(out, verdict->file);
    fputs("\r\n", out);
}

void report_print_csv(FILE *out, const Verdict *verdicts, unsigned count) {
    bool named = count && verdicts[0].student[0]; // a batch
    fputs(named ? "student," : "", out);
    fputs("chapter,exercise,state,points,max_points,cases_passed,cases,faults,student_ms,reference_ms,bound_us,seed,"
          "summary,file\r\n",
          out);
    for (unsigned i = 0; i < count; i++) row(out, &verdicts[i], named);
}
