// experiments.c - which costs are worth an experiment, the runs, and what they gain.
#include "experiments.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORTH_TRYING 0.02 // share of the clocks that were spent on what a cost causes
#define PIPE_BUSY 0.5   // share of the time: a pipe that is used so much may limit a launch though no warp waits for it
#define HIDES_SHARE 0.1 // of the time: what two costs gain together beyond their sum, if they hide each other
#define UNHIDDEN_SHARE 0.3 // of the time
#define PAIRED_MOST 3      // costs that are tried in pairs
#define STRANGE_SHARE 0.2  // instructions more or less: without barriers the data can differ, and so can the work
#define LINE_SHARE 0.1     // of what an experiment left out: a line with less is not tried alone
#define SECTOR_BYTES 32

#define SPENT(reason) (1u << REASON_##reason)
#define UNIT(unit) (1u << UNIT_##unit)

// Of each cost: the kinds of clocks that it may have caused, and their least share of all clocks; the pipes whose use
// it is, which can hide that of others.
static const struct {
    uint32_t reasons;
    double least;
    uint32_t pipes;
} CAUSES[COST_COUNT] = {
    [COST_bank_conflicts] = {SPENT(shared), WORTH_TRYING, UNIT(SHARED)},
    [COST_wasted_sectors] = {SPENT(l1) | SPENT(l2) | SPENT(store) | SPENT(dram) | SPENT(latency), 0.1},
    [COST_load_latency] = {SPENT(latency) | SPENT(l1) | SPENT(l2) | SPENT(dram), 0.05},
    [COST_atomics] = {SPENT(atomic) | SPENT(shared), WORTH_TRYING},
    [COST_local_memory] = {SPENT(l1) | SPENT(l2) | SPENT(store) | SPENT(dram) | SPENT(latency) | SPENT(issue), 0.05},
    [COST_barriers] = {SPENT(barrier), WORTH_TRYING},
    [COST_issue] = {SPENT(issue), 0.5},
    [COST_integer] = {SPENT(alu), WORTH_TRYING, UNIT(ALU) | UNIT(HEAVY) | UNIT(HIGH) | UNIT(UNIFORM)},
    [COST_fma] = {SPENT(fma), WORTH_TRYING, UNIT(FMA)},
    [COST_half] = {SPENT(half), WORTH_TRYING, UNIT(HALF)},
    [COST_double] = {SPENT(double), WORTH_TRYING, UNIT(DOUBLE)},
    [COST_special] = {SPENT(special), WORTH_TRYING, UNIT(XU)},
    [COST_tensor] = {SPENT(tensor), WORTH_TRYING, UNIT(TENSOR)},
    [COST_dependencies] = {SPENT(dependency), 0.05},
    [COST_shared_passes] = {SPENT(shared), 0.1},
    [COST_l1_passes] = {SPENT(l1), 0.1},
    [COST_l2_bandwidth] = {SPENT(l2) | SPENT(store), 0.1},
    [COST_dram_bandwidth] = {SPENT(dram) | SPENT(latency), 0.1},
};

// Whether the instruction brings bytes to shared memory.
static bool copies(const Sass *in) { return in->access == SASS_COPY || in->access == SASS_LOAD_BULK; }

// Whether the instruction can have the cost.
static bool can_cost(const Sass *in, Cost cost) {
    bool atomic = in->access == SASS_ATOMIC || in->access == SASS_REDUCTION;
    switch (cost) {
    case COST_bank_conflicts:
    case COST_shared_passes: return in->unit == UNIT_SHARED;
    case COST_wasted_sectors: return in->unit == UNIT_GLOBAL && !atomic;
    case COST_load_latency: return in->unit == UNIT_GLOBAL && (in->access == SASS_LOAD || copies(in));
    case COST_atomics: return (in->unit == UNIT_GLOBAL || in->unit == UNIT_SHARED) && atomic;
    case COST_local_memory: return in->unit == UNIT_LOCAL;
    default: return !CAUSES[cost].pipes || CAUSES[cost].pipes >> in->unit & 1;
    }
}

// ---- one experiment ------------------------------------------------------------------------------------------------

typedef struct {
    const Launched *launched;
    double *saved;              // of each instruction, what the last experiment left out
    double share[COST_COUNT];   // of the clocks, that each cost may have caused
    CostGain gains[COST_COUNT]; // in clocks
    bool tried[COST_COUNT];
} Experiments;

static void code_without(SassCode *code, CostSet without, const Sass *line) {
    for (uint32_t n = 0; n < code->count; n++) {
        Sass *in = &code->instructions[n];
        bool here = !line || (in->line == line->line && in->file == line->file);
        in->without = here ? without : 0;
    }
}

// Clocks that are gained without the costs, at one line if it is not NULL; NAN: the run was another one.
static double gain_without(const Experiments *experiments, CostSet without, const Sass *line) {
    const Launched *launched = experiments->launched;
    ProcessorTask task = *launched->task;
    double reasons[REASON_COUNT];
    task.timeline = NULL;
    task.readings = NULL;
    task.saved = experiments->saved;
    task.memory = sass_memory_create(launched->find, launched->context);
    if (!task.memory) return NAN;
    memset(experiments->saved, 0, task.code->count * sizeof *experiments->saved);
    code_without(launched->code, without, line);
    ProcessorResult result = processor_run(&task);
    code_without(launched->code, 0, NULL);
    sass_memory_free(task.memory);
    bool same = !result.failed && !result.unknown && result.complete == launched->result->complete &&
                fabs(result.issued / launched->result->issued - 1) < STRANGE_SHARE;
    return same ? launched->clocks - launch_clocks(&task, &result, launched->per_block, reasons) : NAN;
}

// ---- source lines --------------------------------------------------------------------------------------------------

// The lines at which most was left out, as one instruction of each. Returns how many there are.
static unsigned lines_that_count(const Experiments *experiments, const Sass *lines[COST_LINES_MOST]) {
    const SassCode *code = experiments->launched->code;
    double *saved = experiments->saved, all = 0;
    unsigned count = 0;
    for (uint32_t n = 0; n < code->count; n++) all += saved[n];
    while (count < COST_LINES_MOST) {
        const Sass *best = NULL;
        double most = LINE_SHARE * all;
        for (uint32_t n = 0; n < code->count; n++) {
            double sum = 0;
            for (uint32_t m = n; m < code->count && saved[n] > 0; m++)
                if (code->instructions[m].line == code->instructions[n].line) sum += saved[m];
            if (sum <= most || !code->instructions[n].line) continue;
            most = sum;
            best = &code->instructions[n];
        }
        if (!best) break;
        for (uint32_t n = 0; n < code->count; n++)
            if (code->instructions[n].line == best->line && code->instructions[n].file == best->file) saved[n] = 0;
        lines[count++] = best;
    }
    return count;
}

static int larger_line(const void *a, const void *b) {
    double first = ((const CostLine *)a)->gain, second = ((const CostLine *)b)->gain;
    return (first < second) - (first > second);
}

static void try_lines(const Experiments *experiments, CostGain *gain) {
    const SassCode *code = experiments->launched->code;
    const Sass *lines[COST_LINES_MOST];
    unsigned count = lines_that_count(experiments, lines);
    for (unsigned n = 0; n < count; n++) {
        double own = count == 1 ? gain->gain : gain_without(experiments, COST_BIT(gain->cost), lines[n]);
        if (!(own > COST_LEAST_SHARE * experiments->launched->clocks)) continue;
        gain->lines[gain->line_count++] = (CostLine){code->files[lines[n]->file], lines[n]->line, own};
    }
    assert(gain->line_count <= COST_LINES_MOST);
    qsort(gain->lines, gain->line_count, sizeof *gain->lines, larger_line);
}

// ---- costs ---------------------------------------------------------------------------------------------------------

static bool is_worth_trying(Experiments *experiments, Cost cost) {
    const Launched *launched = experiments->launched;
    double spent = 0;
    for (unsigned n = 0; n < REASON_COUNT; n++)
        if (CAUSES[cost].reasons >> n & 1) spent += launched->result->reasons[n];
    double used = 0; // the pipe that is used most
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++)
        if (CAUSES[cost].pipes >> unit & 1) used = fmax(used, launched->result->used[unit]);
    bool can = false;
    for (uint32_t n = 0; n < launched->code->count && !can; n++) can = can_cost(&launched->code->instructions[n], cost);
    double share = spent / fmax(launched->result->clocks, 1);
    experiments->share[cost] = CAUSES[cost].pipes ? used : share;
    return can && CAUSES[cost].reasons && (share >= CAUSES[cost].least || used > PIPE_BUSY);
}

// Clocks that are gained if all multiprocessors work until the end. The L2 and the DRAM need theirs all the same.
static double gain_of_idle(const Launched *launched) {
    const ProcessorTask *task = launched->task;
    const ProcessorResult *result = launched->result;
    const TimeModel *model = task->model;
    double used = (double)task->active / launched->multiprocessors;
    double busy = result->complete ? result->busy
                                   : launched->clocks * task->limit /
                                         (ceil((double)task->limit / task->processors) * task->processors);
    double scale = SECTOR_BYTES * model->clock_hz * task->active / task->processors;
    double dram =
        (result->traffic.dram_read_sectors + result->traffic.dram_write_sectors) * scale / model->dram_bytes_per_second;
    double second = result->traffic.l2_sectors * scale / model->l2_load_bytes_per_second;
    return launched->clocks - fmax(busy * used, fmax(dram, second));
}

static void try_costs(Experiments *experiments) {
    for (unsigned cost = 0; cost < COST_COUNT; cost++) {
        CostGain *gain = &experiments->gains[cost];
        gain->cost = (Cost)cost;
        if (!is_worth_trying(experiments, (Cost)cost)) continue;
        double clocks = gain_without(experiments, COST_BIT(cost), NULL);
        experiments->tried[cost] = !isnan(clocks);
        gain->gain = experiments->tried[cost] ? fmax(clocks, 0) : 0;
        bool named = gain->gain >= COST_LEAST_SHARE * experiments->launched->clocks;
        if (named && cost_is_by_line((Cost)cost)) try_lines(experiments, gain);
    }
    experiments->gains[COST_idle].gain = fmax(gain_of_idle(experiments->launched), 0);
    const TimeModel *model = experiments->launched->task->model;
    experiments->gains[COST_launch].gain = model->launch_us * 1e-6 * model->clock_hz / experiments->launched->scale;
    experiments->tried[COST_idle] = experiments->tried[COST_launch] = true;
}

// How much a cost promises: the clocks that it may have caused, beyond those that are usual, or those that it gains.
static double promise(const Experiments *experiments, unsigned cost) {
    double gain = experiments->gains[cost].gain / experiments->launched->clocks;
    return fmax(gain, experiments->share[cost] - CAUSES[cost].least);
}

// The costs that can be avoided and promise most, the first of them most. Returns how many there are.
static unsigned promising(const Experiments *experiments, unsigned costs[PAIRED_MOST]) {
    unsigned count = 0;
    for (unsigned cost = 0; cost < COST_COUNT; cost++) {
        if (!experiments->tried[cost] || !CAUSES[cost].reasons || cost_is_roof((Cost)cost)) continue;
        unsigned n = count < PAIRED_MOST ? count++ : PAIRED_MOST;
        for (; n && promise(experiments, costs[n - 1]) < promise(experiments, cost); n--)
            if (n < PAIRED_MOST) costs[n] = costs[n - 1];
        if (n < PAIRED_MOST) costs[n] = cost;
    }
    return count;
}

static void try_pair(const Experiments *experiments, unsigned first, unsigned second, CostGains *out) {
    assert(first != second && experiments->tried[first] && experiments->tried[second]);
    double alone = experiments->gains[first].gain + experiments->gains[second].gain;
    double both = gain_without(experiments, COST_BIT(first) | COST_BIT(second), NULL);
    if (!(both > alone + HIDES_SHARE * experiments->launched->clocks) || both < out->hidden_gain) return;
    out->hidden[0] = (Cost)first;
    out->hidden[1] = (Cost)second;
    out->hidden_gain = both;
}

// Where one cost alone gains much, no other hides it.
static void try_pairs(const Experiments *experiments, CostGains *out) {
    unsigned costs[PAIRED_MOST], count = promising(experiments, costs);
    if (count && experiments->gains[costs[0]].gain > UNHIDDEN_SHARE * experiments->launched->clocks) return;
    for (unsigned n = 1; n < count; n++)
        for (unsigned m = 0; m < n; m++) try_pair(experiments, costs[m], costs[n], out);
}

// Clocks become microseconds, and what gains little is left out.
static void collect(Experiments *experiments, CostGains *out) {
    const TimeModel *model = experiments->launched->task->model;
    double a_microsecond = model->clock_hz * 1e-6 / experiments->launched->scale;
    double least = COST_LEAST_SHARE * (experiments->launched->clocks / a_microsecond + model->launch_us);
    out->hidden_gain /= a_microsecond;
    for (unsigned n = 0; n < COST_COUNT; n++) {
        CostGain gain = experiments->gains[n];
        gain.gain /= a_microsecond;
        for (unsigned l = 0; l < gain.line_count; l++) gain.lines[l].gain /= a_microsecond;
        if (gain.gain >= least) cost_gains_put(out, gain);
        else cost_gains_omit(out, &gain);
    }
}

CostGains experiments_run(const Launched *launched) {
    CostGains out = {.tried = false};
    Experiments experiments = {.launched = launched, .saved = calloc(launched->code->count, sizeof(double))};
    if (!experiments.saved) return out;
    out.tried = true;
    try_costs(&experiments);
    try_pairs(&experiments, &out);
    collect(&experiments, &out);
    free(experiments.saved);
    return out;
}
