// launch_record.c - what is kept of launches: their resources and counters, in all and by source line.
#include "../system/grow.h"
#include "counters/counters.h"
#include "device_state.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LAUNCHES_WITH_LINES 4096
#define ROUGH_LEAST_MICROSECONDS 0.5 // between empty kernels of a graph on an H200
#define SCHEDULERS 4                 // of a multiprocessor: each issues an instruction in a clock

static int compare_places(Place a, Place b) {
    int order = strcmp(a.file, b.file);
    return order ? order : (a.line > b.line) - (a.line < b.line);
}

// The record's entry for a place, made if there is none; entries stay in order. NULL: out of memory.
static LineCounters *line_at(LaunchRecord *record, const Module *module, uint32_t location) {
    Place place = module_place(module, location);
    uint32_t low = 0, high = record->line_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (compare_places(module_place(module, record->lines[middle].location), place) < 0) low = middle + 1;
        else high = middle;
    }
    bool there = low < record->line_count && !compare_places(module_place(module, record->lines[low].location), place);
    if (there) return &record->lines[low];
    if (!ARRAY_GROW(record->lines, record->line_count)) return NULL;
    assert(!low || compare_places(module_place(module, record->lines[low - 1].location), place) < 0);
    memmove(&record->lines[low + 1], &record->lines[low], (record->line_count - low) * sizeof *record->lines);
    record->lines[low] = (LineCounters){.location = location};
    record->line_count++;
    return &record->lines[low];
}

// The record whose lines get the launch's counts: its own, or, after very many launches, that of its kernel's first.
static LaunchRecord *owner_of_lines(Device *device, LaunchRecord *record) {
    if (device->launch_count <= LAUNCHES_WITH_LINES) return record;
    for (size_t n = 0; n < LAUNCHES_WITH_LINES; n++)
        if (device->launches[n].module == record->module && device->launches[n].kernel == record->kernel)
            return &device->launches[n];
    return record;
}

void launch_record_count(Device *device, LaunchRecord *record, const Module *module, const Program *program,
                         const SiteCounts *sites) {
    assert(!sites[0].requests && !sites[0].bytes); // site 0 counts nothing that is reported
    LaunchRecord *lines = owner_of_lines(device, record);
    for (uint32_t n = 1; n < program->site_count; n++) {
        const Site *site = &program->sites[n];
        if (!sites[n].warps && !sites[n].bytes) continue; // an access merged into another one has bytes, but no warps
        counters_add_site(&record->counters, &sites[n], site->class, site->space);
        LineCounters *line = line_at(lines, module, site->location);
        if (line) counters_add_site(&line->counters, &sites[n], site->class, site->space);
        else record->error = ERROR_MEMORY;
    }
}

LaunchRecord *launch_record_begin(Device *device, const LaunchRequest *request, const Program *program) {
    if (!ARRAY_GROW(device->launches, device->launch_count)) return NULL;
    LaunchRecord *record = &device->launches[device->launch_count];
    *record = (LaunchRecord){.number = device->launch_number,
                             .kernel = program->kernel->name,
                             .module = request->module,
                             .grid = request->grid,
                             .block = request->block,
                             .static_shared_bytes = program->static_shared_bytes,
                             .dynamic_shared_bytes = request->dynamic_shared_bytes,
                             .shared_bytes = program->static_shared_bytes + request->dynamic_shared_bytes};
    return record;
}

void launch_record_resources(const Device *device, LaunchRecord *record, const FatbinResources *resources) {
    const Gpu *gpu = device->options.gpu;
    if (!resources) return;
    record->registers = resources->registers;
    record->local_bytes = resources->local_bytes;
    record->static_shared_bytes = resources->shared_bytes;
    uint32_t threads = record->block.x * record->block.y * record->block.z;
    record->occupancy =
        gpu_occupancy(gpu, threads, record->registers, record->static_shared_bytes + record->dynamic_shared_bytes);
}

// As long as its distinct sectors take to and from the memory, or its instructions to issue on all multiprocessors.
static double rough_microseconds(const Gpu *gpu, const LaunchRecord *launch) {
    const uint64_t *counts = launch->counters.value;
    double sectors = (double)(counts[COUNTER_dram_read_sectors] + counts[COUNTER_dram_write_sectors]);
    double moving = SECTOR_BYTES * sectors / gpu->dram_bytes_per_second;
    double issuing = (double)counts[COUNTER_warp_instructions] / SCHEDULERS / gpu->multiprocessors;
    return fmax(ROUGH_LEAST_MICROSECONDS, 1e6 * fmax(moving, issuing / (1e3 * gpu->clock_khz)));
}

double launch_microseconds(const Gpu *gpu, const LaunchRecord *launch) {
    return launch->estimate.microseconds > 0 ? launch->estimate.microseconds : rough_microseconds(gpu, launch);
}

double launch_share(const Gpu *gpu, const LaunchRecord *launch) {
    double blocks = (double)launch->grid.x * launch->grid.y * launch->grid.z;
    double held = launch->registers ? (double)launch->occupancy.blocks * gpu->multiprocessors : 0;
    return blocks < held ? blocks / held : 1;
}

InFlight launch_in_flight(const Gpu *gpu, const LaunchRecord *launch) {
    const uint64_t *counts = launch->counters.value;
    double blocks = (double)launch->grid.x * launch->grid.y * launch->grid.z;
    double held = launch->registers ? (double)launch->occupancy.blocks * gpu->multiprocessors : 0;
    double warps = (double)launch->waiting * (blocks < held ? 1 : held / blocks);
    double each =
        counts[COUNTER_load_waits] ? (double)counts[COUNTER_load_wait_bytes] / (double)counts[COUNTER_load_waits] : 0;
    return (InFlight){.bytes_per_wait = each, .warps = warps, .bytes = each * warps};
}

const LaunchRecord *device_launches(const Device *device, size_t *count) {
    *count = device->launch_count;
    return device->launches;
}

void device_find_registers(Device *device, Assembler *assembler) {
    for (size_t n = 0; n < device->launch_count; n++) {
        LaunchRecord *record = &device->launches[n];
        const Fatbin *fatbin = &device->modules[record->module]->fatbin;
        if (record->registers) continue;
        launch_record_resources(device, record,
                                assembler_resources(assembler, fatbin->ptx, fatbin->ptx_count,
                                                    (int)gpu_target(device->options.gpu), record->kernel));
    }
}
