// h200_resident.cu - a copy by a fixed number of resident warps on each multiprocessor.
#include "../../../grader/figures/measure.cuh"

// Shared memory is asked for and not used: it keeps further blocks away.
__global__ void copy(const float *in, float *out, size_t count) {
    size_t step = (size_t)gridDim.x * blockDim.x;
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) out[i] = in[i];
}

int main() {
    const size_t count = (size_t)1 << 27;
    float *in, *out;
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    CHECK(cudaMalloc(&in, count * sizeof(float)));
    CHECK(cudaMalloc(&out, count * sizeof(float)));
    CHECK(cudaMemset(in, 0, count * sizeof(float)));
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_resident");
    printf("warps,blocks,resident_blocks,ms,gbs\n");
    for (int warps : {1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64}) {
        int blocks = (warps * 32 + 511) / 512, threads = warps * 32 / blocks;
        int room = (int)(gpu.sharedMemPerMultiprocessor / blocks - gpu.reservedSharedMemPerBlock);
        int shared = std::min(room, (int)gpu.sharedMemPerBlockOptin) / 1024 * 1024, resident;
        CHECK(cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, copy, threads, shared));
        float ms = measure_ms([&] { copy<<<blocks * gpu.multiProcessorCount, threads, shared>>>(in, out, count); });
        printf("%d,%d,%d,%.5f,%.1f\n", warps, blocks, resident, ms, 2.0 * count * sizeof(float) / ms / 1e6);
    }
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
