// copies.cu - measured kernels that no model has seen.
#include "../measured.cuh"

#include <cuda_pipeline.h>

// A thread per element; blocks of 32, 64, 256 or 1,024 threads.
__global__ void copy_floats(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i];
}
MEASURE(copies, copy_blocks_of_32, 1048576, 33554432) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { copy_floats<<<size / 32, 32>>>(in, out, (int)size); };
}
MEASURE(copies, copy_blocks_of_64, 1048576, 33554432) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { copy_floats<<<size / 64, 64>>>(in, out, (int)size); };
}
MEASURE(copies, copy_blocks_of_256, 4096, 65536, 1048576, 33554432) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { copy_floats<<<size / 256, 256>>>(in, out, (int)size); };
}
MEASURE(copies, copy_blocks_of_1024, 1048576, 33554432) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { copy_floats<<<size / 1024, 1024>>>(in, out, (int)size); };
}

// A grid of 132 blocks of one warp walks through the array: little is in flight.
template <int EACH> __global__ void copy_few_warps(const float *in, float *out, int count) {
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += EACH * threads) {
        float own[EACH];
#pragma unroll
        for (int k = 0; k < EACH; k++) own[k] = i + k * threads < count ? in[i + k * threads] : 0;
#pragma unroll
        for (int k = 0; k < EACH; k++)
            if (i + k * threads < count) out[i + k * threads] = own[k];
    }
}
MEASURE(copies, copy_few_warps_one, 1048576, 8388608) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { copy_few_warps<1><<<132, 32>>>(in, out, (int)size); };
}
MEASURE(copies, copy_few_warps_eight, 1048576, 8388608) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { copy_few_warps<8><<<132, 32>>>(in, out, (int)size); };
}
MEASURE(copies, copy_persistent, 1048576, 33554432) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { copy_few_warps<4><<<1056, 256>>>(in, out, (int)size); };
}

__global__ void fill_values(float *out, float value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = value;
}
MEASURE(copies, fill_values, 1048576, 67108864) {
    float *out = zeros<float>(size);
    return [=] { fill_values<<<size / 256, 256>>>(out, 3); };
}

// Eight elements a thread: neighbours in a row, or a block's width apart.
template <int IN_A_ROW> __global__ void saxpy_coarsened(const float *x, float *y, float a) {
    int first = blockIdx.x * 2048 + (IN_A_ROW ? threadIdx.x * 8 : threadIdx.x);
    for (int k = 0; k < 8; k++) {
        int i = first + k * (IN_A_ROW ? 1 : 256);
        y[i] = a * x[i] + y[i];
    }
}
MEASURE(copies, saxpy_in_a_row, 1048576, 33554432) {
    float *x = floats(size), *y = floats(size);
    return [=] { saxpy_coarsened<1><<<size / 2048, 256>>>(x, y, 0.001f); };
}
MEASURE(copies, saxpy_apart, 1048576, 33554432) {
    float *x = floats(size), *y = floats(size);
    return [=] { saxpy_coarsened<0><<<size / 2048, 256>>>(x, y, 0.001f); };
}

// Blocks bring tiles by asynchronous copies, two stages, and add them up.
__global__ void async_stages(const float4 *in, float *out, int tiles) {
    __shared__ float4 stages[2][256];
    const float4 *from = in + (size_t)blockIdx.x * tiles * 256 + threadIdx.x;
    float sum = 0;
    __pipeline_memcpy_async(&stages[0][threadIdx.x], from, 16);
    __pipeline_commit();
    for (int tile = 0; tile < tiles; tile++) {
        if (tile + 1 < tiles)
            __pipeline_memcpy_async(&stages[(tile + 1) % 2][threadIdx.x], from + (tile + 1) * 256, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 own = stages[tile % 2][255 - threadIdx.x];
        sum += own.x + own.y + own.z + own.w;
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
MEASURE(copies, async_stages, 1048576, 67108864) {
    float4 *in = (float4 *)floats(size);
    float *out = zeros<float>(size / 64);
    return [=] { async_stages<<<size / 4 / 256 / 16, 256>>>(in, out, 16); };
}
