// device.c - one emulated GPU: its memory, modules and launches, and the records of what they did.
#include "device.h"
#include "bound.h"
#include "counters.h"
#include "loader.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ERROR_INVALID_VALUE = 1,
    ERROR_MEMORY = 2,
    ERROR_SYMBOL = 13,
    ERROR_FUNCTION = 98,
    ERROR_NOT_SUPPORTED = 801,
    ERROR_RESOURCES = 701,
    ERROR_COOPERATIVE_TOO_LARGE = 720
};

#define LAUNCHES_WITH_LINES 4096
#define MOST_LAUNCHES (1u << 19) // what a program may ask us to remember

#define LEAST_STACK (16u << 10) // a thread's, for kernels that call functions
#define LARGEST_STACK (512u << 10)

struct Device {
    DeviceOptions options;
    Memory *memory;
    FaultList *faults;
    Module **modules;
    uint32_t module_count;
    LaunchRecord *launches;
    size_t launch_count, launch_room;
    uint64_t launch_number;
    int error;
    uint64_t grid_workspace, stack_bytes;
    void (*print)(void *context, const char *text, size_t length);
    void *print_context;
};

static void discard(void *context, const char *text, size_t length) { (void)context, (void)text, (void)length; }

Device *device_create(const DeviceOptions *options) {
    Device *device = calloc(1, sizeof *device);
    if (!device) return NULL;
    device->options = *options;
    if (!device->options.gpu) device->options.gpu = gpu_default();
    if (!device->options.memory_limit) device->options.memory_limit = device->options.gpu->memory_bytes;
    if (!device->options.threads) device->options.threads = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    device->stack_bytes = LEAST_STACK;
    device->memory = memory_create(device->options.memory_limit);
    device->faults = faults_create();
    device->print = discard;
    if (device->memory && device->faults) return device;
    device_destroy(device);
    return NULL;
}

void device_destroy(Device *device) {
    if (!device) return;
    for (uint32_t n = 0; n < device->module_count; n++) module_unload(device->modules[n]);
    for (size_t n = 0; n < device->launch_count; n++) free(device->launches[n].lines);
    free(device->modules);
    free(device->launches);
    if (device->faults) faults_destroy(device->faults);
    if (device->memory) memory_destroy(device->memory);
    free(device);
}

const Gpu *device_gpu(const Device *device) { return device->options.gpu; }
Memory *device_memory(Device *device) { return device->memory; }
int device_error(const Device *device) { return device->error; }

// Frames as PTX describes them are larger than those of the machine code, which keeps parameters in registers.
void device_set_stack(Device *device, uint64_t bytes) {
    uint64_t doubled = 2 * (bytes < LARGEST_STACK ? bytes : LARGEST_STACK);
    device->stack_bytes = doubled > LEAST_STACK ? doubled : LEAST_STACK;
}

void device_on_print(Device *device, void (*print)(void *, const char *, size_t), void *context) {
    device->print = print;
    device->print_context = context;
}

// ---- modules -----------------------------------------------------------------------------------------------------

int device_load(Device *device, const uint8_t *image, size_t size, uint32_t *module, char message[512]) {
    int error = 0;
    if (device->error) return device->error;
    Module *loaded = module_load(device->memory, device->options.gpu, image, size, &error, message);
    if (!loaded) return error;
    device->modules = realloc(device->modules, (device->module_count + 1) * sizeof *device->modules);
    *module = device->module_count;
    device->modules[device->module_count++] = loaded;
    return 0;
}

static Module *module_at(const Device *device, uint32_t module) {
    return module < device->module_count ? device->modules[module] : NULL;
}

// The module's memory goes; what it was is kept for the places of records that name it.
int device_unload(Device *device, uint32_t module) { return module_at(device, module) ? 0 : ERROR_INVALID_VALUE; }

static void describe_parameters(const Module *module, const PtxFunction *kernel, KernelInfo *info) {
    info->parameter_count = kernel->parameter_count < 256 ? kernel->parameter_count : 256;
    for (uint32_t n = 0; n < info->parameter_count; n++) {
        const PtxVariable *variable = &module->ptx->variables[kernel->parameters[n]];
        info->parameters[n].offset = (uint32_t)variable->offset;
        info->parameters[n].size = (uint32_t)variable->size;
        uint32_t end = info->parameters[n].offset + info->parameters[n].size;
        if (end > info->parameter_bytes) info->parameter_bytes = end;
    }
}

static uint32_t gpu_target(const Gpu *gpu) { return (uint32_t)(10 * gpu->major + gpu->minor); }

int device_kernel(Device *device, uint32_t module, const char *name, uint32_t *kernel, KernelInfo *info) {
    Module *loaded = module_at(device, module);
    const PtxFunction *found = loaded ? module_kernel(loaded, name) : NULL;
    if (!found) return ERROR_FUNCTION;
    *info = (KernelInfo){.target = (uint32_t)loaded->ptx->target, .constant_bytes = (uint32_t)loaded->constant_bytes};
    *kernel = (uint32_t)(found - loaded->ptx->functions);
    describe_parameters(loaded, found, info);
    info->max_threads = device->options.gpu->max_threads_per_block;
    uint32_t bound =
        found->maxntid[0] * (found->maxntid[1] ? found->maxntid[1] : 1) * (found->maxntid[2] ? found->maxntid[2] : 1);
    if (bound && bound < info->max_threads) info->max_threads = bound;
    const FatbinResources *resources = module_resources(loaded, name, (int)gpu_target(device->options.gpu));
    if (!resources) return 0;
    info->registers = resources->registers;
    info->static_shared_bytes = resources->shared_bytes;
    info->local_bytes = resources->local_bytes;
    return 0;
}

int device_variable(Device *device, uint32_t module, const char *name, uint64_t *address, uint64_t *size) {
    Module *loaded = module_at(device, module);
    const PtxVariable *variable = loaded ? module_variable(loaded, name, address) : NULL;
    if (!variable) return ERROR_SYMBOL;
    *size = variable->size;
    return 0;
}

int device_variable_share(Device *device, uint32_t module, const char *name, int fd) {
    uint64_t address, size;
    int error = device_variable(device, module, name, &address, &size);
    return error ? error : memory_share(device->memory, address, fd) ? 0 : ERROR_MEMORY;
}

Place device_place(const Device *device, uint32_t module, uint32_t location) {
    const Module *loaded = module_at(device, module);
    return loaded ? module_place(loaded, location) : (Place){"", 0, NULL};
}

// ---- memory ------------------------------------------------------------------------------------------------------

int device_malloc(Device *device, uint64_t size, uint64_t *address) {
    if (device->error) return device->error;
    *address = memory_allocate(device->memory, size, ALLOCATION_DEVICE, -1, "cudaMalloc");
    return *address ? 0 : ERROR_MEMORY;
}

int device_free(Device *device, uint64_t address) {
    if (device->error) return device->error;
    if (memory_free(device->memory, address)) return 0;
    Fault fault = {.kind = FAULT_DOUBLE_FREE, .launch = UINT64_MAX, .count = 1, .address = address};
    const Allocation *allocation = memory_find(device->memory, address);
    bool freed = allocation && allocation->freed && allocation->base == address;
    snprintf(fault.message, sizeof fault.message, "%s",
             freed ? "cudaFree of memory that was freed before"
                   : "cudaFree of an address that no allocation starts at");
    faults_add(device->faults, &fault);
    return ERROR_INVALID_VALUE;
}

static int report_range(Device *device, uint64_t address, uint64_t size, bool write, const char *verb) {
    Fault fault = {
        .kind = FAULT_COPY_OUT_OF_BOUNDS, .launch = UINT64_MAX, .count = 1, .address = address, .is_write = write};
    const Allocation *allocation = memory_find(device->memory, address);
    fault.bytes = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    snprintf(fault.space, sizeof fault.space, "global");
    if (allocation) {
        fault.allocation = allocation->base;
        fault.allocation_bytes = allocation->size;
        snprintf(fault.message, sizeof fault.message, "%s %llu bytes, %llu bytes into %s allocation of %llu", verb,
                 (unsigned long long)size, (unsigned long long)(address - allocation->base),
                 allocation->freed ? "a freed" : "an", (unsigned long long)allocation->size);
    } else {
        snprintf(fault.message, sizeof fault.message, "%s %llu bytes at an address that is no allocation's", verb,
                 (unsigned long long)size);
    }
    faults_add(device->faults, &fault);
    return ERROR_INVALID_VALUE;
}

int device_write(Device *device, uint64_t to, const void *host, uint64_t size) {
    if (device->error || !size) return device->error;
    Allocation *allocation = memory_range(device->memory, to, size);
    if (!allocation) return report_range(device, to, size, true, "copy to the device writes");
    memcpy(allocation->data + (to - allocation->base), host, size);
    memory_mark(allocation, to - allocation->base, size);
    return 0;
}

static void report_uninitialised(Device *device, const Allocation *allocation, uint64_t offset) {
    Fault fault = {.kind = FAULT_UNINITIALISED_COPY,
                   .launch = UINT64_MAX,
                   .count = 1,
                   .space = "global",
                   .address = allocation->base + offset,
                   .allocation = allocation->base,
                   .allocation_bytes = allocation->size};
    snprintf(fault.message, sizeof fault.message, "copy to the host reads byte %llu of %s, which nothing has written",
             (unsigned long long)offset, allocation->label);
    faults_add(device->faults, &fault);
}

int device_read(Device *device, void *host, uint64_t from, uint64_t size) {
    if (device->error || !size) return device->error;
    const Allocation *allocation = memory_range(device->memory, from, size);
    if (!allocation) return report_range(device, from, size, false, "copy to the host reads");
    uint64_t first;
    if (device->options.checks && !memory_initialised(allocation, from - allocation->base, size, &first))
        report_uninitialised(device, allocation, first);
    memcpy(host, allocation->data + (from - allocation->base), size);
    return 0;
}

int device_copy(Device *device, uint64_t to, uint64_t from, uint64_t size) {
    if (device->error || !size) return device->error;
    Allocation *target = memory_range(device->memory, to, size);
    const Allocation *source = memory_range(device->memory, from, size);
    if (!target) return report_range(device, to, size, true, "copy on the device writes");
    if (!source) return report_range(device, from, size, false, "copy on the device reads");
    memmove(target->data + (to - target->base), source->data + (from - source->base), size);
    memory_mark_copy(target, to - target->base, source, from - source->base, size);
    return 0;
}

int device_set(Device *device, uint64_t to, int byte, uint64_t size) {
    if (device->error || !size) return device->error;
    Allocation *allocation = memory_range(device->memory, to, size);
    if (!allocation) return report_range(device, to, size, true, "cudaMemset writes");
    memset(allocation->data + (to - allocation->base), byte, size);
    memory_mark(allocation, to - allocation->base, size);
    return 0;
}

static void report_leak(Allocation *allocation, void *context) {
    Device *device = context;
    if (allocation->kind == ALLOCATION_VARIABLE) return;
    Fault fault = {.kind = FAULT_LEAK,
                   .launch = UINT64_MAX,
                   .count = 1,
                   .address = allocation->base,
                   .allocation = allocation->base,
                   .allocation_bytes = allocation->size};
    snprintf(fault.message, sizeof fault.message, "%llu bytes of %s were never freed",
             (unsigned long long)allocation->size, allocation->label);
    faults_add(device->faults, &fault);
}

void device_find_leaks(Device *device) { memory_each(device->memory, report_leak, device); }

// ---- launches ----------------------------------------------------------------------------------------------------

static int refuse(Device *device, const char *kernel, int error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static int refuse(Device *device, const char *kernel, int error, const char *format, ...) {
    Fault fault = {.kind = FAULT_INVALID_LAUNCH, .launch = device->launch_number, .count = 1};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault.message, sizeof fault.message, format, arguments);
    va_end(arguments);
    snprintf(fault.kernel, sizeof fault.kernel, "%s", kernel);
    faults_add(device->faults, &fault);
    return error;
}

static int check_shape(Device *device, const LaunchRequest *request, const PtxFunction *kernel, uint32_t registers) {
    const Gpu *gpu = device->options.gpu;
    Dim3 grid = request->grid, block = request->block;
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    if (!threads || !grid.x || !grid.y || !grid.z)
        return refuse(device, kernel->name, ERROR_INVALID_VALUE, "grid %ux%ux%u of blocks %ux%ux%u has no threads",
                      grid.x, grid.y, grid.z, block.x, block.y, block.z);
    if (block.x > 1024 || block.y > 1024 || block.z > 64 || threads > gpu->max_threads_per_block)
        return refuse(device, kernel->name, ERROR_INVALID_VALUE, "a block of %llu threads (%ux%ux%u): at most %u",
                      (unsigned long long)threads, block.x, block.y, block.z, gpu->max_threads_per_block);
    if (grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535)
        return refuse(device, kernel->name, ERROR_INVALID_VALUE,
                      "a grid of %ux%ux%u blocks: at most 2147483647x65535x65535", grid.x, grid.y, grid.z);
    if ((uint64_t)grid.x * grid.y * grid.z >= UINT32_MAX)
        return refuse(device, kernel->name, ERROR_NOT_SUPPORTED, "the emulated GPU runs at most 2^32 blocks a launch");
    uint64_t bound = (uint64_t)kernel->maxntid[0] * (kernel->maxntid[1] ? kernel->maxntid[1] : 1) *
                     (kernel->maxntid[2] ? kernel->maxntid[2] : 1);
    if (bound && threads > bound)
        return refuse(device, kernel->name, ERROR_INVALID_VALUE,
                      "%llu threads, but __launch_bounds__ says at most %llu", (unsigned long long)threads,
                      (unsigned long long)bound);
    if (registers * ((threads + 31) / 32 * 32) > gpu->registers_per_block)
        return refuse(device, kernel->name, ERROR_RESOURCES, "%llu threads of %u registers need more than %u registers",
                      (unsigned long long)threads, registers, gpu->registers_per_block);
    return 0;
}

static int check_shared(Device *device, const LaunchRequest *request, const Program *program) {
    uint64_t limit = device->options.gpu->shared_per_block_optin;
    uint64_t wanted = program->static_shared_bytes + request->dynamic_shared_bytes;
    if (request->dynamic_shared_bytes > limit || wanted > limit)
        return refuse(device, program->kernel->name, ERROR_INVALID_VALUE,
                      "%llu bytes of shared memory a block: at most %llu", (unsigned long long)wanted,
                      (unsigned long long)limit);
    return 0;
}

static int refuse_program(Device *device, uint32_t module, const char *kernel, const DecodeError *error) {
    Fault fault = {.kind = FAULT_UNSUPPORTED,
                   .launch = device->launch_number,
                   .count = 1,
                   .module = module,
                   .location = error->location};
    snprintf(fault.kernel, sizeof fault.kernel, "%s", kernel);
    snprintf(fault.message, sizeof fault.message, "%.255s", error->message);
    faults_add(device->faults, &fault);
    return ERROR_NOT_SUPPORTED;
}

// Blocks of a cooperative launch must all be on the GPU at once.
static int check_cooperative(Device *device, const LaunchRequest *request, const LaunchRecord *record) {
    uint64_t blocks = (uint64_t)request->grid.x * request->grid.y * request->grid.z;
    uint64_t resident = (uint64_t)record->occupancy.blocks * device->options.gpu->multiprocessors;
    if (record->registers && blocks > resident)
        return refuse(device, record->kernel, ERROR_COOPERATIVE_TOO_LARGE,
                      "a cooperative launch of %llu blocks: %llu fit on the GPU", (unsigned long long)blocks,
                      (unsigned long long)resident);
    return 0;
}

// What a cooperative launch finds in %envreg1 and 2: a size and the word that blocks count in.
static uint64_t grid_workspace(Device *device) {
    const uint32_t start[4] = {16, 0, 0, 0};
    if (!device->grid_workspace)
        device->grid_workspace = memory_allocate(device->memory, sizeof start, ALLOCATION_VARIABLE, -1, "grid barrier");
    if (device->grid_workspace) device_write(device, device->grid_workspace, start, sizeof start);
    return device->grid_workspace;
}

static uint8_t *constant_bank(const Module *module, const Program *program, const LaunchRequest *request) {
    uint8_t *bank = calloc(PARAMETER_OFFSET + program->parameter_bytes + 64, 1);
    if (module->constants && bank) {
        const Allocation *allocation = memory_find(module->memory, module->constants);
        memcpy(bank, allocation->data, module->constant_bytes);
    }
    uint32_t bytes =
        request->parameter_bytes < program->parameter_bytes ? request->parameter_bytes : program->parameter_bytes;
    if (bank && bytes) memcpy(bank + PARAMETER_OFFSET, request->parameters, bytes);
    return bank;
}

static int compare_places(Place a, Place b) {
    int order = strcmp(a.file, b.file);
    return order ? order : (a.line > b.line) - (a.line < b.line);
}

// The record's entry for a place, made if there is none; entries stay in order.
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
    record->lines = realloc(record->lines, (record->line_count + 1) * sizeof *record->lines);
    memmove(&record->lines[low + 1], &record->lines[low], (record->line_count - low) * sizeof *record->lines);
    record->lines[low] = (LineCounters){.location = location};
    record->line_count++;
    return &record->lines[low];
}

// Whose lines a launch's counts go to: its own, or, when there are very many launches, the kernel's first one's.
static LaunchRecord *owner_of_lines(Device *device, LaunchRecord *record) {
    if (device->launch_count <= LAUNCHES_WITH_LINES) return record;
    for (size_t n = 0; n < LAUNCHES_WITH_LINES; n++)
        if (device->launches[n].module == record->module && device->launches[n].kernel == record->kernel)
            return &device->launches[n];
    return record;
}

// Sums the sites into the launch's counters and into those of each source line.
static void add_counters(LaunchRecord *record, LaunchRecord *lines, const Module *module, const Program *program,
                         const SiteCounts *sites) {
    for (uint32_t n = 1; n < program->site_count; n++) {
        const Site *site = &program->sites[n];
        if (!sites[n].warps && !sites[n].bytes) continue; // merged into another: asks for bytes, issues nothing
        counters_add_site(&record->counters, &sites[n], site->class, site->space);
        counters_add_site(&line_at(lines, module, site->location)->counters, &sites[n], site->class, site->space);
    }
}

static LaunchRecord *add_record(Device *device, const LaunchRequest *request, const Program *program) {
    if (device->launch_count == device->launch_room) {
        device->launch_room = 2 * device->launch_room + 16;
        device->launches = realloc(device->launches, device->launch_room * sizeof *device->launches);
    }
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

// resources may be NULL: they stay unknown.
static void describe_resources(const Device *device, LaunchRecord *record, const FatbinResources *resources) {
    const Gpu *gpu = device->options.gpu;
    if (!resources) return;
    record->registers = resources->registers;
    record->local_bytes = resources->local_bytes;
    record->static_shared_bytes = resources->shared_bytes;
    uint32_t threads = record->block.x * record->block.y * record->block.z;
    record->occupancy =
        gpu_occupancy(gpu, threads, record->registers, record->static_shared_bytes + record->dynamic_shared_bytes);
}

static void run(Device *device, const LaunchRequest *request, const Program *program, LaunchRecord *record) {
    Module *module = device->modules[request->module];
    SiteCounts *sites = calloc(program->site_count, sizeof *sites);
    Launch launch = {.program = program,
                     .memory = device->memory,
                     .number = record->number,
                     .module = request->module,
                     .kernel = record->kernel,
                     .grid = request->grid,
                     .block = request->block,
                     .shared_bytes = record->shared_bytes,
                     .dynamic_shared_bytes = request->dynamic_shared_bytes,
                     .local_bytes = program->local_bytes + (program->has_calls ? device->stack_bytes : 0),
                     .local_in_registers = record->registers && !record->local_bytes,
                     .constant = constant_bank(module, program, request),
                     .constant_bytes = PARAMETER_OFFSET + program->parameter_bytes,
                     .faults = device->faults,
                     .checks = device->options.checks,
                     .budget = device->options.instruction_budget,
                     .stop = device->options.stop,
                     .print = device->print,
                     .print_context = device->print_context,
                     .multiprocessors = device->options.gpu->multiprocessors};
    if (request->cooperative) launch.grid_workspace = grid_workspace(device);
    bool in_order = device->options.in_order || program->in_order || request->cooperative;
    record->error = grid_run(&launch, in_order ? 1 : device->options.threads, sites);
    device->error = record->error;
    add_counters(record, owner_of_lines(device, record), module, program, sites);
    memory_footprint(device->memory, &record->counters.value[COUNTER_dram_read_sectors],
                     &record->counters.value[COUNTER_dram_write_sectors]);
    record->bound = bound_of(device->options.gpu, &record->counters, record->grid, record->block);
    free((void *)(uintptr_t)launch.constant);
    free(sites);
}

int device_launch(Device *device, const LaunchRequest *request) {
    if (device->error) return device->error;
    Module *module = module_at(device, request->module);
    if (!module || request->kernel >= module->ptx->function_count || !module->ptx->functions[request->kernel].is_entry)
        return ERROR_FUNCTION;
    const PtxFunction *kernel = &module->ptx->functions[request->kernel];
    if (device->launch_count == MOST_LAUNCHES)
        return refuse(device, kernel->name, ERROR_NOT_SUPPORTED, "the emulated GPU runs at most %u launches",
                      MOST_LAUNCHES);
    const FatbinResources *resources = module_resources(module, kernel->name, (int)gpu_target(device->options.gpu));
    int error = check_shape(device, request, kernel, resources ? resources->registers : 0);
    if (error) return error;
    DecodeError wrong = {0};
    const Program *program = module_program(module, kernel, &wrong);
    if (!program) return refuse_program(device, request->module, kernel->name, &wrong);
    error = check_shared(device, request, program);
    if (error) return error;
    LaunchRecord *record = add_record(device, request, program);
    describe_resources(device, record, resources);
    error = request->cooperative ? check_cooperative(device, request, record) : 0;
    if (error) return error;
    device->launch_count++;
    run(device, request, program, record);
    device->launch_number++;
    return 0;
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
        describe_resources(device, record,
                           assembler_resources(assembler, fatbin->ptx, fatbin->ptx_count,
                                               (int)gpu_target(device->options.gpu), record->kernel));
    }
}

const Fault *device_faults(Device *device, size_t *count) { return faults_sorted(device->faults, count); }
