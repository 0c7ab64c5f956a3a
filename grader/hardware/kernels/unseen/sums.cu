// sums.cu - sums of magnitudes, the least and the greatest number, and what a second kernel adds up.
#include "../measured.cuh"

#define MAGNITUDES(BLOCKS)                                                                                             \
    long blocks = BLOCKS;                                                                                              \
    float *in = floats(size), *partial = zeros<float>(blocks);                                                         \
    measured_check([=] {                                                                                               \
        double expected = 0, got = 0;                                                                                  \
        for (float value : download(in, size)) expected += fabs(value);                                                \
        for (float value : download(partial, blocks)) got += value;                                                    \
        return near(got, expected, 1e-5);                                                                              \
    })

__global__ void norm_diverging(const float *in, float *partial) {
    __shared__ float part[512];
    unsigned t = threadIdx.x;
    part[t] = fabsf(in[blockIdx.x * 512 + t]);
    for (unsigned s = 1; s < 512; s <<= 1) {
        __syncthreads();
        if ((t & (2 * s - 1)) == 0) part[t] += part[t + s];
    }
    if (t == 0) partial[blockIdx.x] = part[0];
}
MEASURE(sums, norm_diverging, 524288, 8388608) {
    MAGNITUDES(size / 512);
    return [=] { norm_diverging<<<blocks, 512>>>(in, partial); };
}

// The first threads work, on elements that are ever further apart.
__global__ void norm_apart(const float *in, float *partial) {
    __shared__ float part[512];
    unsigned t = threadIdx.x;
    part[t] = fabsf(in[blockIdx.x * 512 + t]);
    for (unsigned s = 1; s < 512; s <<= 1) {
        __syncthreads();
        unsigned at = 2 * s * t;
        if (at < 512) part[at] += part[at + s];
    }
    if (t == 0) partial[blockIdx.x] = part[0];
}
MEASURE(sums, norm_apart, 524288, 8388608) {
    MAGNITUDES(size / 512);
    return [=] { norm_apart<<<blocks, 512>>>(in, partial); };
}

// Four elements for each thread, then the lower half adds the upper half.
__global__ void norm_halving(const float *in, float *partial) {
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    const float *from = in + blockIdx.x * 1024 + t;
    part[t] = fabsf(from[0]) + fabsf(from[256]) + fabsf(from[512]) + fabsf(from[768]);
    for (unsigned s = 128; s > 0; s >>= 1) {
        __syncthreads();
        if (t < s) part[t] += part[t + s];
    }
    if (t == 0) partial[blockIdx.x] = part[0];
}
MEASURE(sums, norm_halving, 524288, 8388608) {
    MAGNITUDES(size / 1024);
    return [=] { norm_halving<<<blocks, 256>>>(in, partial); };
}

__device__ float add_warp(float value) {
    for (int lanes = 16; lanes > 0; lanes >>= 1) value += __shfl_xor_sync(~0u, value, lanes);
    return value;
}

// Vectors of four, shuffles, and a partial sum for each warp.
__global__ void norm_vectors(const float4 *in, float *partial, int vectors) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    float sum = 0;
    for (; i < vectors; i += threads) {
        float4 v = in[i];
        sum += (fabsf(v.x) + fabsf(v.y)) + (fabsf(v.z) + fabsf(v.w));
    }
    sum = add_warp(sum);
    if (threadIdx.x % 32 == 0) partial[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}
MEASURE(sums, norm_vectors, 524288, 8388608) {
    MAGNITUDES(528 * 8);
    return [=] { norm_vectors<<<528, 256>>>((const float4 *)in, partial, (int)size / 4); };
}

#define RANGE                                                                                                          \
    int *in = integers(size, 1000000007, 5), *range = upload(std::vector<int>{2147483647, -1});                        \
    measured_check([=] {                                                                                               \
        std::vector<int> all = download(in, size), got = download(range, 2);                                           \
        return got[0] == *std::min_element(all.begin(), all.end()) &&                                                  \
               got[1] == *std::max_element(all.begin(), all.end());                                                    \
    })

__global__ void range_by_threads(const int *in, int *range, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    atomicMin(&range[0], in[i]);
    atomicMax(&range[1], in[i]);
}
MEASURE(sums, range_by_threads, 131072, 2097152) {
    RANGE;
    return [=] { range_by_threads<<<blocks_for(size, 256), 256>>>(in, range, (int)size); };
}

__global__ void range_by_blocks(const int *in, int *range, int count) {
    __shared__ int low, high;
    if (threadIdx.x == 0) {
        low = 2147483647;
        high = -1;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        atomicMin(&low, in[i]);
        atomicMax(&high, in[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMin(&range[0], low);
        atomicMax(&range[1], high);
    }
}
MEASURE(sums, range_by_blocks, 131072, 2097152) {
    RANGE;
    return [=] { range_by_blocks<<<blocks_for(size, 256), 256>>>(in, range, (int)size); };
}

// Eight elements for each thread before its warp agrees.
__global__ void range_by_warps(const int *in, int *range, int count) {
    int first = blockIdx.x * blockDim.x * 8 + threadIdx.x, low = 2147483647, high = -1;
    for (int k = 0; k < 8; k++) {
        int i = first + k * blockDim.x;
        if (i < count) {
            low = min(low, in[i]);
            high = max(high, in[i]);
        }
    }
    low = __reduce_min_sync(~0u, low);
    high = __reduce_max_sync(~0u, high);
    if (threadIdx.x % 32 == 0) {
        atomicMin(&range[0], low);
        atomicMax(&range[1], high);
    }
}
MEASURE(sums, range_by_warps, 131072, 2097152) {
    RANGE;
    return [=] { range_by_warps<<<blocks_for(size, 256 * 8), 256>>>(in, range, (int)size); };
}

// The second kernel of a sum: partial sums of `size` blocks, by a warp or by a block.
#define PARTIALS                                                                                                       \
    float *partial = floats(size, 0, 100), *total = zeros<float>(1);                                                   \
    measured_check([=] {                                                                                               \
        double expected = 0;                                                                                           \
        for (float value : download(partial, size)) expected += value;                                                 \
        return near(download(total, 1)[0], expected, 1e-5);                                                            \
    })

__global__ void finish_by_warp(const float *partial, float *total, int count) {
    float sum = 0;
    for (int i = threadIdx.x; i < count; i += 32) sum += partial[i];
    sum = add_warp(sum);
    if (threadIdx.x == 0) *total = sum;
}
MEASURE(sums, finish_by_warp, 1024, 32768) {
    PARTIALS;
    return [=] { finish_by_warp<<<1, 32>>>(partial, total, (int)size); };
}

__global__ void finish_by_block(const float *partial, float *total, int count) {
    __shared__ float warps[32];
    float sum = 0;
    for (int i = threadIdx.x; i < count; i += 1024) sum += partial[i];
    sum = add_warp(sum);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = add_warp(warps[threadIdx.x]);
        if (threadIdx.x == 0) *total = sum;
    }
}
MEASURE(sums, finish_by_block, 1024, 32768) {
    PARTIALS;
    return [=] { finish_by_block<<<1, 1024>>>(partial, total, (int)size); };
}
