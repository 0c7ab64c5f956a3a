// csv.c - a row per exercise, for spreadsheets (RFC 4180).
#include "report.h"

#include "../formats/csv.h"

#include <stdbool.h>
#include <string.h>

static void points(FILE *out, const Verdict *verdict) {
    if (verdict_has_points(verdict)) fprintf(out, "%g", verdict_points(verdict)); // a person will decide how many
    fprintf(out, ",%d,%u,%u,%u,", verdict->max_points, verdict->cases_passed, verdict->case_count,
            verdict->fault_count);
}

static void row(FILE *out, const Verdict *verdict, bool named) {
    if (named) {
        csv_put(out, verdict->student);
        fputc(',', out);
        csv_put(out, verdict->student_id);
        fputc(',', out);
    }
    const char *const texts[] = {verdict->exercise->chapter, verdict->exercise->name, state_name(verdict->state)};
    for (size_t i = 0; i < 3; i++) {
        csv_put(out, texts[i]);
        fputc(',', out);
    }
    points(out, verdict);
    if (verdict->time.measured) fprintf(out, "%.6g,%.6g", verdict->time.student_ms, verdict->time.reference_ms);
    else fputc(',', out);
    fputc(',', out);
    const VerdictScale *scale = &verdict->time.scale;
    if (verdict->time.judged) fprintf(out, "%.6g,%.6g,%.6g", scale->counts_us, scale->plain_us, scale->full_us);
    else fputs(",,", out);
    fprintf(out, ",%llu,", (unsigned long long)verdict->seed);
    csv_put(out, verdict->summary);
    fputc(',', out);
    csv_put(out, verdict->file);
    if (named) fputc(',', out);
    if (verdict->by_hand) fprintf(out, "%d,", verdict_earned(verdict));
    else if (named) fputc(',', out);
    if (named) csv_put(out, verdict->comment);
    fputs("\r\n", out);
}

void report_print_csv(FILE *out, const Verdict *verdicts, unsigned count) {
    bool named = count && verdicts[0].student[0]; // a batch
    fputs(named ? "student,id," : "", out);
    fputs("chapter,exercise,state,points,max_points,cases_passed,cases,faults,student_ms,reference_ms,"
          "counts_us,plain_us,full_us,seed,summary,file",
          out);
    fputs(named ? ",points_before_override,comment\r\n" : "\r\n", out);
    for (unsigned i = 0; i < count; i++) row(out, &verdicts[i], named);
}
