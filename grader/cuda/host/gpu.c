// gpu.c - see gpu.h.
#include "gpu.h"
#include "../../device/emulator/base/cuda_errors.h"
#include "../../device/emulator/counters/counters.h"
#include "../../device/emulator/device.h"
#include "../../device/emulator/gpus/gpu.h"
#include <stdlib.h>
#include <string.h>

#define MEMORY_BYTES (UINT64_C(1) << 30)
#define WARP_INSTRUCTIONS (UINT64_C(1) << 28) // that a launch may take

struct Gpu_ {
    Device *device;
    uint32_t module;
    FILE *out;
};

// The PTX as the only entry of a fat binary, whose layout is that of device/emulator/image/fatbin.c.
uint8_t *gpu_image(const char *ptx, size_t *size) {
    size_t text = strlen(ptx) + 1, padded = (text + 7) / 8 * 8;
    const uint64_t entry_bytes = 80 + padded;
    const uint32_t magic = 0xba55ed50, architecture = 90, header = 80;
    const uint16_t version = 1, header_bytes = 16, kind_ptx = 1, entry_version = 0x101;
    *size = header_bytes + entry_bytes;
    uint8_t *image = calloc(*size, 1), *entry = image + header_bytes;
    if (!image) abort();
    memcpy(image, &magic, sizeof magic);
    memcpy(image + 4, &version, sizeof version);
    memcpy(image + 6, &header_bytes, sizeof header_bytes);
    memcpy(image + 8, &entry_bytes, sizeof entry_bytes);
    memcpy(entry, &kind_ptx, sizeof kind_ptx);
    memcpy(entry + 2, &entry_version, sizeof entry_version);
    memcpy(entry + 4, &header, sizeof header);
    memcpy(entry + 8, &(uint64_t){padded}, sizeof(uint64_t));
    memcpy(entry + 28, &architecture, sizeof architecture);
    memcpy(entry + 80, ptx, text);
    return image;
}

static void print(void *context, const char *text, size_t length) { fwrite(text, 1, length, context); }

HostGpu *gpu_open(const char *ptx, const GpuOptions *wanted, char message[512]) {
    DeviceOptions options = {
        .threads = wanted->threads,
        .checks = true,
        .memory_limit = MEMORY_BYTES,
        .instruction_budget = wanted->instructions ? wanted->instructions : WARP_INSTRUCTIONS,
        .trace = {.wanted = wanted->traced != 0, .limit = wanted->traced, .last_block = wanted->last_block}};
    HostGpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu) abort();
    gpu->out = wanted->out;
    gpu->device = device_create(&options);
    if (!gpu->device) {
        snprintf(message, 512, "there is no memory for a device");
        free(gpu);
        return NULL;
    }
    size_t size;
    uint8_t *image = gpu_image(ptx, &size);
    int error = device_load(gpu->device, image, size, &gpu->module, message);
    free(image);
    device_on_print(gpu->device, print, wanted->out);
    if (!error) return gpu;
    gpu_close(gpu);
    return NULL;
}

void gpu_close(HostGpu *gpu) {
    if (gpu) device_destroy(gpu->device);
    free(gpu);
}

struct Device *gpu_device(HostGpu *gpu) {
    return gpu->device;
}

int gpu_malloc(HostGpu *gpu, uint64_t size, uint64_t *address) { return device_malloc(gpu->device, size, address); }
int gpu_free(HostGpu *gpu, uint64_t address) { return device_free(gpu->device, address); }
int gpu_write(HostGpu *gpu, uint64_t to, const void *bytes, uint64_t size) {
    return device_write(gpu->device, to, bytes, size);
}
int gpu_read(HostGpu *gpu, void *bytes, uint64_t from, uint64_t size) {
    return device_read(gpu->device, bytes, from, size);
}
int gpu_copy(HostGpu *gpu, uint64_t to, uint64_t from, uint64_t size) {
    return device_copy(gpu->device, to, from, size);
}
int gpu_set(HostGpu *gpu, uint64_t to, int byte, uint64_t size) { return device_set(gpu->device, to, byte, size); }
int gpu_unwrite(HostGpu *gpu, uint64_t to, uint64_t size) { return device_unwrite(gpu->device, to, size); }
void gpu_count_as_written(HostGpu *gpu) { device_count_as_written(gpu->device); }
int gpu_sticky_error(const HostGpu *gpu) { return device_error(gpu->device); }

int gpu_variable(HostGpu *gpu, const char *name, uint64_t *address, uint64_t *size) {
    return device_variable(gpu->device, gpu->module, name, address, size);
}

int gpu_attribute(const HostGpu *gpu, int attribute, int *value) {
    const Gpu *model = device_gpu(gpu->device);
    switch (attribute) {
    case 1: *value = 1024; return 0;     // cudaDevAttrMaxThreadsPerBlock
    case 8: *value = 48 << 10; return 0; // cudaDevAttrMaxSharedMemoryPerBlock
    case 10: *value = 32; return 0;      // cudaDevAttrWarpSize
    case 16: *value = (int)model->multiprocessors; return 0;
    case 38: *value = (int)model->l2_bytes; return 0;
    case 39: *value = (int)model->max_threads_per_multiprocessor; return 0;
    case 75: *value = 9; return 0;
    case 76: *value = 0; return 0;
    case 81: *value = (int)model->shared_per_multiprocessor; return 0;
    case 95: *value = 1; return 0;
    default: return ERROR_INVALID_VALUE;
    }
}

int gpu_launch(HostGpu *gpu, const GpuLaunch *launch) {
    static KernelInfo info;
    LaunchRequest request = {.module = gpu->module,
                             .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
                             .block = {launch->block[0], launch->block[1], launch->block[2]},
                             .dynamic_shared_bytes = launch->shared,
                             .cooperative = launch->cooperative};
    int error = device_kernel(gpu->device, gpu->module, launch->kernel, &request.kernel, &info);
    if (error) return error;
    if (info.parameter_count != launch->argument_count) return ERROR_INVALID_VALUE;
    uint8_t *parameters = calloc(1, info.parameter_bytes + 1);
    if (!parameters) abort();
    for (unsigned i = 0; i < launch->argument_count; i++)
        memcpy(parameters + info.parameters[i].offset, launch->arguments[i], info.parameters[i].size);
    request.parameters = parameters;
    request.parameter_bytes = info.parameter_bytes;
    error = device_launch(gpu->device, &request);
    free(parameters);
    return error;
}

bool gpu_has_faults(HostGpu *gpu) {
    size_t count;
    device_faults(gpu->device, &count);
    return count > 0;
}

void gpu_print_faults(HostGpu *gpu, FILE *to) {
    size_t count;
    const Fault *faults = device_faults(gpu->device, &count);
    for (size_t i = 0; i < count; i++) {
        Place place = device_place(gpu->device, faults[i].module, faults[i].location);
        if (place.line) fprintf(to, "line %u: ", place.line);
        FactSentence sentence;
        fact_say(&faults[i].fact, faults[i].kind, sentence);
        fprintf(to, "%s\n", sentence);
    }
}
