// json.c - the verdict record: README.md beside this file says what each field means.
#include "record.h"
#include "report.h"

#include <math.h>
#include <string.h>

// A field: its name, its kind, and the member of the table's STRUCTURE that it is.
#define MEMBER(member) ((STRUCTURE *)0)->member
#define AT(member) .at = offsetof(STRUCTURE, member), .size = sizeof MEMBER(member)
#define FIELD(called, is, member)                                                                                      \
    { .name = called, .kind = FIELD_##is, AT(member) }
#define FIELD_WITH(called, is, member, ...)                                                                            \
    { .name = called, .kind = FIELD_##is, AT(member), __VA_ARGS__ }
#define ROWS(called, is, member, counted, row)                                                                         \
    {                                                                                                                  \
        .name = called, .kind = FIELD_##is, .at = offsetof(STRUCTURE, member), .size = sizeof *MEMBER(member),         \
        .fields = row, .count = offsetof(STRUCTURE, counted), .room = sizeof MEMBER(member)                            \
    }
// Members of the same structure in an object of their own.
#define GROUP(called, members, ...)                                                                                    \
    { .name = called, .kind = FIELD_RECORD, .fields = members, __VA_ARGS__ }
#define IF(member) .given = offsetof(STRUCTURE, member)
#define END_OF_FIELDS                                                                                                  \
    { .name = NULL }

#define STRUCTURE VerdictPart
static const Field PART[] = {FIELD("label", TEXT, label), FIELD("points", INT, points),
                             FIELD("max_points", INT, max_points), FIELD("why", TEXT, why), END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE CaseResult
static const Field ELEMENT[] = {FIELD("array", TEXT, array),
                                FIELD_WITH("index", INDEX, index, .count = offsetof(CaseResult, index_count)),
                                FIELD("expected", REAL, expected), FIELD("got", REAL, got), END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictCase
static const Field CASE[] = {FIELD("label", TEXT, label),
                             FIELD("hidden", TRUTH, hidden),
                             FIELD("seed", WHOLE, seed),
                             FIELD("ran", TRUTH, ran),
                             FIELD("spoilt", TRUTH, spoilt),
                             FIELD("passed", TRUTH, result.passed),
                             FIELD("message", TEXT, result.message),
                             FIELD("wrong_count", WHOLE, result.wrong_count),
                             FIELD("total", WHOLE, result.total),
                             FIELD_WITH("element", RECORD, result, IF(result.has_element), .fields = ELEMENT),
                             END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictFault
static bool has_other(const void *structure) {
    const VerdictFault *fault = structure;
    return fault->other_file[0] || fault->other_line;
}
static const Field OTHER[] = {FIELD("file", TEXT, other_file), FIELD("line", UNSIGNED, other_line),
                              FIELD("thread", NUMBERS, other_thread), END_OF_FIELDS};
static const Field FAULT[] = {FIELD_WITH("kind", WORD, kind, .words = fault_names),
                              FIELD("message", TEXT, sentence),
                              FIELD("kernel", TEXT, kernel),
                              FIELD("file", TEXT_OR_NULL, file),
                              FIELD("line", UNSIGNED, line),
                              FIELD("source", TEXT, source),
                              FIELD("block", NUMBERS, block),
                              FIELD("thread", NUMBERS, thread),
                              FIELD("address", WHOLE, address),
                              FIELD("count", WHOLE, count),
                              FIELD("case", TEXT, case_label),
                              FIELD("hidden", TRUTH, hidden),
                              GROUP("other", OTHER, .is_there = has_other),
                              END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictLeaks
static const Field LEAKS[] = {FIELD("count", UNSIGNED, count), FIELD("bytes", WHOLE, bytes),
                              FIELD("line", UNSIGNED, line),   FIELD("source", TEXT, source),
                              FIELD("case", TEXT, case_label), END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictLine
static const Field LINE[] = {FIELD("line", UNSIGNED, line), FIELD("source", TEXT, source), FIELD("share", REAL, share),
                             FIELD("each", REAL, each),     FIELD("words", TEXT, words),   END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictCounter
static const Field COUNTER[] = {FIELD("part", UNSIGNED, part),
                                FIELD("label", TEXT, label),
                                FIELD("case", TEXT, case_label),
                                FIELD("measured", TRUTH, measured),
                                FIELD_WITH("value", REAL, value, IF(measured)),
                                FIELD("least", LEAST, least),
                                FIELD("most", MOST, most),
                                FIELD("met", TRUTH, met),
                                FIELD("share", REAL, share),
                                FIELD("advice", TEXT, advice),
                                ROWS("lines", ROWS, lines, line_count, LINE),
                                END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictAnswer
static const char *const ANSWER_STATES[] = {
    [ANSWER_NONE] = "none", [ANSWER_WRONG] = "wrong", [ANSWER_RIGHT] = "right", NULL};
static const Field ANSWER[] = {FIELD("name", TEXT, name),
                               FIELD("asks", TEXT, asks),
                               FIELD("given", TEXT, given),
                               FIELD("measured", TEXT_OR_NULL, measured),
                               FIELD_WITH("state", WORD, state, .words = ANSWER_STATES),
                               FIELD("points", INT, points),
                               FIELD("max_points", INT, max_points),
                               FIELD("why", TEXT, why),
                               END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictFigures
static const Field FIGURES[] = {FIELD("line", UNSIGNED, line),
                                FIELD("requests", REAL, requests),
                                FIELD("sectors", REAL, sectors),
                                FIELD("needed", REAL, needed),
                                FIELD("shared", REAL, shared),
                                FIELD("conflicts", REAL, conflicts),
                                END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictKernel
static const Field KERNEL[] = {FIELD("name", TEXT, name),
                               FIELD("ms", REAL, milliseconds),
                               FIELD("gb_per_s", REAL, gigabytes_per_second),
                               FIELD("gflop_per_s", REAL, gigaflops),
                               FIELD("binding", TEXT, binding),
                               END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictCost
static const Field COST[] = {FIELD("cost", TEXT, name), FIELD("gain", REAL, us), FIELD("line", UNSIGNED, line),
                             FIELD("line_gain", REAL, line_us), END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictEstimate
static const Field ESTIMATE[] = {FIELD("size", TEXT, size),
                                 FIELD("gpu", TEXT, gpu),
                                 FIELD("microseconds", REAL, yours_us),
                                 FIELD("low", REAL, low_us),
                                 FIELD("high", REAL, high_us),
                                 FIELD("solution_microseconds", REAL, solution_us),
                                 FIELD("plain_microseconds", REAL, plain_us),
                                 FIELD("l2_bytes", REAL, l2_bytes),
                                 FIELD("dram_bytes", REAL, dram_bytes),
                                 FIELD("limit", TEXT, limit),
                                 ROWS("costs", ROWS, costs, cost_count, COST),
                                 END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictStep
static const Field STEP[] = {FIELD("name", TEXT, name), FIELD("microseconds", REAL, us), END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictScale
static const Field SCALE[] = {ROWS("steps", ROWS, steps, step_count, STEP),
                              FIELD("plain", UNSIGNED, plain),
                              FIELD("full", UNSIGNED, full),
                              FIELD("plain_microseconds", REAL, plain_us),
                              FIELD("full_microseconds", REAL, full_us),
                              FIELD("counts_microseconds", REAL, counts_us),
                              FIELD("share", REAL, share),
                              FIELD("why", TEXT, why),
                              END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE VerdictTime
static const Field DETAILS[] = {FIELD("size", TEXT, size),
                                FIELD("samples", UNSIGNED, samples),
                                FIELD("rounds", UNSIGNED, rounds),
                                FIELD("student_iqr_ms", REAL, student_iqr_ms),
                                FIELD("reference_iqr_ms", REAL, reference_iqr_ms),
                                FIELD("plain_ms", REAL, plain_ms),
                                FIELD("full_ms", REAL, full_ms),
                                FIELD("ratio", REAL, ratio),
                                FIELD("ratio_spread", REAL, ratio_spread),
                                FIELD("clock_low_mhz", REAL, clock_low_mhz),
                                FIELD("clock_high_mhz", REAL, clock_high_mhz),
                                FIELD("slowed", TRUTH, slowed),
                                FIELD("busy", TRUTH, busy),
                                FIELD("copy_ceiling_gb_per_s", REAL, copy_ceiling),
                                FIELD("ceiling_gflop_per_s", REAL, flops_ceiling),
                                ROWS("kernels", ROWS, kernels, kernel_count, KERNEL),
                                END_OF_FIELDS};
static const Field TIME[] = {FIELD("measured", TRUTH, measured),
                             FIELD_WITH("student_ms", REAL, student_ms, IF(measured)),
                             FIELD_WITH("reference_ms", REAL, reference_ms, IF(measured)),
                             FIELD("device", TEXT_OR_NULL, device),
                             FIELD("unusable", TEXT_OR_NULL, unusable),
                             FIELD("problem", TEXT_OR_NULL, problem),
                             FIELD("refused", TRUTH, refused),
                             GROUP("details", DETAILS, IF(measured)), // what only a measured time has
                             FIELD_WITH("estimate", RECORD, estimate, .fields = ESTIMATE, IF(has_estimate)),
                             FIELD_WITH("scale", RECORD, scale, .fields = SCALE, IF(judged)),
                             END_OF_FIELDS};
#undef STRUCTURE

#define STRUCTURE Verdict
static bool has_printed(const void *structure) { return ((const Verdict *)structure)->printed[0] != '\0'; }
static bool has_leaks(const void *structure) { return ((const Verdict *)structure)->leaks.count != 0; }
static const char *const STATES[] = {
#define STATE(name, words) #name,
    VERDICT_STATES(STATE)
#undef STATE
        NULL};
static const Field PRINTED[] = {FIELD("case", TEXT, printed_case), FIELD("text", TEXT, printed), END_OF_FIELDS};
static const Field VERDICT[] = {FIELD("file", TEXT, file),
                                FIELD("taken", TEXT, taken),
                                FIELD_WITH("state", WORD, state, .words = STATES),
                                FIELD("summary", TEXT, summary),
                                FIELD("points", INT, points),
                                FIELD("max_points", INT, max_points),
                                FIELD("seed", WHOLE, seed),
                                ROWS("parts", ALLOCATED, parts, part_count, PART),
                                FIELD("cases_passed", UNSIGNED, cases_passed),
                                ROWS("cases", ALLOCATED, cases, case_count, CASE),
                                ROWS("faults", ALLOCATED, faults, fault_count, FAULT),
                                FIELD_WITH("leaks", RECORD, leaks, .fields = LEAKS, .is_there = has_leaks),
                                ROWS("counters", ALLOCATED, counters, counter_count, COUNTER),
                                ROWS("answers", ALLOCATED, answers, answer_count, ANSWER),
                                FIELD("named", TEXT, named),
                                ROWS("figures", ALLOCATED, figures, figure_count, FIGURES),
                                FIELD_WITH("time", RECORD, time, .fields = TIME),
                                FIELD("build_log", TEXT, build_log),
                                GROUP("printed", PRINTED, .is_there = has_printed),
                                END_OF_FIELDS};
#undef STRUCTURE

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

#define EXERCISE_NAME "exercise"

json_t *verdict_to_json(const Verdict *verdict) {
    const Exercise *exercise = verdict->exercise;
    json_t *record =
        json_pack("{s:s, s:s, s:s, s:o, s:s}", EXERCISE_NAME, exercise->name, "chapter", exercise->chapter, "title",
                  exercise->title, "checklist", checklist(exercise->checklist), "symptom", verdict_symptom(verdict));
    record_write(record, VERDICT, verdict);
    return record;
}

bool verdict_from_json(const json_t *record, Verdict *verdict) {
    const char *name = json_string_value(json_object_get(record, EXERCISE_NAME));
    *verdict = (Verdict){.exercise = name ? exercise_named(name) : NULL};
    if (!verdict->exercise) return false;
    if (record_read(record, VERDICT, verdict)) return true;
    verdict_free(verdict);
    return false;
}

void report_print_json(FILE *out, const Verdict *verdicts, unsigned count) {
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) json_array_append_new(list, verdict_to_json(&verdicts[i]));
    json_t *root = json_pack("{s:i, s:o}", "schema", REPORT_SCHEMA, "verdicts", list);
    json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', out);
    json_decref(root);
}
