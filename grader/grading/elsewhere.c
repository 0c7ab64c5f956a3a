// elsewhere.c - results that the device's kernels have no part in: the host computed them, and kernels ran for show.
//
// No counter tells such a program: its kernels draw, multiply and copy as they should, and nobody looks at what they
// leave. An experiment does. The case runs once more, on a device that takes the instructions of the work for others
// (Exercise.essential), so that kernels compute something else. Results that stay as they were came from elsewhere.
// Work of several parts has an experiment for each. How a right program takes its results from the device makes no
// difference: copies, pinned or managed memory, any order of sums.
#include "elsewhere.h"

#include "../system/text.h"

#include <stdio.h>
#include <string.h>

#define MOST_RULES 200

static bool is_tried(const RunPlan *plan, unsigned index, const CaseRun *run) {
    const CaseSpec *spec = &plan->exercise->cases[index];
    return plan->exercise->essential && spec->hidden && spec->measured && run->result.passed;
}

// Of elements that may take few values a small part stays as it was by chance.
static bool third_is_same(const CaseArray *usual, const CaseArray *tried) {
    uint64_t same = 0;
    if (!usual->data || !tried || !tried->data || tried->count != usual->count) return false;
    for (uint64_t i = 0; i < usual->count; i++)
        same += !memcmp((char *)usual->data + i * usual->element_bytes, (char *)tried->data + i * usual->element_bytes,
                        usual->element_bytes);
    return 3 * same > usual->count;
}

static bool is_from_elsewhere(const Exercise *exercise, const CaseRun *usual, const CaseRun *tried) {
    if (exercise_is_program(exercise)) return tried->text && exercise->elsewhere(tried->text);
    bool any = false;
    for (size_t i = 0; i < usual->outputs.count; i++) {
        const CaseArray *array = &usual->outputs.arrays[i];
        any = any || third_is_same(array, case_file_find(&tried->outputs, array->name));
    }
    return any;
}

// Runs the case on the device of those rules. *why: why its results do not count, if they do not. false: the grader
// could not work.
static bool try_rules(const RunPlan *plan, unsigned index, const char *rules, const CaseRun *run, const char **why,
                      char error[200]) {
    const char *const options[] = {"--replace", rules, NULL};
    RunPlan again = *plan;
    again.options = options;
    again.unjudged = true;
    CaseRun tried = {0};
    bool worked = run_seeded(&again, index, run->seed, &tried, error);
    bool none = worked && tried.report && report_replaced_none(tried.report);
    if (worked && is_from_elsewhere(plan->exercise, run, &tried))
        *why = none ? plan->exercise->missing : "results stay the same when kernels compute something else";
    run_free(&tried);
    return worked;
}

static void refuse_results(CaseRun *run, const char *why) {
    run->on_host = why;
    run->result = (CaseResult){.wrong_count = run->result.total, .total = run->result.total};
    text_copy(run->result.kind, sizeof run->result.kind, why);
    text_copy(run->result.message, sizeof run->result.message, why);
}

bool elsewhere_judge(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]) {
    const char *why = NULL;
    if (!is_tried(plan, index, run)) return true;
    for (const char *rest = plan->exercise->essential; *rest && !why; rest += *rest == ';') {
        char rules[MOST_RULES];
        size_t length = strcspn(rest, ";");
        snprintf(rules, sizeof rules, "%.*s", (int)length, rest);
        if (!try_rules(plan, index, rules, run, &why, error)) return false;
        rest += length;
    }
    if (why) refuse_results(run, why);
    return true;
}
