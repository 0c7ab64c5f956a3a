// clusters.c - clusters of blocks: what launches and kernels say of them, and how many can run at once.
#include "work.h"

#define PORTABLE_BLOCKS 8
#define MOST_BLOCKS 16
#define CLUSTER_SIZE_LIMIT 0xffff // of each dimension in a request

// Of other attributes, results do not depend on how they schedule a launch.
cudaError_t launch_options(const Function *function, const cudaLaunchAttribute *attributes, unsigned count,
                           uint64_t *options) {
    uint64_t x = (unsigned)function->chosen_cluster[0], y = (unsigned)function->chosen_cluster[1],
             z = (unsigned)function->chosen_cluster[2];
    *options = function->large_clusters ? LAUNCH_LARGE_CLUSTERS : 0;
    for (unsigned i = 0; i < count; i++) {
        const cudaLaunchAttribute *attribute = &attributes[i];
        if (attribute->id == cudaLaunchAttributeCooperative && attribute->val.cooperative)
            *options |= LAUNCH_COOPERATIVE;
        if (attribute->id != cudaLaunchAttributeClusterDimension) continue;
        x = attribute->val.clusterDim.x, y = attribute->val.clusterDim.y, z = attribute->val.clusterDim.z;
    }
    if (x > CLUSTER_SIZE_LIMIT || y > CLUSTER_SIZE_LIMIT || z > CLUSTER_SIZE_LIMIT) return cudaErrorInvalidClusterSize;
    *options |= x << 16 | y << 32 | z << 48;
    return cudaSuccess;
}

cudaError_t cluster_attribute_set(Function *function, enum cudaFuncAttribute attribute, int value) {
    switch (attribute) {
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
        if (function->info.cluster[0]) return cudaErrorNotPermitted; // compiled for one size
        if (value < 0 || value > CLUSTER_SIZE_LIMIT) return cudaErrorInvalidValue;
        function->chosen_cluster[attribute - cudaFuncAttributeRequiredClusterWidth] = value;
        return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed: function->large_clusters = value != 0; return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference: return cudaSuccess; // a hint
    default: return cudaErrorInvalidValue;
    }
}

// ---- occupancy -----------------------------------------------------------------------------------------------------

// A cluster is on one group of multiprocessors. Pairs of multiprocessors are spread over eight groups.
enum { GROUPS = 8 };

static int multiprocessors_of(const DeviceDescription *device, int group) {
    int pairs = device->multiprocessors / 2;
    return 2 * (pairs / GROUPS + (group < pairs % GROUPS));
}

static int clusters_at_once(int blocks, int size) {
    const DeviceDescription *device = channel_device();
    int clusters = 0;
    for (int group = 0; group < GROUPS; group++) clusters += multiprocessors_of(device, group) * blocks / size;
    return clusters;
}

static cudaError_t cluster_size(const Function *function, const cudaLaunchConfig_t *config, int *size) {
    uint64_t options;
    cudaError_t error = launch_options(function, config->attrs, config->numAttrs, &options);
    if (error) return error;
    uint64_t blocks = (options >> 16 & 0xffff) * (options >> 32 & 0xffff) * (options >> 48);
    const uint32_t *own = function->info.cluster;
    if (!(options >> 16)) blocks = own[0] ? (uint64_t)own[0] * own[1] * own[2] : 1;
    *size = (int)blocks;
    return blocks && blocks <= (function->large_clusters ? MOST_BLOCKS : PORTABLE_BLOCKS) ? cudaSuccess
                                                                                          : cudaErrorInvalidClusterSize;
}

static cudaError_t resident_blocks(const Function *function, const cudaLaunchConfig_t *config, int *blocks) {
    Reply reply;
    uint64_t threads = (uint64_t)config->blockDim.x * config->blockDim.y * config->blockDim.z;
    cudaError_t error = CHANNEL_CALL(&reply, CALL_OCCUPANCY, function->module_handle, function->kernel, threads,
                                     config->dynamicSmemBytes);
    *blocks = error ? 0 : (int)reply.value[0];
    return error;
}

static cudaError_t active_clusters(int *clusters, const void *func, const cudaLaunchConfig_t *config) {
    Function *function;
    int size, blocks;
    if (!clusters || !config) return cudaErrorInvalidValue;
    cudaError_t error = function_find(func, &function);
    if (!error) error = cluster_size(function, config, &size);
    if (!error) error = resident_blocks(function, config, &blocks);
    if (!error) *clusters = clusters_at_once(blocks, size);
    return error;
}

API cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *func, const cudaLaunchConfig_t *config) {
    RESULT(active_clusters(clusters, func, config));
}

static cudaError_t largest_cluster(int *size, const void *func, const cudaLaunchConfig_t *config) {
    Function *function;
    int blocks;
    if (!size || !config) return cudaErrorInvalidValue;
    cudaError_t error = function_find(func, &function);
    if (!error) error = resident_blocks(function, config, &blocks);
    if (error) return error;
    *size = function->large_clusters ? MOST_BLOCKS : PORTABLE_BLOCKS;
    while (*size && !clusters_at_once(blocks, *size)) *size /= 2;
    return cudaSuccess;
}

API cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *func, const cudaLaunchConfig_t *config) {
    RESULT(largest_cluster(size, func, config));
}
