// kernels.c - what a program's kernels achieve on the real GPU, and which resource binds each.
//
// Times are measured. What a kernel asks of the GPU is counted by the emulated one on a small case and grows with the
// problem; what the GPU provides is measured too (memory, L2, arithmetic) or follows from its clock (shared memory,
// issue). A resource that is busy nearly all the time binds. If none is, the kernel waits.
#include "kernels.h"

#include "../device/system/text.h"
#include "../measured/device_report.h"
#include "timing.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LAUNCHES 4096
#define LEAD "workbook_timing_lead" // common/timing.cu's, before each sample
#define SECTOR 32.0
#define BUSY 0.6 // a resource that is in use for less of the time binds nothing

typedef struct {
    char name[64];
    double *milliseconds; // MOST_LAUNCHES of them
    unsigned count;
} Timed;

// "void transpose<32>(float const*, ...)" is "transpose".
static void base_name(const char *signature, char name[64]) {
    size_t length = strcspn(signature, "<(");
    const char *start = signature;
    for (const char *at = signature; at < signature + length; at++)
        if (*at == ' ' || *at == ':') start = at + 1;
    text_clean(name, 64, start, (size_t)(signature + length - start), false);
}

static Timed *timed_row(Timed *rows, unsigned *count, const char *name) {
    for (unsigned i = 0; i < *count; i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    if (*count == VERDICT_KERNELS) return NULL;
    Timed *row = &rows[*count];
    row->milliseconds = calloc(MOST_LAUNCHES, sizeof *row->milliseconds);
    if (!row->milliseconds) return NULL;
    text_copy(row->name, sizeof row->name, name);
    ++*count;
    return row;
}

// One row for each kernel, in the order of first launches. Returns how many. *launches is the number of lines.
static unsigned times_read(const char *path, Timed rows[VERDICT_KERNELS], unsigned *launches) {
    char line[600], name[64], *rest;
    unsigned count = 0;
    *launches = 0;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        double milliseconds = strtod(line, &rest);
        if (rest == line || *rest != ' ' || !(milliseconds > 0)) continue;
        ++*launches;
        base_name(rest + 1, name);
        if (!strcmp(name, LEAD)) continue;
        Timed *row = timed_row(rows, &count, name);
        if (row && row->count < MOST_LAUNCHES) row->milliseconds[row->count++] = milliseconds;
    }
    if (file) fclose(file);
    return count;
}

static void times_free(Timed *rows, unsigned count) {
    for (unsigned i = 0; i < count; i++) free(rows[i].milliseconds);
}

double kernels_sum(const char *times) {
    Timed rows[VERDICT_KERNELS] = {0};
    unsigned launches, count = times_read(times, rows, &launches);
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned l = 0; l < rows[i].count; l++) sum += rows[i].milliseconds[l];
    times_free(rows, count);
    return launches < MOST_LAUNCHES ? sum : 0; // more launches were not all recorded
}

// ---- what the problem's size means for what was counted ----

static double bytes_of(const Exercise *exercise, const CaseSpec *spec) {
    CaseFile values = {0};
    double bytes = 0;
    if (exercise->make && exercise->make(spec, 1, &values))
        for (size_t i = 0; i < values.count; i++)
            if (values.arrays[i].role >= CASE_IN)
                bytes += (double)values.arrays[i].count * values.arrays[i].element_bytes *
                         (values.arrays[i].role == CASE_IN_OUT ? 2 : 1);
    case_file_free(&values);
    return bytes;
}

typedef struct {
    const KernelsJob *job;
    const char *kernel;
    double seconds, work_growth, byte_growth;
    Ceilings ceilings;
} Use;

static double counted(const Use *use, const char *counters) {
    return report_kernel_counter(use->job->report, use->kernel, counters);
}
static double flops(const Use *use) {
    return use->work_growth * counted(use, "ffma+ffma+fadd+fmul+dfma+dfma+dadd+dmul+hfma+hfma+hadd+hmul");
}
static double memory_bytes(const Use *use) {
    return use->byte_growth * SECTOR * counted(use, "dram_read_sectors+dram_write_sectors");
}
static double clocks(const Use *use) { return use->job->gpu->multiprocessors * use->job->gpu->clock_hz; }

// Seconds that each resource needs at least.
static double memory_time(const Use *use) { return memory_bytes(use) / use->ceilings.copy_bytes_per_second; }
static double l2_time(const Use *use) {
    return use->work_growth * SECTOR * counted(use, "global_load_sectors+global_store_sectors") /
           use->ceilings.l2_bytes_per_second;
}
static double shared_time(const Use *use) {
    return use->work_growth * counted(use, "shared_load_wavefronts+shared_store_wavefronts") / clocks(use);
}
static double issue_time(const Use *use) {
    const double slots = 4; // a clock of a multiprocessor
    return use->work_growth * counted(use, "warp_instructions") / (slots * clocks(use));
}
static double arithmetic_time(const Use *use) { return flops(use) / use->ceilings.flops; }

static const struct {
    const char *name;
    double (*time)(const Use *use);
} resources[] = {
    {"DRAM", memory_time},
    {"L2", l2_time},
    {"shared memory", shared_time},
    {"issue", issue_time},
    {"single precision arithmetic", arithmetic_time},
};

// A resource that seems busy for more than the whole time was not used so much: a cache nearer to the multiprocessors
// served the accesses.
static void say_binding(const Use *use, VerdictKernel *kernel) {
    const double most_possible = 1.15;
    double busiest = 0;
    for (size_t i = 0; i < COUNT_OF(resources); i++) {
        double share = resources[i].time(use) / use->seconds;
        if (share <= busiest || share > most_possible) continue;
        busiest = share;
        snprintf(kernel->binding, sizeof kernel->binding, "%s, busy for %.0f %% of the time", resources[i].name,
                 100 * share);
    }
    double waits = counted(use, "load_waits");
    if (busiest >= BUSY) return;
    if (waits > 0)
        snprintf(kernel->binding, sizeof kernel->binding,
                 "latency: nothing is busy, and a warp waits with %.0f bytes in flight",
                 counted(use, "load_wait_bytes") / waits);
    else snprintf(kernel->binding, sizeof kernel->binding, "latency: nothing is busy");
}

static void kernel_fill(Use *use, const Timed *timed, double calls, VerdictKernel *kernel) {
    *kernel = (VerdictKernel){.milliseconds = quartiles_of(timed->milliseconds, timed->count).median};
    kernel->milliseconds *= timed->count / calls;
    text_copy(kernel->name, sizeof kernel->name, timed->name);
    use->kernel = timed->name;
    use->seconds = kernel->milliseconds / 1e3;
    kernel->gigabytes_per_second = memory_bytes(use) / use->seconds / 1e9;
    kernel->gigaflops = flops(use) / use->seconds / 1e9;
    say_binding(use, kernel);
}

void kernels_attribute(const KernelsJob *job, VerdictTime *time) {
    Timed rows[VERDICT_KERNELS] = {0};
    Use use = {.job = job};
    const double calls = exercise_is_program(job->exercise) ? 1 : TIMED_CALLS;
    if (!job->report || !job->exercise->work || !ceilings_measure(job->gpu, job->paths, &use.ceilings)) return;
    use.work_growth = job->exercise->work(job->timed) / job->exercise->work(job->counted);
    double bytes = bytes_of(job->exercise, job->counted);
    use.byte_growth = job->bytes > 0 && bytes > 0 ? job->bytes / bytes : use.work_growth;
    time->copy_ceiling = use.ceilings.copy_bytes_per_second / 1e9;
    time->flops_ceiling = use.ceilings.flops / 1e9;
    unsigned launches, count = times_read(job->times, rows, &launches);
    for (unsigned i = 0; i < count; i++)
        if (rows[i].count) kernel_fill(&use, &rows[i], calls, &time->kernels[time->kernel_count++]);
    times_free(rows, count);
}

// ---- ceilings ----

bool ceilings_measure(const RealGpu *gpu, const Paths *paths, Ceilings *ceilings) {
    char program[PATH_BYTES + 32], record[PATH_BYTES + 32];
    snprintf(program, sizeof program, "%s/gpu/ceilings", paths->build);
    snprintf(record, sizeof record, "%.900s/reference/ceilings.json", paths->build);
    json_t *kept = json_load_file(record, 0, NULL);
    if (!kept) {
        const char *const arguments[] = {program, NULL};
        const GpuRun run = {.arguments = arguments, .folder = paths->build, .wall_seconds = 60};
        ProcessResult result;
        gpu_run(gpu, &run, &result);
        if (result.end == PROCESS_EXITED && !result.status) {
            kept = json_loads(result.output.text, 0, NULL);
            if (kept) file_write_derived(record, result.output.text, result.output.length, NULL);
        }
        process_result_free(&result);
    }
    int failed = json_unpack(kept, "{s:F, s:F, s:F}", "copy_bytes_per_second", &ceilings->copy_bytes_per_second,
                             "l2_bytes_per_second", &ceilings->l2_bytes_per_second, "flops", &ceilings->flops);
    json_decref(kept);
    return !failed;
}
