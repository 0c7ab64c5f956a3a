// device_launch.c - runs a grid and all that its threads launch.
#include "device_state.h"
#include "grid/grid.h"
#include "waits/in_flight.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint64_t device_grid_workspace(Device *device) {
    const uint32_t start[GRID_WORKSPACE_BYTES / 4] = {GRID_WORKSPACE_BYTES, 0, 0, 0};
    if (!device->grid_workspace)
        device->grid_workspace = memory_allocate(device->memory, sizeof start, ALLOCATION_VARIABLE, -1, "grid barrier");
    if (device->grid_workspace) device_give(device, device->grid_workspace, start, sizeof start);
    return device->grid_workspace;
}

static uint8_t *constant_bank(const Module *module, const Program *program, const LaunchRequest *request) {
    uint8_t *bank = calloc(PARAMETER_OFFSET + program->parameter_bytes + 64, 1);
    if (module->constants && bank) {
        assert(module->constant_bytes <= PARAMETER_OFFSET);
        const Allocation *allocation = memory_find(module->memory, module->constants);
        memcpy(bank, allocation->data, module->constant_bytes);
    }
    uint32_t bytes =
        request->parameter_bytes < program->parameter_bytes ? request->parameter_bytes : program->parameter_bytes;
    if (bank && bytes) memcpy(bank + PARAMETER_OFFSET, request->parameters, bytes);
    return bank;
}

static uint64_t shared_with_reserved(const Program *program, uint64_t bytes) {
    return program->reserved_bytes ? (bytes + 15) / 16 * 16 + program->reserved_bytes : bytes;
}

// Bytes of stack for calls that each thread gets. More than the limit: frames as PTX describes them also hold
// parameters, which the machine code keeps in registers.
static uint64_t call_stack(const Device *device, const Program *program) {
    return program->has_calls ? (16u << 10) + 4 * device->stack_limit : 0;
}

static void run(Device *device, const LaunchRequest *request, const Program *program, LaunchRecord *record) {
    assert(program == device->checked && request->module < device->module_count);
    Module *module = device->modules[request->module];
    SiteCounts *sites = calloc(program->site_count, sizeof *sites);
    Launch launch = {.program = program,
                     .memory = device->memory,
                     .extensions = device->extensions,
                     .number = record->number,
                     .module = request->module,
                     .kernel = record->kernel,
                     .grid = request->grid,
                     .block = request->block,
                     .cluster = launch_cluster(request, program->kernel),
                     .shared_bytes = shared_with_reserved(program, record->shared_bytes),
                     .dynamic_shared_bytes = request->dynamic_shared_bytes,
                     .local_bytes = program->local_bytes + call_stack(device, program),
                     .stack_limit = device->stack_limit,
                     .local_in_registers = record->registers && !record->local_bytes,
                     .constant = constant_bank(module, program, request),
                     .constant_bytes = PARAMETER_OFFSET + program->parameter_bytes,
                     .faults = device->faults,
                     .keeps_origins = memory_keeps_origins(device->memory),
                     .notes_use = device->notes_use && device->options.checks,
                     .checks = device->options.checks,
                     .values = device->options.checks ? program->values : NULL,
                     .budget = device->options.instruction_budget,
                     .stop = device->options.stop,
                     .print = device->print,
                     .print_context = device->print_context,
                     .multiprocessors = device->options.gpu->multiprocessors,
                     .gpu = device->options.gpu,
                     .fatbin = &module->fatbin,
                     .trace = device->trace,
                     .progress = device->options.progress,
                     .readings = launch_readings(device),
                     .start_nanoseconds = device->nanoseconds,
                     .nanoseconds_a_clock = 1e6 / device->options.gpu->clock_khz};
    if (request->cooperative) launch.grid_workspace = device_grid_workspace(device);
    bool in_order = device->options.in_order || program->in_order || request->cooperative;
    bool ready = sites && launch.constant;
    record->error = ready ? grid_run(&launch, in_order ? 1 : device->options.threads, sites) : ERROR_MEMORY;
    record->waiting = launch.waiting_warps;
    if (ready) launch_record_count(device, record, module, program, sites);
    device->error = record->error;
    Footprint footprint = memory_footprint(device->memory);
    record->counters.value[COUNTER_dram_read_sectors] = footprint.loaded;
    record->counters.value[COUNTER_dram_write_sectors] = footprint.stored;
    device->passage.kernels_from_host += SECTOR_BYTES * footprint.from_host;
    device->passage.kernels_to_host += record->counters.value[COUNTER_host_store_bytes];
    free((void *)(uintptr_t)launch.constant);
    free(sites);
}

static void run_grid(Device *device, const LaunchRequest *request) {
    assert(device->checked);
    LaunchRecord *record = &device->launches[device->launch_count++];
    record->skipped = !launch_estimate(device, request, device->checked, record);
    if (device->options.compare) launch_compare_begin(device, request, device->checked, record);
    if (!record->skipped) run(device, request, device->checked, record);
    if (device->options.compare) launch_compare_end(device, record);
    device->nanoseconds += 1e3 * launch_microseconds(device->options.gpu, record);
    device->launch_number++;
}

// What device code asked for. A kernel that cannot be run is an error of the context: nobody else hears of it.
static void do_work(Device *device, const DeviceWork *work) {
    bool sensible = device_rows_sensible(device, work->to, work->to_pitch, work->width, work->rows) &&
                    device_rows_sensible(device, work->from, work->from_pitch, work->width, work->rows);
    assert(work->copies || work->request.parameters);
    int failed = sensible ? 0 : ERROR_INVALID_VALUE;
    for (uint64_t row = 0; work->copies && row < work->rows && !failed; row++) {
        uint64_t to = work->to + row * work->to_pitch, from = work->from + row * work->from_pitch;
        failed = device_copy(device, to, from, work->width);
    }
    if (work->copies) return;
    int error = device_launch_check(device, &work->request);
    if (!error) run_grid(device, &work->request);
    else device->error = error;
}

// The grid, and then all that its threads have launched.
void device_launch_run(Device *device, const LaunchRequest *request) {
    DeviceWork work;
    run_grid(device, request);
    extension_work_grid_ended(device->extensions);
    while (!device->error && extension_work_next(device->extensions, &work)) {
        do_work(device, &work);
        free((void *)(uintptr_t)work.request.parameters);
        extension_work_grid_ended(device->extensions);
    }
    extension_work_drop(device->extensions);
}

void device_set_pending_launches(Device *device, uint64_t count) {
    extension_work_set_limit(device->extensions, count);
}

int device_launch(Device *device, const LaunchRequest *request) {
    int error = device_launch_check(device, request);
    if (!error) device_launch_run(device, request);
    return error;
}
