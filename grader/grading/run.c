// run.c - runs a built program on the emulated GPU: input out, process, output and device report in.
//
// The report comes over a pipe that the emulator holds and the program never gets. The output file is opened only
// after every process of the run is gone, and only if it is a plain file.
#include "run.h"

#include "../sandbox/box.h"
#include "../system/process.h"
#include "../system/text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB (UINT64_C(1) << 20)
#define MOST_OUTPUT_FILE (64 * MIB)
// Instructions of warps in one launch: some forty times what the largest case takes, and few enough that an endless
// kernel is found, with its source line, within seconds.
#define DEVICE_INSTRUCTIONS "50000000"
#define DEVICE_MEMORY "512M"

static const ProcessLimits run_limits = {
    .output_bytes = MIB,
    .report_bytes = 64 * MIB,
    .file_bytes = 64 * MIB,
    .folder_bytes = 128 * MIB,
    .folder_files = 1000,
    .memory_bytes = 1536 * MIB,
    .processes = 64,
};

// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
static uint64_t mixed(uint64_t value) {
    value += 0x9E3779B97F4A7C15u;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

uint64_t run_case_seed(const Exercise *exercise, unsigned index, uint64_t seed) {
    uint64_t from = exercise->cases[index].hidden ? mixed(seed) : 0;
    return mixed(from + index + 1) >> 11;
}

bool run_write_input(const Exercise *exercise, unsigned index, uint64_t case_seed, CaseFile *input, const char *path,
                     char error[200]) {
    if (!exercise->make(&exercise->cases[index], case_seed, input)) {
        snprintf(error, 200, "cannot make the input of case %s: out of memory", exercise->cases[index].label);
        return false;
    }
    return case_file_write(path, input, error);
}

typedef struct {
    char folder[PATH_BYTES], input[PATH_BYTES + 16], output[PATH_BYTES + 16];
    CaseFile values;
} CaseFiles;

static bool case_prepare(const RunPlan *plan, unsigned index, uint64_t seed, CaseFiles *files, char error[200]) {
    snprintf(files->folder, sizeof files->folder, "%.*s/case-%u", PATH_BYTES - 32, plan->folder, index);
    snprintf(files->input, sizeof files->input, "%s/input", files->folder);
    snprintf(files->output, sizeof files->output, "%s/output", files->folder);
    if (!folder_make(files->folder)) {
        snprintf(error, 200, "cannot make %.150s", files->folder);
        return false;
    }
    return !plan->exercise->make || run_write_input(plan->exercise, index, seed, &files->values, files->input, error);
}

static void case_run_process(const RunPlan *plan, unsigned index, uint64_t seed, const CaseFiles *files,
                             ProcessResult *result) {
    const Exercise *exercise = plan->exercise;
    const char *list[32] = {plan->paths->emulate, "--quiet",           "--json-fd", "3",
                            "--max-instructions", DEVICE_INSTRUCTIONS, "--memory",  DEVICE_MEMORY};
    unsigned used = 8, own = 0;
    char texts[8][64] = {""}, *own_list[8], temporary[PATH_BYTES + 16], home[PATH_BYTES + 16];
    for (unsigned i = 0; i < 8; i++) own_list[i] = texts[i];
    used += box_prefix(plan->paths, BOX_RUN, files->folder, list + used);
    list[used++] = plan->program;
    if (exercise->arguments) {
        exercise->arguments(&exercise->cases[index], seed, own_list, &own);
        for (unsigned i = 0; i < own && i < 8; i++) list[used++] = texts[i];
    } else {
        const char *const tail[] = {"--case", files->input, "--out", files->output};
        for (unsigned i = 0; i < 4; i++) list[used++] = tail[i];
    }
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", files->folder);
    snprintf(home, sizeof home, "HOME=%s", files->folder);
    const char *const environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", temporary, home, NULL};
    ProcessSpec spec = {
        .arguments = list, .environment = environment, .folder = files->folder, .limits = run_limits, .report = true};
    spec.limits.wall_seconds = plan->timeout_seconds;
    spec.limits.cpu_seconds = (uint64_t)(4 * plan->timeout_seconds) + 1;
    process_run(&spec, result);
}

static void last_line(const ProcessText *text, char said[160]) {
    size_t end = text->length, start;
    while (end && strchr("\r\n \t", text->text[end - 1])) end--;
    for (start = end; start && text->text[start - 1] != '\n'; start--) {}
    text_clean(said, 160, text->text + start, end - start, false);
}

// The emulator always writes a report when it ends by itself; without one it is at fault, never the student.
static bool take_report(const ProcessResult *process, CaseRun *run, char error[200]) {
    if (process->end != PROCESS_EXITED && process->end != PROCESS_SIGNALLED) return true;
    char problem[200] = "";
    run->report = report_read(process->report.text, process->report.length, problem);
    if (!run->report) {
        snprintf(error, 200, "build/emulate ended with %s %d and left no report; %.100s",
                 process->end == PROCESS_SIGNALLED ? "signal" : "status", process->status,
                 run->said[0] ? run->said : problem);
        return false;
    }
    run->end = PROCESS_EXITED;
    report_program_end(run->report, &run->exit_status, &run->signal);
    return true;
}

// A boxed program's end as bubblewrap passes it on: a signal is 128 more, as a shell says it.
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

static void check_output(const RunPlan *plan, unsigned index, CaseFiles *files, CaseRun *run) {
    const Exercise *exercise = plan->exercise;
    CaseFile output = {0};
    char problem[160] = "";
    if (!exercise->interface) {
        exercise->check(&exercise->cases[index], &files->values, NULL, run->text, run->report, &run->result);
        return;
    }
    if (!file_is_plain(files->output)) {
        snprintf(run->result.message, sizeof run->result.message, "the program ended without writing its results");
    } else if (!case_file_read(files->output, MOST_OUTPUT_FILE, &output, problem)) {
        snprintf(run->result.message, sizeof run->result.message, "the results cannot be read: %s", problem);
    } else {
        exercise->check(&exercise->cases[index], &files->values, &output, run->text, run->report, &run->result);
        case_file_free(&output);
    }
}

static bool run_failed(const ProcessResult *process, char error[200]) {
    if (process->end == PROCESS_INTERRUPTED) snprintf(error, 200, "interrupted");
    if (process->end == PROCESS_FAILED) snprintf(error, 200, "cannot run build/emulate: %.150s", process->error);
    return process->end == PROCESS_INTERRUPTED || process->end == PROCESS_FAILED;
}

bool run_case(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]) {
    CaseFiles files = {.folder = ""};
    ProcessResult process = {0};
    *run = (CaseRun){.started = true, .seed = run_case_seed(plan->exercise, index, plan->seed)};
    bool worked = case_prepare(plan, index, run->seed, &files, error);
    if (worked) {
        case_run_process(plan, index, run->seed, &files, &process);
        run->end = process.end;
        last_line(&process.errors, run->said);
        worked =
            !run_failed(&process, error) && take_report(&process, run, error) && take_box_end(plan, &files, run, error);
    }
    if (worked && run->report) {
        run->text = process.output.text;
        process.output.text = NULL;
        check_output(plan, index, &files, run);
    }
    process_result_free(&process);
    case_file_free(&files.values);
    folder_remove(files.folder);
    return worked;
}

void run_free(CaseRun *run) {
    report_free(run->report);
    free(run->text);
    *run = (CaseRun){0};
}
