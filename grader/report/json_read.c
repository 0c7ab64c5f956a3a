// json_read.c - a verdict back from its record, for processes that grade and processes that print.
#include "report.h"

#include "../system/text.h"

#include <math.h>
#include <string.h>

#define MOST_ROWS 10000

static const char *string(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}
static json_int_t integer(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}
static unsigned natural(const json_t *value) {
    json_int_t number = json_integer_value(value);
    return number < 0 || number > UINT32_MAX ? 0 : (unsigned)number;
}
static bool truth(const json_t *object, const char *key) { return json_is_true(json_object_get(object, key)); }

static double real(const json_t *value, double otherwise) {
    const char *text = json_string_value(value);
    if (json_is_number(value)) return json_number_value(value);
    if (text && !strcmp(text, "nan")) return NAN;
    if (text && !strcmp(text, "inf")) return INFINITY;
    if (text && !strcmp(text, "-inf")) return -INFINITY;
    return otherwise;
}

static void triple(const json_t *array, unsigned values[3]) {
    for (size_t i = 0; i < 3; i++) values[i] = natural(json_array_get(array, i));
}

static void read_part(const json_t *row, VerdictPart *part) {
    text_copy(part->label, sizeof part->label, string(row, "label"));
    text_copy(part->why, sizeof part->why, string(row, "why"));
    part->points = (int)integer(row, "points");
    part->max_points = (int)integer(row, "max_points");
}

static void read_element(const json_t *element, CaseResult *result) {
    const json_t *index = json_object_get(element, "index");
    result->has_element = json_is_object(element);
    if (!result->has_element) return;
    text_copy(result->array, sizeof result->array, string(element, "array"));
    result->index_count = json_array_size(index) > 3 ? 3 : (unsigned)json_array_size(index);
    for (unsigned i = 0; i < result->index_count; i++)
        result->index[i] = (uint64_t)json_integer_value(json_array_get(index, i));
    result->expected = real(json_object_get(element, "expected"), 0);
    result->got = real(json_object_get(element, "got"), 0);
}

static void read_case(const json_t *row, VerdictCase *out) {
    text_copy(out->label, sizeof out->label, string(row, "label"));
    out->hidden = truth(row, "hidden");
    out->ran = truth(row, "ran");
    out->seed = (uint64_t)integer(row, "seed");
    out->result.passed = truth(row, "passed");
    out->result.wrong_count = (uint64_t)integer(row, "wrong_count");
    out->result.total = (uint64_t)integer(row, "total");
    text_copy(out->result.message, sizeof out->result.message, string(row, "message"));
    read_element(json_object_get(row, "element"), &out->result);
}

static void read_fault(const json_t *row, VerdictFault *fault) {
    const json_t *other = json_object_get(row, "other");
    text_copy(fault->kind, sizeof fault->kind, string(row, "kind"));
    text_copy(fault->sentence, sizeof fault->sentence, string(row, "message"));
    text_copy(fault->kernel, sizeof fault->kernel, string(row, "kernel"));
    text_copy(fault->file, sizeof fault->file, string(row, "file"));
    text_copy(fault->source, sizeof fault->source, string(row, "source"));
    text_copy(fault->case_label, sizeof fault->case_label, string(row, "case"));
    fault->hidden = truth(row, "hidden");
    fault->line = natural(json_object_get(row, "line"));
    fault->address = (uint64_t)integer(row, "address");
    fault->count = (uint64_t)integer(row, "count");
    triple(json_object_get(row, "block"), fault->block);
    triple(json_object_get(row, "thread"), fault->thread);
    text_copy(fault->other_file, sizeof fault->other_file, string(other, "file"));
    fault->other_line = natural(json_object_get(other, "line"));
    triple(json_object_get(other, "thread"), fault->other_thread);
}

static void read_lines(const json_t *list, VerdictCounter *counter) {
    for (size_t i = 0; i < json_array_size(list) && i < COSTLY_LINES; i++) {
        const json_t *row = json_array_get(list, i);
        VerdictLine *line = &counter->lines[counter->line_count++];
        line->line = natural(json_object_get(row, "line"));
        line->share = real(json_object_get(row, "share"), 0);
        line->each = real(json_object_get(row, "each"), 0);
        text_copy(line->source, sizeof line->source, string(row, "source"));
        text_copy(line->words, sizeof line->words, string(row, "words"));
    }
}

static void read_counter(const json_t *row, VerdictCounter *counter) {
    text_copy(counter->label, sizeof counter->label, string(row, "label"));
    text_copy(counter->case_label, sizeof counter->case_label, string(row, "case"));
    text_copy(counter->advice, sizeof counter->advice, string(row, "advice"));
    text_copy(counter->uncounted, sizeof counter->uncounted, string(row, "uncounted"));
    read_lines(json_object_get(row, "lines"), counter);
    counter->part = natural(json_object_get(row, "part"));
    counter->measured = truth(row, "measured");
    counter->met = truth(row, "met");
    counter->value = real(json_object_get(row, "value"), 0);
    counter->least = real(json_object_get(row, "least"), -INFINITY);
    counter->most = real(json_object_get(row, "most"), INFINITY);
}

static void read_answer(const json_t *row, VerdictAnswer *answer) {
    static const char *const states[] = {"none", "wrong", "near", "right"};
    text_copy(answer->name, sizeof answer->name, string(row, "name"));
    text_copy(answer->asks, sizeof answer->asks, string(row, "asks"));
    text_copy(answer->given, sizeof answer->given, string(row, "given"));
    text_copy(answer->measured, sizeof answer->measured, string(row, "measured"));
    text_copy(answer->why, sizeof answer->why, string(row, "why"));
    answer->points = (int)integer(row, "points");
    answer->max_points = (int)integer(row, "max_points");
    for (unsigned i = 0; i < COUNT_OF(states); i++)
        if (!strcmp(string(row, "state"), states[i])) answer->state = (AnswerState)i;
}

static void read_figures(const json_t *row, VerdictFigures *figures) {
    figures->line = natural(json_object_get(row, "line"));
    figures->requests = real(json_object_get(row, "requests"), 0);
    figures->sectors = real(json_object_get(row, "sectors"), 0);
    figures->needed = real(json_object_get(row, "needed"), 0);
    figures->shared = real(json_object_get(row, "shared"), 0);
    figures->conflicts = real(json_object_get(row, "conflicts"), 0);
}

static void read_kernels(const json_t *list, VerdictTime *time) {
    size_t i;
    json_t *row;
    json_array_foreach(list, i, row) {
        if (time->kernel_count == VERDICT_KERNELS) return;
        VerdictKernel *kernel = &time->kernels[time->kernel_count++];
        text_copy(kernel->name, sizeof kernel->name, string(row, "name"));
        text_copy(kernel->binding, sizeof kernel->binding, string(row, "binding"));
        kernel->milliseconds = real(json_object_get(row, "ms"), 0);
        kernel->gigabytes_per_second = real(json_object_get(row, "gb_per_s"), 0);
        kernel->gigaflops = real(json_object_get(row, "gflop_per_s"), 0);
    }
}

static void read_measured(const json_t *row, VerdictTime *time) {
    const struct {
        const char *name;
        double *place;
    } numbers[] = {{"student_iqr_ms", &time->student_iqr_ms},
                   {"reference_iqr_ms", &time->reference_iqr_ms},
                   {"plain_ms", &time->plain_ms},
                   {"ratio", &time->ratio},
                   {"ratio_spread", &time->ratio_spread},
                   {"clock_low_mhz", &time->clock_low_mhz},
                   {"clock_high_mhz", &time->clock_high_mhz},
                   {"copy_ceiling_gb_per_s", &time->copy_ceiling},
                   {"ceiling_gflop_per_s", &time->flops_ceiling}};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) *numbers[i].place = real(json_object_get(row, numbers[i].name), 0);
    text_copy(time->size, sizeof time->size, string(row, "size"));
    time->samples = natural(json_object_get(row, "samples"));
    time->rounds = natural(json_object_get(row, "rounds"));
    time->slowed = truth(row, "slowed");
    time->busy = truth(row, "busy");
    read_kernels(json_object_get(row, "kernels"), time);
}

static void read_time(const json_t *row, VerdictTime *time) {
    const json_t *least = json_object_get(row, "bound");
    const json_t *reference = json_object_get(least, "reference_microseconds");
    time->measured = truth(row, "measured");
    time->student_ms = real(json_object_get(row, "student_ms"), 0);
    time->reference_ms = real(json_object_get(row, "reference_ms"), 0);
    text_copy(time->device, sizeof time->device, string(row, "device"));
    text_copy(time->unusable, sizeof time->unusable, string(row, "unusable"));
    text_copy(time->problem, sizeof time->problem, string(row, "problem"));
    time->refused = truth(row, "refused");
    read_measured(json_object_get(row, "details"), time);
    time->has_bound = json_is_object(least);
    time->bound_us = real(json_object_get(least, "microseconds"), 0);
    text_copy(time->bound_resource, sizeof time->bound_resource, string(least, "resource"));
    text_copy(time->bound_gpu, sizeof time->bound_gpu, string(least, "gpu"));
    time->has_reference_bound = json_is_number(reference);
    time->reference_bound_us = real(reference, 0);
}

static bool read_rows(const json_t *record, Verdict *verdict) {
    enum { PARTS, CASES, FAULTS, COUNTERS, ANSWERS, FIGURES, LISTS };
    static const char *const names[LISTS] = {"parts", "cases", "faults", "counters", "answers", "figures"};
    const json_t *list[LISTS];
    unsigned count[LISTS];
    for (size_t i = 0; i < LISTS; i++) {
        list[i] = json_object_get(record, names[i]);
        if (json_array_size(list[i]) > MOST_ROWS) return false;
        count[i] = (unsigned)json_array_size(list[i]);
    }
    if (!verdict_alloc(verdict, (VerdictSizes){count[PARTS], count[CASES], count[FAULTS], count[COUNTERS],
                                               count[ANSWERS], count[FIGURES]}))
        return false;
    for (size_t i = 0; i < count[PARTS]; i++) read_part(json_array_get(list[PARTS], i), &verdict->parts[i]);
    for (size_t i = 0; i < count[CASES]; i++) read_case(json_array_get(list[CASES], i), &verdict->cases[i]);
    for (size_t i = 0; i < count[FAULTS]; i++) read_fault(json_array_get(list[FAULTS], i), &verdict->faults[i]);
    for (size_t i = 0; i < count[COUNTERS]; i++) read_counter(json_array_get(list[COUNTERS], i), &verdict->counters[i]);
    for (size_t i = 0; i < count[ANSWERS]; i++) read_answer(json_array_get(list[ANSWERS], i), &verdict->answers[i]);
    for (size_t i = 0; i < count[FIGURES]; i++) read_figures(json_array_get(list[FIGURES], i), &verdict->figures[i]);
    return true;
}

bool verdict_from_json(const json_t *record, Verdict *verdict) {
    *verdict = (Verdict){.exercise = exercise_named(string(record, "exercise"))};
    const char *log = string(record, "build_log");
    const json_t *printed = json_object_get(record, "printed");
    if (!verdict->exercise || !state_named(string(record, "state"), &verdict->state)) return false;
    text_copy(verdict->file, sizeof verdict->file, string(record, "file"));
    text_copy(verdict->summary, sizeof verdict->summary, string(record, "summary"));
    text_clean(verdict->build_log, sizeof verdict->build_log, log, strlen(log), true);
    text_copy(verdict->printed_case, sizeof verdict->printed_case, string(printed, "case"));
    text_clean(verdict->printed, sizeof verdict->printed, string(printed, "text"), strlen(string(printed, "text")),
               true);
    verdict->points = (int)integer(record, "points");
    verdict->max_points = (int)integer(record, "max_points");
    verdict->seed = (uint64_t)integer(record, "seed");
    verdict->cases_passed = natural(json_object_get(record, "cases_passed"));
    read_time(json_object_get(record, "time"), &verdict->time);
    if (read_rows(record, verdict)) return true;
    verdict_free(verdict);
    return false;
}
