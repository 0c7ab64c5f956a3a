// waves.cu - measured kernels that no model has seen.
#include "../measured.cuh"

#include <cooperative_groups.h>

// The same work for each block; `size` blocks of 1,024 threads, two fit on a multiprocessor.
__global__ void wave_of_blocks(float *out, int rounds) {
    float x = threadIdx.x, y = blockIdx.x;
    for (int r = 0; r < rounds; r++) {
        x = x * 1.0001f + y;
        y = y * 0.9999f - x;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}
MEASURE(waves, wave_of_blocks, 1, 132, 264, 265, 528, 1000) {
    float *out = zeros<float>(size * 1024);
    return [=] { wave_of_blocks<<<(unsigned)size, 1024>>>(out, 1000); };
}

// Sixty-four sums a thread.
__global__ void __launch_bounds__(256) many_registers(const float *in, float *out, int rounds) {
    float sums[64];
#pragma unroll
    for (int k = 0; k < 64; k++) sums[k] = k;
    for (int r = 0; r < rounds; r++) {
        float x = in[(r * 256 + threadIdx.x) % 4096];
#pragma unroll
        for (int k = 0; k < 64; k++) sums[k] = sums[k] * x + 0.5f;
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 64; k++) sum += sums[k];
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
MEASURE(waves, many_registers, 132, 2112) {
    float *in = floats(4096), *out = zeros<float>(size * 256);
    return [=] { many_registers<<<(unsigned)size, 256>>>(in, out, 500); };
}

// Twenty steps of a stencil with a barrier of the grid between them.
__global__ void grid_steps(float *a, float *b, int count) {
    for (int step = 0; step < 20; step++) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
            b[i] = 0.5f * a[i] + 0.25f * (a[i > 0 ? i - 1 : 0] + a[i < count - 1 ? i + 1 : i]);
        cooperative_groups::this_grid().sync();
        float *swap = a;
        a = b;
        b = swap;
    }
}
MEASURE(waves, grid_steps, 65536, 4194304) {
    float *a = floats(size), *b = zeros<float>(size);
    int count = (int)size;
    return [=]() mutable {
        void *arguments[] = {&a, &b, &count};
        CHECK(cudaLaunchCooperativeKernel((void *)grid_steps, dim3(132), dim3(512), arguments, 0, 0));
    };
}

// Each block waits for the block before it: a chain through memory.
__global__ void flags_between_blocks(unsigned *flags, unsigned *turn, float *out) {
    __shared__ unsigned now;
    if (threadIdx.x == 0) now = turn[blockIdx.x] + 1;
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x > 0)
        while (*(volatile unsigned *)&flags[blockIdx.x - 1] < now) continue;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] += 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        turn[blockIdx.x] = now;
        *(volatile unsigned *)&flags[blockIdx.x] = now;
    }
}
MEASURE(waves, flags_between_blocks, 16, 128) {
    unsigned *flags = zeros<unsigned>(size), *turn = zeros<unsigned>(size);
    float *out = zeros<float>(size * 128);
    return [=] { flags_between_blocks<<<(unsigned)size, 128>>>(flags, turn, out); };
}
