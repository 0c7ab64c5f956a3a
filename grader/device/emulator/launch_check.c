// launch_check.c - whether a launch may run: its shape, its clusters, its resources, its kernel.
#include "base/checked.h"
#include "device_state.h"
#include "grid/cluster.h"
#include <stdio.h>

#define MOST_LAUNCHES (1u << 19) // what a program may ask us to remember

Dim3 kernel_cluster(const PtxFunction *kernel) {
    const uint32_t *blocks = kernel->reqnctapercluster;
    return blocks[0] ? (Dim3){blocks[0], blocks[1] ? blocks[1] : 1, blocks[2] ? blocks[2] : 1} : (Dim3){0, 0, 0};
}

int device_refuse(Device *device, const char *kernel, int error, Fact fact) {
    Fault fault = {.kind = FAULT_INVALID_LAUNCH,
                   .launch = device->launch_number,
                   .count = 1,
                   .module = device->asked.module,
                   .location = device->asked.location,
                   .fact = fact};
    snprintf(fault.kernel, sizeof fault.kernel, "%s", kernel);
    faults_add(device->faults, &fault);
    return error;
}

static int check_threads(Device *device, const LaunchRequest *request, const PtxFunction *kernel, uint32_t registers) {
    const Gpu *gpu = device->options.gpu;
    Dim3 block = request->block;
    uint64_t threads = (uint64_t)block.x * block.y * block.z, bound = ptx_most_threads(kernel);
    if (block.x > 1024 || block.y > 1024 || block.z > 64)
        return device_refuse(device, kernel->name, ERROR_INVALID_VALUE,
                             FACT_OF(block_extent, block.x, block.y, block.z));
    if (threads > gpu->max_threads_per_block)
        return device_refuse(device, kernel->name, ERROR_INVALID_VALUE,
                             FACT_OF(block_threads, threads, block.x, block.y, block.z, gpu->max_threads_per_block));
    if (!threads)
        return device_refuse(device, kernel->name, ERROR_INVALID_VALUE,
                             FACT_OF(block_empty, block.x, block.y, block.z));
    if (bound && threads > bound)
        return device_refuse(device, kernel->name, ERROR_INVALID_VALUE, FACT_OF(launch_bounds, threads, bound));
    if (registers * ((threads + 31) / 32 * 32) > gpu->registers_per_block)
        return device_refuse(device, kernel->name, ERROR_RESOURCES,
                             FACT_OF(registers, threads, registers, gpu->registers_per_block));
    return 0;
}

static int check_grid(Device *device, const LaunchRequest *request, const PtxFunction *kernel) {
    Dim3 grid = request->grid;
    if (!grid.x || !grid.y || !grid.z)
        return device_refuse(device, kernel->name, ERROR_INVALID_VALUE, FACT_OF(grid_empty, grid.x, grid.y, grid.z));
    if (grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535)
        return device_refuse(device, kernel->name, ERROR_INVALID_VALUE, FACT_OF(grid_extent, grid.x, grid.y, grid.z));
    if ((uint64_t)grid.x * grid.y * grid.z >= UINT32_MAX)
        return device_refuse(device, kernel->name, ERROR_NOT_SUPPORTED, FACT_ALONE(grid_blocks));
    return 0;
}

Dim3 launch_cluster(const LaunchRequest *request, const PtxFunction *kernel) {
    return request->cluster.x ? request->cluster : kernel_cluster(kernel);
}

static int check_cluster(Device *device, const LaunchRequest *request, const PtxFunction *kernel) {
    Dim3 size = launch_cluster(request, kernel), wanted = kernel_cluster(kernel), grid = request->grid;
    uint64_t blocks = (uint64_t)size.x * size.y * size.z,
             most = request->large_clusters ? CLUSTER_MOST : CLUSTER_PORTABLE;
    if (!size.x) return 0;
    if (!extension_clusters())
        return device_refuse(device, kernel->name, ERROR_NOT_SUPPORTED, FACT_ALONE(clusters_left_out));
    if (device->options.gpu->major < CLUSTER_CAPABILITY)
        return device_refuse(device, kernel->name, ERROR_CLUSTER,
                             FACT_OF(clusters_unknown, fact_text(device->options.gpu->marketing_name)));
    if (blocks == 0 || blocks > most)
        return device_refuse(device, kernel->name, ERROR_CLUSTER,
                             FACT_OF(cluster_blocks, size.x, size.y, size.z, most));
    if (grid.x % size.x || grid.y % size.y || grid.z % size.z)
        return device_refuse(device, kernel->name, ERROR_CLUSTER,
                             FACT_OF(cluster_grid, grid.x, grid.y, grid.z, size.x, size.y, size.z));
    if (wanted.x && (wanted.x != size.x || wanted.y != size.y || wanted.z != size.z))
        return device_refuse(device, kernel->name, ERROR_CLUSTER,
                             FACT_OF(cluster_other, size.x, size.y, size.z, wanted.x, wanted.y, wanted.z));
    return 0;
}

static int check_shared(Device *device, const LaunchRequest *request, const Program *program) {
    uint64_t limit = device->options.gpu->shared_per_block_optin;
    uint64_t wanted;
    if (!checked_add(program->static_shared_bytes, request->dynamic_shared_bytes, &wanted)) wanted = UINT64_MAX;
    if (wanted <= limit) return 0;
    return device_refuse(device, program->kernel->name, ERROR_INVALID_VALUE,
                         FACT_OF(shared_bytes, program->static_shared_bytes, request->dynamic_shared_bytes, limit));
}

static int refuse_program(Device *device, uint32_t module, const char *kernel, const DecodeError *error) {
    Fault fault = {.kind = FAULT_UNSUPPORTED,
                   .launch = device->launch_number,
                   .count = 1,
                   .module = module,
                   .location = error->location,
                   .fact = FACT_OF(not_supported, fact_long_text(error->message))};
    snprintf(fault.kernel, sizeof fault.kernel, "%s", kernel);
    faults_add(device->faults, &fault);
    return ERROR_NOT_SUPPORTED;
}

// Blocks of a cooperative launch must all be on the GPU at once.
static int check_cooperative(Device *device, const LaunchRequest *request, const LaunchRecord *record) {
    uint64_t blocks = (uint64_t)request->grid.x * request->grid.y * request->grid.z;
    uint64_t resident = (uint64_t)record->occupancy.blocks * device->options.gpu->multiprocessors;
    if (record->registers && blocks > resident)
        return device_refuse(device, record->kernel, ERROR_COOPERATIVE_TOO_LARGE,
                             FACT_OF(cooperative_blocks, blocks, resident, record->occupancy.blocks,
                                     device->options.gpu->multiprocessors));
    return 0;
}

int device_launch_check(Device *device, const LaunchRequest *request) {
    device->checked = NULL;
    if (device->error) return device->error;
    Module *module = module_at(device, request->module);
    if (!module || request->kernel >= module->ptx->function_count || !module->ptx->functions[request->kernel].is_entry)
        return ERROR_FUNCTION;
    const PtxFunction *kernel = &module->ptx->functions[request->kernel];
    if (device->launch_count == MOST_LAUNCHES)
        return device_refuse(device, kernel->name, ERROR_NOT_SUPPORTED, FACT_OF(launches, MOST_LAUNCHES));
    const FatbinResources *resources =
        fatbin_resources(&module->fatbin, kernel->name, (int)gpu_target(device->options.gpu));
    int error = check_threads(device, request, kernel, resources ? resources->registers : 0);
    if (!error) error = check_grid(device, request, kernel);
    if (!error) error = check_cluster(device, request, kernel);
    if (error) return error;
    DecodeError wrong = {0};
    const Program *program = module_program(module, kernel, &wrong);
    if (!program) return refuse_program(device, request->module, kernel->name, &wrong);
    error = check_shared(device, request, program);
    if (error) return error;
    LaunchRecord *record = launch_record_begin(device, request, program);
    if (!record) return ERROR_MEMORY;
    launch_record_resources(device, record, resources);
    error = request->cooperative ? check_cooperative(device, request, record) : 0;
    if (!error) device->checked = program;
    return error;
}
