// estimate.c - the way of one launch: code, sample, run, microseconds.
#include "estimate.h"
#include "experiments.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODES_MOST 256
#define PROCESSORS_FEW 12 // that are modelled if not all of them can be
#define PROCESSORS_LEAST 3
#define COSTS_INSTRUCTIONS 250000 // of each experiment on what costs are worth
#define PROBES 24                 // blocks that are executed first
#define PROBES_LEAST 5
#define PROBES_OF_FEW 2 // blocks, if the launch is so small that all of it runs
#define LEAST_BUDGET 3000.0
#define WARP_MOST 10 // times as many instructions may be executed of a warp as of a block
#define PROBE_STEP 7
_Static_assert(PROBES % PROBE_STEP, "steps of a prime number of probes come to all of them");
#define QUEUE_WEIGHT 20  // times the instructions of the other blocks
#define UNEVEN_WEIGHT 6  // times the budget may be spent where blocks differ: a rate says little of them
#define WAITING_WEIGHT 8 // the same where blocks wait for each other
#define CHUNK 24         // neighbours that run together where blocks differ, at most
#define CHUNKS_LEAST 8
#define KEPT_WEIGHT 1.5 // of the L2's size: so large may arrays be whose inputs stay there, since outputs pass through
#define POINTER_BYTES 8
#define SECTOR_BYTES 32
#define MEBIBYTE 1048576.0
#define STACK_BYTES 1024 // of a thread, cudaLimitStackSize

typedef struct {
    const uint8_t *image;
    char *kernel;
    SassCode *code;
} Known;

struct TimeEstimator {
    const Gpu *gpu;
    TimeModel model;
    Chip *chip;
    Workspace *workspace;
    Known known[CODES_MOST];
    size_t known_count;
};

TimeEstimator *time_estimator_create(const Gpu *gpu) {
    TimeEstimator *estimator = calloc(1, sizeof *estimator);
    if (!estimator) return NULL;
    *estimator = (TimeEstimator){.gpu = gpu, .model = time_model_of(gpu), .workspace = workspace_create()};
    estimator->chip = chip_create(&estimator->model);
    if (estimator->chip && estimator->workspace) return estimator;
    time_estimator_free(estimator);
    return NULL;
}

void time_estimator_free(TimeEstimator *estimator) {
    for (size_t n = 0; estimator && n < estimator->known_count; n++) {
        sass_free(estimator->known[n].code);
        free(estimator->known[n].kernel);
    }
    if (estimator) {
        chip_free(estimator->chip);
        workspace_free(estimator->workspace);
    }
    free(estimator);
}

static SassCode *code_of(TimeEstimator *estimator, const TimeRequest *request) {
    for (size_t n = 0; n < estimator->known_count; n++)
        if (estimator->known[n].image == request->image && !strcmp(estimator->known[n].kernel, request->kernel))
            return estimator->known[n].code;
    if (estimator->known_count == CODES_MOST) return NULL;
    Known *known = &estimator->known[estimator->known_count];
    *known = (Known){.image = request->image, .kernel = strdup(request->kernel)};
    if (!known->kernel) return NULL;
    known->code = sass_read(request->image, request->image_bytes, request->kernel, request->target, request->registers);
    if (known->code) known->code->local_bytes = request->local_bytes + (known->code->calls ? STACK_BYTES : 0);
    estimator->known_count++;
    return known->code;
}

// ---- is the L2 warm? -----------------------------------------------------------------------------------------------

// Bytes of allocations that parameters point to, from there to their ends.
static uint64_t footprint(const TimeRequest *request) {
    uint64_t total = 0;
    for (uint32_t at = 0; at + POINTER_BYTES <= request->parameter_bytes; at += POINTER_BYTES) {
        uint64_t address, base, size;
        const uint8_t *bytes;
        memcpy(&address, request->parameters + at, sizeof address);
        if (address && request->find(request->context, address, &base, &size, &bytes)) total += size - (address - base);
    }
    return total;
}

// ---- which blocks ---------------------------------------------------------------------------------------------------

// Instructions that may be executed for the estimate of a launch with `launch` instructions.
static double budget_of(const TimeRequest *request, double launch) {
    return fmin((double)request->instructions_most, fmax(LEAST_BUDGET, request->share * launch));
}

// Whether blocks take their work from a queue: the first that was executed has left next to nothing for the others.
static bool is_queue(double first, double sum, unsigned count) {
    return count > 1 && first > QUEUE_WEIGHT * (sum - first) / (count - 1);
}

// Instructions of a block, on the average, where the one that was executed first is too long to be executed to its end:
// its first warp has `counted` instructions for each of its warps. If another block then ends soon, the first one has
// taken all work from a queue, and what it did before its first warp went on alone is part of that.
static double long_block_instructions(const ProcessorTask *task, uint64_t most, double counted, BlockKind *kind) {
    Executed other = {.counters = NULL};
    bool ended = task->blocks > 1 && processor_count(task, task->blocks - 1, most, &other);
    if (!ended || !is_queue(counted + (double)most, counted + (double)(most + other.instructions), 2)) return counted;
    *kind = BLOCKS_QUEUE;
    return (counted + (double)most) / (double)task->blocks;
}

// Instructions of a block, on the average over some of them, and how blocks differ; 0: they cannot be executed one
// without the others.
static double block_instructions(const ProcessorTask *task, const TimeRequest *request, const Sass **unknown,
                                 double *executed, BlockKind *kind) {
    double sum = 0, least = INFINITY, largest = 0, first = 0;
    uint64_t most = 4 * request->instructions_most;
    unsigned probes = task->blocks < PROBES ? (unsigned)task->blocks : PROBES, n = 0;
    while (n < probes) {
        uint64_t place = probes == PROBES ? (PROBE_STEP * n + PROBES / 2) % PROBES : n; // from all over the grid
        uint64_t block = (2 * place + 1) * task->blocks / (2 * probes);
        Executed one = {.counters = NULL};
        bool ended = processor_count(task, block, most, &one);
        bool is_long = !ended && !one.unknown && processor_count_first(task, block, WARP_MOST * most, &one);
        *unknown = one.unknown;
        if (is_long) return long_block_instructions(task, most, (double)one.instructions, kind);
        if (!ended) return 0;
        double count = (double)one.instructions;
        if (!n) first = count;
        sum += count;
        least = fmin(least, count);
        largest = fmax(largest, count);
        n++;
        double launch = sum / n * (double)task->blocks, budget = budget_of(request, launch);
        if (n == PROBES_OF_FEW && 1.5 * launch < budget) break;
        if (sum > budget / 4 && (n >= PROBES_LEAST || (n > 1 && request->share < 1))) break;
    }
    *executed += sum;
    if (request->ran) request->ran(request->context, task->memory, n / (double)task->blocks);
    if (is_queue(first, sum, n)) {
        *kind = BLOCKS_QUEUE;
        return sum / (double)task->blocks;
    }
    *kind = largest > 1.05 * least ? BLOCKS_UNEVEN : BLOCKS_ALIKE;
    return sum / n;
}

// All multiprocessors if the budget is enough; otherwise some of them, with their share of the blocks. One is not cut
// short up to `alone` instructions, because parts of a block differ in their rates.
static void choose_share(const Gpu *gpu, ProcessorTask *task, double per_block, double budget, double alone,
                         BlockKind kind) {
    uint64_t active = task->blocks < gpu->multiprocessors ? task->blocks : gpu->multiprocessors;
    double all = per_block * (double)task->blocks, each = all / (double)active;
    task->active = (uint32_t)active;
    task->processors = (uint32_t)active;
    if (all > budget) {
        double fit = budget / each;
        unsigned least = alone > 0 ? 1 : PROCESSORS_LEAST;
        task->processors = fit >= PROCESSORS_FEW ? PROCESSORS_FEW : (uint32_t)fit;
        if (fit < 1 && each <= alone) task->processors = 1;
        else if (fit < least) task->processors = PROCESSORS_FEW / 2; // not to the end: more of them at once
        if (task->processors > active) task->processors = (uint32_t)active;
    }
    double share = (double)task->blocks * task->processors / (double)active;
    task->limit = (uint64_t)ceil(share - 1e-9);
    if (task->limit < task->processors) task->limit = task->processors;
    // The blocks that the GPU would give to these multiprocessors if it gave them in turn.
    task->chunk = task->processors;
    task->apart = active;
    if (task->processors == active) task->chunk = task->apart = task->blocks;
    if (kind == BLOCKS_UNEVEN && task->limit < task->blocks) {
        uint64_t chunk = task->limit / CHUNKS_LEAST, chunks;
        chunk = chunk < 1 ? 1 : chunk > CHUNK ? CHUNK : chunk;
        chunks = (task->limit + chunk - 1) / chunk;
        task->chunk = chunk;
        task->apart = (task->blocks - chunk) / (chunks > 1 ? chunks - 1 : 1);
        if (task->apart < chunk) task->chunk = task->apart = task->blocks;
    }
    assert(task->processors >= 1 && task->processors <= task->active && task->processors <= task->limit);
    assert(task->limit <= task->blocks && task->chunk >= 1 && task->chunk <= task->apart);
    uint64_t held = (task->limit + task->processors - 1) / task->processors;
    if (task->resident > held) task->resident = (uint32_t)held;
}

// The blocks that are run for a budget of instructions, and whether to their ends. A whole run may take more than was
// counted. Blocks that take their work from a queue would go on until it is empty, also where only a share of it is
// theirs.
static void sample(const Gpu *gpu, const TimeRequest *request, ProcessorTask *task, double per_block, double budget,
                   BlockKind kind) {
    double alone = request->share < 1 ? (double)request->instructions_most : 0;
    choose_share(gpu, task, per_block, budget, alone, kind);
    double want = per_block * (double)task->limit;
    bool whole = want <= fmax((kind == BLOCKS_UNEVEN ? UNEVEN_WEIGHT : 1.2) * budget, alone);
    task->instructions_most = whole ? 8 * request->instructions_most : (uint64_t)budget;
    if (kind == BLOCKS_QUEUE && task->limit < task->blocks)
        task->instructions_most = (uint64_t)fmin(want, (double)task->instructions_most);
}

// ---- clocks --------------------------------------------------------------------------------------------------------

double launch_clocks(const ProcessorTask *task, const ProcessorResult *result, double per_block, double *reasons) {
    memcpy(reasons, result->reasons, sizeof result->reasons);
    if (result->complete) return result->clocks;
    double want = per_block * (double)task->limit;
    double rate = (result->clocks - result->half_clocks) / fmax(result->issued - result->half_issued, 1);
    double clocks = result->clocks + fmax(want - result->issued, 0) * rate;
    double each = (double)task->blocks / task->active, tail = ceil(each) / each;
    if (each > 12.0 * task->resident) tail = 1;
    for (unsigned n = 0; n < REASON_COUNT; n++) reasons[n] *= clocks / fmax(result->clocks, 1);
    return clocks * tail;
}

const char *time_reason_name(Reason reason) {
    static const char *const NAMES[] = {
#define REASON(name) #name,
#include "reasons.def"
#undef REASON
    };
    return NAMES[reason];
}

// Bytes that a multiprocessor must have in flight to keep the DRAM 85 % busy: bandwidth times latency, queue included.
static double bytes_needed(const TimeModel *model, uint32_t processors) {
    double per_clock = model->dram_bytes_per_second / model->clock_hz / processors, busy = 0.85;
    double queue = model->dram_queue_ns * 1e-9 * model->clock_hz * busy / (1 - busy);
    return per_clock * busy * (model->l1_latency + model->l2_latency + model->dram_latency + queue);
}

// ---- a launch ------------------------------------------------------------------------------------------------------

static TimeEstimate refuse(const char *format, const char *what) {
    TimeEstimate none = {0};
    snprintf(none.reason, sizeof none.reason, format, what);
    return none;
}

// "MUFU", or "with the opcode 0x1c7" if it has no name here.
static const char *name_of(const Sass *unknown, char text[32]) {
    if (unknown->name) return unknown->name;
    snprintf(text, 32, "with the opcode 0x%03x", (unsigned)(unknown->low & 0x1ff));
    return text;
}

static TimeEstimate refuse_unknown(const Sass *unknown) {
    char text[32];
    TimeEstimate none = refuse("no estimate: the instruction %s is not known", name_of(unknown, text));
    none.unknown = true;
    return none;
}

// What ran to the end of the budget takes longer than that.
static TimeEstimate refuse_endless(const TimeEstimator *estimator, const TimeRequest *request, double clocks) {
    TimeEstimate none = refuse("no estimate: a block of %s has too many instructions", request->kernel);
    none.low = clocks / estimator->model.clock_hz * 1e6;
    return none;
}

// Why a run gives no estimate; NULL: it does.
static const char *reason_against(const ProcessorResult *result) {
    if (result->failed) return "no estimate: there is no memory to model %s";
    if (result->hangs) return "no estimate: warps of %s wait for others that never arrive";
    return NULL;
}

// What each cost is worth, if somebody asks about launches that take so long.
static void try_costs(TimeEstimator *estimator, const TimeRequest *request, const Launched *as_run,
                      TimeEstimate *estimate) {
    Launched launched = *as_run;
    ProcessorTask less = *as_run->task;
    ProcessorResult result;
    double ignored[REASON_COUNT];
    if (!(estimate->microseconds >= request->costs_from)) return;
    if (as_run->result->issued > COSTS_INSTRUCTIONS && !as_run->together) {
        less.resident = request->resident;
        less.timeline = NULL;
        less.readings = NULL;
        sample(estimator->gpu, request, &less, as_run->per_block, COSTS_INSTRUCTIONS, as_run->kind);
        less.memory = sass_memory_create(request->find, request->context);
        if (!less.memory) return;
        result = processor_run(&less);
        sass_memory_free(less.memory);
        launched.task = &less;
        launched.result = &result;
        launched.clocks = launch_clocks(&less, &result, as_run->per_block, ignored);
        launched.scale = as_run->clocks / launched.clocks;
    }
    estimate->costs = experiments_run(&launched);
    cost_gains_say(&estimate->costs, estimate->microseconds, estimate->reason, sizeof estimate->reason);
}

static void finish(TimeEstimator *estimator, const TimeRequest *request, Launched *launched, TimeEstimate *estimate) {
    const TimeModel *model = &estimator->model;
    const ProcessorTask *task = launched->task;
    const ProcessorResult *result = launched->result;
    double per_block = launched->per_block, spent = 0;
    double clocks = launched->clocks = launch_clocks(task, result, per_block, estimate->clocks);
    for (unsigned n = 0; n < REASON_COUNT; n++) spent += estimate->clocks[n];
    estimate->clocks[REASON_tail] += fmax(clocks - spent, 0);
    estimate->clocks[REASON_launch] = model->launch_us * 1e-6 * model->clock_hz;
    assert(clocks >= 0);
    estimate->microseconds = clocks / model->clock_hz * 1e6 + model->launch_us;
    estimate->low = estimate->microseconds * model->range_low;
    estimate->high = estimate->microseconds * model->range_high;
    estimate->source = model->source;
    // What was executed took its share of the traffic; the rest goes on at the same rate.
    double passed = result->traffic.dram_read_sectors + result->traffic.dram_write_sectors;
    double share = (double)task->limit / (double)task->blocks;
    if (!result->complete) share *= fmin(result->issued / (per_block * (double)task->limit), 1);
    estimate->l2_bytes = SECTOR_BYTES * result->traffic.l2_sectors / share;
    estimate->dram_bytes = SECTOR_BYTES * passed / share;
    estimate->cut = !result->complete;
    estimate->sampled = !result->complete || task->limit < task->blocks;
    try_costs(estimator, request, launched, estimate);
}

// Blocks are probed with a memory of their own, so that what they write is not there when they run again.
static double probe(const TimeRequest *request, const ProcessorTask *task, const Sass **unknown, double *executed,
                    BlockKind *kind) {
    ProcessorTask own = *task;
    own.memory = sass_memory_create(request->find, request->context);
    own.readings = NULL;
    double per_block = own.memory ? block_instructions(&own, request, unknown, executed, kind) : 0;
    sass_memory_free(own.memory);
    return per_block;
}

static void describe_timeline(const TimeEstimator *estimator, const ProcessorTask *task,
                              const ProcessorResult *result) {
    WarpTimeline *timeline = task->timeline;
    uint32_t warps = (task->block[0] * task->block[1] * task->block[2] + 31) / 32;
    timeline->rows_of_block = warps;
    timeline->rows = warps * task->resident < TIMELINE_ROWS ? warps * task->resident : TIMELINE_ROWS;
    timeline->clocks = result->clocks;
    timeline->needed_bytes = bytes_needed(&estimator->model, estimator->gpu->multiprocessors);
}

// Blocks that wait for each other never end alone. They all run, which a launch whose blocks are resident at once
// allows; false: they do not end either.
static bool run_together(const Gpu *gpu, const TimeRequest *request, ProcessorTask *task, ProcessorResult *result) {
    task->active = (uint32_t)(task->blocks < gpu->multiprocessors ? task->blocks : gpu->multiprocessors);
    task->processors = task->active;
    task->limit = task->chunk = task->apart = task->blocks;
    uint64_t held = (task->blocks + task->processors - 1) / task->processors;
    if (task->resident > held) task->resident = (uint32_t)held;
    task->instructions_most = WAITING_WEIGHT * request->instructions_most;
    *result = processor_run(task);
    return result->complete;
}

static Launched launched_as(TimeEstimator *estimator, const TimeRequest *request, const ProcessorTask *task,
                            const ProcessorResult *result, double per_block) {
    return (Launched){.code = code_of(estimator, request),
                      .task = task,
                      .result = result,
                      .find = request->find,
                      .context = request->context,
                      .multiprocessors = estimator->gpu->multiprocessors,
                      .per_block = per_block,
                      .scale = 1};
}

static TimeEstimate estimate_together(TimeEstimator *estimator, const TimeRequest *request, ProcessorTask *task) {
    TimeEstimate estimate = {0};
    ProcessorResult result;
    bool ended = run_together(estimator->gpu, request, task, &result);
    if (task->timeline) describe_timeline(estimator, task, &result);
    if (result.unknown) return refuse_unknown(result.unknown);
    const char *against = reason_against(&result);
    if (against) return refuse(against, request->kernel);
    if (!ended) return refuse_endless(estimator, request, result.clocks);
    estimate.instructions = estimate.launch_instructions = result.issued;
    if (request->ran) request->ran(request->context, task->memory, 1);
    Launched launched = launched_as(estimator, request, task, &result, result.issued / (double)task->blocks);
    launched.together = true;
    finish(estimator, request, &launched, &estimate);
    return estimate;
}

static TimeEstimate estimate_task(TimeEstimator *estimator, const TimeRequest *request, ProcessorTask *task) {
    const Sass *unknown = NULL;
    TimeEstimate estimate = {0};
    BlockKind kind = BLOCKS_ALIKE;
    if (request->workspace) return estimate_together(estimator, request, task);
    double per_block = probe(request, task, &unknown, &estimate.instructions, &kind);
    if (unknown) return refuse_unknown(unknown);
    if (!per_block) return estimate_together(estimator, request, task);
    estimate.launch_instructions = task->launch_instructions = per_block * (double)task->blocks;
    sample(estimator->gpu, request, task, per_block, budget_of(request, estimate.launch_instructions), kind);
    ProcessorResult result = processor_run(task);
    if (task->timeline) describe_timeline(estimator, task, &result);
    estimate.instructions += result.issued;
    if (result.unknown) return refuse_unknown(result.unknown);
    const char *against = reason_against(&result);
    if (against) return refuse(against, request->kernel);
    if (request->ran && result.complete)
        request->ran(request->context, task->memory, (double)task->limit / (double)task->blocks);
    Launched launched = launched_as(estimator, request, task, &result, per_block);
    launched.kind = kind;
    finish(estimator, request, &launched, &estimate);
    return estimate;
}

// The request as a task, with its constants bound. false: *why says why not.
static bool task_of(TimeEstimator *estimator, const TimeRequest *request, ProcessorTask *task, const char **why) {
    SassCode *code = code_of(estimator, request);
    *why = !code ? "the machine code of %s was not found" : "no block of %s fits";
    if (!code || !request->resident) return false;
    double bytes = (double)footprint(request), usable = estimator->model.l2_usable_bytes;
    *task = (ProcessorTask){.code = code,
                            .model = &estimator->model,
                            .chip = estimator->chip,
                            .workspace = estimator->workspace,
                            .shared_bytes = request->static_shared_bytes + request->dynamic_shared_bytes,
                            .local_bytes = code->local_bytes,
                            .resident = request->resident,
                            .timeline = request->timeline,
                            .readings = request->readings,
                            .absorbs = bytes < usable,
                            .most_sectors = bytes < KEPT_WEIGHT * usable ? bytes / SECTOR_BYTES : INFINITY};
    task->warm = request->repeats && task->absorbs;
    memcpy(task->grid, request->grid, sizeof task->grid);
    memcpy(task->block, request->block, sizeof task->block);
    task->blocks = (uint64_t)task->grid[0] * task->grid[1] * task->grid[2];
    sass_bind(code, request->grid, request->block, request->parameters, request->parameter_bytes, request->workspace,
              request->variable, request->context);
    *why = "there is no memory for %s";
    task->memory = sass_memory_create(request->find, request->context);
    return task->memory;
}

static TimeEstimate estimate_once(TimeEstimator *estimator, const TimeRequest *request) {
    ProcessorTask task;
    const char *why;
    TimeEstimate estimate = {0};
    if (!task_of(estimator, request, &task, &why)) {
        size_t length = (size_t)snprintf(estimate.reason, sizeof estimate.reason, "no estimate: ");
        snprintf(estimate.reason + length, sizeof estimate.reason - length, why, request->kernel);
        return estimate;
    }
    estimate = estimate_task(estimator, request, &task);
    sass_memory_free(task.memory);
    return estimate;
}

// What is not known costs nothing: the launch takes at least as long as the rest of it.
static double rest_of(TimeEstimator *estimator, const TimeRequest *request) {
    TimeRequest own = *request;
    SassCode *code = code_of(estimator, request);
    own.costs_from = INFINITY;
    own.timeline = NULL;
    own.readings = NULL;
    own.ran = NULL; // without some of its instructions it may write anything
    sass_skip_unknown(code, true);
    double low = estimate_once(estimator, &own).low;
    sass_skip_unknown(code, false);
    return low;
}

TimeEstimate time_estimate(TimeEstimator *estimator, const TimeRequest *request) {
    TimeEstimate estimate = estimate_once(estimator, request);
    if (estimate.unknown) estimate.low = rest_of(estimator, request);
    return estimate;
}

double time_of_managed(const TimeEstimator *estimator, uint64_t moved, uint64_t first_used) {
    const TimeModel *model = &estimator->model;
    double fault = moved ? model->managed_moved_fault_us : first_used ? model->managed_fault_us : 0;
    return fault + (moved * model->managed_moved_us_per_mib + first_used * model->managed_first_us_per_mib) / MEBIBYTE;
}

SassMemory *time_execute(TimeEstimator *estimator, const TimeRequest *request, Counters *counters, char reason[200]) {
    ProcessorTask task;
    const char *why;
    Executed executed = {.counters = counters};
    char name[32];
    if (!task_of(estimator, request, &task, &why)) {
        snprintf(reason, 200, why, request->kernel);
        return NULL;
    }
    for (uint64_t block = 0; block < task.blocks; block++)
        if (!processor_count(&task, block, request->instructions_most, &executed)) {
            snprintf(reason, 200, executed.unknown ? "the instruction %s is not known" : "a block of it does not end",
                     executed.unknown ? name_of(executed.unknown, name) : "");
            sass_memory_free(task.memory);
            return NULL;
        }
    return task.memory;
}
