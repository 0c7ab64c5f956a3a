// histograms.cu - bytes counted by value, spread evenly and not, numbers in few bins, and keys in very many.
#include "../measured.cuh"

// Repeated launches add to the counts of the first.
#define TALLY(VALUE)                                                                                                   \
    unsigned char *in = values<unsigned char>(size, [](uint32_t i) { return VALUE; });                                 \
    unsigned *bins = zeros<unsigned>(256);                                                                             \
    measured_check([=] {                                                                                               \
        std::vector<unsigned> expected(256);                                                                           \
        for (unsigned char v : download(in, size)) expected[v]++;                                                      \
        return expected == download(bins, 256);                                                                        \
    })
#define EVEN scramble(i)
// Half of all bytes are the same, a quarter are the next, and so on.
#define SKEWED __builtin_ctz(scramble(i) | 0x10000) * 3

__global__ void tally_global(const unsigned char *in, unsigned *bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(bins + in[i], 1);
}
__global__ void tally_shared(const unsigned char *in, unsigned *bins, int n) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(own + in[i], 1);
    __syncthreads();
    atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}
__global__ void tally_words(const uint4 *in, unsigned *bins, int n) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        uint4 v = in[i];
        unsigned words[4] = {v.x, v.y, v.z, v.w};
        for (int w = 0; w < 4; w++)
            for (int k = 0; k < 32; k += 8) atomicAdd(own + (words[w] >> k & 255), 1);
    }
    __syncthreads();
    atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}
__global__ void tally_warps(const unsigned *in, unsigned *bins, int n) {
    __shared__ unsigned own[8][256];
    for (int i = threadIdx.x; i < 2048; i += 256) own[i / 256][i % 256] = 0;
    __syncthreads();
    unsigned *mine = own[threadIdx.x / 32];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        unsigned v = in[i];
        for (int k = 0; k < 32; k += 8) atomicAdd(mine + (v >> k & 255), 1);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++) sum += own[w][threadIdx.x];
    if (sum) atomicAdd(bins + threadIdx.x, sum);
}
// Lanes with the same byte choose one of them, which counts for all.
__global__ void tally_matched(const unsigned char *in, unsigned *bins, int n) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        int v = in[i];
        unsigned same = __match_any_sync(__activemask(), v);
        if (__ffs(same) - 1 == threadIdx.x % 32) atomicAdd(own + v, __popc(same));
    }
    __syncthreads();
    atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}
MEASURE(histograms, tally_global, 1048576) {
    TALLY(EVEN);
    return [=] { tally_global<<<blocks_for(size, 256), 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, tally_shared, 1048576, 8388608) {
    TALLY(EVEN);
    return [=] { tally_shared<<<528, 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, tally_words, 1048576, 8388608) {
    TALLY(EVEN);
    return [=] { tally_words<<<264, 256>>>((uint4 *)in, bins, (int)(size / 16)); };
}
MEASURE(histograms, tally_warps, 1048576, 8388608) {
    TALLY(EVEN);
    return [=] { tally_warps<<<264, 256>>>((unsigned *)in, bins, (int)(size / 4)); };
}
MEASURE(histograms, tally_matched, 1048576, 8388608) {
    TALLY(EVEN);
    return [=] { tally_matched<<<528, 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, lopsided_global, 1048576) {
    TALLY(SKEWED);
    return [=] { tally_global<<<blocks_for(size, 256), 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, lopsided_shared, 1048576, 8388608) {
    TALLY(SKEWED);
    return [=] { tally_shared<<<528, 256>>>(in, bins, (int)size); };
}
MEASURE(histograms, lopsided_warps, 1048576, 8388608) {
    TALLY(SKEWED);
    return [=] { tally_warps<<<264, 256>>>((unsigned *)in, bins, (int)(size / 4)); };
}
MEASURE(histograms, lopsided_matched, 1048576, 8388608) {
    TALLY(SKEWED);
    return [=] { tally_matched<<<528, 256>>>(in, bins, (int)size); };
}

// Floats from 0 to 1 in twelve bins.
#define TWELVE                                                                                                         \
    float *in = floats(size, 0, 1);                                                                                    \
    int *bins = zeros<int>(12);                                                                                        \
    measured_check([=] {                                                                                               \
        std::vector<int> expected(12);                                                                                 \
        for (float v : download(in, size)) expected[std::min((int)(v * 12), 11)]++;                                    \
        return expected == download(bins, 12);                                                                         \
    })
__device__ int bin_of(float v) { return min((int)(v * 12), 11); }
__global__ void twelve_shared(const float *in, int *bins, int n) {
    __shared__ int own[12];
    if (threadIdx.x < 12) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(own + bin_of(in[i]), 1);
    __syncthreads();
    if (threadIdx.x < 12) atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}
MEASURE(histograms, twelve_shared, 2097152) {
    TWELVE;
    return [=] { twelve_shared<<<264, 512>>>(in, bins, (int)size); };
}
// A counter for each bin and each thread, next to those of the other lanes.
__global__ void twelve_apart(const float *in, int *bins, int n) {
    __shared__ int own[12][128];
    int t = threadIdx.x;
    for (int b = 0; b < 12; b++) own[b][t] = 0;
    for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128) own[bin_of(in[i])][t]++;
    __syncthreads();
    for (int b = t / 32; b < 12; b += 4) {
        int sum = own[b][t % 32] + own[b][t % 32 + 32] + own[b][t % 32 + 64] + own[b][t % 32 + 96];
        sum = __reduce_add_sync(~0u, sum);
        if (t % 32 == 0) atomicAdd(bins + b, sum);
    }
}
MEASURE(histograms, twelve_apart, 2097152) {
    TWELVE;
    return [=] { twelve_apart<<<792, 128>>>(in, bins, (int)size); };
}
// Twelve registers for each thread.
__global__ void twelve_registers(const float *in, int *bins, int n) {
    int own[12] = {};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int bin = bin_of(in[i]);
#pragma unroll
        for (int b = 0; b < 12; b++) own[b] += bin == b;
    }
#pragma unroll
    for (int b = 0; b < 12; b++) {
        int sum = __reduce_add_sync(~0u, own[b]);
        if (threadIdx.x % 32 == 0) atomicAdd(bins + b, sum);
    }
}
MEASURE(histograms, twelve_registers, 2097152) {
    TWELVE;
    return [=] { twelve_registers<<<264, 256>>>(in, bins, (int)size); };
}
// The bins are an array of the thread, with an index that only the data know.
__global__ void twelve_local(const float *in, int *bins, int n) {
    int own[12] = {};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own[bin_of(in[i])]++;
    for (int b = 0; b < 12; b++) {
        int sum = __reduce_add_sync(~0u, own[b]);
        if (threadIdx.x % 32 == 0) atomicAdd(bins + b, sum);
    }
}
MEASURE(histograms, twelve_local, 2097152) {
    TWELVE;
    return [=] { twelve_local<<<264, 256>>>(in, bins, (int)size); };
}

// 65536 bins: in global memory, or a part of them in shared memory at a time.
#define KEYS                                                                                                           \
    int *in = integers(size, 65536, 4), *bins = zeros<int>(65536);                                                     \
    measured_check([=] {                                                                                               \
        std::vector<int> expected(65536);                                                                              \
        for (int v : download(in, size)) expected[v]++;                                                                \
        return expected == download(bins, 65536);                                                                      \
    })
__global__ void keys_global(const int *in, int *bins) { atomicAdd(bins + in[blockIdx.x * 512 + threadIdx.x], 1); }
MEASURE(histograms, keys_global, 2097152) {
    KEYS;
    return [=] { keys_global<<<size / 512, 512>>>(in, bins); };
}
__global__ void keys_parts(const int *in, int *bins, int n) {
    extern __shared__ int own[];
    int first = blockIdx.y * 8192;
    for (int b = threadIdx.x; b < 8192; b += 1024) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < n; i += gridDim.x * 1024) {
        unsigned b = in[i] - first;
        if (b < 8192) atomicAdd(own + b, 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 8192; b += 1024)
        if (own[b]) atomicAdd(bins + first + b, own[b]);
}
MEASURE(histograms, keys_parts, 2097152) {
    KEYS;
    return [=] { keys_parts<<<dim3(33, 8), 1024, 8192 * sizeof(int)>>>(in, bins, (int)size); };
}
