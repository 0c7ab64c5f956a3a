// estimate.c - runs programs on samples of a large problem, and keeps what the reference's steps gave.
#include "estimate.h"
#include "stages.h"

#include "../device/system/text.h"
#include "../grading/emulated.h"
#include "../sandbox/box.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CPU_SECONDS 30
#define WALL_SECONDS 300    // on a machine that is busy with other work
#define DEVICE_MEMORY "16G" // most of it is never touched
#define RUN_BELOW "300000"  // instructions of warps: what a launch of that many writes may be what the next one follows
#define LAUNCH_MOST "100000000"        // instructions of a launch that is run after all: a third of CPU_SECONDS
#define MOST_INPUT (64 << 20)          // sizes, and what lies on the host
#define PART_BYTES (UINT64_C(2) << 20) // of an input of floats, that repeat
#define SEED 1

static const ProcessLimits limits = {.wall_seconds = WALL_SECONDS,
                                     .cpu_seconds = CPU_SECONDS,
                                     .output_bytes = UINT64_C(1) << 20,
                                     .report_bytes = UINT64_C(64) << 20,
                                     .memory_bytes = UINT64_C(4) << 30,
                                     .processes = 64};

// ---- inputs --------------------------------------------------------------------------------------------------------

static void inputs_name(const GradeJob *job, EstimatedInputs *inputs) {
    const char *name = job->exercise->name;
    snprintf(inputs->program, PATH_BYTES, "%.800s/reference/%.100s.timed", job->paths->build, name);
    snprintf(inputs->device, PATH_BYTES, "%.800s/reference/%.100s.parts", job->paths->build, name);
}

// Integers may be places in an array, which a part that repeats would not be.
static uint64_t bytes_given(const CaseArray *array) {
    uint64_t bytes = array->count * array->element_bytes;
    return array->type == CASE_INT32 || bytes < PART_BYTES ? bytes : PART_BYTES;
}

// The device's side of a case: announced arrays, and of each that has contents what is given of it.
static bool parts_take(const CaseFile *values, CaseFile *parts) {
    for (size_t i = 0; i < values->count; i++) {
        const CaseArray *array = &values->arrays[i];
        uint64_t part = bytes_given(array);
        char name[sizeof array->name + sizeof CASE_PART];
        if (array->role < CASE_IN) continue;
        if (!case_file_announce(parts, array->name, array->type, array->element_bytes, array->role, array->count))
            return false;
        if (!array->data || !part) continue;
        snprintf(name, sizeof name, CASE_PART "%s", array->name);
        void *place = case_file_add(parts, name, CASE_UINT8, CASE_HOST, part);
        if (!place) return false;
        memcpy(place, array->data, part);
    }
    return true;
}

// Written whole: other processes may read the files meanwhile.
static bool inputs_make(const GradeJob *job, const char *folder, const EstimatedInputs *inputs) {
    CaseFile values = {0}, parts = {0};
    char program[PATH_BYTES], device[PATH_BYTES], error[200];
    snprintf(program, sizeof program, "%.900s/timed", folder);
    snprintf(device, sizeof device, "%.900s/parts", folder);
    bool made = job->exercise->make(exercise_estimated(job->exercise), SEED, &values) && parts_take(&values, &parts) &&
                case_file_write_sealed(program, &values, error) && case_file_write(device, &parts, error) &&
                !rename(program, inputs->program) && !rename(device, inputs->device);
    case_file_free(&values);
    case_file_free(&parts);
    return made;
}

// ---- a run ---------------------------------------------------------------------------------------------------------

typedef struct {
    const char *program, *folder;
    unsigned step;
    EstimateKind kind;
    const char *timeline; // a file to be written; NULL: none
} Sample;

// The program's own folder, with what it reads of its inputs.
static bool sample_prepare(const GradeJob *job, const EstimatedInputs *inputs, const char *folder) {
    char path[PATH_BYTES], error[200];
    size_t length;
    if (!folder_make(folder)) return false;
    if (!exercise_is_function(job->exercise)) return users_give(job->paths, folder);
    char *input = file_read(inputs->program, MOST_INPUT, &length, error);
    snprintf(path, sizeof path, "%.900s/input", folder);
    bool copied = input && file_write_derived(path, input, length, error) && users_give(job->paths, folder);
    free(input);
    return copied;
}

static void sample_start(const GradeJob *job, const EstimatedInputs *inputs, const Sample *sample, const char *folder,
                         ProcessResult *result) {
    const Exercise *exercise = job->exercise;
    char input[PATH_BYTES], output[PATH_BYTES];
    Command device = {.count = 0}, arguments = {.count = 0};
    snprintf(input, sizeof input, "%.900s/input", folder);
    snprintf(output, sizeof output, "%.900s/output", folder);
    command_add(&device, "--sample", "--no-checks", "--run-below", RUN_BELOW, "--max-instructions", LAUNCH_MOST,
                "--memory", DEVICE_MEMORY);
    if (sample->kind == WITH_COSTS) command_add(&device, "--costs");
    if (exercise_is_function(exercise)) command_add(&device, "--load", inputs->device);
    if (sample->timeline) command_add(&device, "--timeline", sample->timeline);
    if (exercise_is_program(exercise)) command_add_case(&arguments, exercise, exercise_estimated(exercise), SEED);
    else command_add(&arguments, "--case", input, "--out", output);
    const EmulatedRun run = {
        .paths = job->paths, .program = sample->program, .folder = folder, .step = sample->step, .limits = &limits};
    emulated_run(&run, &device, &arguments, result);
}

static bool sample_run(const GradeJob *job, const EstimatedInputs *inputs, const Sample *sample,
                       ProcessResult *result) {
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "%.900s/sample", sample->folder);
    bool prepared = sample_prepare(job, inputs, folder);
    if (prepared) sample_start(job, inputs, sample, folder, result);
    folder_remove(folder);
    return prepared && result->end == PROCESS_EXITED && box_reached(job->paths, folder);
}

// Whether the inputs are there that a run needs.
static bool is_ready(const GradeJob *job, EstimatedInputs *inputs) {
    inputs_name(job, inputs);
    return exercise_estimated(job->exercise) &&
           (!exercise_is_function(job->exercise) || (file_exists(inputs->program) && file_exists(inputs->device)));
}

// A call of a function is timed with its copies; of a program its kernels are.
static void add_copies(const Exercise *exercise, const DeviceReport *report, ReportEstimate *estimate) {
    double copies = report_copies_us(report);
    if (!exercise_is_function(exercise) || exercise->timed_kernels) return;
    if (estimate->microseconds > 0) estimate->microseconds += copies, estimate->high += copies;
    estimate->low += copies;
}

static bool estimate_sample(const GradeJob *job, const Sample *sample, ReportEstimate *estimate) {
    EstimatedInputs inputs;
    ProcessResult result = {0};
    char error[200];
    *estimate = (ReportEstimate){.microseconds = 0};
    if (!is_ready(job, &inputs)) return false;
    bool ended = sample_run(job, &inputs, sample, &result);
    DeviceReport *report = ended ? report_read_sampled(result.report.text, result.report.length, error) : NULL;
    bool known = report && report_estimate(report, estimate);
    if (report) add_copies(job->exercise, report, estimate);
    if (report && sample->kind == TIME_ALONE) estimated_results_check(job->exercise, &inputs, report, estimate->wrong);
    estimate->stopped = result.end == PROCESS_TIMEOUT;
    estimate->failed = !report && !estimate->stopped;
    if (estimate->stopped) text_copy(estimate->reason, sizeof estimate->reason, "no estimate: it takes too long");
    report_free(report);
    process_result_free(&result);
    return known;
}

bool estimate_program(const GradeJob *job, const char *program, unsigned step, EstimateKind kind, const char *folder,
                      ReportEstimate *estimate) {
    return estimate_sample(job, &(Sample){.program = program, .folder = folder, .step = step, .kind = kind}, estimate);
}

bool estimate_timeline(const GradeJob *job, const char *program, const char *folder, const char *path,
                       ReportEstimate *estimate) {
    unlink(path);
    return estimate_sample(job, &(Sample){.program = program, .folder = folder, .timeline = path}, estimate) &&
           file_exists(path);
}

// ---- what is kept of the reference ---------------------------------------------------------------------------------

typedef struct {
    char key[160], path[PATH_BYTES];
    json_t *steps; // by number: objects
} Kept;

static json_t *estimate_to_json(const ReportEstimate *estimate) {
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s, s:s}", REPORT_MICROSECONDS, estimate->microseconds,
                     REPORT_ESTIMATE_LOW, estimate->low, REPORT_ESTIMATE_HIGH, estimate->high, REPORT_ESTIMATE_L2_BYTES,
                     estimate->l2_bytes, REPORT_ESTIMATE_DRAM_BYTES, estimate->dram_bytes, REPORT_ESTIMATE_REASON,
                     estimate->reason, REPORT_GPU_NAME, estimate->gpu);
}

static double number_of(const json_t *object, const char *name) {
    return json_number_value(json_object_get(object, name));
}

static bool estimate_from_json(const json_t *object, ReportEstimate *estimate) {
    const char *reason = json_string_value(json_object_get(object, REPORT_ESTIMATE_REASON));
    const char *gpu = json_string_value(json_object_get(object, REPORT_GPU_NAME));
    if (!reason || !gpu) return false;
    *estimate = (ReportEstimate){.microseconds = number_of(object, REPORT_MICROSECONDS),
                                 .low = number_of(object, REPORT_ESTIMATE_LOW),
                                 .high = number_of(object, REPORT_ESTIMATE_HIGH),
                                 .l2_bytes = number_of(object, REPORT_ESTIMATE_L2_BYTES),
                                 .dram_bytes = number_of(object, REPORT_ESTIMATE_DRAM_BYTES)};
    text_copy(estimate->reason, sizeof estimate->reason, reason);
    text_copy(estimate->gpu, sizeof estimate->gpu, gpu);
    return true;
}

// The key changes with the solution, the tools (those of the reference's own key), the grader, and the case.
static void kept_open(const GradeJob *job, const Reference *reference, Kept *kept) {
    const CaseSpec *spec = exercise_estimated(job->exercise);
    char grader[PATH_BYTES];
    snprintf(grader, sizeof grader, "%.900s/grade", job->paths->build);
    snprintf(kept->key, sizeof kept->key, "%s-%016" PRIx64, reference->key,
             file_age(grader) ^ bytes_hash((const char *)spec->size, sizeof spec->size));
    snprintf(kept->path, sizeof kept->path, "%.800s/reference/%.100s.estimates.json", job->paths->build,
             job->exercise->name);
    json_t *record = json_load_file(kept->path, 0, NULL);
    const char *key = json_string_value(json_object_get(record, "key"));
    kept->steps = key && !strcmp(key, kept->key) ? json_incref(json_object_get(record, "steps")) : NULL;
    json_decref(record);
}

static void kept_store(Kept *kept) {
    json_t *record = json_pack("{s:s, s:O}", "key", kept->key, "steps", kept->steps);
    char *text = record ? json_dumps(record, JSON_INDENT(2)) : NULL;
    if (text) file_write_derived(kept->path, text, strlen(text), NULL);
    free(text);
    json_decref(record);
}

bool estimate_reference(const GradeJob *job, const Reference *reference, unsigned step, EstimateKind kind,
                        const char *folder, ReportEstimate *estimate) {
    Kept kept;
    EstimatedInputs inputs;
    char name[32];
    *estimate = (ReportEstimate){.microseconds = 0};
    if (!exercise_estimated(job->exercise)) return false;
    kept_open(job, reference, &kept);
    snprintf(name, sizeof name, "%u%s", step, kind == WITH_COSTS ? " with costs" : "");
    bool known = kept.steps && estimate_from_json(json_object_get(kept.steps, name), estimate);
    if (!known) {
        inputs_name(job, &inputs);
        if (!kept.steps && exercise_is_function(job->exercise)) inputs_make(job, folder, &inputs);
        if (!kept.steps) kept.steps = json_object();
        estimate_program(job, reference->program, step, kind, folder, estimate);
        bool ended = !estimate->failed && !estimate->stopped; // on a busy machine it may end the next time
        if (ended) json_object_set_new(kept.steps, name, estimate_to_json(estimate));
        if (ended) kept_store(&kept);
    }
    json_decref(kept.steps);
    return estimate->microseconds > 0;
}

// The inputs that were made for estimates. false: there are none, as of a program.
static bool inputs_read(const GradeJob *job, CaseFile *values) {
    EstimatedInputs inputs;
    char error[160];
    inputs_name(job, &inputs);
    *values = (CaseFile){0};
    return !exercise_is_program(job->exercise) && case_file_read(inputs.program, UINT64_C(1) << 30, values, error);
}

double estimate_work(const GradeJob *job) {
    CaseFile values;
    bool known = inputs_read(job, &values);
    Work work = exercise_work(job->exercise, exercise_estimated(job->exercise), known ? &values : NULL);
    if (known) case_file_free(&values);
    return fmax(work.loaded, work.stored);
}

double estimate_bytes(const GradeJob *job) {
    CaseFile values;
    double sum = 0;
    if (!inputs_read(job, &values)) return 0;
    for (size_t i = 0; i < values.count; i++) {
        const CaseArray *array = &values.arrays[i];
        double bytes = (double)array->count * array->element_bytes;
        if (array->role >= CASE_IN) sum += array->role == CASE_IN_OUT ? 2 * bytes : bytes;
    }
    case_file_free(&values);
    return sum;
}

// ---- the stage -----------------------------------------------------------------------------------------------------

// Of the student's own lines; what others' headers cost belongs to none.
static void note_costs(const GradeJob *job, const ReportEstimate *yours, VerdictEstimate *estimate) {
    char name[80];
    snprintf(name, sizeof name, "%.70s.cu", job->exercise->name);
    for (unsigned i = 0; i < yours->cost_count && estimate->cost_count < VERDICT_COSTS; i++) {
        const ReportCost *cost = &yours->costs[i];
        const char *slash = strrchr(cost->file, '/');
        VerdictCost *noted = &estimate->costs[estimate->cost_count++];
        *noted = (VerdictCost){.us = cost->microseconds};
        text_copy(noted->name, sizeof noted->name, cost_name(cost->cost));
        if (strcmp(slash ? slash + 1 : cost->file, name) != 0) continue;
        noted->line = cost->line;
        noted->line_us = cost->line_microseconds;
    }
}

void estimate_note(const GradeJob *job, const ReportEstimate *yours, double solution_us, double plain_us,
                   VerdictTime *time) {
    if (!yours->gpu[0]) return;
    time->has_estimate = true;
    VerdictEstimate *estimate = &time->estimate;
    *estimate = (VerdictEstimate){.yours_us = yours->microseconds,
                                  .low_us = yours->low,
                                  .high_us = yours->high,
                                  .solution_us = solution_us,
                                  .plain_us = plain_us,
                                  .l2_bytes = yours->l2_bytes,
                                  .dram_bytes = yours->dram_bytes};
    text_copy(estimate->size, sizeof estimate->size, exercise_estimated(job->exercise)->label);
    text_copy(estimate->gpu, sizeof estimate->gpu, yours->gpu);
    text_copy(estimate->limit, sizeof estimate->limit, yours->reason);
    note_costs(job, yours, estimate);
}

bool estimate_is_due(const Judged *judged) {
    const GradeJob *job = judged->ran->built->job;
    const VerdictTime *time = &judged->verdict.time;
    return job->estimates && judged->compared && !time->measured && !time->judged && exercise_estimated(job->exercise);
}

void estimate_add(const Judged *judged, Verdict *verdict) {
    const Built *built = judged->ran->built;
    const GradeJob *job = built->job;
    ReportEstimate yours, solution, plain;
    estimate_reference(job, &judged->reference, 0, TIME_ALONE, built->folder, &solution);
    estimate_reference(job, &judged->reference, 1, TIME_ALONE, built->folder, &plain);
    estimate_program(job, built->build.program, 0, WITH_COSTS, built->folder, &yours);
    estimate_note(job, &yours, solution.microseconds, plain.microseconds, &verdict->time);
}
