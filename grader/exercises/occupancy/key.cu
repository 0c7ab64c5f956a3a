// key.cu - the questions' answers by the toolkit's own calculator, cuda_occupancy.h, for an A100.
#include "workbook.h"
#include <cuda_occupancy.h>

struct Found {
    int blocks;
    double percent;
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
    return {blocks, 100.0 * blocks * ceil_div(threads, 32) / 64};
}

int main() {
    int bytes = 0;
    while (occupancy(1024, 32, (bytes + 1) * 1024).percent == 100) bytes++;
    printf("percent_of_700 %g\n", occupancy(700, 16, 0).percent);
    printf("blocks_of_33_registers %d\n", occupancy(256, 33, 0).blocks);
    printf("percent_of_32_kib %g\n", occupancy(256, 16, 32 << 10).percent);
    printf("bytes_a_thread %d\n", bytes);
    return 0;
}
