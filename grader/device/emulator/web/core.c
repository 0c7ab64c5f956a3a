// core.c - the emulated GPU as a page uses it.
#include "core.h"
#include "report_json.h"
#include <stdlib.h>
#include <string.h>

#define MEMORY_BYTES (256u << 20)
#define WARP_INSTRUCTIONS (UINT64_C(20) << 20) // a launch may take: some seconds
#define NO_MEMORY 2                            // cudaErrorMemoryAllocation

static Device *device;
static uint32_t module;
static char message[512];
static JsonText text;

EXPORT(core_memory) void *core_memory(uint32_t size) { return malloc(size); }
EXPORT(core_release) void core_release(void *memory) { free(memory); }
EXPORT(core_message) const char *core_message(void) { return message; }

EXPORT(core_begin) int core_begin(int checks, uint32_t traced, uint32_t last_block) {
    DeviceOptions options = {.threads = 1,
                             .checks = checks != 0,
                             .memory_limit = MEMORY_BYTES,
                             .instruction_budget = WARP_INSTRUCTIONS,
                             .trace = {.wanted = traced != 0, .limit = traced, .last_block = last_block}};
    device_destroy(device);
    device = device_create(&options);
    message[0] = 0;
    return device ? 0 : NO_MEMORY;
}

EXPORT(core_load) int core_load(const uint8_t *image, uint32_t size) {
    return device_load(device, image, size, &module, message);
}

EXPORT(core_allocate) double core_allocate(double size) {
    uint64_t address = 0;
    return device_malloc(device, (uint64_t)size, &address) ? 0 : (double)address;
}

// The same on every machine (Knuth's multiplicative hash, and a shuffle of its bits).
static uint32_t scattered(uint32_t index) {
    uint32_t hash = (index + 1) * UINT32_C(2654435769);
    hash = (hash ^ hash >> 16) * UINT32_C(2246822507);
    return hash ^ hash >> 13;
}

static uint32_t word_of(float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static uint32_t filled_word(uint32_t index, Fill fill, uint32_t detail) {
    switch (fill) {
    case FILL_FLOAT_INDEX: return word_of((float)index);
    case FILL_FLOAT_UNIT: return word_of((float)(scattered(index) >> 8) * 0x1p-24f);
    case FILL_SKEWED: return scattered(~index) % 100 < detail ? 0 : scattered(index) >> 24;
    default: return detail;
    }
}

EXPORT(core_fill) int core_fill(double to, uint32_t count, int fill, uint32_t detail) {
    uint32_t *words = malloc((size_t)count * sizeof *words);
    if (!words) return NO_MEMORY;
    for (uint32_t n = 0; n < count; n++) words[n] = filled_word(n, (Fill)fill, detail);
    int error = device_write(device, (uint64_t)to, words, (uint64_t)count * sizeof *words);
    free(words);
    return error;
}

EXPORT(core_read) int core_read(void *to, double from, uint32_t size) {
    return device_read(device, to, (uint64_t)from, size);
}

EXPORT(core_launch)
int core_launch(const char *kernel, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t block_x,
                uint32_t block_y, uint32_t block_z, uint32_t shared_bytes, const uint8_t *parameters, uint32_t bytes) {
    static KernelInfo info;
    LaunchRequest request = {.module = module,
                             .grid = {grid_x, grid_y, grid_z},
                             .block = {block_x, block_y, block_z},
                             .dynamic_shared_bytes = shared_bytes,
                             .parameters = parameters,
                             .parameter_bytes = bytes};
    int error = device_kernel(device, module, kernel, &request.kernel, &info);
    return error ? error : device_launch(device, &request);
}

// ---- the report --------------------------------------------------------------------------------------------------

EXPORT(core_report) const char *core_report(void) {
    size_t launches, faults, traced = 0;
    const LaunchRecord *launch = device_launches(device, &launches);
    const Fault *fault = device_faults(device, &faults);
    const TraceLog *log = device_trace(device);
    const TracedAccess *accesses = log ? trace_accesses(log, &traced) : NULL;
    json_begin(&text);
    json_open(&text, NULL, '{');
    json_whole(&text, "error", (uint64_t)device_error(device));
    if (launches) json_launch(&text, device, &launch[launches - 1]);
    else json_null(&text, "launch");
    json_gpu(&text, device_gpu(device));
    json_open(&text, "faults", '[');
    for (size_t n = 0; n < faults; n++) json_fault(&text, device, &fault[n]);
    json_close(&text, ']');
    json_open(&text, "accesses", '[');
    for (size_t n = 0; n < traced; n++) json_access(&text, device, &accesses[n]);
    json_close(&text, ']');
    json_close(&text, '}');
    return json_end(&text);
}

EXPORT(core_occupancy) const char *core_occupancy(uint32_t threads, uint32_t registers, uint32_t shared_bytes) {
    Occupancy occupancy = gpu_occupancy(gpu_default(), threads, registers, shared_bytes);
    json_begin(&text);
    json_occupancy(&text, NULL, &occupancy);
    return json_end(&text);
}
