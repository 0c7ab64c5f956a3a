// steps.c - the steps of a solution, from the plainest on, and what the exercise's limits count in each.
//
// A solution says LADDER(name, step, step, ...); the environment variable WORKBOOK_STEP chooses one
// (common/workbook.h).
#include "steps.h"

#include "../device/system/message.h"
#include "../grading/points.h"
#include "one_case.h"
#include "reference.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT_SECONDS 60

// The names after the first in "LADDER(transpose, a, b)".
void steps_read(const char *source, Steps *steps) {
    const char *at = strstr(source, "\nLADDER(");
    at = at ? strchr(at, ',') : NULL;
    steps->count = 0;
    while (at && *at == ',' && steps->count < MOST_STEPS) {
        at += 1 + strspn(at + 1, " \n");
        size_t length = strcspn(at, ", \n)");
        snprintf(steps->names[steps->count++], sizeof steps->names[0], "%.*s", (int)length, at);
        at += length;
        at += strspn(at, " \n");
    }
}

// ---- what is kept ----

static json_t *values_json(const Steps *steps) {
    json_t *list = json_array();
    for (unsigned s = 0; s < steps->count; s++)
        for (unsigned v = 0; v < MOST_STEP_VALUES; v++)
            json_array_append_new(list, isfinite(steps->values[s][v]) ? json_real(steps->values[s][v]) : json_null());
    return list;
}

static bool steps_load(const char *path, const char *key, Steps *steps) {
    json_t *record = json_load_file(path, 0, NULL);
    const json_t *values = json_object_get(record, "values");
    const char *of = json_string_value(json_object_get(record, "key"));
    bool current = of && !strcmp(of, key) && json_array_size(values) == steps->count * MOST_STEP_VALUES;
    for (unsigned i = 0; current && i < steps->count * MOST_STEP_VALUES; i++) {
        const json_t *value = json_array_get(values, i);
        steps->values[i / MOST_STEP_VALUES][i % MOST_STEP_VALUES] =
            json_is_number(value) ? json_number_value(value) : NAN;
    }
    json_decref(record);
    return current;
}

static void steps_store(const char *path, const char *key, const Steps *steps) {
    json_t *record = json_pack("{s:s, s:o}", "key", key, "values", values_json(steps));
    char *text = record ? json_dumps(record, JSON_COMPACT) : NULL;
    if (text) file_write_derived(path, text, strlen(text), NULL);
    free(text);
    json_decref(record);
}

// ---- measuring ----

static bool step_run(const RunPlan *plan, unsigned index, double values[MOST_STEP_VALUES]) {
    const Exercise *exercise = plan->exercise;
    Message error;
    CaseRun run;
    bool ran = run_case(plan, index, &run, error) && run.report;
    for (unsigned p = 0; p < MOST_STEP_VALUES; p++) {
        VerdictCounter counter = {.measured = false};
        if (ran && p < exercise->part_count && exercise->parts[p].kind == PART_LIMIT)
            counter = judge_limit(exercise, p, &run);
        values[p] = counter.measured ? counter.value : NAN;
    }
    run_free(&run);
    return ran;
}

static bool steps_run(const GradeJob *job, const char *folder, Steps *steps) {
    char kept[PATH_BYTES];
    Reference reference;
    int timed = exercise_timed_case(job->exercise);
    if (timed < 0 || !reference_prepare(job, &(Graded){.source = ""}, folder, &reference)) return false;
    snprintf(kept, sizeof kept, "%.800s/reference/%.100s.steps.json", job->paths->build, job->exercise->name);
    if (steps_load(kept, reference.key, steps)) return true;
    RunPlan plan = {.paths = job->paths,
                    .exercise = job->exercise,
                    .program = reference.program,
                    .folder = folder,
                    .timeout_seconds = job->timeout_seconds};
    for (unsigned i = 0; i < steps->count; i++) {
        plan.step = i + 1;
        if (!step_run(&plan, (unsigned)timed, steps->values[i])) return false;
    }
    steps_store(kept, reference.key, steps);
    return true;
}

bool steps_measure(const Paths *paths, const Exercise *exercise, Steps *steps) {
    char path[PATH_BYTES], folder[PATH_BYTES];
    Message error;
    const GradeJob job = {.paths = paths, .exercise = exercise, .timeout_seconds = TIMEOUT_SECONDS};
    paths_source(paths, "solutions", exercise, path);
    char *source = file_read(path, MOST_SOURCE_BYTES, NULL, error);
    if (!source) return false;
    steps_read(source, steps);
    free(source);
    if (!steps->count || !paths_work_folder(paths, folder, error)) return false;
    bool measured = steps_run(&job, folder, steps);
    folder_remove(folder);
    return measured;
}
