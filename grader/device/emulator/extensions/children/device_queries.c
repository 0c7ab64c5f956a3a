// device_queries.c - what device code may ask its runtime: errors, limits of the GPU, resources of kernels.
#include "device_queries.h"
#include "../../memory/lane_view.h"
#include <stdio.h>
#include <string.h>

enum { RUNTIME_VERSION = 13000 };

SYSTEM_CALL(query_last_error) {
    (void)call, (void)arguments;
    int error = *runtime_last_error(warp, lane);
    *runtime_last_error(warp, lane) = 0;
    if (result) memcpy(result, &error, sizeof error);
}

SYSTEM_CALL(query_peek_error) {
    (void)call, (void)arguments;
    int error = *runtime_last_error(warp, lane);
    if (result) memcpy(result, &error, sizeof error);
}

SYSTEM_CALL(query_device_count) {
    (void)call;
    const int one = 1;
    runtime_finish(warp, lane, result, runtime_put(warp, lane, ARGUMENT(0, 8), &one, sizeof one));
}

SYSTEM_CALL(query_device) {
    (void)call;
    const int none = 0;
    runtime_finish(warp, lane, result, runtime_put(warp, lane, ARGUMENT(0, 8), &none, sizeof none));
}

SYSTEM_CALL(query_version) {
    (void)call;
    const int version = RUNTIME_VERSION;
    runtime_finish(warp, lane, result, runtime_put(warp, lane, ARGUMENT(0, 8), &version, sizeof version));
}

static const struct {
    uint32_t attribute;
    int value;
} FIXED_ATTRIBUTES[] = {{2, 1024},  {3, 1024},  {4, 64},  {5, INT32_MAX}, {6, 65535},
                        {7, 65535}, {9, 65536}, {10, 32}, {31, 1},        {95, 1}}; // by cudaDeviceAttr

// Limits of the GPU; true: there is such an attribute.
static bool attribute_value(const Gpu *gpu, uint32_t attribute, int *value) {
    const struct {
        uint32_t attribute;
        uint64_t value;
    } LIMITS[] = {{1, gpu->max_threads_per_block},
                  {8, gpu->shared_per_block},
                  {12, gpu->registers_per_block},
                  {13, gpu->clock_khz},
                  {16, gpu->multiprocessors},
                  {36, gpu->memory_clock_khz},
                  {37, gpu->memory_bus_bits},
                  {38, gpu->l2_bytes},
                  {39, gpu->max_threads_per_multiprocessor},
                  {75, (uint64_t)gpu->major},
                  {76, (uint64_t)gpu->minor},
                  {81, gpu->shared_per_multiprocessor},
                  {82, gpu->registers_per_multiprocessor},
                  {97, gpu->shared_per_block_optin},
                  {106, gpu->max_blocks_per_multiprocessor},
                  {111, gpu->shared_reserved_per_block}};
    for (size_t n = 0; n < sizeof LIMITS / sizeof *LIMITS; n++)
        if (LIMITS[n].attribute == attribute) return *value = (int)LIMITS[n].value, true;
    for (size_t n = 0; n < sizeof FIXED_ATTRIBUTES / sizeof *FIXED_ATTRIBUTES; n++)
        if (FIXED_ATTRIBUTES[n].attribute == attribute) return *value = FIXED_ATTRIBUTES[n].value, true;
    return false;
}

// (value, attribute, device)
SYSTEM_CALL(query_attribute) {
    int value = 0;
    uint32_t attribute = (uint32_t)ARGUMENT(1, 4);
    if (ARGUMENT(2, 4)) {
        runtime_finish(warp, lane, result, ERROR_DEVICE);
    } else if (attribute_value(warp->block->launch->gpu, attribute, &value)) {
        runtime_finish(warp, lane, result, runtime_put(warp, lane, ARGUMENT(0, 8), &value, sizeof value));
    } else {
        Fault fault = {.count = 1, .fact = FACT_OF(attribute_in_kernel, attribute)};
        warp_fault(warp, call, lane, FAULT_UNSUPPORTED, &fault);
    }
}

// (value, limit)
SYSTEM_CALL(query_limit) {
    enum { PENDING_LAUNCHES = 4 };
    uint64_t limit = children_limit(children_of(warp));
    if (ARGUMENT(1, 4) == PENDING_LAUNCHES) {
        runtime_finish(warp, lane, result, runtime_put(warp, lane, ARGUMENT(0, 8), &limit, sizeof limit));
        return;
    }
    Fault fault = {.count = 1, .fact = FACT_OF(limit_in_kernel, ARGUMENT(1, 4))};
    warp_fault(warp, call, lane, FAULT_UNSUPPORTED, &fault);
}

// (blocks, kernel, threads, dynamic shared bytes{, flags})
SYSTEM_CALL(query_active_blocks) {
    (void)call;
    const Launch *launch = warp->block->launch;
    uint32_t index;
    const PtxFunction *kernel = runtime_kernel(launch, ARGUMENT(1, 8), &index);
    const FatbinResources *resources = kernel ? runtime_resources(launch, kernel) : NULL;
    uint64_t threads = ARGUMENT(2, 4), shared = ARGUMENT(3, 8);
    int blocks = 0, error = resources ? 0 : ERROR_FUNCTION;
    bool fits = resources && threads && threads <= launch->gpu->max_threads_per_block &&
                shared <= launch->gpu->shared_per_block_optin;
    if (fits)
        blocks =
            (int)gpu_occupancy(launch->gpu, (uint32_t)threads, resources->registers, resources->shared_bytes + shared)
                .blocks;
    runtime_finish(warp, lane, result, error ? error : runtime_put(warp, lane, ARGUMENT(0, 8), &blocks, sizeof blocks));
}

// The beginning of the runtime's cudaFuncAttributes; what follows is 0 for kernels that choose nothing.
typedef struct {
    uint64_t shared_bytes, constant_bytes, local_bytes;
    int32_t max_threads, registers, ptx_version, binary_version, cache_mode, most_dynamic_shared, carveout;
} FunctionAttributes;

// (attributes, kernel)
SYSTEM_CALL(query_function_attributes) {
    (void)call;
    const Launch *launch = warp->block->launch;
    uint32_t index;
    const PtxFunction *kernel = runtime_kernel(launch, ARGUMENT(1, 8), &index);
    const FatbinResources *resources = kernel ? runtime_resources(launch, kernel) : NULL;
    if (!resources) {
        runtime_finish(warp, lane, result, ERROR_FUNCTION);
        return;
    }
    FunctionAttributes attributes = {.shared_bytes = resources->shared_bytes,
                                     .local_bytes = resources->local_bytes,
                                     .max_threads = (int)runtime_most_threads(launch, kernel),
                                     .registers = (int)resources->registers,
                                     .ptx_version = launch->program->module->target,
                                     .binary_version = 10 * launch->gpu->major + launch->gpu->minor,
                                     .most_dynamic_shared = DEFAULT_SHARED - (int)resources->shared_bytes,
                                     .carveout = -1};
    runtime_finish(warp, lane, result, runtime_put(warp, lane, ARGUMENT(0, 8), &attributes, sizeof attributes));
}

static const struct {
    int number;
    const char *name, *text;
} ERRORS[] = {
#define ERROR(number, name, text) {number, #name, text},
#include "../../../protocol/errors.def"
#undef ERROR
};

static const char *error_text(int number, bool name) {
    for (size_t n = 0; n < sizeof ERRORS / sizeof *ERRORS; n++)
        if (ERRORS[n].number == number) return name ? ERRORS[n].name : ERRORS[n].text;
    return "unrecognized error code";
}

const char *runtime_error_text(int error) { return error_text(error, false); }

static void give_text(const Warp *warp, const char *text, uint8_t *result) {
    uint64_t address = children_text(children_of(warp), text);
    if (result) memcpy(result, &address, sizeof address);
}

SYSTEM_CALL(query_error_name) {
    (void)call, (void)lane;
    give_text(warp, error_text((int)ARGUMENT(0, 4), true), result);
}

SYSTEM_CALL(query_error_string) {
    (void)call, (void)lane;
    give_text(warp, error_text((int)ARGUMENT(0, 4), false), result);
}
