// launch_estimate.c - a launch's time, estimated from its machine code before its PTX is executed.
//
// With options.sample, launches that are too large to be executed are only estimated, and so are launches that repeat
// an earlier one: what they would write is missing from then on.
#include "device_state.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_INSTRUCTIONS 100000ull // of warps, that an estimate may execute
#define SAMPLE_INSTRUCTIONS 2500000ull
#define USUAL_SHARE 0.08 // of the launch, which is executed too: one instruction here takes as long as three there
#define RUN_INSTRUCTIONS 30000000 // options.sample: a launch with more is not run, unless options.run_below says so
#define REPEATS 2                 // of an equal launch that are estimated; a third is as the second
#define MEMORY_MOST 512
#define MANAGED_LOW 0.8 // of what pages of managed memory take: the rows of managed.* for grids of three shapes
#define MANAGED_HIGH 1.2
#define COSTS_SHARE 0.1 // of the time of all launches so far: the costs of shorter ones do not matter

typedef struct {
    uint64_t hash;
    unsigned times;
    TimeEstimate estimate;
    bool warm, reads_clock; // it came right after an equal one; its warps read a clock
    uint64_t last, before;  // places of the latest two in the device's list
} Repeated;

typedef struct Estimates {
    TimeEstimator *estimator;
    bool sample;
    double run_below;
    Repeated repeated[MEMORY_MOST];
    size_t count;
    WarpTimeline *timeline; // of the launch with the longest estimate, options.timeline
    uint64_t timeline_of;   // number of that launch
    double longest;         // its estimate
    double all;             // microseconds of all launches before
    ClockReadings readings; // of the launch that was estimated last
    SassMemory *executed;   // what machine code has written, options.compare
    char reason[200];       // why it was not executed
} Estimates;

struct Estimates *estimates_create(const DeviceOptions *options) {
    Estimates *estimates = calloc(1, sizeof *estimates);
    if (!estimates) return NULL;
    estimates->sample = options->sample;
    estimates->run_below = (double)(options->run_below ? options->run_below : RUN_INSTRUCTIONS);
    estimates->estimator = time_estimator_create(options->gpu);
    if (estimates->estimator) return estimates;
    free(estimates);
    return NULL;
}

void estimates_free(struct Estimates *estimates) {
    if (estimates) {
        time_estimator_free(estimates->estimator);
        free(estimates->timeline);
        clock_readings_clear(&estimates->readings);
    }
    free(estimates);
}

// ---- what the machine code asks of the device
// ------------------------------------------------------------------------

typedef struct {
    Device *device;
    const Module *module;
    uint64_t moved, first_used; // bytes of managed memory (managed_arrives)
} Context;

static bool find_allocation(void *context, uint64_t address, uint64_t *base, uint64_t *size, const uint8_t **bytes) {
    const Context *own = context;
    const Allocation *allocation = memory_find(own->device->memory, address);
    if (!allocation || allocation->freed || address - allocation->base >= allocation->size) return false;
    *base = allocation->base;
    *size = allocation->size;
    *bytes = allocation->data;
    return true;
}

// What a launch may use of a managed allocation comes to the device page by page, as faults ask for it. That is taken
// to be all from an address on that the kernel knows.
static void managed_arrives(Context *context, const Allocation *allocation, uint64_t address) {
    if (!allocation || allocation->freed || !allocation->lent || address - allocation->base >= allocation->size) return;
    uint64_t offset = address - allocation->base;
    LentUse use = lent_use(allocation->lent, offset, allocation->size - offset);
    context->moved += use.moved;
    context->first_used += use.first_used;
}

// Its pointers are among the parameters.
static void parameters_arrive(Context *context, const LaunchRequest *request) {
    for (uint32_t at = 0; at + sizeof(uint64_t) <= request->parameter_bytes; at += sizeof(uint64_t)) {
        uint64_t address;
        memcpy(&address, request->parameters + at, sizeof address);
        managed_arrives(context, memory_find(context->device->memory, address), address);
    }
}

static void note_results(void *context, const SassMemory *memory, double share) {
    const Device *device = ((const Context *)context)->device;
    launch_results_note(device->options.results, device->memory, memory, share);
}

static bool find_variable(void *context, const char *name, uint64_t *address, const uint8_t **bytes, uint64_t *size) {
    const Context *own = context;
    const PtxVariable *variable = module_variable(own->module, name, address);
    uint64_t base, length;
    if (!variable || !find_allocation(context, *address, &base, &length, bytes)) return false;
    managed_arrives(context, memory_find(((const Context *)context)->device->memory, *address), *address);
    *bytes += *address - base;
    *size = variable->size;
    return true;
}

// Wherever its parameters point to.
static void results_unknown(Device *device, const LaunchRequest *request, bool skipped) {
    for (uint32_t at = 0; at + sizeof(uint64_t) <= request->parameter_bytes; at += sizeof(uint64_t)) {
        uint64_t address;
        memcpy(&address, request->parameters + at, sizeof address);
        Allocation *allocation = memory_find(device->memory, address);
        if (allocation && !allocation->freed) launch_results_unknown(device->options.results, allocation, skipped);
    }
}

// ---- launches that repeat ------------------------------------------------------------------------------------------

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) { // FNV-1a
    const uint8_t *at = bytes;
    for (size_t n = 0; n < size; n++) hash = (hash ^ at[n]) * 0x100000001b3;
    return hash;
}

// Which launches are equal: those with the same kernel, shape and arguments. A floating-point number, such as the time
// of a step, seldom says what a launch does; where results are counted, one that does is noticed (goes_on).
static uint64_t hash_of(const LaunchRequest *request, const PtxModule *ptx, const PtxFunction *kernel, bool counted) {
    uint64_t hash = hash_bytes(0xcbf29ce484222325, &request->module, sizeof request->module);
    hash = hash_bytes(hash, &request->kernel, sizeof request->kernel);
    hash = hash_bytes(hash, &request->grid, sizeof request->grid);
    hash = hash_bytes(hash, &request->block, sizeof request->block);
    hash = hash_bytes(hash, &request->dynamic_shared_bytes, sizeof request->dynamic_shared_bytes);
    for (uint32_t n = 0; n < kernel->parameter_count; n++) {
        const PtxVariable *variable = &ptx->variables[kernel->parameters[n]];
        bool number = variable->type == TYPE_F32 || variable->type == TYPE_F64;
        if ((counted && number) || variable->offset + variable->size > request->parameter_bytes) continue;
        hash = hash_bytes(hash, request->parameters + variable->offset, variable->size);
    }
    return hash;
}

// The place of an equal launch before it; a new one if there was none; NULL: there were too many.
static Repeated *repeated_of(Estimates *estimates, uint64_t hash) {
    for (size_t n = 0; n < estimates->count; n++)
        if (estimates->repeated[n].hash == hash) return &estimates->repeated[n];
    if (estimates->count == MEMORY_MOST) return NULL;
    estimates->repeated[estimates->count] = (Repeated){.hash = hash};
    return &estimates->repeated[estimates->count++];
}

// ---- a launch ------------------------------------------------------------------------------------------------------

// What is asked of the estimator. false: there is no machine code for the GPU.
static bool request_of(Context *context, const LaunchRequest *request, const Program *program,
                       const LaunchRecord *record, TimeRequest *out) {
    const Device *device = context->device;
    const Module *module = context->module;
    const FatbinResources *resources =
        fatbin_resources(&module->fatbin, program->kernel->name, (int)gpu_target(device->options.gpu));
    if (!resources) return false;
    const FatbinImage *image = &module->fatbin.images[resources->image];
    *out = (TimeRequest){.image = image->bytes,
                         .image_bytes = image->size,
                         .target = image->target,
                         .kernel = program->kernel->name,
                         .registers = resources->registers,
                         .static_shared_bytes = resources->shared_bytes,
                         .local_bytes = resources->local_bytes,
                         .grid = {request->grid.x, request->grid.y, request->grid.z},
                         .block = {request->block.x, request->block.y, request->block.z},
                         .dynamic_shared_bytes = (uint32_t)request->dynamic_shared_bytes,
                         .resident = record->occupancy.blocks,
                         .workspace = request->cooperative ? device_grid_workspace(context->device) : 0,
                         .parameters = request->parameters,
                         .parameter_bytes = request->parameter_bytes,
                         .find = find_allocation,
                         .variable = find_variable,
                         .context = context,
                         .instructions_most = device->options.sample ? SAMPLE_INSTRUCTIONS : USUAL_INSTRUCTIONS,
                         .share = device->options.sample ? INFINITY : USUAL_SHARE};
    return true;
}

// Keeps the timeline if its launch is the longest so far.
static void keep_timeline(Estimates *estimates, WarpTimeline *timeline, const LaunchRecord *record,
                          const TimeEstimate *estimate) {
    bool longer = timeline && estimate->microseconds > estimates->longest;
    if (longer) {
        free(estimates->timeline);
        estimates->timeline = timeline;
        estimates->timeline_of = record->number;
        estimates->longest = estimate->microseconds;
    } else free(timeline);
}

const WarpTimeline *device_timeline(const Device *device, uint64_t *launch) {
    const Estimates *estimates = device->estimates;
    if (!estimates || !estimates->timeline) return NULL;
    *launch = estimates->timeline_of;
    return estimates->timeline;
}

static TimeEstimate estimate(Context *context, const LaunchRequest *request, const Program *program,
                             const LaunchRecord *record, bool repeats) {
    Device *device = context->device;
    TimeRequest wanted;
    if (!request_of(context, request, program, record, &wanted))
        return (TimeEstimate){.reason = "no estimate: the program has no machine code for this GPU"};
    wanted.repeats = repeats;
    wanted.costs_from = device->options.costs ? COSTS_SHARE * device->estimates->all : INFINITY;
    if (device->options.timeline) wanted.timeline = calloc(1, sizeof *wanted.timeline);
    wanted.readings = &device->estimates->readings;
    if (device->options.results) wanted.ran = note_results;
    TimeEstimate estimate = time_estimate(device->estimates->estimator, &wanted);
    clock_readings_sort(wanted.readings);
    keep_timeline(device->estimates, wanted.timeline, record, &estimate);
    return estimate;
}

const ClockReadings *launch_readings(const Device *device) {
    return device->estimates ? &device->estimates->readings : NULL;
}

// Whether an equal launch has just done the same as the one before it, by all that is counted. What it read may have
// changed since, but not what it made the GPU do.
static bool goes_on(const Device *device, const Repeated *repeated, bool warm) {
    const Counters *last = &device->launches[repeated->last].counters;
    const Counters *before = &device->launches[repeated->before].counters;
    return repeated->times >= REPEATS && repeated->warm == warm && !repeated->reads_clock &&
           memcmp(last->value, before->value, sizeof last->value) == 0;
}

static void remember(Device *device, Repeated *repeated, const LaunchRecord *record, bool warm) {
    repeated->times++;
    repeated->estimate = record->estimate;
    repeated->warm = warm;
    repeated->reads_clock = device->estimates->readings.count > 0;
    repeated->before = repeated->last;
    repeated->last = (uint64_t)(record - device->launches);
}

// Pages of managed memory arrive before the kernel goes on.
static void add_managed(TimeEstimate *estimate, double microseconds) {
    if (!estimate->microseconds || !microseconds) return;
    estimate->microseconds += microseconds;
    estimate->low += microseconds * MANAGED_LOW;
    estimate->high += microseconds * MANAGED_HIGH;
    cost_gains_add(&estimate->costs, COST_managed, microseconds, estimate->microseconds);
    if (estimate->costs.tried)
        cost_gains_say(&estimate->costs, estimate->microseconds, estimate->reason, sizeof estimate->reason);
}

bool launch_estimate(Device *device, const LaunchRequest *request, const Program *program, LaunchRecord *record) {
    Estimates *estimates = device->estimates;
    const PtxModule *ptx = device->modules[request->module]->ptx;
    uint64_t hash = hash_of(request, ptx, program->kernel, !device->options.sample);
    bool repeats = hash == device->last_launch;
    device->last_launch = hash;
    if (!device->times_launches) return true;
    Repeated *repeated = repeated_of(estimates, hash);
    clock_readings_clear(&estimates->readings);
    bool known = repeated && (estimates->sample ? repeated->times >= REPEATS : goes_on(device, repeated, repeats));
    Context context = {.device = device, .module = device->modules[request->module]};
    record->estimate = known ? repeated->estimate : estimate(&context, request, program, record, repeats);
    if (repeated && !(known && estimates->sample)) remember(device, repeated, record, repeats);
    parameters_arrive(&context, request);
    add_managed(&record->estimate, time_of_managed(estimates->estimator, context.moved, context.first_used));
    estimates->all += record->estimate.microseconds;
    bool runs = !estimates->sample || !repeated ||
                (!known && repeated->times == 1 && record->estimate.launch_instructions <= estimates->run_below);
    LaunchResults *results = device->options.results;
    if (results && !known && !results->noted) results_unknown(device, request, !runs);
    if (results) launch_results_end(results, device->memory, !runs);
    return runs;
}

// ---- machine code beside PTX ---------------------------------------------------------------------------------------

void launch_compare_begin(Device *device, const LaunchRequest *request, const Program *program, LaunchRecord *record) {
    Estimates *estimates = device->estimates;
    Context context = {.device = device, .module = device->modules[request->module]};
    TimeRequest wanted;
    record->differing = -1;
    if (!estimates || !request_of(&context, request, program, record, &wanted)) return;
    wanted.instructions_most = UINT32_MAX;
    wanted.workspace = 0; // blocks are executed one after another: none gets past the barrier of a grid
    estimates->executed = time_execute(estimates->estimator, &wanted, &record->executed, estimates->reason);
    if (!estimates->executed)
        snprintf(record->estimate.reason, sizeof record->estimate.reason, "%.199s", estimates->reason);
}

static void compare_page(void *context, uint64_t address, const uint8_t *now, const uint8_t *device, uint64_t size) {
    int64_t *differing = context;
    (void)address;
    for (uint64_t n = 0; n < size; n++) *differing += now[n] != device[n];
}

void launch_compare_end(Device *device, LaunchRecord *record) {
    Estimates *estimates = device->estimates;
    if (!estimates || !estimates->executed) return;
    record->differing = 0;
    sass_memory_written(estimates->executed, compare_page, &record->differing);
    sass_memory_free(estimates->executed);
    estimates->executed = NULL;
}
