// timed.c - the time that earns points: a program's, held against the steps of its exercise's ladder.
//
// grader/grading/README.md has the rule and an example.
#include "../device/system/text.h"
#include "../grading/points.h"
#include "estimate.h"
#include "stages.h"
#include "steps.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of the bytes of inputs or results: kernels that move fewer do not do the work. Right answers move 0.99 of them and
// more; where a launch is cut short, warps that try again let it seem to be further than it is.
#define MOVED 0.9
#define MOVED_IF_CUT 0.125

// ---- the scale: the ladder's steps, estimated --------------------------------------------------------------------

// What all names begin with: "transpose_" of "transpose_naive" and "transpose_tiled".
static size_t common_word(const Steps *steps) {
    size_t length = strcspn(steps->names[0], "_") + 1;
    for (unsigned i = 0; i < steps->count; i++)
        if (strncmp(steps->names[i], steps->names[0], length)) return 0;
    return steps->count > 1 ? length : 0;
}

// The name without that word, and in words.
static void name_step(const char *name, size_t common, VerdictStep *step) {
    text_copy(step->name, sizeof step->name, name + common);
    for (char *at = step->name; (at = strchr(at, '_'));) *at = ' ';
}

static bool steps_of(const GradeJob *job, Steps *steps) {
    char path[PATH_BYTES];
    paths_source(job->paths, "solutions", job->exercise, path);
    char *source = file_read(path, MOST_SOURCE_BYTES, NULL, NULL);
    steps->count = 0;
    if (source) steps_read(source, steps);
    free(source);
    return steps->count && steps->count <= VERDICT_STEPS;
}

// The index of the step with that name; NULL: `otherwise`.
static unsigned step_named(const Steps *steps, const char *name, unsigned otherwise) {
    for (unsigned i = 0; name && i < steps->count; i++)
        if (!strcmp(steps->names[i], name)) return i;
    return otherwise;
}

static void choose_ends(const Exercise *exercise, const Steps *steps, VerdictScale *scale) {
    const Part *part = exercise_time_part(exercise);
    scale->plain = step_named(steps, part->from, 0);
    scale->full = step_named(steps, part->step, steps->count - 1);
}

static void scale_path(const GradeJob *job, char path[PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%.800s/reference/%.100s.scale.json", job->paths->build, job->exercise->name);
}

// Written whole: other processes may read it meanwhile.
static void scale_store(const GradeJob *job, const char *folder, const VerdictScale *scale) {
    char path[PATH_BYTES], fresh[PATH_BYTES];
    json_t *steps = json_array();
    for (unsigned i = 0; i < scale->step_count; i++)
        json_array_append_new(steps, json_pack("[s, f]", scale->steps[i].name, scale->steps[i].us));
    json_t *record = json_pack("{s:i, s:i, s:o}", "plain", (int)scale->plain, "full", (int)scale->full, "steps", steps);
    char *text = record ? json_dumps(record, JSON_COMPACT) : NULL;
    scale_path(job, path);
    snprintf(fresh, sizeof fresh, "%.900s/scale", folder);
    if (text && file_write_derived(fresh, text, strlen(text), NULL)) rename(fresh, path);
    free(text);
    json_decref(record);
}

// As it was stored. A jail has nothing to make it from.
static bool scale_load(const GradeJob *job, VerdictScale *scale) {
    char path[PATH_BYTES];
    scale_path(job, path);
    json_t *record = json_load_file(path, 0, NULL), *row;
    size_t i;
    *scale = (VerdictScale){.plain = (unsigned)json_integer_value(json_object_get(record, "plain")),
                            .full = (unsigned)json_integer_value(json_object_get(record, "full"))};
    json_array_foreach(json_object_get(record, "steps"), i, row) {
        const char *name = json_string_value(json_array_get(row, 0));
        if (!name || scale->step_count == VERDICT_STEPS) break;
        VerdictStep *step = &scale->steps[scale->step_count++];
        text_copy(step->name, sizeof step->name, name);
        step->us = json_number_value(json_array_get(row, 1));
    }
    json_decref(record);
    return scale->plain < scale->step_count && scale->full < scale->step_count;
}

static bool scale_make(const GradeJob *job, const Reference *reference, const char *folder, VerdictScale *scale) {
    static Steps steps;
    ReportEstimate estimate;
    if (!steps_of(job, &steps)) return false;
    size_t common = common_word(&steps);
    *scale = (VerdictScale){.step_count = steps.count};
    choose_ends(job->exercise, &steps, scale);
    for (unsigned i = 0; i < steps.count; i++) {
        estimate_reference(job, reference, i + 1 < steps.count ? i + 1 : 0, TIME_ALONE, folder, &estimate);
        name_step(steps.names[i], common, &scale->steps[i]);
        scale->steps[i].us = estimate.microseconds;
    }
    double plain = scale->steps[scale->plain].us, full = scale->steps[scale->full].us;
    if (full <= 0 || plain <= full) return false;
    scale_store(job, folder, scale);
    return true;
}

bool time_prepare(const GradeJob *job, const char *folder, char error[200]) {
    Reference reference;
    VerdictScale scale;
    if (!exercise_time_part(job->exercise)) return true;
    // A solution that does not build is graded before any answer, and its verdict says why.
    if (!reference_prepare(job, &(Graded){.source = ""}, folder, &reference)) return true;
    bool made = scale_make(job, &reference, folder, &scale);
    if (!made) snprintf(error, 200, "the ladder of %.60s has no times", job->exercise->name);
    return made;
}

void time_ends(const GradeJob *job, unsigned *plain, unsigned *full) {
    static Steps steps;
    VerdictScale scale;
    *plain = 1, *full = 0;
    if (!exercise_time_part(job->exercise) || !steps_of(job, &steps)) return;
    choose_ends(job->exercise, &steps, &scale);
    *plain = scale.plain + 1;
    *full = scale.full + 1 < steps.count ? scale.full + 1 : 0;
}

// ---- the time that counts
// --------------------------------------------------------------------------------------------

static void hold(VerdictScale *scale, double plain, double full, double yours, double favour) {
    scale->plain_us = plain;
    scale->full_us = full;
    scale->counts_us = yours;
    scale->share = yours > 0 ? time_share(plain, full, yours, favour) : 0;
}

// Kernels that do the work at the size that is checked, and less of it at the size that is timed. Of a program nothing
// is known.
static bool moves_too_little(const GradeJob *job, const ReportEstimate *yours, VerdictScale *scale) {
    char moved[32], needed[32];
    double least = estimate_work(job);
    if (yours->l2_bytes >= (yours->cut ? MOVED_IF_CUT : MOVED) * least) return false;
    text_append(scale->why, sizeof scale->why,
                "at the size that is timed kernels move %s bytes, but its arrays have %s",
                text_number(yours->l2_bytes, moved), text_number(least, needed));
    return true;
}

// In doubt for the student: without an estimate, what is certain to be slower than the time that counts is not asked.
static void hold_estimate(const GradeJob *job, const ReportEstimate *yours, VerdictScale *scale) {
    const char *size = exercise_estimated(job->exercise)->label;
    double plain = scale->steps[scale->plain].us, full = scale->steps[scale->full].us, counts = 0, favour = 1;
    if (yours->wrong[0]) {
        text_append(scale->why, sizeof scale->why, "at the size that is timed, %s, %s", size, yours->wrong);
    } else if (yours->microseconds > 0) {
        if (!moves_too_little(job, yours, scale)) counts = yours->microseconds, favour = counts / yours->low;
    } else if (yours->stopped) {
        text_append(scale->why, sizeof scale->why, "at the size that is timed, %s, it does not end in time", size);
    } else if (yours->failed) {
        text_append(scale->why, sizeof scale->why,
                    "at the size that is timed, %s, it does not end as it should: grade it again, and if this is said "
                    "again, run it with that size",
                    size);
    } else if (!yours->launched) {
        text_append(scale->why, sizeof scale->why, "at the size that is timed, %s, it launches no kernel", size);
    } else {
        counts = yours->low > full ? yours->low : full;
        text_append(scale->why, sizeof scale->why, "%.140s; %s", yours->reason,
                    counts > full ? "what the model ran of it counts" : "no points are lost to that");
    }
    hold(scale, plain, full, counts, favour);
}

// The time on a real GPU, where there is one.
static bool hold_measured(const VerdictTime *time, VerdictScale *scale) {
    if (time->refused) text_append(scale->why, sizeof scale->why, "%.199s", time->problem);
    else if (!time->measured || time->plain_ms <= 0) return false;
    hold(scale, 1e3 * time->plain_ms, 1e3 * time->full_ms, time->refused ? 0 : 1e3 * time->student_ms, 1);
    return true;
}

void time_judge(const Judged *judged, VerdictTime *time) {
    const Built *built = judged->ran->built;
    const GradeJob *job = built->job;
    VerdictScale *scale = &time->scale;
    ReportEstimate yours, costs;
    time->judged = job->paths->box[0] ? scale_load(job, scale)
                                      : judged->compared && scale_make(job, &judged->reference, built->folder, scale);
    if (!time->judged) return;
    estimate_program(job, built->build.program, 0, TIME_ALONE, built->folder, &yours);
    estimate_note(job, &yours, scale->steps[scale->step_count - 1].us, scale->steps[scale->plain].us, time);
    if (!hold_measured(time, scale)) hold_estimate(job, &yours, scale);
    if (scale->share == 1 || yours.microseconds <= 0) return; // what it could gain is said of a slow program
    estimate_program(job, built->build.program, 0, WITH_COSTS, built->folder, &costs);
    estimate_note(job, &costs, time->estimate.solution_us, time->estimate.plain_us, time);
}
