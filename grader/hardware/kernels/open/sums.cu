// sums.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

__global__ void sum_atomic(const float *in, float *sum, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(sum, in[i]);
}
MEASURE(sums, sum_atomic, 65536, 1048576) {
    float *in = floats(size), *sum = zeros<float>(1);
    return [=] { sum_atomic<<<blocks_for(size, 256), 256>>>(in, sum, (int)size); };
}

// A tree in shared memory whose active lanes are far apart.
__global__ void sum_modulo(const float *in, float *sums) {
    __shared__ float values[256];
    unsigned t = threadIdx.x;
    values[t] = in[blockIdx.x * 256 + t];
    for (unsigned step = 1; step < 256; step *= 2) {
        __syncthreads();
        if (t % (2 * step) == 0) values[t] += values[t + step];
    }
    if (t == 0) sums[blockIdx.x] = values[0];
}
MEASURE(sums, sum_modulo, 1048576, 67108864) {
    float *in = floats(size), *sums = zeros<float>(size / 256);
    return [=] { sum_modulo<<<size / 256, 256>>>(in, sums); };
}

// A tree whose active lanes are neighbours but whose values are not: bank conflicts.
__global__ void sum_strided(const float *in, float *sums) {
    __shared__ float values[256];
    unsigned t = threadIdx.x;
    values[t] = in[blockIdx.x * 256 + t];
    for (unsigned step = 1; step < 256; step *= 2) {
        __syncthreads();
        unsigned at = 2 * step * t;
        if (at < 256) values[at] += values[at + step];
    }
    if (t == 0) sums[blockIdx.x] = values[0];
}
MEASURE(sums, sum_strided, 1048576, 16777216) {
    float *in = floats(size), *sums = zeros<float>(size / 256);
    return [=] { sum_strided<<<size / 256, 256>>>(in, sums); };
}

// Shuffles within warps, then one warp over the warps' sums, then one atomic a block.
__global__ void sum_shuffled(const float *in, float *sum, int count) {
    __shared__ float warps[32];
    float own = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) own += in[i];
    for (int distance = 16; distance > 0; distance /= 2) own += __shfl_down_sync(~0u, own, distance);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = own;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    own = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0;
    for (int distance = 16; distance > 0; distance /= 2) own += __shfl_down_sync(~0u, own, distance);
    if (threadIdx.x == 0) atomicAdd(sum, own);
}
MEASURE(sums, sum_shuffled, 65536, 4194304, 67108864) {
    float *in = floats(size), *sum = zeros<float>(1);
    return [=] { sum_shuffled<<<528, 256>>>(in, sum, (int)size); };
}

__global__ void sum_vectors(const float4 *in, float *sums, int count) {
    __shared__ float values[256];
    float own = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256) {
        float4 four = in[i];
        own += four.x + four.y + four.z + four.w;
    }
    values[threadIdx.x] = own;
    for (unsigned half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = values[0];
}
MEASURE(sums, sum_vectors, 1048576, 67108864) {
    float4 *in = (float4 *)floats(size);
    float *sums = zeros<float>(1056);
    return [=] { sum_vectors<<<1056, 256>>>(in, sums, (int)(size / 4)); };
}

// The last block adds the sums of all.
__global__ void sum_last_block(const float *in, float *sums, unsigned *done, float *sum, int count) {
    __shared__ float values[256];
    __shared__ bool is_last;
    float own = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256) own += in[i];
    for (int round = 0; round < 2; round++) {
        values[threadIdx.x] = own;
        for (unsigned half = 128; half > 0; half /= 2) {
            __syncthreads();
            if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
        }
        if (round == 1) break;
        if (threadIdx.x == 0) {
            sums[blockIdx.x] = values[0];
            __threadfence();
            is_last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
        }
        __syncthreads();
        if (!is_last) return;
        own = 0;
        for (int i = threadIdx.x; i < (int)gridDim.x; i += 256) own += *(volatile float *)&sums[i];
    }
    if (threadIdx.x == 0) *sum = values[0];
}
MEASURE(sums, sum_last_block, 1048576, 33554432) {
    float *in = floats(size), *sums = zeros<float>(1056), *sum = zeros<float>(1);
    unsigned *done = zeros<unsigned>(1);
    return [=] { sum_last_block<<<1056, 256>>>(in, sums, done, sum, (int)size); };
}
