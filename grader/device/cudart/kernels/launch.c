// launch.c - launching a kernel: its parameters, what is asked of its shape, and the packet to the device.
#include "../base/lending.h"
#include "kernels.h"
#include <string.h>

#define BLOCK_Z_LIMIT 64

// Copies the parameters from the caller's buffer, which a list that ends with CU_LAUNCH_PARAM_END names.
#define LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
static cudaError_t pack_buffer(void *const *extra, uint8_t *block, size_t bytes) {
    const void *buffer = NULL;
    size_t size = 0;
    for (; *extra; extra += 2) {
        if (extra[0] == LAUNCH_PARAM_BUFFER_POINTER) buffer = extra[1];
        else if (extra[0] == LAUNCH_PARAM_BUFFER_SIZE) size = *(const size_t *)extra[1];
        else return cudaErrorInvalidValue;
    }
    if (!buffer || size < bytes) return cudaErrorInvalidValue;
    memcpy(block, buffer, bytes);
    return cudaSuccess;
}

cudaError_t kernel_pack(const KernelWork *work, uint8_t *block) {
    const KernelDescription *info = &work->function->info;
    if (work->extra) return pack_buffer(work->extra, block, info->parameter_bytes);
    if (info->parameter_count && !work->arguments) return cudaErrorInvalidValue;
    for (uint32_t i = 0; i < info->parameter_count; i++)
        memcpy(block + info->parameters[i].offset, work->arguments[i], info->parameters[i].size);
    return cudaSuccess;
}

cudaError_t kernel_run(const KernelWork *work) {
    uint8_t block[PAYLOAD_BYTES];
    const Function *function = work->function;
    uint64_t options;
    cudaError_t error = launch_options(function, work->attributes, work->attribute_count, &options);
    if (error) return error;
    if (!work->packed) {
        memset(block, 0, function->info.parameter_bytes);
        error = kernel_pack(work, block);
    }
    if (error) return error;
    Exchange launch = {
        .request = {CALL_LAUNCH,
                    function->info.parameter_bytes,
                    {function->module_handle, function->kernel, work->grid.x | (uint64_t)work->grid.y << 32,
                     work->grid.z | (uint64_t)work->block.x << 32, work->block.y | (uint64_t)work->block.z << 32,
                     work->shared, options}},
        .payload = work->packed ? work->packed : block};
    channel_lock(); // a kernel that exchanges signals with the program may be waiting for it already
    error = channel_exchange(&launch);
    if (!error && launch.reply.value[0]) lending_ends();
    channel_unlock();
    return not_waited(&launch.reply, error);
}

static bool volume_fits(dim3 size, uint64_t x, uint64_t y, uint64_t z) {
    return size.x && size.y && size.z && size.x <= x && size.y <= y && size.z <= z;
}

cudaError_t kernel_check(const KernelWork *work) {
    const KernelDescription *info = &work->function->info;
    const DeviceDescription *device = channel_device();
    uint64_t most = (uint64_t)device->max_threads_per_block;
    bool fits = volume_fits(work->grid, INT32_MAX, UINT16_MAX, UINT16_MAX) &&
                volume_fits(work->block, most, most, BLOCK_Z_LIMIT) &&
                (uint64_t)work->block.x * work->block.y * work->block.z <= info->max_threads;
    if (!fits || work->shared > (uint64_t)function_dynamic_limit(work->function)) return cudaErrorInvalidValue;
    return info->parameter_count && !work->arguments && !work->extra ? cudaErrorInvalidValue : cudaSuccess;
}
