// attributes.c - what the runtime tells of a kernel, what programs set, and occupancy.
#include "kernels.h"

#define DEFAULT_DYNAMIC_SHARED 49152 // what a launch may have without asking for more

int function_dynamic_limit(const Function *function) {
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
        .maxDynamicSharedSizeBytes = function_dynamic_limit(function),
        .preferredShmemCarveout = function->chosen_carveout,
        .requiredClusterWidth = (int)info->cluster[0],
        .requiredClusterHeight = (int)info->cluster[1],
        .requiredClusterDepth = (int)info->cluster[2],
        .nonPortableClusterSizeAllowed = function->large_clusters,
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

cudaError_t function_attribute_set(const void *func, enum cudaFuncAttribute attribute, int value) {
    Function *function;
    cudaError_t error = function_find(func, &function);
    if (error) return error;
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: return set_dynamic_limit(function, value);
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) return cudaErrorInvalidValue;
        function->chosen_carveout = value;
        return cudaSuccess;
    default: return cluster_attribute_set(function, attribute, value);
    }
}

API cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attribute, int value) {
    RESULT(function_attribute_set(func, attribute, value));
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

// How many of `blocks` fit under the carveout (percent of the memory) that the program prefers. The carveout is the
// smallest one of compute capability 9.0 that is large enough for that, and for one block.
static int within_carveout(const Function *function, int blocks, size_t dynamic) {
    static const unsigned PARTS[] = {8, 16, 32, 64, 100, 132, 164, 196, 228}; // KB
    const DeviceDescription *device = channel_device();
    if (function->chosen_carveout < 0 || device->major != 9 || !blocks) return blocks;
    uint64_t wanted = device->shared_per_multiprocessor * (unsigned)function->chosen_carveout / 100;
    uint64_t block = function->info.static_shared_bytes + dynamic + device->shared_reserved_per_block;
    block = (block + device->shared_unit - 1) / device->shared_unit * device->shared_unit;
    for (size_t n = 0; n < sizeof PARTS / sizeof *PARTS; n++) {
        uint64_t part = PARTS[n] * 1024ull;
        if (part >= wanted && part >= block) return part / block < (unsigned)blocks ? (int)(part / block) : blocks;
    }
    return blocks;
}

static cudaError_t active_blocks(int *blocks, const void *func, int threads, size_t shared) {
    Function *function;
    Reply reply;
    if (!blocks || threads < 1) return cudaErrorInvalidValue;
    cudaError_t error = function_find(func, &function);
    if (error) return error;
    error = CHANNEL_CALL(&reply, CALL_OCCUPANCY, function->module_handle, function->kernel, (uint64_t)threads, shared);
    if (!error) *blocks = within_carveout(function, (int)reply.value[0], shared);
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

// The largest dynamic shared memory with which `blocks` blocks still fit: an equal share of the multiprocessor's shared
// memory, rounded down to its allocation unit, less the static shared memory. (Hardware does not subtract the reserve
// of each block either.)
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
    uint64_t most = (uint64_t)function_dynamic_limit(function);
    *bytes = share <= taken ? 0 : share - taken < most ? share - taken : most;
    return cudaSuccess;
}

API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *func, int blocks, int threads) {
    RESULT(available_shared(bytes, func, blocks, threads));
}
