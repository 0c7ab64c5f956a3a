// device_state.h - what a Device is, for the files that make it: device.c (it and its modules), device_memory.c,
// launch_check.c (may a launch run), launch_record.c (what is kept of it), device_launch.c (running it).
#ifndef DEVICE_STATE_H
#define DEVICE_STATE_H

#include "base/cuda_errors.h"
#include "device.h"
#include "extensions/extensions.h"
#include "kernels/loader.h"

// What the program asked for: copies are done for it.
typedef struct {
    uint32_t module, location; // of its faults
    const char *by;            // NULL: a copy of the runtime
} Asked;

struct Device {
    DeviceOptions options;
    Memory *memory;
    FaultList *faults;
    void **extensions; // what they keep of it
    Module **modules;
    uint32_t module_count;
    TraceLog *trace;
    LaunchRecord *launches;
    size_t launch_count;
    uint64_t launch_number;
    double nanoseconds;          // of all launches so far
    const Program *checked;      // of the launch that device_launch_check() let pass
    struct Estimates *estimates; // launch_estimate.c; NULL: no machine code was to be executed so far
    bool times_launches;
    uint64_t last_launch; // hash of the launch before (launch_estimate.c)
    Passage passage;
    Asked asked;
    int error;
    bool notes_use;
    uint64_t grid_workspace;
    uint64_t stack_limit; // cudaLimitStackSize
    void (*print)(void *context, const char *text, size_t length);
    void *print_context;
};

static inline Module *module_at(const Device *device, uint32_t module) {
    return module < device->module_count ? device->modules[module] : NULL;
}

static inline uint32_t gpu_target(const Gpu *gpu) { return (uint32_t)(10 * gpu->major + gpu->minor); }

// launch_check.c
Dim3 kernel_cluster(const PtxFunction *kernel); // that it was compiled for, 0: any
Dim3 launch_cluster(const LaunchRequest *request, const PtxFunction *kernel);

// device_launch.c: the workspace of a cooperative launch, whose address is in %envreg1 and %envreg2: its size, and the
// word in which blocks count who has reached the grid's barrier.
uint64_t device_grid_workspace(Device *device);

// launch_estimate.c
struct Estimates *estimates_create(const DeviceOptions *options); // NULL: out of memory
void estimates_free(struct Estimates *estimates);
// Estimates the launch's time into record->estimate. false: its results are not needed, and it is not to be run.
bool launch_estimate(Device *device, const LaunchRequest *request, const Program *program, LaunchRecord *record);
const ClockReadings *launch_readings(const Device *device); // of the launch that was estimated last; NULL: none is
// With options.compare: executes the launch's machine code, and once its PTX has been executed, compares.
void launch_compare_begin(Device *device, const LaunchRequest *request, const Program *program, LaunchRecord *record);
void launch_compare_end(Device *device, LaunchRecord *record);

// launch_record.c
// The record of the next launch; it is no launch before launch_count counts it. NULL: out of memory.
LaunchRecord *launch_record_begin(Device *device, const LaunchRequest *request, const Program *program);
// Registers, shared memory and occupancy; resources may be NULL: they stay unknown.
void launch_record_resources(const Device *device, LaunchRecord *record, const FatbinResources *resources);
// Sums the sites into the launch's counters and into those of each source line.
void launch_record_count(Device *device, LaunchRecord *record, const Module *module, const Program *program,
                         const SiteCounts *sites);

#endif
