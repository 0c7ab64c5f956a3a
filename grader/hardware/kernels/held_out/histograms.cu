// histograms.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// Atomics on global memory: values drawn evenly from 256, or half of them alike.
__global__ void histogram_global(const int *in, int *bins, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&bins[in[i]], 1);
}
MEASURE(histograms, histogram_global_even, 262144, 4194304, 16777216) {
    int *in = integers(size, 256), *bins = zeros<int>(256);
    return [=] { histogram_global<<<blocks_for(size, 256), 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, histogram_global_skewed, 262144, 4194304) {
    int *in = values<int>(size, [](uint32_t i) { return scramble(i) & 1 ? 7 : scramble(i) >> 24; }),
        *bins = zeros<int>(256);
    return [=] { histogram_global<<<blocks_for(size, 256), 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, histogram_global_many, 1048576, 16777216) {
    int *in = integers(size, 1048576), *bins = zeros<int>(1048576);
    return [=] { histogram_global<<<blocks_for(size, 256), 256>>>(in, bins, (int)size); };
}

// Bins of each block in shared memory; blocks go through the input in steps of the grid.
template <int BINS> __global__ void histogram_private(const int *in, int *bins, int count) {
    __shared__ int own[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&own[in[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&bins[b], own[b]);
}
MEASURE(histograms, histogram_private_even, 1048576, 16777216, 67108864) {
    int *in = integers(size, 256), *bins = zeros<int>(256);
    return [=] { histogram_private<256><<<1056, 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, histogram_private_equal, 1048576, 16777216) {
    int *in = values<int>(size, [](uint32_t) { return 3; }), *bins = zeros<int>(256);
    return [=] { histogram_private<256><<<1056, 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, histogram_private_sixteen, 1048576, 16777216) {
    int *in = integers(size, 16), *bins = zeros<int>(16);
    return [=] { histogram_private<16><<<1056, 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, histogram_private_large, 1048576, 16777216) {
    int *in = integers(size, 4096), *bins = zeros<int>(4096);
    return [=] { histogram_private<4096><<<528, 512>>>(in, bins, (int)size); };
}

// Eight copies of the bins in shared memory, one for each warp.
__global__ void histogram_copies(const int *in, int *bins, int count) {
    __shared__ int own[8][257];
    int warp = threadIdx.x / 32;
    for (int b = threadIdx.x; b < 8 * 257; b += 256) (&own[0][0])[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256) atomicAdd(&own[warp][in[i]], 1);
    __syncthreads();
    int sum = 0;
    for (int w = 0; w < 8; w++) sum += own[w][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}
MEASURE(histograms, histogram_copies, 1048576, 16777216) {
    int *in = integers(size, 256), *bins = zeros<int>(256);
    return [=] { histogram_copies<<<1056, 256>>>(in, bins, (int)size); };
}

// Lanes with the same value find each other, and one of them adds.
__global__ void histogram_aggregated(const int *in, int *bins, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int value = in[i];
    unsigned peers = __match_any_sync(__activemask(), value);
    if ((int)(threadIdx.x % 32) == __ffs(peers) - 1) atomicAdd(&bins[value], __popc(peers));
}
MEASURE(histograms, histogram_aggregated, 1048576, 16777216) {
    int *in = integers(size, 16), *bins = zeros<int>(16);
    return [=] { histogram_aggregated<<<blocks_for(size, 256), 256>>>(in, bins, (int)size); };
}

// Sums of floats per bin by atomics in shared memory.
__global__ void histogram_weights(const int *in, const float *weights, float *bins, int count) {
    __shared__ float own[64];
    if (threadIdx.x < 64) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&own[in[i]], weights[i]);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
MEASURE(histograms, histogram_weights, 1048576, 8388608) {
    int *in = integers(size, 64);
    float *weights = floats(size), *bins = zeros<float>(64);
    return [=] { histogram_weights<<<528, 256>>>(in, weights, bins, (int)size); };
}

// Four bytes of a word at once.
__global__ void histogram_bytes(const unsigned *in, unsigned *bins, int words) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < words; i += gridDim.x * 256) {
        unsigned word = in[i];
        atomicAdd(&own[word & 255], 1u);
        atomicAdd(&own[word >> 8 & 255], 1u);
        atomicAdd(&own[word >> 16 & 255], 1u);
        atomicAdd(&own[word >> 24], 1u);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
MEASURE(histograms, histogram_bytes, 262144, 4194304) {
    unsigned *in = values<unsigned>(size, [](uint32_t i) { return scramble(i); }), *bins = zeros<unsigned>(256);
    return [=] { histogram_bytes<<<528, 256>>>(in, bins, (int)size); };
}
