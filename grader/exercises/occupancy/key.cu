// key.cu - the questions' answers by the toolkit's own calculator, cuda_occupancy.h, for an A100.
#include "drawn.h"
#include "workbook.h"
#include <cuda_occupancy.h>

struct Found {
    int blocks;
    double percent;
    size_t shared_left; // bytes that no block takes
};

static Found occupancy(int threads, int registers, size_t shared_bytes) {
    cudaOccDeviceProp a100;
    a100.computeMajor = 8;
    a100.computeMinor = 0;
    a100.maxThreadsPerBlock = 1024;
    a100.maxThreadsPerMultiprocessor = 2048;
    a100.regsPerBlock = 65536;
    a100.regsPerMultiprocessor = 65536;
    a100.warpSize = 32;
    a100.sharedMemPerBlock = 48 << 10;
    a100.sharedMemPerMultiprocessor = 164 << 10;
    a100.numSms = 108;
    a100.sharedMemPerBlockOptin = 163 << 10;
    a100.reservedSharedMemPerBlock = 1 << 10;

    cudaOccFuncAttributes kernel;
    kernel.maxThreadsPerBlock = 1024;
    kernel.numRegs = registers;
    kernel.sharedSizeBytes = 0;
    kernel.maxDynamicSharedSizeBytes = a100.sharedMemPerBlockOptin;
    kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    kernel.numBlockBarriers = 1;
    cudaOccDeviceState state;
    state.carveoutConfig = 100;

    cudaOccResult result;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &a100, &kernel, &state, threads, shared_bytes) !=
        CUDA_OCC_SUCCESS) {
        fprintf(stderr, "key: the calculator refuses the question\n");
        exit(EXIT_FAILURE);
    }
    int blocks = result.activeBlocksPerMultiprocessor;
    return {blocks, 100.0 * blocks * ceil_div(threads, 32) / 64,
            a100.sharedMemPerMultiprocessor - blocks * result.allocatedSharedMemPerBlock};
}

int main(int, char **argv) {
    int bytes = 0, block = drawn(argv, "block");
    while (occupancy(block, 32, static_cast<size_t>(bytes + 1) * block).blocks >= drawn(argv, "resident")) bytes++;
    printf("bytes_left %zu\n", occupancy(256, 16, drawn(argv, "bytes")).shared_left);
    printf("percent_by_threads %.12g\n", occupancy(drawn(argv, "threads"), 16, 0).percent);
    printf("blocks_by_registers %d\n", occupancy(256, drawn(argv, "registers"), 0).blocks);
    printf("bytes_per_thread %d\n", bytes);
    return 0;
}
