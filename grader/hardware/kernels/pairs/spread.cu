// spread.cu - work that all multiprocessors share, or few, and registers that are spilled.
#include "pair.cuh"

// Products of `turns` turns, by as many blocks as are launched.
__global__ void work(float *out, int turns) {
    float x[4];
    for (int k = 0; k < 4; k++) x[k] = threadIdx.x + k;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 64; k++) x[k % 4] = fmaf(x[k % 4], 0.5f, 1.0f);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3];
}
PAIR(idle, half_of_the_gpu, 132) {
    float *out = zeros<float>(132 * 1024);
    return [=] { work<<<PAID ? 66 : 132, 1024>>>(out, (int)(PAID ? 2 * size : size)); };
}
PAIR(idle, one_block, 132) {
    float *out = zeros<float>(132 * 1024);
    return [=] { work<<<PAID ? 1 : 132, 1024>>>(out, (int)(PAID ? size : size / 132)); };
}
// 265 blocks of 1024 threads, two of which fit: the last one runs alone.
PAIR(idle, one_block_too_many, 256) {
    float *out = zeros<float>(265 * 1024);
    return [=] { work<<<PAID ? 265 : 264, 1024>>>(out, (int)size); };
}
PAIR(idle, half_of_a_last_wave, 240) {
    float *out = zeros<float>(528 * 1024);
    return [=] { work<<<PAID ? 396 : 528, 1024>>>(out, (int)(PAID ? 4 * size / 3 : size)); };
}

// A few blocks have far more to do than the others, or all have the same.
template <bool UNEVEN> __global__ void uneven_blocks(float *out, int turns) {
    float x[4];
    for (int k = 0; k < 4; k++) x[k] = threadIdx.x + k;
    int own = UNEVEN ? (blockIdx.x % 132 == 131 ? 67 * turns : turns / 2) : turns;
    for (int i = 0; i < own; i++) {
#pragma unroll
        for (int k = 0; k < 32; k++) x[k % 4] = fmaf(x[k % 4], 0.5f, 1.0f);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3];
}
PAIR(idle, uneven_blocks, 32) {
    float *out = zeros<float>(264 * 512);
    return [=] { uneven_blocks<PAID><<<264, 512>>>(out, (int)size); };
}

// 80 running sums per thread, with registers for all of them or for fewer.
template <int REGISTERS> __global__ void __launch_bounds__(256) __maxnreg__(REGISTERS) many_sums(const float *from, float *out, int turns) {
    float sum[80];
#pragma unroll
    for (int k = 0; k < 80; k++) sum[k] = from[threadIdx.x + k];
    for (int i = 0; i < turns; i++) {
        float x = from[threadIdx.x + i];
#pragma unroll
        for (int k = 0; k < 80; k++) sum[k] = fmaf(sum[k], x, from[k]);
    }
    float all = 0;
#pragma unroll
    for (int k = 0; k < 80; k++) all += sum[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}
PAIR(local_memory, sums_spilled, 64) {
    float *from = floats(1024), *out = zeros<float>(264 * 256);
    return [=] { many_sums<PAID ? 40 : 128><<<264, 256>>>(from, out, (int)size); };
}

// A small array whose index is known only when the kernel runs lies in local memory.
template <bool INDEXED> __global__ void small_array(const int *index, float *out, int turns) {
    float values[16];
#pragma unroll
    for (int k = 0; k < 16; k++) values[k] = threadIdx.x * k;
    for (int i = 0; i < turns; i++) {
        int step = index[i & 15];
#pragma unroll
        for (int k = 0; k < 16; k++)
            if (INDEXED) values[(k + step) & 15] += 1.0f;
            else values[k] += step;
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 16; k++) sum += values[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
PAIR(local_memory, array_by_index, 64) {
    int *index = integers(16, 16);
    float *out = zeros<float>(264 * 256);
    return [=] { small_array<PAID><<<264, 256>>>(index, out, (int)size); };
}
