// histograms.cu - 64 bins, of which low ones are frequent: in global memory, for each block, and for each thread.
#include "../measured.cuh"

// Products of two even numbers: a seventh of them falls into the first of the bins.
#define SKEWED                                                                                                         \
    float *in = values<float>(                                                                                         \
        size, [](uint32_t i) { return (scramble(i) >> 8) / 16777216.0f * ((scramble(~i) >> 8) / 16777216.0f); });      \
    unsigned *bins = zeros<unsigned>(64);                                                                              \
    measured_check([=] {                                                                                               \
        std::vector<unsigned> expected(64);                                                                            \
        for (float value : download(in, size)) expected[(int)(value * 64)]++;                                          \
        return expected == download(bins, 64);                                                                         \
    })

__global__ void skewed_global(const float *in, unsigned *bins, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(bins + (int)(in[i] * 64), 1u);
}
MEASURE(histograms, skewed_global, 262144, 4194304) {
    SKEWED;
    return [=] { skewed_global<<<512, 128>>>(in, bins, (int)size); };
}

__global__ void skewed_blocks(const float *in, unsigned *bins, int count) {
    __shared__ unsigned block[64];
    if (threadIdx.x < 64) block[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(block + (int)(in[i] * 64), 1u);
    __syncthreads();
    if (threadIdx.x < 64 && block[threadIdx.x]) atomicAdd(bins + threadIdx.x, block[threadIdx.x]);
}
MEASURE(histograms, skewed_blocks, 262144, 4194304) {
    SKEWED;
    return [=] { skewed_blocks<<<512, 128>>>(in, bins, (int)size); };
}

// A byte of shared memory for each bin of each thread, which sees 64 values. No atomics until the end.
__global__ void skewed_threads(const float *in, unsigned *bins) {
    __shared__ unsigned char own[64][128];
    for (int b = 0; b < 64; b++) own[b][threadIdx.x] = 0;
    const float *from = in + blockIdx.x * 128 * 64 + threadIdx.x;
    for (int k = 0; k < 64; k++) own[(int)(from[k * 128] * 64)][threadIdx.x]++;
    __syncthreads();
    if (threadIdx.x >= 64) return;
    unsigned sum = 0;
    for (int t = 0; t < 128; t++) sum += own[threadIdx.x][(t + 4 * threadIdx.x) % 128];
    atomicAdd(bins + threadIdx.x, sum);
}
MEASURE(histograms, skewed_threads, 262144, 4194304) {
    SKEWED;
    return [=] { skewed_threads<<<size / (128 * 64), 128>>>(in, bins); };
}
