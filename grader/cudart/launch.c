// launch.c - kernel launches, what the runtime tells of a kernel, and occupancy.
#include "api.h"
#include <stdlib.h>
#include <string.h>

#define DEFAULT_DYNAMIC_SHARED 49152 // what a launch may have without asking for more

// Configurations pushed by <<<...>>> and popped by the kernel's stub, per thread.
typedef struct {
    dim3 grid, block;
    size_t shared;
    void *stream;
} Configuration;
#define NESTED_LAUNCHES 16
static _Thread_local Configuration stack[NESTED_LAUNCHES];
static _Thread_local unsigned depth;

API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream);
API cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
API cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                   cudaStream_t stream);

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream) {
    if (depth == NESTED_LAUNCHES) return (unsigned)api_result(__func__, cudaErrorLaunchOutOfResources);
    stack[depth++] = (Configuration){grid, block, shared, stream};
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
    if (!depth) return api_result(__func__, cudaErrorMissingConfiguration);
    const Configuration *top = &stack[--depth];
    *grid = top->grid;
    *block = top->block;
    *shared = top->shared;
    *(void **)stream = top->stream;
    return cudaSuccess;
}

static cudaError_t launch_function(const Function *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                                   bool cooperative) {
    uint8_t parameters[PAYLOAD_BYTES] = {0};
    const KernelDescription *info = &function->info;
    if (info->parameter_count && !arguments) return cudaErrorInvalidValue;
    for (uint32_t i = 0; i < info->parameter_count; i++)
        memcpy(parameters + info->parameters[i].offset, arguments[i], info->parameters[i].size);
    Exchange launch = {
        .request = {CALL_LAUNCH,
                    info->parameter_bytes,
                    {function->module_handle, function->kernel, grid.x | (uint64_t)grid.y << 32,
                     grid.z | (uint64_t)block.x << 32, block.y | (uint64_t)block.z << 32, shared, cooperative}},
        .payload = parameters};
    cudaError_t error = channel_exchange(&launch);
    return not_waited(&launch.reply, error);
}

static cudaError_t launch(const void *host, dim3 grid, dim3 block, void **arguments, size_t shared, bool cooperative) {
    Function *function;
    cudaError_t error = function_find(host, &function);
    return error ? error : launch_function(function, grid, block, arguments, shared, cooperative);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream) {
    (void)stream;
    return api_result("cudaLaunchKernel", launch(kernel, grid, block, arguments, shared, false));
}

API cudaError_t cudaLaunchKernel(const void *func, dim3 grid, dim3 block, void **arguments, size_t shared,
                                 cudaStream_t stream) {
    (void)stream;
    RESULT(launch(func, grid, block, arguments, shared, false));
}

API cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 grid, dim3 block, void **arguments, size_t shared,
                                            cudaStream_t stream) {
    (void)stream;
    RESULT(launch(func, grid, block, arguments, shared, true));
}

// Attributes change how a launch is scheduled, which results do not depend on; clusters are the exception.
static cudaError_t read_attributes(const cudaLaunchConfig_t *config, bool *cooperative) {
    *cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attribute = &config->attrs[i];
        if (attribute->id == cudaLaunchAttributeCooperative) *cooperative = attribute->val.cooperative != 0;
        if (attribute->id != cudaLaunchAttributeClusterDimension) continue;
        if (attribute->val.clusterDim.x * attribute->val.clusterDim.y * attribute->val.clusterDim.z > 1)
            return cudaErrorNotSupported;
    }
    return cudaSuccess;
}

API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **arguments) {
    bool cooperative;
    if (!config) RESULT(cudaErrorInvalidValue);
    cudaError_t error = read_attributes(config, &cooperative);
    if (error) RESULT(error);
    RESULT(launch(func, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, cooperative));
}

PER_THREAD(__cudaLaunchKernel, _ptsz);
PER_THREAD(cudaLaunchKernel, _ptsz);
PER_THREAD(cudaLaunchCooperativeKernel, _ptsz);
PER_THREAD(cudaLaunchKernelExC, _ptsz);

// Most dynamic shared memory a launch of it may ask for.
static int dynamic_limit(const Function *function) {
    int chosen = function->chosen_dynamic;
    return chosen >= 0 ? chosen : DEFAULT_DYNAMIC_SHARED - (int)function->info.static_shared_bytes;
}

API cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *func) {
    Function *function;
    if (!attributes) RESULT(cudaErrorInvalidValue);
    cudaError_t error = function_find(func, &function);
    if (error) RESULT(error);
    const KernelDescription *info = &function->info;
    int capability = channel_device()->major * 10 + channel_device()->minor;
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = info->static_shared_bytes,
        .constSizeBytes = info->constant_bytes,
        .localSizeBytes = info->local_bytes,
        .maxThreadsPerBlock = (int)info->max_threads,
        .numRegs = (int)info->registers,
        .ptxVersion = (int)info->target,
        .binaryVersion = capability,
        .maxDynamicSharedSizeBytes = dynamic_limit(function),
        .preferredShmemCarveout = function->chosen_carveout,
    };
    RESULT(cudaSuccess);
}

static cudaError_t set_dynamic_limit(Function *function, int bytes) {
    uint64_t most = channel_device()->shared_per_block_optin;
    if (bytes < 0 || (uint64_t)bytes + function->info.static_shared_bytes > most) return cudaErrorInvalidValue;
    cudaError_t error =
        CHANNEL_CALL(NULL, CALL_KERNEL_SHARED, function->module_handle, function->kernel, (uint64_t)bytes);
    if (!error) function->chosen_dynamic = bytes;
    return error;
}

API cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attribute, int value) {
    Function *function;
    cudaError_t error = function_find(func, &function);
    if (error) RESULT(error);
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: RESULT(set_dynamic_limit(function, value));
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) RESULT(cudaErrorInvalidValue);
        function->chosen_carveout = value;
        RESULT(cudaSuccess);
    case cudaFuncAttributeClusterDimMustBeSet:
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
    case cudaFuncAttributeClusterSchedulingPolicyPreference: RESULT(cudaErrorNotSupported);
    default: RESULT(cudaErrorInvalidValue);
    }
}

// A preference for cache or shared memory: a hint without effect here.
API cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache config) {
    Function *function;
    if ((unsigned)config > cudaFuncCachePreferEqual) RESULT(cudaErrorInvalidValue);
    RESULT(function_find(func, &function));
}

API cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config) {
    Function *function;
    (void)config;
    RESULT(function_find(func, &function));
}

API cudaError_t cudaFuncGetName(const char **name, const void *func) {
    Function *function;
    if (!name) RESULT(cudaErrorInvalidValue);
    cudaError_t error = function_find(func, &function);
    if (!error) *name = function->name;
    RESULT(error);
}

API cudaError_t cudaFuncGetParamInfo(const void *func, size_t index, size_t *offset, size_t *size) {
    Function *function;
    cudaError_t error = function_find(func, &function);
    if (error) RESULT(error);
    if (index >= function->info.parameter_count || !offset) RESULT(cudaErrorInvalidValue);
    *offset = function->info.parameters[index].offset;
    if (size) *size = function->info.parameters[index].size;
    RESULT(cudaSuccess);
}

static cudaError_t active_blocks(int *blocks, const void *func, int threads, size_t shared) {
    Function *function;
    Reply reply;
    if (!blocks || threads < 1) return cudaErrorInvalidValue;
    cudaError_t error = function_find(func, &function);
    if (error) return error;
    error = CHANNEL_CALL(&reply, CALL_OCCUPANCY, function->module_handle, function->kernel, (uint64_t)threads, shared);
    if (!error) *blocks = (int)reply.value[0];
    return error;
}

API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *func, int threads,
                                                                       size_t shared, unsigned flags) {
    if (flags > cudaOccupancyDisableCachingOverride) RESULT(cudaErrorInvalidValue);
    RESULT(active_blocks(blocks, func, threads, shared));
}

API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *func, int threads,
                                                              size_t shared) {
    RESULT(active_blocks(blocks, func, threads, shared));
}

// The largest amount with which `blocks` blocks still fit: their equal share of the multiprocessor's shared memory,
// rounded down to its allocation unit, less what each block has anyway. (Hardware's answer does not take off the
// reserve of each block either.)
static cudaError_t available_shared(size_t *bytes, const void *func, int blocks, int threads) {
    Function *function;
    if (!bytes || blocks < 1 || threads < 1) return cudaErrorInvalidValue;
    cudaError_t error = function_find(func, &function);
    if (error) return error;
    const DeviceDescription *device = channel_device();
    uint64_t warps = ((uint64_t)threads + 31) / 32 * (uint64_t)blocks;
    if (blocks > device->max_blocks_per_multiprocessor || warps * 32 > (uint64_t)device->max_threads_per_multiprocessor)
        return cudaErrorInvalidValue;
    uint64_t share = device->shared_per_multiprocessor / (uint64_t)blocks, taken = function->info.static_shared_bytes;
    if (device->shared_unit) share -= share % device->shared_unit;
    uint64_t most = (uint64_t)dynamic_limit(function);
    *bytes = share <= taken ? 0 : share - taken < most ? share - taken : most;
    return cudaSuccess;
}

API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *func, int blocks, int threads) {
    RESULT(available_shared(bytes, func, blocks, threads));
}
