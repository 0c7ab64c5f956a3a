// device.c - one emulated GPU and its modules.
#include "../system/grow.h"
#include "base/threads.h"
#include "device_state.h"
#include <stdlib.h>
#include <string.h>

#define USUAL_STACK 1024 // a thread's
#define LARGEST_STACK (512u << 10)
#define STACK_UNIT 16

static void discard(void *context, const char *text, size_t length) { (void)context, (void)text, (void)length; }

Device *device_create(const DeviceOptions *options) {
    Device *device = calloc(1, sizeof *device);
    if (!device) return NULL;
    device->options = *options;
    if (!device->options.gpu) device->options.gpu = gpu_default();
    if (!device->options.memory_limit) device->options.memory_limit = device->options.gpu->memory_bytes;
    if (!device->options.threads) device->options.threads = threads_possible();
    device->stack_limit = USUAL_STACK;
    device->memory = memory_create(device->options.memory_limit, device->options.memory_together);
    if (device->memory && options->origins) memory_keep_origins(device->memory);
    if (device->memory && options->counts_as_written) memory_count_as_written(device->memory);
    if (device->memory && options->lends) memory_lend_pages(device->memory);
    device->faults = faults_create();
    device->extensions = device->memory ? extension_states_create(device->memory) : NULL;
    device->print = discard;
    device->trace = trace_log_create(options->trace);
    if (options->compare) device->estimates = estimates_create(&device->options);
    bool timed = !options->estimates || device_time_launches(device);
    if (device->memory && device->extensions && device->faults && timed) return device;
    device_destroy(device);
    return NULL;
}

void device_destroy(Device *device) {
    if (!device) return;
    for (uint32_t n = 0; n < device->module_count; n++) module_unload(device->modules[n]);
    for (size_t n = 0; n < device->launch_count; n++) free(device->launches[n].lines);
    free(device->modules);
    free(device->launches);
    extension_states_destroy(device->extensions);
    if (device->faults) faults_destroy(device->faults);
    if (device->memory) memory_destroy(device->memory);
    trace_log_destroy(device->trace);
    estimates_free(device->estimates);
    free(device);
}

const Gpu *device_gpu(const Device *device) { return device->options.gpu; }
bool device_estimates(const Device *device) { return device->options.estimates; }

bool device_time_launches(Device *device) {
    if (!device->estimates) device->estimates = estimates_create(&device->options);
    return device->times_launches = device->estimates != NULL;
}

Memory *device_memory(Device *device) { return device->memory; }
const TraceLog *device_trace(const Device *device) { return device->trace; }
int device_error(const Device *device) { return device->error; }

Passage device_passage(const Device *device) {
    Passage passage = device->passage;
    passage.heap_uses = memory_heap_uses(device->memory);
    return passage;
}

void device_set_stack(Device *device, uint64_t bytes) {
    uint64_t limit = bytes < LARGEST_STACK ? bytes : LARGEST_STACK;
    device->stack_limit = (limit + STACK_UNIT - 1) / STACK_UNIT * STACK_UNIT;
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
    if (!ARRAY_GROW(device->modules, device->module_count)) {
        module_unload(loaded);
        return ERROR_MEMORY;
    }
    *module = device->module_count;
    device->modules[device->module_count++] = loaded;
    return 0;
}

// The module stays loaded until the device ends: records of its launches name places in it.
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

int device_kernel(Device *device, uint32_t module, const char *name, uint32_t *kernel, KernelInfo *info) {
    Module *loaded = module_at(device, module);
    const PtxFunction *found = loaded ? module_kernel(loaded, name) : NULL;
    if (!found) return ERROR_FUNCTION;
    *info = (KernelInfo){.target = (uint32_t)loaded->ptx->target, .constant_bytes = (uint32_t)loaded->constant_bytes};
    *kernel = (uint32_t)(found - loaded->ptx->functions);
    describe_parameters(loaded, found, info);
    info->cluster = kernel_cluster(found);
    info->max_threads = device->options.gpu->max_threads_per_block;
    uint64_t bound = ptx_most_threads(found);
    if (bound && bound < info->max_threads) info->max_threads = (uint32_t)bound;
    const FatbinResources *resources = fatbin_resources(&loaded->fatbin, name, (int)gpu_target(device->options.gpu));
    if (!resources) return 0;
    info->registers = resources->registers;
    info->static_shared_bytes = resources->shared_bytes;
    info->local_bytes = resources->local_bytes;
    return 0;
}

const char *device_kernel_name(Device *device, uint32_t module, uint32_t number) {
    const Module *loaded = module_at(device, module);
    for (uint32_t n = 0; loaded && n < loaded->ptx->function_count; n++) {
        const PtxFunction *function = &loaded->ptx->functions[n];
        if (function->is_entry && !function->is_extern && number-- == 0) return function->name;
    }
    return NULL;
}

int device_variable(Device *device, uint32_t module, const char *name, uint64_t *address, uint64_t *size) {
    Module *loaded = module_at(device, module);
    const PtxVariable *variable = loaded ? module_variable(loaded, name, address) : NULL;
    if (!variable) return ERROR_SYMBOL;
    *size = variable->size;
    return 0;
}

int device_variable_share(Device *device, uint32_t module, const char *name, int fd) {
    uint64_t address;
    Module *loaded = module_at(device, module);
    const PtxVariable *variable = loaded ? module_variable(loaded, name, &address) : NULL;
    if (!variable || !variable->is_managed) return ERROR_SYMBOL;
    uint8_t *initial = calloc(1, variable->size + 1);
    if (initial) module_initial(loaded, variable, initial);
    bool shared = initial && memory_share(device->memory, address, fd, initial);
    free(initial);
    return shared ? 0 : ERROR_MEMORY;
}

Place device_place(const Device *device, uint32_t module, uint32_t location) {
    const Module *loaded = module_at(device, module);
    return loaded ? module_place(loaded, location) : (Place){.file = ""};
}

const Fault *device_faults(Device *device, size_t *count) { return faults_sorted(device->faults, count); }
