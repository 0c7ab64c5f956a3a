// playground.c - see playground.h.
#include "playground.h"
#include "../device/emulator/web/core.h"
#include "../grading/points.h"
#include "answer.h"
#include "counted.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static JsonText json;

// Whether cases run on GPUs of other sizes than the usual one's.
static bool has_other_gpus(const Exercise *exercise) {
    for (unsigned i = 0; i < exercise->case_count; i++)
        if (exercise->cases[i].gpu) return true;
    return false;
}

// Why a page cannot run an exercise; "" if it can.
static const char *reason_against(const Exercise *exercise) {
    if (exercise_is_program(exercise)) return "it is a whole program, with a main() of its own";
    if (!exercise_is_function(exercise)) return "it consists of questions with drawn numbers";
    if (exercise->key == KEY_PER_CASE) return "what it must compute comes from a program that nvcc compiles";
    if (has_other_gpus(exercise)) return "it runs on GPUs of several sizes, and the page has one";
    return "";
}

EXPORT(playground_list) const char *playground_list(void) {
    json_begin(&json);
    json_open(&json, NULL, '{');
    json_open(&json, "exercises", '[');
    for (unsigned i = 0; i < exercise_count; i++) {
        json_open(&json, NULL, '{');
        json_string(&json, "name", exercises[i]->name);
        json_string(&json, "title", exercises[i]->title);
        json_string(&json, "chapter", exercises[i]->chapter);
        json_string(&json, "reason", reason_against(exercises[i]));
        json_open(&json, "hints", '[');
        for (int hint = 0; hint < 3; hint++)
            if (exercises[i]->hints[hint]) json_string(&json, NULL, exercises[i]->hints[hint]);
        json_close(&json, ']');
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return json_end(&json);
}

// ---- one case ---------------------------------------------------------------------------------------------------

typedef struct {
    CaseRun run; // as the grader knows it
    CaseFile input, output;
    DeviceReport report;
    AnswerEnd end;
    unsigned faults; // that are a mistake of the function's
} PageRun;

static void run_answer(Answer *answer, unsigned traced, PageRun *run) {
    answer_run(answer, &run->input, &run->output, traced, &run->end);
    run->report.device = answer_device(answer);
    run->run.report = &run->report;
    run->run.exit_status = run->end.problem[0] != 0;
    run->run.faults.spoil = counted_faults(&run->report, &run->faults);
}

static void run_case(const Exercise *exercise, Answer *answer, unsigned index, unsigned traced, PageRun *run) {
    const CaseSpec *spec = &exercise->cases[index];
    *run = (PageRun){.run = {.started = true, .end = PROCESS_EXITED, .seed = index + 1, .spec = *spec}};
    if (!exercise->make(spec, index + 1, &run->input)) {
        strcpy(run->end.problem, "there is not enough memory for this case");
        run->run.exit_status = 1;
        return;
    }
    run_answer(answer, traced, run);
}

static void check_case(const Exercise *exercise, const Answer *answer, PageRun *run) {
    Outcome outcome = {.spec = &run->run.spec,
                       .seed = run->run.seed,
                       .input = &run->input,
                       .output = &run->output,
                       .text = answer_printed(answer),
                       .report = &run->report};
    if (run_ended(&run->run)) exercise->check(&outcome, &run->run.result);
}

static void end_case(PageRun *run) {
    case_file_free(&run->input);
    case_file_free(&run->output);
}

static bool passed(const PageRun *run) {
    return run->run.result.passed && run_ended(&run->run) && !run->run.faults.spoil;
}

// What it takes until a case is given up, no other case shall take again.
static bool is_endless(const PageRun *run) { return run->end.endless || counted_endless(&run->report); }

static void put_case(const PageRun *run) {
    const CaseResult *result = &run->run.result;
    json_open(&json, NULL, '{');
    json_string(&json, "label", run->run.spec.label);
    json_whole(&json, "passed", passed(run));
    json_string(&json, "message",
                !run->run.started       ? "not run: a case before it does not end"
                : run->run.faults.spoil ? "not judged: after a fault results mean nothing"
                                        : result->message);
    json_string(&json, "cause", result->cause[0] ? result->cause : result->kind);
    json_string(&json, "problem", run->end.problem);
    json_whole(&json, "problem_line", run->end.line);
    json_whole(&json, "refused", run->end.refused);
    json_whole(&json, "faults", run->faults);
    json_close(&json, '}');
}

// ---- points -----------------------------------------------------------------------------------------------------

// What the visible cases come to. Of the verdict, all is filled that points depend on and a page knows.
typedef struct {
    Verdict verdict;
    bool *judged; // of each part: whether the page knows what it earns
} Judgement;

static Judgement judgement_begin(const Exercise *exercise) {
    Judgement all = {.verdict = {.exercise = exercise}, .judged = calloc(exercise->part_count + 1, sizeof(bool))};
    VerdictSizes sizes = {.parts = exercise->part_count,
                          .cases = exercise->case_count,
                          .counters = exercise->part_count * exercise->case_count};
    if (!all.judged || !verdict_alloc(&all.verdict, sizes)) abort();
    for (unsigned i = 0; i < exercise->part_count; i++)
        all.judged[i] = exercise->parts[i].kind == PART_CASES || exercise->parts[i].kind == PART_CLEAN;
    all.verdict.case_count = all.verdict.counter_count = 0;
    return all;
}

static void judgement_end(Judgement *all) {
    verdict_free(&all->verdict);
    free(all->judged);
}

// While the device of the run is there.
static void judge_case(Judgement *all, const PageRun *run) {
    Verdict *verdict = &all->verdict;
    const Exercise *exercise = verdict->exercise;
    verdict->cases[verdict->case_count++].spoilt = run_ended(&run->run) && run->run.faults.spoil;
    verdict->cases_passed += passed(run);
    if (run->faults > verdict->fault_count) verdict->fault_count = run->faults;
    for (unsigned i = 0; i < exercise->part_count && run->run.spec.measured; i++) {
        if (exercise->parts[i].kind != PART_LIMIT) continue;
        reports_missed();
        VerdictCounter counter = judge_limit(exercise, i, &run->run);
        all->judged[i] = !reports_missed() && isfinite(counter.value);
        if (all->judged[i]) verdict->counters[verdict->counter_count++] = counter;
    }
}

static bool part_is_judged(const Judgement *all, unsigned index) {
    const Exercise *exercise = all->verdict.exercise;
    const char *after = exercise->parts[index].after;
    for (unsigned i = 0; after && i < index; i++)
        if (!strcmp(exercise->parts[i].label, after) && !all->judged[i]) return false;
    return all->judged[index];
}

static void put_parts(Judgement *all) {
    Verdict *verdict = &all->verdict;
    judge_points(verdict, verdict->parts);
    json_open(&json, "parts", '[');
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        json_open(&json, NULL, '{');
        json_string(&json, "label", part->label);
        json_number(&json, "points", part_is_judged(all, i) ? part->points : NAN);
        json_whole(&json, "max_points", (uint64_t)part->max_points);
        json_close(&json, '}');
    }
    json_close(&json, ']');
}

static void put_limits(const Verdict *verdict) {
    json_open(&json, "limits", '[');
    for (const VerdictCounter *limit = verdict->counters; limit < verdict->counters + verdict->counter_count; limit++) {
        json_open(&json, NULL, '{');
        json_string(&json, "label", verdict->exercise->parts[limit->part].label);
        json_string(&json, "counts", limit->label);
        json_string(&json, "case", limit->case_label);
        json_number(&json, "value", limit->value);
        json_number(&json, "least", limit->least);
        json_number(&json, "most", limit->most);
        json_whole(&json, "met", limit->met);
        json_string(&json, "advice", limit->met ? "" : limit->advice);
        json_close(&json, '}');
    }
    json_close(&json, ']');
}

// ---- the whole --------------------------------------------------------------------------------------------------

// The arrays of the shown case on the device, and in one of them the first wrong element.
static void put_arrays(const Answer *answer, const PageRun *run, const CaseResult *result) {
    bool is_wrong = result->has_element && !run->run.faults.spoil;
    json_open(&json, "arrays", '[');
    for (size_t i = 0; i < run->input.count; i++) {
        const CaseArray *array = &run->input.arrays[i];
        uint64_t address = answer_address(answer, &run->input, i);
        if (!address) continue;
        json_open(&json, NULL, '{');
        json_string(&json, "name", array->name);
        json_whole(&json, "allocation", address);
        if (is_wrong && !strcmp(array->name, result->array))
            json_whole(&json, "wrong", result->element * array->element_bytes);
        json_close(&json, '}');
    }
    json_close(&json, ']');
}

// What a run left on its device.
static void put_run(const Answer *answer, const PageRun *run, unsigned traced) {
    json_string(&json, "printed", answer_printed(answer));
    counted_json_faults(&json, "faults", &run->report);
    counted_json_lines(&json, "lines", &run->report);
    counted_json_launches(&json, "launches", &run->report);
    counted_json_accesses(&json, &run->report, traced);
}

static void put_shown(const Exercise *exercise, Answer *answer, unsigned shown, const CaseResult *result,
                      unsigned traced) {
    PageRun run;
    json_whole(&json, "shown", shown);
    run_case(exercise, answer, shown, traced, &run);
    put_arrays(answer, &run, result);
    put_run(answer, &run, traced);
    end_case(&run);
}

// All visible cases, and of one of them everything: the first that fails, or the one that is measured.
static void put_cases(const Exercise *exercise, Answer *answer, unsigned traced) {
    unsigned shown = exercise_first_measured(exercise);
    bool fails = false, endless = false;
    CaseResult shown_result = {0};
    Judgement all = judgement_begin(exercise);
    json_open(&json, "cases", '[');
    for (unsigned i = 0; i < exercise->case_count; i++) {
        PageRun run;
        if (exercise->cases[i].hidden) continue;
        if (endless) run = (PageRun){.run = {.spec = exercise->cases[i]}};
        else run_case(exercise, answer, i, 0, &run);
        check_case(exercise, answer, &run);
        endless |= is_endless(&run);
        put_case(&run);
        judge_case(&all, &run);
        if (!fails && (!passed(&run) || run.faults)) shown = i, shown_result = run.run.result, fails = true;
        end_case(&run);
    }
    json_close(&json, ']');
    put_parts(&all);
    put_limits(&all.verdict);
    judgement_end(&all);
    put_shown(exercise, answer, shown, &shown_result, traced);
}

// A listing's program: one run, which nothing is held against.
static void put_program(Answer *answer, unsigned traced) {
    PageRun run = {.run = {.started = true, .end = PROCESS_EXITED, .spec = {.label = "the program"}}};
    run_answer(answer, traced, &run);
    run.run.result.passed = true;
    json_open(&json, "cases", '[');
    put_case(&run);
    json_close(&json, ']');
    for (const char *const *name = (const char *const[]){"parts", "limits", "arrays", NULL}; *name; name++) {
        json_open(&json, *name, '[');
        json_close(&json, ']');
    }
    put_run(answer, &run, traced);
    end_case(&run);
}

EXPORT(playground_run) const char *playground_run(const char *name, const char *text, unsigned traced) {
    const Exercise *exercise = exercise_named(name);
    json_begin(&json);
    json_open(&json, NULL, '{');
    if (name[0] && (!exercise || reason_against(exercise)[0]))
        json_string(&json, "error", exercise ? reason_against(exercise) : "there is no such exercise");
    else {
        Answer *answer = answer_compile(text, exercise ? exercise->interface : NULL);
        answer_json_diagnostics(&json, "diagnostics", answer);
        if (answer_compiles(answer) && exercise) put_cases(exercise, answer, traced);
        else if (answer_compiles(answer)) put_program(answer, traced);
        answer_free(answer);
    }
    json_close(&json, '}');
    return json_end(&json);
}

// ---- figures ----------------------------------------------------------------------------------------------------

static uint8_t *image;
static size_t image_bytes;

EXPORT(playground_compile) const char *playground_compile(const char *text) {
    Answer *answer = answer_compile(text, NULL);
    free(image);
    image_bytes = 0;
    image = answer_image(answer, &image_bytes);
    json_begin(&json);
    json_open(&json, NULL, '{');
    answer_json_diagnostics(&json, "diagnostics", answer);
    answer_json_kernels(&json, "kernels", answer);
    json_close(&json, '}');
    answer_free(answer);
    return json_end(&json);
}

EXPORT(playground_image) const uint8_t *playground_image(void) { return image; }
EXPORT(playground_image_bytes) uint32_t playground_image_bytes(void) { return (uint32_t)image_bytes; }
