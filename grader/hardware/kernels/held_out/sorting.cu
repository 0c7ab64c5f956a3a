// sorting.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// Each block sorts 1,024 numbers in shared memory.
__global__ void bitonic_blocks(const int *in, int *out) {
    __shared__ int values[1024];
    int t = threadIdx.x;
    values[t] = in[blockIdx.x * 1024 + t];
    values[t + 512] = in[blockIdx.x * 1024 + t + 512];
    for (int k = 2; k <= 1024; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int low = 2 * t - (t & (j - 1)), high = low + j;
            bool up = (low & k) == 0;
            int a = values[low], b = values[high];
            if ((a > b) == up) {
                values[low] = b;
                values[high] = a;
            }
        }
    __syncthreads();
    out[blockIdx.x * 1024 + t] = values[t];
    out[blockIdx.x * 1024 + t + 512] = values[t + 512];
}
MEASURE(sorting, bitonic_blocks, 131072, 4194304) {
    int *in = integers(size, 1u << 30), *out = zeros<int>(size);
    return [=] { bitonic_blocks<<<size / 1024, 512>>>(in, out); };
}

// How often each digit occurs in each block.
__global__ void radix_counts(const unsigned *in, int *counts, int shift) {
    __shared__ int own[16];
    if (threadIdx.x < 16) own[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 8; k++) atomicAdd(&own[in[blockIdx.x * 2048 + k * 256 + threadIdx.x] >> shift & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = own[threadIdx.x];
}
MEASURE(sorting, radix_counts, 1048576, 16777216) {
    unsigned *in = values<unsigned>(size, [](uint32_t i) { return scramble(i); });
    int *counts = zeros<int>(size / 2048 * 16);
    return [=] { radix_counts<<<size / 2048, 256>>>(in, counts, 8); };
}

// Positive numbers go to the front: one atomic for each, or one for a warp. Places wrap, so that launches may be
// repeated.
template <int BY_WARP> __global__ void compact(const float *in, float *out, unsigned *counter, unsigned mask) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, base = 0;
    float x = in[i];
    if (BY_WARP) {
        unsigned some = __ballot_sync(~0u, x > 0);
        if (lane == 0) base = atomicAdd(counter, __popc(some));
        base = __shfl_sync(~0u, base, 0);
        if (x > 0) out[(base + __popc(some & ((1u << lane) - 1))) & mask] = x;
    } else if (x > 0) out[atomicInc(counter, mask)] = x;
}
MEASURE(sorting, compact_by_lane, 1048576, 16777216) {
    float *in = floats(size), *out = zeros<float>(size);
    unsigned *counter = zeros<unsigned>(1);
    return [=] { compact<0><<<size / 256, 256>>>(in, out, counter, (unsigned)size - 1); };
}
MEASURE(sorting, compact_by_warp, 1048576, 16777216) {
    float *in = floats(size), *out = zeros<float>(size);
    unsigned *counter = zeros<unsigned>(1);
    return [=] { compact<1><<<size / 256, 256>>>(in, out, counter, (unsigned)size - 1); };
}
