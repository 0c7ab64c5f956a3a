// run.c - runs a built program on the emulated GPU: input out, process, output and device report in. Where there is a
// real GPU, it runs there as well, and its results are taken.
//
// The report comes over a pipe that the emulator holds and the program never gets. The output file is opened only
// after every process of the run is gone, and only if it is a plain file.
#include "run.h"

#include "emulated.h"
#include "tokens.h"

#include "../device/system/text.h"
#include "../exercises/definition.h"
#include "../sandbox/box.h"
#include "../system/process.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MIB (UINT64_C(1) << 20)
#define MOST_OUTPUT_FILE (64 * MIB)
#define MOST_DEVICE_FILE (1024 * MIB) // the device process wrote it, and no more than its memory
// Instructions of warps in one launch: some forty times what the largest case takes (blocks of one thread take 32
// times), and few enough that an endless kernel is found, with its source line, within seconds.
#define DEVICE_INSTRUCTIONS "100000000"
#define DEVICE_MEMORY "512M"
// What a case may take on the clock, as a multiple of the processor time it may take: for one that waits or sleeps, and
// for a machine that does much else.
#define MOST_WAITING 4
#define HOST_BYTES 256    // that a function may learn of the device's memory, if its exercise says nothing
#define FEW_HOST_BYTES 16 // of which that may be as many as the results have, in a measured case, but never fewer
#define TOLD_BYTES 512    // that the host may tell the device where nothing lies there beforehand
#define VEILED_TELLS 1.5  // bytes that it may tell the device in a veiled case, for each of the results

const ProcessLimits run_limits = {
    .output_bytes = MIB,
    .report_bytes = 64 * MIB,
    .folder_bytes = 128 * MIB,
    .folder_files = 1000,
    .memory_bytes = 1536 * MIB,
    .processes = 64,
};

static uint64_t mixed(uint64_t value) { return random_next(&(Random){value}); }

uint64_t run_case_seed(const Exercise *exercise, unsigned index, uint64_t seed, uint64_t inputs) {
    uint64_t visible = exercise_is_function(exercise) ? inputs : 0;
    uint64_t from = exercise->cases[index].hidden ? mixed(seed) : visible;
    return mixed(from + index + 1) >> 11;
}

CaseSpec run_case_spec(const Exercise *exercise, unsigned index, uint64_t case_seed) {
    CaseSpec spec = exercise->cases[index];
    if (spec.hidden && exercise->draw) exercise->draw(case_seed, &spec);
    return spec;
}

static bool make_input(const Exercise *exercise, const CaseSpec *spec, uint64_t seed, CaseFile *input,
                       char error[200]) {
    if (exercise->make(spec, seed, input)) return true;
    snprintf(error, 200, "cannot make the input of case %s: out of memory", spec->label);
    return false;
}

bool run_write_input(const Exercise *exercise, const CaseSpec *spec, uint64_t case_seed, CaseFile *input,
                     const char *path, char error[200]) {
    return make_input(exercise, spec, case_seed, input, error) && case_file_write(path, input, error);
}

// The program sees folder and what is below it; the device process alone reads `sealed` and writes `stored`.
typedef struct {
    char folder[PATH_BYTES], input[PATH_BYTES + 16], output[PATH_BYTES + 16];
    char sealed[PATH_BYTES + 16], stored[PATH_BYTES + 16];
    CaseFile values;
    CaseFile tokens; // of a veiled case: what the program gets instead of the values
} CaseFiles;

static bool is_veiled(const RunPlan *plan, const CaseSpec *spec) {
    return plan->exercise->veiled && spec->hidden && spec->measured;
}

// Draws what the program gets, and adds to the values for the device which word stands for which.
static bool veil_make(const RunPlan *plan, const CaseRun *run, CaseFiles *files, char error[200]) {
    const char *name = plan->exercise->veiled;
    if (!make_input(plan->exercise, &run->spec, mixed(run->seed), &files->tokens, error)) return false;
    const CaseArray *real = case_file_find(&files->values, name), *token = case_file_find(&files->tokens, name);
    uint32_t *pairs = case_file_add(&files->values, "veil", CASE_UINT32, CASE_HOST, 2 * real->count);
    real = case_file_find(&files->values, name); // the file has moved
    if (!pairs || !tokens_settle(token->data, token->count)) return snprintf(error, 200, "out of memory"), false;
    for (uint64_t i = 0; i < real->count; i++) {
        pairs[2 * i] = ((const uint32_t *)token->data)[i];
        pairs[2 * i + 1] = ((const uint32_t *)real->data)[i];
    }
    return true;
}

static bool case_prepare(const RunPlan *plan, unsigned index, const CaseRun *run, CaseFiles *files, char error[200]) {
    snprintf(files->folder, sizeof files->folder, "%.*s/case-%u", PATH_BYTES - 32, plan->folder, index);
    snprintf(files->input, sizeof files->input, "%s/input", files->folder);
    snprintf(files->output, sizeof files->output, "%s/output", files->folder);
    snprintf(files->sealed, sizeof files->sealed, "%s.sealed", files->folder);
    snprintf(files->stored, sizeof files->stored, "%s.stored", files->folder);
    if (!folder_make(files->folder)) {
        snprintf(error, 200, "cannot make %.150s", files->folder);
        return false;
    }
    if (!exercise_is_function(plan->exercise)) return true;
    bool veiled = is_veiled(plan, &run->spec);
    return make_input(plan->exercise, &run->spec, run->seed, &files->values, error) &&
           (!veiled || veil_make(plan, run, files, error)) &&
           case_file_write_sealed(files->input, veiled ? &files->tokens : &files->values, error) &&
           case_file_write(files->sealed, &files->values, error);
}

// The program may write to its folder, and the device process alone may read what is sealed.
static bool case_hand_over(const RunPlan *plan, const CaseFiles *files, char error[200]) {
    bool sealed = !exercise_is_function(plan->exercise) ||
                  (users_seal(plan->paths, files->sealed) && users_seal(plan->paths, files->stored));
    if (sealed && users_give(plan->paths, files->folder)) return true;
    snprintf(error, 200, "cannot give %.120s away: %s", files->folder, strerror(errno));
    return false;
}

static void add_arguments(Command *command, const RunPlan *plan, const CaseRun *run, const char *input,
                          const char *output) {
    if (!exercise_is_program(plan->exercise)) command_add(command, "--case", input, "--out", output);
    else if (plan->arguments) command_add_list(command, plan->arguments);
    else command_add_case(command, plan->exercise, &run->spec, run->seed);
}

static void case_run_process(const RunPlan *plan, const CaseRun *run, const CaseFiles *files, ProcessResult *result) {
    Command device = {.count = 0}, arguments = {.count = 0};
    command_add(&device, "--max-instructions", DEVICE_INSTRUCTIONS, "--memory", DEVICE_MEMORY);
    if (exercise_is_function(plan->exercise))
        command_add(&device, "--load", files->sealed, "--store", files->stored, "--own-code", plan->program);
    if (run->spec.gpu) command_add(&device, "--gpu", run->spec.gpu);
    if (plan->options) command_add_list(&device, plan->options);
    add_arguments(&arguments, plan, run, files->input, files->output);
    ProcessLimits limits = run_limits;
    if (plan->output_bytes) limits.output_bytes = plan->output_bytes;
    limits.busy_seconds = plan->timeout_seconds;
    limits.wall_seconds = MOST_WAITING * plan->timeout_seconds;
    const EmulatedRun emulated = {
        .paths = plan->paths, .program = plan->program, .folder = files->folder, .step = plan->step, .limits = &limits};
    emulated_run(&emulated, &device, &arguments, result);
}

static void last_line(const ProcessText *text, char said[160]) {
    size_t end = text->length, start;
    while (end && strchr("\r\n \t", text->text[end - 1])) end--;
    for (start = end; start && text->text[start - 1] != '\n'; start--) {}
    text_clean(said, 160, text->text + start, end - start, false);
}

// The emulator writes a report when it ends by itself. Without one it is at fault, never the student.
static bool take_report(const ProcessResult *process, CaseRun *run, char error[200]) {
    if (process->end != PROCESS_EXITED) return true;
    char problem[200] = "";
    run->report = report_read(process->report.text, process->report.length, problem);
    if (!run->report && process->report.length) {
        run->died = RUN_LEFT_NO_REPORT;
        return true;
    }
    if (!run->report) {
        snprintf(error, 200, "build/emulate ended with status %d and left no report; %.100s", process->status,
                 run->said[0] ? run->said : problem);
        return false;
    }
    run->end = PROCESS_EXITED;
    report_program_end(run->report, &run->exit_status, &run->signal);
    return true;
}

// How a boxed program ended, as bubblewrap reports it: a signal is 128 + its number, as in a shell.
static bool take_box_end(const RunPlan *plan, const CaseFiles *files, CaseRun *run, char error[200]) {
    if (!plan->paths->box[0] || !run->report) return true;
    if (!box_reached(plan->paths, files->folder)) {
        snprintf(error, 200, "the box could not be set up: %s", run->said);
        return false;
    }
    if (run->exit_status > 128 && run->exit_status < 128 + NSIG) {
        run->signal = run->exit_status - 128;
        run->exit_status = 0;
    }
    return true;
}

// ---- what came back ----

// Moves an array's bytes to the outputs, under the type that was announced.
static void hand_over(const CaseArray *announced, CaseArray *array, CaseFile *outputs) {
    if (!case_file_announce(outputs, announced->name, announced->type, announced->element_bytes, announced->role,
                            announced->count))
        return;
    outputs->arrays[outputs->count - 1].data = array->data;
    array->data = NULL;
}

// Takes an output on the device, as the device process read it, if it has as many bytes as were announced.
static void take_stored(const CaseArray *announced, CaseFile *stored, CaseFile *outputs) {
    for (size_t i = 0; i < stored->count; i++) {
        CaseArray *array = &stored->arrays[i];
        bool same = !strcmp(array->name, announced->name) && array->data &&
                    array->count * array->element_bytes == announced->count * announced->element_bytes;
        if (same) hand_over(announced, array, outputs);
    }
}

// Takes an output on the host, which the program itself wrote.
static void take_written(const CaseArray *announced, CaseFile *written, CaseFile *outputs) {
    for (size_t i = 0; i < written->count; i++) {
        CaseArray *array = &written->arrays[i];
        bool same = !strcmp(array->name, announced->name) && array->type == announced->type && array->data &&
                    array->element_bytes == announced->element_bytes && array->count == announced->count;
        if (same) hand_over(announced, array, outputs);
    }
}

static void collect_outputs(const CaseFile *input, CaseFile *stored, CaseFile *written, CaseFile *outputs) {
    for (size_t i = 0; i < input->count; i++) {
        CaseRole role = input->arrays[i].role;
        if (role == CASE_OUT || role == CASE_IN_OUT) take_stored(&input->arrays[i], stored, outputs);
        if (role == CASE_HOST_OUT) take_written(&input->arrays[i], written, outputs);
    }
}

static bool has_device_arrays(const CaseFile *input) {
    for (size_t i = 0; i < input->count; i++)
        if (input->arrays[i].role >= CASE_IN) return true;
    return false;
}

static bool has_device_inputs(const CaseFile *input) {
    for (size_t i = 0; i < input->count; i++)
        if (input->arrays[i].role == CASE_IN || input->arrays[i].role == CASE_IN_OUT) return true;
    return false;
}

void run_refuse(CaseRun *run, const char *why, const char *message) {
    uint64_t total = run->result.total;
    run->on_host = why;
    run->result = (CaseResult){.wrong_count = total, .total = total};
    text_copy(run->result.message, sizeof run->result.message, message);
}

// Where a measured case has fewer results than HOST_BYTES, as a sum has, the host could make them of as many parts. No
// more than the results themselves may then come to it.
static double bytes_for_host(const Exercise *exercise, const CaseFile *input, const CaseSpec *spec) {
    double results = 0;
    if (exercise->host_bytes) return (double)exercise->host_bytes;
    if (!spec->measured) return HOST_BYTES;
    for (size_t i = 0; i < input->count; i++)
        if (input->arrays[i].role == CASE_OUT || input->arrays[i].role == CASE_IN_OUT)
            results += (double)(input->arrays[i].count * input->arrays[i].element_bytes);
    return fmin(fmax(results, FEW_HOST_BYTES), HOST_BYTES);
}

// What comes to the host is counted by where it lies, whatever the call, with what answers tell of it.
static void forbid_inputs_on_host(const Exercise *exercise, const CaseFile *input, CaseRun *run) {
    char message[sizeof run->result.message];
    double allowed = bytes_for_host(exercise, input, &run->spec);
    double back = report_border(run->report, REPORT_TO_HOST);
    snprintf(message, sizeof message,
             "%.0f bytes were copied to the host, at most %.0f are allowed: the work belongs on the device", back,
             allowed);
    if (run->result.passed && back > allowed)
        run_refuse(run, "in other cases the inputs are copied to the host", message);
}

// Where nothing lies on the device beforehand, the host could know each result.
static void forbid_outputs_of_host(const CaseFile *input, CaseRun *run) {
    char message[sizeof run->result.message];
    double there = report_border(run->report, REPORT_TO_DEVICE);
    double copied = report_copied(run->report, REPORT_HOST_TO_DEVICE);
    if (!run->result.passed || has_device_inputs(input) || there <= TOLD_BYTES) return;
    bool copies = copied > TOLD_BYTES;
    snprintf(message, sizeof message, "%.0f bytes were %s, at most %d are allowed: the work belongs on the device",
             copies ? copied : there,
             copies
                 ? "copied to the device"
                 : "told to the device (by parameters, memsets, places of copies and memory of the host that kernels "
                   "read)",
             TOLD_BYTES);
    run_refuse(run,
               copies ? "in other cases the results are copied to the device"
                      : "in other cases calls and parameters tell the device more than it may know of the results",
               message);
}

static void forbid_uncomputed(const CaseFile *input, CaseRun *run) {
    char message[sizeof run->result.message];
    for (size_t i = 0; i < input->count && run->result.passed; i++) {
        const CaseArray *array = &input->arrays[i];
        double elsewhere = report_uncomputed(run->report, array->name);
        if (elsewhere == 0) continue;
        snprintf(message, sizeof message,
                 "%.0f of the %.0f elements of %s were not stored by a kernel, but copied or set by the host: the work "
                 "belongs on the device",
                 elsewhere, (double)array->count, array->name);
        run_refuse(run, "in other cases results are not stored by a kernel", message);
    }
}

static bool is_shown(const CaseArray *shown, uint32_t word) {
    return bsearch(&word, shown->data, shown->count, sizeof word, by_word) != NULL;
}

// Results of a veiled case that the host made: of tokens, or of what it has read back and told the device again.
static void forbid_results_of_host(const RunPlan *plan, const CaseFiles *files, const char *stored_at, CaseRun *run) {
    CaseFile stored = {0};
    char problem[160];
    uint64_t made = 0, count = 0, told = 0;
    Outcome of_tokens = {
        .spec = &run->spec, .seed = run->seed, .input = &files->tokens, .output = &run->outputs, .report = run->report};
    CaseResult result = {0};
    if (!is_veiled(plan, &run->spec)) return;
    if (!run->result.passed) plan->exercise->check(&of_tokens, &result);
    if (result.passed) run_refuse(run, "results are computed by the host", "the results are of what the host has");
    if (!run->result.passed || !case_file_read(stored_at, MOST_DEVICE_FILE, &stored, problem)) return;
    const CaseArray *shown = case_file_find(&stored, "shown");
    if (shown && shown->data) qsort(shown->data, shown->count, sizeof(uint32_t), by_word);
    for (size_t i = 0; i < run->outputs.count; i++) {
        const CaseArray *array = &run->outputs.arrays[i];
        count += array->count;
        for (uint64_t e = 0; e < array->count; e++)
            made += !shown || !shown->data || !is_shown(shown, ((const uint32_t *)array->data)[e]);
    }
    told = (uint64_t)report_border(run->report, REPORT_TO_DEVICE);
    case_file_free(&stored);
    char message[200];
    snprintf(message, sizeof message, "%.0f of %.0f results did not come from a kernel: the work belongs on the device",
             (double)made, (double)count);
    if (made) run_refuse(run, "results are computed by the host", message);
    else if (told > VEILED_TELLS * sizeof(uint32_t) * count + 16 * TOLD_BYTES)
        run_refuse(run, "results are copied to the device", "results were copied to the device and back again");
}

// Inputs of a function lie on the device, and kernels must turn them into the outputs there.
static void forbid_host_work(const Exercise *exercise, const CaseFile *input, CaseRun *run) {
    if (!has_device_arrays(input)) return;
    forbid_inputs_on_host(exercise, input, run);
    forbid_outputs_of_host(input, run);
    forbid_uncomputed(input, run);
}

// Takes a function's outputs: those on the host from `output`, those on the device from `stored_at`.
static bool take_outputs(const CaseFiles *files, const char *output, const char *stored_at, CaseRun *run) {
    CaseFile stored = {0}, written = {0};
    char problem[160] = "";
    bool ended = file_is_plain(output), taken = ended && case_file_read(output, MOST_OUTPUT_FILE, &written, problem);
    case_file_free(&run->outputs);
    if (taken && file_is_plain(stored_at)) case_file_read(stored_at, MOST_DEVICE_FILE, &stored, problem);
    if (taken) collect_outputs(&files->values, &stored, &written, &run->outputs);
    else if (ended)
        snprintf(run->result.message, sizeof run->result.message, "the results cannot be read: %s", problem);
    else snprintf(run->result.message, sizeof run->result.message, "the program ended without writing its results");
    case_file_free(&stored);
    case_file_free(&written);
    return taken;
}

// Holds what the program left against the oracle.
static void check_output(const RunPlan *plan, const CaseFiles *files, const char *output, const char *stored_at,
                         CaseRun *run) {
    const Exercise *exercise = plan->exercise;
    bool function = exercise_is_function(exercise);
    if (function && !take_outputs(files, output, stored_at, run)) return;
    Outcome outcome = {.spec = &run->spec,
                       .seed = run->seed,
                       .input = &files->values,
                       .output = function ? &run->outputs : NULL,
                       .text = run->text,
                       .key_text = run->key_text,
                       .report = run->report};
    exercise->check(&outcome, &run->result);
    if (function) forbid_host_work(exercise, &files->values, run);
    if (function) forbid_results_of_host(plan, files, files->stored, run);
    case_file_free(&run->outputs); // nobody asks again
}

// ---- the same on a real GPU ----

// Only what the device computes can differ there. A case that names its GPU asks about that one.
static bool gpu_gives_results(const RunPlan *plan, const CaseFiles *files, const CaseRun *run) {
    bool wanted = plan->gpu && plan->gpu->state == GPU_READY && !plan->paths->box[0];
    wanted = wanted && !run->spec.gpu && !plan->options && !is_veiled(plan, &run->spec);
    bool ended = run->report && run->end == PROCESS_EXITED && !run->exit_status && !run->signal;
    return wanted && ended && (exercise_is_program(plan->exercise) || has_device_arrays(&files->values));
}

static void run_on_gpu(const RunPlan *plan, const CaseRun *run, const CaseFiles *files, const char *output,
                       ProcessResult *result) {
    Command command = {.count = 0};
    command_add(&command, plan->program);
    add_arguments(&command, plan, run, files->input, output);
    if (!exercise_is_program(plan->exercise)) command_add(&command, "--data", files->sealed);
    const GpuRun on_gpu = {
        .arguments = command.words, .folder = files->folder, .step = plan->step, .wall_seconds = plan->timeout_seconds};
    gpu_run(plan->gpu, &on_gpu, result);
}

// The results of the real GPU replace the emulated one's, whose counters and faults stay.
static void take_gpu_results(const RunPlan *plan, const CaseFiles *files, CaseRun *run) {
    char output[PATH_BYTES + 32], said[160], message[sizeof run->result.message] = "";
    ProcessResult process;
    if (!gpu_gives_results(plan, files, run)) return;
    snprintf(output, sizeof output, "%s/output-gpu", files->folder);
    run_on_gpu(plan, run, files, output, &process);
    run->on_gpu = true;
    run->result = (CaseResult){.passed = false};
    if (process.end == PROCESS_EXITED && !process.status) {
        free(run->text);
        run->text = process.output.text;
        process.output.text = NULL;
        check_output(plan, files, output, output, run);
    } else {
        last_line(&process.errors, said);
        snprintf(run->result.message, sizeof run->result.message, "the program %s: %s",
                 process.end == PROCESS_TIMEOUT ? "does not end in time" : "fails", said[0] ? said : "it says nothing");
    }
    process_result_free(&process);
    if (run->result.passed) return;
    text_append(message, sizeof message, "on the %s: %s", plan->gpu->name, run->result.message);
    text_copy(run->result.message, sizeof run->result.message, message);
}

static bool run_failed(const ProcessResult *process, char error[200]) {
    if (process->end == PROCESS_INTERRUPTED) snprintf(error, 200, "interrupted");
    if (process->end == PROCESS_FAILED) snprintf(error, 200, "cannot run build/emulate: %.150s", process->error);
    return process->end == PROCESS_INTERRUPTED || process->end == PROCESS_FAILED;
}

// Runs the case. A device process that is ended by a signal gets a second try: a machine may end it by mistake, but
// what ends it twice is the program, or a mistake of the emulator's that the program runs into.
static bool run_device(const RunPlan *plan, const CaseFiles *files, CaseRun *run, ProcessResult *process,
                       char error[200]) {
    bool worked = true;
    for (unsigned attempt = 0; attempt < 2 && worked && (!attempt || run->died); attempt++) {
        process_result_free(process);
        unlink(files->output);
        unlink(files->stored);
        if (!case_hand_over(plan, files, error)) return false;
        case_run_process(plan, run, files, process);
        run->end = process->end;
        run->died = process->end == PROCESS_SIGNALLED ? process->status : 0;
        last_line(&process->errors, run->said);
        worked = !run_failed(process, error) && take_report(process, run, error);
    }
    return worked && take_box_end(plan, files, run, error);
}

CaseRun run_announce(const Exercise *exercise, unsigned index, uint64_t case_seed) {
    return (CaseRun){.seed = case_seed, .spec = run_case_spec(exercise, index, case_seed)};
}

bool run_program(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]) {
    CaseFiles files = {.folder = ""};
    ProcessResult process = {0};
    run->started = true;
    bool worked = case_prepare(plan, index, run, &files, error);
    worked = worked && run_device(plan, &files, run, &process, error);
    if (worked && run->report) {
        run->text = process.output.text;
        run->errors = process.errors.text;
        process.output.text = process.errors.text = NULL;
        check_output(plan, &files, files.output, files.stored, run);
        take_gpu_results(plan, &files, run);
    }
    process_result_free(&process);
    case_file_free(&files.values);
    case_file_free(&files.tokens);
    folder_remove(files.folder);
    unlink(files.sealed);
    unlink(files.stored);
    return worked;
}

void run_free(CaseRun *run) {
    report_free(run->report);
    free(run->text);
    free(run->key_text);
    free(run->errors);
    case_file_free(&run->outputs);
    *run = (CaseRun){0};
}
