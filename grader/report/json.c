// json.c - the verdict record: README.md beside this file says what each field means.
#include "report.h"

#include "../system/text.h"

#include <math.h>
#include <string.h>

// JSON has no infinities and no NaN: an unbounded side is null, a computed value is spelt out.
static json_t *bound(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static json_t *value_of(double value) {
    if (isfinite(value)) return json_real(value);
    return json_string(isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

// Sentences are built from pieces and may have been cut within a character; JSON takes whole ones only.
static json_t *text(const char *value) {
    char clean[sizeof((Verdict *)0)->build_log];
    text_clean(clean, sizeof clean, value, strlen(value), true);
    return json_string(clean);
}

static json_t *text_or_null(const char *value) { return value[0] ? text(value) : json_null(); }

static json_t *triple(const unsigned values[3]) { return json_pack("[i, i, i]", values[0], values[1], values[2]); }

static json_t *element(const CaseResult *result) {
    if (!result->has_element) return json_null();
    json_t *index = json_array();
    for (unsigned i = 0; i < result->index_count && i < 3; i++)
        json_array_append_new(index, json_integer((json_int_t)result->index[i]));
    return json_pack("{s:o, s:o, s:o, s:o}", "array", text(result->array), "index", index, "expected",
                     value_of(result->expected), "got", value_of(result->got));
}

static json_t *parts(const Verdict *verdict) {
    json_t *list = json_array();
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        json_array_append_new(list, json_pack("{s:o, s:i, s:i, s:o}", "label", text(part->label), "points",
                                              part->points, "max_points", part->max_points, "why", text(part->why)));
    }
    return list;
}

static json_t *cases(const Verdict *verdict) {
    json_t *list = json_array();
    for (unsigned i = 0; i < verdict->case_count; i++) {
        const VerdictCase *row = &verdict->cases[i];
        json_array_append_new(
            list, json_pack("{s:o, s:b, s:I, s:b, s:b, s:o, s:I, s:I, s:o}", "label", text(row->label), "hidden",
                            row->hidden, "seed", (json_int_t)row->seed, "ran", row->ran, "passed", row->result.passed,
                            "message", text(row->result.message), "wrong_count", (json_int_t)row->result.wrong_count,
                            "total", (json_int_t)row->result.total, "element", element(&row->result)));
    }
    return list;
}

static json_t *fault_other(const VerdictFault *fault) {
    if (!fault->other_file[0] && !fault->other_line) return json_null();
    return json_pack("{s:o, s:i, s:o}", "file", text(fault->other_file), "line", fault->other_line, "thread",
                     triple(fault->other_thread));
}

static json_t *faults(const Verdict *verdict) {
    json_t *list = json_array();
    for (unsigned i = 0; i < verdict->fault_count; i++) {
        const VerdictFault *row = &verdict->faults[i];
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:I, s:I, s:o, s:b, s:o}", "kind",
                                        text(row->kind), "message", text(row->sentence), "kernel", text(row->kernel),
                                        "file", text_or_null(row->file), "line", row->line, "source", text(row->source),
                                        "block", triple(row->block), "thread", triple(row->thread), "address",
                                        (json_int_t)row->address, "count", (json_int_t)row->count, "case",
                                        text(row->case_label), "hidden", row->hidden, "other", fault_other(row)));
    }
    return list;
}

static json_t *lines(const VerdictCounter *counter) {
    json_t *list = json_array();
    for (unsigned i = 0; i < counter->line_count; i++) {
        const VerdictLine *row = &counter->lines[i];
        json_array_append_new(list,
                              json_pack("{s:i, s:o, s:f, s:f, s:o}", "line", row->line, "source", text(row->source),
                                        "share", row->share, "each", row->each, "words", text(row->words)));
    }
    return list;
}

static json_t *counters(const Verdict *verdict) {
    json_t *list = json_array();
    for (unsigned i = 0; i < verdict->counter_count; i++) {
        const VerdictCounter *row = &verdict->counters[i];
        json_array_append_new(list, json_pack("{s:i, s:o, s:o, s:b, s:o, s:o, s:o, s:b, s:o, s:o, s:o}", "part",
                                              row->part, "label", text(row->label), "case", text(row->case_label),
                                              "measured", row->measured, "value",
                                              row->measured ? value_of(row->value) : json_null(), "least",
                                              bound(row->least), "most", bound(row->most), "met", row->met, "uncounted",
                                              text(row->uncounted), "advice", text(row->advice), "lines", lines(row)));
    }
    return list;
}

static json_t *answers(const Verdict *verdict) {
    static const char *const states[] = {
        [ANSWER_NONE] = "none", [ANSWER_WRONG] = "wrong", [ANSWER_NEAR] = "near", [ANSWER_RIGHT] = "right"};
    json_t *list = json_array();
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        const VerdictAnswer *row = &verdict->answers[i];
        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:s, s:i, s:i, s:o}", "name", text(row->name),
                                              "asks", text(row->asks), "given", text(row->given), "measured",
                                              text_or_null(row->measured), "state", states[row->state], "points",
                                              row->points, "max_points", row->max_points, "why", text(row->why)));
    }
    return list;
}

static json_t *figures(const Verdict *verdict) {
    json_t *list = json_array();
    for (unsigned i = 0; i < verdict->figure_count; i++) {
        const VerdictFigures *row = &verdict->figures[i];
        json_array_append_new(list, json_pack("{s:i, s:f, s:f, s:f, s:f, s:f}", "line", row->line, "requests",
                                              row->requests, "sectors", row->sectors, "needed", row->needed, "shared",
                                              row->shared, "conflicts", row->conflicts));
    }
    return list;
}

static json_t *bound_of_time(const VerdictTime *time) {
    if (!time->has_bound) return json_null();
    return json_pack("{s:f, s:o, s:o, s:o}", "microseconds", time->bound_us, "resource", text(time->bound_resource),
                     "gpu", text(time->bound_gpu), "reference_microseconds",
                     time->has_reference_bound ? json_real(time->reference_bound_us) : json_null());
}

static json_t *kernels(const VerdictTime *time) {
    json_t *list = json_array();
    for (unsigned i = 0; i < time->kernel_count; i++) {
        const VerdictKernel *row = &time->kernels[i];
        json_array_append_new(list, json_pack("{s:o, s:f, s:f, s:f, s:o}", "name", text(row->name), "ms",
                                              row->milliseconds, "gb_per_s", row->gigabytes_per_second, "gflop_per_s",
                                              row->gigaflops, "binding", text(row->binding)));
    }
    return list;
}

// What only a measured time has; null without one.
static json_t *measured_of(const VerdictTime *time) {
    if (!time->measured) return json_null();
    return json_pack("{s:o, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:b, s:b, s:f, s:f, s:o}", "size",
                     text(time->size), "samples", (int)time->samples, "rounds", (int)time->rounds, "student_iqr_ms",
                     time->student_iqr_ms, "reference_iqr_ms", time->reference_iqr_ms, "plain_ms", time->plain_ms,
                     "ratio", time->ratio, "ratio_spread", time->ratio_spread, "clock_low_mhz", time->clock_low_mhz,
                     "clock_high_mhz", time->clock_high_mhz, "slowed", time->slowed, "busy", time->busy,
                     "copy_ceiling_gb_per_s", time->copy_ceiling, "ceiling_gflop_per_s", time->flops_ceiling, "kernels",
                     kernels(time));
}

static json_t *time_of(const VerdictTime *time) {
    return json_pack("{s:b, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o}", "measured", time->measured, "student_ms",
                     time->measured ? json_real(time->student_ms) : json_null(), "reference_ms",
                     time->measured ? json_real(time->reference_ms) : json_null(), "device", text_or_null(time->device),
                     "unusable", text_or_null(time->unusable), "problem", text_or_null(time->problem), "refused",
                     time->refused, "details", measured_of(time), "bound", bound_of_time(time));
}

static json_t *printed(const Verdict *verdict) {
    if (!verdict->printed[0]) return json_null();
    return json_pack("{s:o, s:o}", "case", text(verdict->printed_case), "text", text(verdict->printed));
}

static json_t *checklist(const char *points) {
    json_t *list = json_array();
    while (points && *points) {
        size_t length = strcspn(points, ",");
        json_array_append_new(list, json_stringn(points, length));
        points += length;
        points += strspn(points, ", ");
    }
    return list;
}

json_t *verdict_to_json(const Verdict *verdict) {
    const Exercise *exercise = verdict->exercise;
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:o, s:i, s:i, s:I, s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "exercise", exercise->name, "chapter", exercise->chapter, "title", exercise->title, "checklist",
                     checklist(exercise->checklist), "file", text(verdict->file), "state", state_name(verdict->state),
                     "summary", text(verdict->summary), "points", verdict->points, "max_points", verdict->max_points,
                     "seed", (json_int_t)verdict->seed, "parts", parts(verdict), "cases_passed", verdict->cases_passed,
                     "cases", cases(verdict), "faults", faults(verdict), "counters", counters(verdict), "answers",
                     answers(verdict), "figures", figures(verdict), "time", time_of(&verdict->time), "build_log",
                     text(verdict->build_log), "printed", printed(verdict));
}

void report_print_json(FILE *out, const Verdict *verdicts, unsigned count) {
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) json_array_append_new(list, verdict_to_json(&verdicts[i]));
    json_t *root = json_pack("{s:i, s:o}", "schema", REPORT_SCHEMA, "verdicts", list);
    json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', out);
    json_decref(root);
}
