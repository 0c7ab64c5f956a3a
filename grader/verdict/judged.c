// judged.c - what the rules make of the runs: the exercise's limits, its questions, and the time on a real GPU.
#include "stages.h"

#include "../causes/source.h"
#include "../gpu/timing.h"
#include "../grading/key.h"
#include "../questions/answers.h"
#include "../system/text.h"

#include <stdio.h>
#include <string.h>

// ---- faults: from the device's file names to the student's ----

// The device knows the copy that was compiled, which becomes the student's file; other files are named below the
// workbook's root. Returns whether it was that copy.
static bool rename_file(const Built *built, char *file, size_t size) {
    char staged[80], shorter[256];
    const char *name = strrchr(file, '/');
    snprintf(staged, sizeof staged, "%.70s.cu", built->job->exercise->name);
    if (!strcmp(name ? name + 1 : file, staged)) {
        text_copy(file, size, built->shown);
        return true;
    }
    paths_shown(built->job->paths, file, shorter, sizeof shorter);
    text_copy(file, size, shorter);
    return false;
}

static void name_fault_files(const Built *built, Verdict *verdict) {
    for (unsigned i = 0; i < verdict->fault_count; i++) {
        VerdictFault *fault = &verdict->faults[i];
        if (fault->file[0] && rename_file(built, fault->file, sizeof fault->file))
            source_line(built->source, fault->line, fault->source, sizeof fault->source);
        if (fault->other_file[0] && rename_file(built, fault->other_file, sizeof fault->other_file))
            source_line(built->source, fault->other_line, fault->other_source, sizeof fault->other_source);
    }
}

// ---- questions ----

static bool judge_questions(const Built *built, Verdict *verdict, char error[200]) {
    const GradeJob *job = built->job;
    char course[64];
    Draw draw;
    KeyRun *key = NULL;
    if (!job->exercise->question_count) return true;
    course_read(job->paths, course);
    draw_for(job->exercise, built->source, built->length, course, &draw);
    if (draw_is_known(&draw)) {
        if (!key_prepare(job->paths, job->exercise, built->folder, error)) return false;
        if (!(key = key_load(job->paths, &draw, built->folder, error))) return false;
    }
    bool judged = answers_judge(built->source, built->length, &draw, key, verdict, error);
    key_free(key);
    return judged;
}

// ---- time ----

static void measure_on_gpu(const Built *built, const CaseRun *counted, const Reference *reference, VerdictTime *time) {
    const GradeJob *job = built->job;
    const TimingJob timing = {.gpu = job->gpu,
                              .paths = job->paths,
                              .exercise = job->exercise,
                              .student = built->build.program,
                              .reference = reference->program,
                              .folder = built->folder,
                              .seed = counted->seed,
                              .report = counted->report,
                              .counted = &counted->spec};
    if (job->gpu && job->gpu->state == GPU_READY) gpu_timing(&timing, time);
}

static void note_gpu(const Ran *ran, VerdictTime *time) {
    const RealGpu *gpu = ran->built->job->gpu;
    if (!gpu) return;
    if (gpu->state == GPU_UNUSABLE) text_copy(time->unusable, sizeof time->unusable, gpu->why);
    for (unsigned i = 0; ran->runs && i < ran->built->job->exercise->case_count; i++)
        if (ran->runs[i].on_gpu) text_copy(time->device, sizeof time->device, gpu->name);
}

// Nothing is timed if results are wrong.
static void fill_time(const Ran *ran, Judged *judged) {
    const Built *built = ran->built;
    VerdictState state = judged->verdict.state;
    VerdictTime *time = &judged->verdict.time;
    int timed = grade_timed_case(built->job->exercise);
    if (timed < 0 || (state != STATE_passed && state != STATE_limit)) return;
    const CaseRun *run = &ran->runs[timed];
    time->has_bound = run->report && report_bound(run->report, &time->bound_us, time->bound_resource, time->bound_gpu);
    if (built->job->paths->box[0]) return; // no GPU in a box, and nothing to compare with
    const Graded graded = {.source = built->source,
                           .length = built->length,
                           .program = built->build.program,
                           .has_bound = time->has_bound,
                           .bound_us = time->bound_us};
    judged->compared = reference_prepare(built->job, &graded, built->folder, &judged->reference);
    if (!judged->compared) return;
    time->has_reference_bound = judged->reference.has_bound;
    time->reference_bound_us = judged->reference.bound_us;
    measure_on_gpu(built, run, &judged->reference, time);
}

// ---- all of it ----

static bool out_of_memory(char error[200]) {
    snprintf(error, 200, "out of memory");
    return false;
}

bool judge_file(const Ran *ran, Judged *judged, char error[200]) {
    const Built *built = ran->built;
    const Exercise *exercise = built->job->exercise;
    Verdict *verdict = &judged->verdict;
    *judged = (Judged){.ran = ran, .verdict = {.exercise = exercise, .seed = built->job->seed}};
    text_copy(verdict->file, sizeof verdict->file, built->shown);
    text_clean(verdict->build_log, sizeof verdict->build_log, built->build.log, strlen(built->build.log), true);
    if (ran->stop.state != STATE_passed)
        return judge_unrun(verdict, ran->stop.state, ran->stop.summary) || out_of_memory(error);
    if (!judge_runs(ran->runs, exercise->case_count, verdict)) return out_of_memory(error);
    name_fault_files(built, verdict);
    if (!judge_questions(built, verdict, error)) return false;
    note_gpu(ran, &verdict->time);
    fill_time(ran, judged);
    judge_points(verdict); // time may have points
    return true;
}

void judged_free(Judged *judged) { verdict_free(&judged->verdict); }
