// clusters.c - clusters of blocks: what launches and kernels say of them, and how many can run at once.
#include "kernels.h"

#define PORTABLE_BLOCKS 8
#define MOST_BLOCKS 16
#define CLUSTER_SIZE_LIMIT 0xffff // of each dimension in a request

// Other attributes are hints for the scheduling of a launch, on which no result depends.
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

// A cluster runs within one GPC, a group of multiprocessors, which must have at least as many multiprocessors as the
// cluster has blocks. These are the sizes of the GPCs of the one H200 that was asked; on another one other
// multiprocessors are disabled. A multiprocessor holds at most eight blocks of clusters.
static int clusters_at_once(int blocks, int size) {
    static const int GROUPS[] = {18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2};
    int clusters = 0;
    if (blocks > PORTABLE_BLOCKS) blocks = PORTABLE_BLOCKS;
    for (size_t n = 0; n < sizeof GROUPS / sizeof *GROUPS; n++)
        if (GROUPS[n] >= size) clusters += GROUPS[n] * blocks / size;
    return clusters;
}

// *size: the blocks of a cluster of this launch; 0: it has no clusters. An error if it cannot be launched in them.
static cudaError_t cluster_size(const Function *function, const cudaLaunchConfig_t *config, int *size) {
    uint64_t options;
    cudaError_t error = launch_options(function, config->attrs, config->numAttrs, &options);
    if (error) return error;
    const uint32_t *own = function->info.cluster;
    const uint64_t asked[3] = {options >> 16 & 0xffff, options >> 32 & 0xffff, options >> 48};
    const uint64_t grid[3] = {config->gridDim.x, config->gridDim.y, config->gridDim.z};
    uint64_t blocks = 1;
    bool fits = true;
    *size = 0;
    if (!asked[0] && !own[0]) return cudaSuccess;
    for (unsigned n = 0; n < 3; n++) {
        uint64_t width = asked[0] ? asked[n] : own[0] ? own[n] : 1;
        fits &= width && grid[n] % width == 0 && (!own[0] || width == own[n]);
        blocks *= width;
    }
    *size = (int)blocks;
    return fits && (function->large_clusters || blocks <= PORTABLE_BLOCKS) ? cudaSuccess : cudaErrorInvalidClusterSize;
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
    if (!error) *clusters = size ? clusters_at_once(blocks, size) : 0;
    return error;
}

API cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *func, const cudaLaunchConfig_t *config) {
    RESULT(active_clusters(clusters, func, config));
}

static cudaError_t largest_cluster(int *size, const void *func, const cudaLaunchConfig_t *config) {
    Function *function;
    int asked, blocks;
    if (!size || !config) return cudaErrorInvalidValue;
    cudaError_t error = function_find(func, &function);
    if (!error) error = cluster_size(function, config, &asked);
    if (!error) error = resident_blocks(function, config, &blocks);
    if (error) return error;
    *size = function->large_clusters ? MOST_BLOCKS : PORTABLE_BLOCKS;
    while (*size && !clusters_at_once(blocks, *size)) *size /= 2;
    return cudaSuccess;
}

API cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *func, const cudaLaunchConfig_t *config) {
    RESULT(largest_cluster(size, func, config));
}
