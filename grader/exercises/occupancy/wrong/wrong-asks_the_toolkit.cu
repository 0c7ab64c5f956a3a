// says: blocks, expected
// Hands every row to the toolkit's calculator, which knows the rules of real GPUs only.
#include "workbook.h"
#include "multiprocessor.h"
#include <cuda_occupancy.h>

Occupancy occupancy(const BlockNeeds &block, const Multiprocessor &gpu) {
    cudaOccDeviceProp properties;
    properties.computeMajor = 8;
    properties.computeMinor = 0;
    properties.maxThreadsPerBlock = gpu.max_block_warps * gpu.warp_size;
    properties.maxThreadsPerMultiprocessor = gpu.max_warps * gpu.warp_size;
    properties.regsPerBlock = gpu.registers;
    properties.regsPerMultiprocessor = gpu.registers;
    properties.warpSize = gpu.warp_size;
    properties.sharedMemPerBlock = gpu.shared_bytes - gpu.shared_reserve;
    properties.sharedMemPerMultiprocessor = gpu.shared_bytes;
    properties.numSms = 1;
    properties.sharedMemPerBlockOptin = gpu.shared_bytes - gpu.shared_reserve;
    properties.reservedSharedMemPerBlock = gpu.shared_reserve;
    cudaOccFuncAttributes kernel;
    kernel.maxThreadsPerBlock = properties.maxThreadsPerBlock;
    kernel.numRegs = block.registers;
    kernel.sharedSizeBytes = 0;
    kernel.maxDynamicSharedSizeBytes = properties.sharedMemPerBlockOptin;
    kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    kernel.numBlockBarriers = 1;
    cudaOccDeviceState state;
    state.carveoutConfig = 100;
    cudaOccResult found;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&found, &properties, &kernel, &state, block.threads,
                                                block.shared_bytes) != CUDA_OCC_SUCCESS)
        return {0, 0};
    int blocks = found.activeBlocksPerMultiprocessor;
    return {blocks, 100.0 * blocks * ceil_div(block.threads, gpu.warp_size) / gpu.max_warps};
}
