// timing.c - a student's program and the reference in turn on the real GPU, until their ratio is known well enough.
//
// A round is two runs of each: student, reference, reference, student. So drift (clocks, temperature) affects both
// alike, and being first is no advantage. Each round gives a ratio of medians, the geometric mean of its two; the
// reported ratio is the median over the rounds.
#include "timing.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../measured/device_report.h"
#include "kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEAST_ROUNDS 3
#define MOST_ROUNDS 6
#define ROUND_SPREAD 0.01 // between the quartiles of the rounds' ratios: less than this is known well enough
#define MOST_SAMPLES 512
#define WALL_SECONDS 120
#define MOST_RESULT (UINT64_C(1) << 31)
// Bits of nvmlDeviceGetCurrentClocksEventReasons: power cap, hardware slowdown, heat (twice), power brake.
#define SLOWED_BITS (0x4 | 0x8 | 0x20 | 0x40 | 0x80)

typedef struct {
    double samples[MOST_SAMPLES];
    unsigned count;
} Samples;

typedef struct {
    const TimingJob *job;
    CaseSpec spec;
    char input[PATH_BYTES], fresh[PATH_BYTES], output[PATH_BYTES], times[PATH_BYTES], preload[PATH_BYTES];
    char arguments[8][64]; // of a program
    unsigned argument_count;
    CaseFile fresh_values;
    double input_bytes, bytes; // that the problem reads, and all of it
    VerdictTime *time;
} Timer;

static bool give_up(Timer *timer, const char *format, const char *words) {
    snprintf(timer->time->problem, sizeof timer->time->problem, format, words);
    return false;
}

// ---- inputs ----

static bool input_write(Timer *timer, uint64_t seed, const char *path, CaseFile *values) {
    Message error = "out of memory";
    return (timer->job->exercise->make(&timer->spec, seed, values) && case_file_write(path, values, error)) ||
           give_up(timer, "its inputs cannot be written: %s", error);
}

static void count_bytes(Timer *timer, const CaseFile *values) {
    for (size_t i = 0; i < values->count; i++) {
        const CaseArray *array = &values->arrays[i];
        double bytes = (double)array->count * array->element_bytes;
        if (array->role == CASE_IN || array->role == CASE_IN_OUT) timer->input_bytes += bytes;
        if (array->role >= CASE_IN) timer->bytes += array->role == CASE_IN_OUT ? 2 * bytes : bytes;
    }
}

static bool prepare(Timer *timer) {
    const TimingJob *job = timer->job;
    timer->spec = *job->exercise->timed;
    snprintf(timer->input, PATH_BYTES, "%.900s/timed-input", job->folder);
    snprintf(timer->fresh, PATH_BYTES, "%.900s/timed-fresh", job->folder);
    snprintf(timer->output, PATH_BYTES, "%.900s/timed-output", job->folder);
    snprintf(timer->times, PATH_BYTES, "%.900s/timed-kernels", job->folder);
    snprintf(timer->preload, PATH_BYTES, "%.900s/lib/libkernel_times.so", job->paths->build);
    text_copy(timer->time->size, sizeof timer->time->size, timer->spec.label);
    if (exercise_is_program(job->exercise)) {
        char *list[8];
        for (unsigned i = 0; i < 8; i++) list[i] = timer->arguments[i];
        job->exercise->arguments(&timer->spec, job->seed, list, &timer->argument_count);
        return true;
    }
    CaseFile values = {0};
    bool ready = input_write(timer, job->seed, timer->input, &values) &&
                 input_write(timer, job->seed + 1, timer->fresh, &timer->fresh_values);
    if (ready) count_bytes(timer, &values);
    case_file_free(&values);
    return ready;
}

// ---- one run ----

// `fresh`: after the timed calls the run gets inputs that it has not seen. `kernels`: each launch is timed.
static bool run_once(Timer *timer, const char *program, unsigned step, bool fresh, bool kernels) {
    const char *list[16] = {program};
    char repeat[16];
    unsigned used = 1;
    ProcessResult result;
    snprintf(repeat, sizeof repeat, "%d", TIMED_CALLS - UNTIMED_CALLS);
    if (exercise_is_program(timer->job->exercise)) {
        for (unsigned i = 0; i < timer->argument_count; i++) list[used++] = timer->arguments[i];
    } else {
        const char *const own[] = {"--case", timer->input, "--out", timer->output, "--repeat", repeat};
        for (unsigned i = 0; i < COUNT_OF(own); i++) list[used++] = own[i];
        if (fresh) list[used++] = "--fresh", list[used++] = timer->fresh;
    }
    unlink(timer->times);
    GpuRun run = {.arguments = list,
                  .folder = timer->job->folder,
                  .preload = kernels ? timer->preload : NULL,
                  .preload_output = timer->times,
                  .step = step,
                  .wall_seconds = WALL_SECONDS};
    gpu_run(timer->job->gpu, &run, &result);
    bool ran = result.end == PROCESS_EXITED && !result.status;
    if (!ran) {
        char said[200];
        text_clean(said, sizeof said, result.errors.text, strcspn(result.errors.text, "\n"), false);
        give_up(timer, "the run that is timed failed: %s", said[0] ? said : "it did not end by itself with status 0");
    }
    process_result_free(&result);
    return ran;
}

static const CaseArray *array_of(const CaseFile *file, const char *name, CaseType type) {
    const CaseArray *array = case_file_find(file, name);
    return array && array->type == type && array->data ? array : NULL;
}

static void note_state(Timer *timer, const CaseFile *file) {
    const CaseArray *clocks = array_of(file, "clock_mhz", CASE_INT64), *slowed = array_of(file, "slowed", CASE_INT64);
    const CaseArray *processes = array_of(file, "processes", CASE_INT64);
    VerdictTime *time = timer->time;
    if (clocks && clocks->count == 2) {
        double low = (double)((const int64_t *)clocks->data)[0], high = (double)((const int64_t *)clocks->data)[1];
        if (low > 0 && (!time->clock_low_mhz || low < time->clock_low_mhz)) time->clock_low_mhz = low;
        if (high > time->clock_high_mhz) time->clock_high_mhz = high;
    }
    if (slowed && slowed->count == 1 && *(const int64_t *)slowed->data & SLOWED_BITS) time->slowed = true;
    if (processes && processes->count == 1 && *(const int64_t *)processes->data > 0) time->busy = true;
}

// The results of a call on inputs that were new to it.
static bool check_fresh(Timer *timer, const CaseFile *output) {
    const Exercise *exercise = timer->job->exercise;
    CaseResult result = {.passed = false};
    Outcome outcome = {
        .spec = &timer->spec, .seed = timer->job->seed + 1, .input = &timer->fresh_values, .output = output};
    if (exercise->key == KEY_PER_CASE) return true; // the key of so large a case would take too long
    exercise->check(&outcome, &result);
    return result.passed || give_up(timer, "the results are wrong after timing, on other inputs: %s", result.message);
}

static bool samples_take(Timer *timer, bool fresh, Samples *samples, double *median) {
    CaseFile file;
    char error[160];
    double now[MOST_SAMPLES];
    if (!file_is_plain(timer->output) || !case_file_read(timer->output, MOST_RESULT, &file, error))
        return give_up(timer, "%s", "the run that is timed left no times");
    const CaseArray *times = array_of(&file, "milliseconds", CASE_FLOAT64);
    bool good = times && times->count && times->count <= MOST_SAMPLES;
    if (!good) give_up(timer, "%s", "the run that is timed left no times");
    for (uint64_t i = 0; good && i < times->count; i++) {
        now[i] = ((const double *)times->data)[i];
        good = now[i] > 0 && now[i] < 1e9;
        if (samples->count < MOST_SAMPLES) samples->samples[samples->count++] = now[i];
    }
    if (good) *median = quartiles_of(now, (unsigned)times->count).median;
    note_state(timer, &file);
    if (good && fresh) good = check_fresh(timer, &file);
    case_file_free(&file);
    return good;
}

// A run of a function gives many samples. A run of a program gives one, the sum of its kernels; so does a run of a
// function that is timed by its kernels, the sum over all its calls.
static bool measure(Timer *timer, const char *program, unsigned step, bool fresh, Samples *samples, double *median) {
    bool is_program = exercise_is_program(timer->job->exercise);
    bool by_kernels = is_program || timer->job->exercise->timed_kernels;
    Samples calls = {.count = 0};
    if (!run_once(timer, program, step, fresh && !is_program, by_kernels)) return false;
    if (!is_program && !samples_take(timer, fresh, by_kernels ? &calls : samples, median)) return false;
    if (!by_kernels) return true;
    *median = kernels_sum(timer->times) / (is_program ? 1 : TIMED_CALLS + fresh);
    if (*median > 0 && samples->count < MOST_SAMPLES) samples->samples[samples->count++] = *median;
    return *median > 0 || give_up(timer, "%s", "the program launched no kernel that could be timed, or too many");
}

// ---- rounds ----

static bool rounds_agree(double *ratios, unsigned count) {
    Quartiles ratio = quartiles_of(ratios, count);
    return ratio.high - ratio.low <= ROUND_SPREAD * ratio.median;
}

// One run of each. The very first one gets fresh inputs as well.
static bool pair_run(Timer *timer, bool student_first, bool fresh, Samples *student, Samples *reference,
                     double *ratio) {
    double mine = 0, its = 0;
    for (unsigned turn = 0; turn < 2; turn++) {
        bool is_student = (turn == 0) == student_first;
        const char *program = is_student ? timer->job->student : timer->job->reference;
        if (measure(timer, program, 0, is_student && fresh, is_student ? student : reference,
                    is_student ? &mine : &its))
            continue;
        timer->time->refused = is_student;
        return false;
    }
    *ratio = mine / its;
    return true;
}

static bool rounds_run(Timer *timer, Samples *student, Samples *reference) {
    double ratios[MOST_ROUNDS], first, second;
    unsigned round = 0;
    for (; round < MOST_ROUNDS && (round < LEAST_ROUNDS || !rounds_agree(ratios, round)); round++) {
        if (!pair_run(timer, true, !round, student, reference, &first) ||
            !pair_run(timer, false, false, student, reference, &second))
            return false;
        ratios[round] = sqrt(first * second);
    }
    Quartiles ratio = quartiles_of(ratios, round);
    timer->time->ratio = ratio.median;
    timer->time->ratio_spread = (ratio.high - ratio.low) / ratio.median;
    timer->time->rounds = round;
    return true;
}

// When a sample begins, the inputs are in no cache, so each of their bytes must come from memory.
static bool is_possible(Timer *timer, double milliseconds) {
    double least = 1e3 * timer->input_bytes / timer->job->gpu->memory_bytes_per_second;
    char words[120];
    snprintf(words, sizeof words, "%.4g ms is less than the %.4g ms that its inputs take from memory at best",
             milliseconds, least);
    timer->time->refused = milliseconds < least;
    return milliseconds >= least || give_up(timer, "the time cannot be true: %s", words);
}

static void keep(const Samples *samples, double *median, double *spread) {
    Samples sorted = *samples;
    Quartiles quartiles = quartiles_of(sorted.samples, sorted.count);
    *median = quartiles.median;
    *spread = quartiles.high - quartiles.low;
}

static bool timing_finish(Timer *timer, const Samples *student, const Samples *reference) {
    const TimingJob *job = timer->job;
    VerdictTime *time = timer->time;
    Samples plain = {.count = 0}, full = {.count = 0};
    double ignored;
    keep(student, &time->student_ms, &time->student_iqr_ms);
    keep(reference, &time->reference_ms, &time->reference_iqr_ms);
    time->samples = student->count;
    text_copy(time->device, sizeof time->device, job->gpu->name);
    if (!is_possible(timer, time->student_ms)) return false;
    const KernelsJob kernels = {.gpu = job->gpu,
                                .paths = job->paths,
                                .exercise = job->exercise,
                                .timed = &timer->spec,
                                .counted = job->counted,
                                .report = job->report,
                                .bytes = timer->bytes,
                                .times = timer->times};
    if (run_once(timer, job->student, 0, false, true)) kernels_attribute(&kernels, time);
    if (measure(timer, job->reference, job->plain, false, &plain, &ignored)) keep(&plain, &time->plain_ms, &ignored);
    time->full_ms = time->reference_ms;
    if (job->full && measure(timer, job->reference, job->full, false, &full, &ignored))
        keep(&full, &time->full_ms, &ignored);
    time->problem[0] = 0;
    time->measured = true;
    return true;
}

bool gpu_timing(const TimingJob *job, VerdictTime *time) {
    Timer timer = {.job = job, .time = time};
    Samples student = {.count = 0}, reference = {.count = 0};
    if (!job->exercise->timed) return false;
    int lock = gpu_lock(job->paths);
    bool measured =
        prepare(&timer) && rounds_run(&timer, &student, &reference) && timing_finish(&timer, &student, &reference);
    close(lock);
    case_file_free(&timer.fresh_values);
    unlink(timer.input);
    unlink(timer.fresh);
    unlink(timer.output);
    return measured;
}
