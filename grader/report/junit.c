// junit.c - JUnit XML: a suite per exercise, a test per case, per limit, and one for faults.
#include "report.h"

#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>

// Characters that XML 1.0 forbids were replaced when the verdict was made (text_clean).
static void escaped(FILE *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\n': fputs("&#10;", out); break;
        case '\t': fputs("&#9;", out); break;
        default: fputc(*text, out);
        }
    }
}

static void attribute(FILE *out, const char *name, const char *value) {
    fprintf(out, " %s=\"", name);
    escaped(out, value);
    fputc('"', out);
}

typedef struct {
    unsigned tests, failures, errors, skipped;
} Tally;

// A counter without points explains a time, and fails nothing.
static bool fails(const Verdict *verdict, const VerdictCounter *counter) {
    return !counter->met && verdict->exercise->parts[counter->part].points > 0;
}

static Tally tally(const Verdict *verdict) {
    Tally sum = {.tests = verdict->case_count + verdict->counter_count + 1 + verdict->time.judged};
    if (verdict->state == STATE_not_started || verdict->state == STATE_absent) return (Tally){.tests = 1, .skipped = 1};
    if (verdict->state == STATE_build || verdict->state == STATE_rejected || state_waits(verdict->state))
        return (Tally){.tests = 1, .errors = 1};
    for (unsigned i = 0; i < verdict->case_count; i++) sum.failures += !verdict->cases[i].result.passed;
    for (unsigned i = 0; i < verdict->counter_count; i++) sum.failures += fails(verdict, &verdict->counters[i]);
    sum.failures += verdict->fault_count > 0;
    sum.failures += verdict->time.judged && verdict->state == STATE_slow;
    return sum;
}

static void test(FILE *out, const Verdict *verdict, const char *name, const char *element, const char *message,
                 const char *text) {
    fputs("    <testcase", out);
    attribute(out, "classname", verdict->student[0] ? verdict->student : verdict->exercise->name);
    attribute(out, "name", name);
    if (!element) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, ">\n      <%s", element);
    attribute(out, "message", message);
    if (strcmp(element, "skipped")) attribute(out, "type", state_name(verdict->state));
    fputc('>', out);
    escaped(out, text);
    fprintf(out, "</%s>\n    </testcase>\n", element);
}

static void test_counter(FILE *out, const Verdict *verdict, const VerdictCounter *counter) {
    char name[160], message[160];
    snprintf(name, sizeof name, "%s (%s)", counter->label, counter->case_label);
    snprintf(message, sizeof message, "%.6g is outside %.6g to %.6g", counter->value, counter->least, counter->most);
    if (!counter->measured) snprintf(message, sizeof message, "not measured: the case did not run to its end");
    test(out, verdict, name, fails(verdict, counter) ? "failure" : NULL, message, counter->advice);
}

static void test_faults(FILE *out, const Verdict *verdict) {
    char *text = NULL;
    size_t length = 0;
    FILE *lines = open_memstream(&text, &length);
    for (unsigned i = 0; lines && i < verdict->fault_count; i++) {
        const VerdictFault *fault = &verdict->faults[i];
        fprintf(lines, "%s:%u: %s: %s\n", fault->file, fault->line, fault_name(fault->kind), fault->sentence);
    }
    if (lines) fclose(lines);
    test(out, verdict, "no device faults", verdict->fault_count ? "failure" : NULL, verdict->faults[0].sentence,
         text ? text : "");
    free(text);
}

static void test_time(FILE *out, const Verdict *verdict) {
    char scale[400];
    if (!verdict->time.judged) return;
    time_scale_line(&verdict->time, scale);
    test(out, verdict, "time", verdict->state == STATE_slow ? "failure" : NULL, scale, verdict->time.scale.why);
}

static void suite(FILE *out, const Verdict *verdict) {
    char title[400] = "";
    bool named = verdict->student_id[0] && strcmp(verdict->student_id, verdict->student);
    if (named) snprintf(title, sizeof title, "%s (%s): ", verdict->student, verdict->student_id);
    else if (verdict->student[0]) snprintf(title, sizeof title, "%s: ", verdict->student);
    text_append(title, sizeof title, "%s", verdict->exercise->name);
    Tally sum = tally(verdict);
    fputs("  <testsuite", out);
    attribute(out, "name", title);
    attribute(out, "package", verdict->exercise->chapter);
    fprintf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n", sum.tests, sum.failures, sum.errors,
            sum.skipped);
    if (sum.skipped) {
        const char *name = verdict->state == STATE_absent ? "handed in" : "started";
        test(out, verdict, name, "skipped", verdict->summary, "");
    } else if (sum.errors) {
        test(out, verdict, verdict->state == STATE_build ? "builds" : "can be graded", "error", verdict->summary,
             verdict->build_log);
    } else {
        for (unsigned i = 0; i < verdict->case_count; i++) {
            const VerdictCase *row = &verdict->cases[i];
            test(out, verdict, row->label, row->result.passed ? NULL : "failure", row->result.message, "");
        }
        for (unsigned i = 0; i < verdict->counter_count; i++) test_counter(out, verdict, &verdict->counters[i]);
        test_faults(out, verdict);
        test_time(out, verdict);
    }
    fputs("  </testsuite>\n", out);
}

void report_print_junit(FILE *out, const Verdict *verdicts, unsigned count) {
    Tally sum = {0};
    for (unsigned i = 0; i < count; i++) {
        Tally one = tally(&verdicts[i]);
        sum = (Tally){sum.tests + one.tests, sum.failures + one.failures, sum.errors + one.errors,
                      sum.skipped + one.skipped};
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    fprintf(out, "<testsuites tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n", sum.tests, sum.failures,
            sum.errors, sum.skipped);
    for (unsigned i = 0; i < count; i++) suite(out, &verdicts[i]);
    fputs("</testsuites>\n", out);
}
