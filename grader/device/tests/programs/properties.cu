// properties.cu - what is said of the device in cudaDeviceProp and one attribute at a time agrees.
#include "claims.cuh"

static void agree(const char *name, long long property, cudaDeviceAttr attribute) {
    int value = -99;
    MUST(cudaDeviceGetAttribute(&value, attribute, 0));
    claim(name, property == value, "%lld in cudaDeviceProp, the attribute is %d", property, value);
}

int main() {
    cudaDeviceProp p;
    size_t free_bytes, total;
    MUST(cudaGetDeviceProperties(&p, 0));
    agree("compute_capability", p.major, cudaDevAttrComputeCapabilityMajor);
    agree("clusters", p.clusterLaunch, cudaDevAttrClusterLaunch);
    agree("cooperative_launches", p.cooperativeLaunch, cudaDevAttrCooperativeLaunch);
    agree("multiprocessors", p.multiProcessorCount, cudaDevAttrMultiProcessorCount);
    agree("shared_memory_by_choice", (long long)p.sharedMemPerBlockOptin, cudaDevAttrMaxSharedMemoryPerBlockOptin);
    agree("shared_memory_reserved", (long long)p.reservedSharedMemPerBlock, cudaDevAttrReservedSharedMemoryPerBlock);
    agree("rows_of_a_grid", p.maxGridSize[1], cudaDevAttrMaxGridDimY);
    agree("depth_of_a_block", p.maxThreadsDim[2], cudaDevAttrMaxBlockDimZ);
    agree("layers_of_a_texture", p.maxTexture2DLayered[2], cudaDevAttrMaxTexture2DLayeredLayers);
    agree("gathering_textures", p.maxTexture2DGather[0], cudaDevAttrMaxTexture2DGatherWidth);
    agree("width_of_a_surface", p.maxSurface1D, cudaDevAttrMaxSurface1DWidth);
    agree("pools", p.memoryPoolsSupported, cudaDevAttrMemoryPoolsSupported);
    agree("managed_memory", p.concurrentManagedAccess, cudaDevAttrConcurrentManagedAccess);
    MUST(cudaMemGetInfo(&free_bytes, &total));
    claim("memory_there_is", free_bytes <= total && total <= p.totalGlobalMem, "%zu of %zu free", free_bytes, total);
    return claims_end();
}
