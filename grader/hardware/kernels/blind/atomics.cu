// atomics.cu - places handed out, sums in few and in many words, the greatest of groups, and signs multiplied.
#include "../measured.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Numbers that are divisible by three are kept, in any order. Repeated launches go round in `out`.
#define KEPT                                                                                                           \
    int *in = integers(size, 1000000, 9), *out = zeros<int>(size);                                                     \
    unsigned *count = zeros<unsigned>(1);                                                                              \
    measured_check([=] {                                                                                               \
        std::vector<int> expected, got = download(out, size);                                                          \
        for (int v : download(in, size))                                                                               \
            if (v % 3 == 0) expected.push_back(v);                                                                     \
        got.resize(download(count, 1)[0]);                                                                             \
        std::sort(expected.begin(), expected.end());                                                                   \
        std::sort(got.begin(), got.end());                                                                             \
        return got == expected;                                                                                        \
    })
__global__ void thirds_each(const int *in, int *out, unsigned *count, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || in[i] % 3) return;
    out[atomicAdd(count, 1) % n] = in[i];
}
MEASURE(atomics, thirds_each, 500000) {
    KEPT;
    return [=] { thirds_each<<<blocks_for(size, 256), 256>>>(in, out, count, (unsigned)size); };
}
__global__ void thirds_groups(const int *in, int *out, unsigned *count, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || in[i] % 3) return;
    cg::coalesced_group group = cg::coalesced_threads();
    unsigned first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(count, group.size());
    out[(group.shfl(first, 0) + group.thread_rank()) % n] = in[i];
}
MEASURE(atomics, thirds_groups, 500000) {
    KEPT;
    return [=] { thirds_groups<<<blocks_for(size, 256), 256>>>(in, out, count, (unsigned)size); };
}
__global__ void thirds_blocks(const int *in, int *out, unsigned *count, unsigned n) {
    __shared__ int kept[2048];
    __shared__ unsigned own, first;
    if (threadIdx.x == 0) own = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * 2048 + threadIdx.x; i < min(n, (blockIdx.x + 1) * 2048); i += 256)
        if (in[i] % 3 == 0) kept[atomicAdd(&own, 1)] = in[i];
    __syncthreads();
    if (threadIdx.x == 0) first = atomicAdd(count, own);
    __syncthreads();
    for (unsigned k = threadIdx.x; k < own; k += 256) out[(first + k) % n] = kept[k];
}
MEASURE(atomics, thirds_blocks, 500000) {
    KEPT;
    return [=] { thirds_blocks<<<blocks_for(size, 2048), 256>>>(in, out, count, (unsigned)size); };
}

// Doubles added into 8 words: all there, or per block first. Repeated launches add on.
#define EIGHT                                                                                                          \
    int *key = integers(size, 8, 3);                                                                                   \
    double *in = values<double>(size, [](uint32_t i) { return scramble(i) % 100 / 10.0; }), *sum = zeros<double>(8);   \
    measured_check([=] {                                                                                               \
        std::vector<int> k = download(key, size);                                                                      \
        std::vector<double> x = download(in, size), got = download(sum, 8), expected(8);                               \
        for (long i = 0; i < size; i++) expected[k[i]] += x[i];                                                        \
        for (int i = 0; i < 8; i++)                                                                                    \
            if (!near(got[i], expected[i], 1e-9)) return false;                                                        \
        return true;                                                                                                   \
    })
__global__ void eight_each(const int *key, const double *in, double *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum + key[i], in[i]);
}
MEASURE(atomics, eight_each, 400000) {
    EIGHT;
    return [=] { eight_each<<<blocks_for(size, 256), 256>>>(key, in, sum, (int)size); };
}
__global__ void eight_shared(const int *key, const double *in, double *sum, int n) {
    __shared__ double own[8];
    if (threadIdx.x < 8) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(own + key[i], in[i]);
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(sum + threadIdx.x, own[threadIdx.x]);
}
MEASURE(atomics, eight_shared, 400000) {
    EIGHT;
    return [=] { eight_shared<<<264, 256>>>(key, in, sum, (int)size); };
}
__global__ void eight_registers(const int *key, const double *in, double *sum, int n) {
    double own[8] = {};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int k = key[i];
        double v = in[i];
#pragma unroll
        for (int j = 0; j < 8; j++) own[j] += k == j ? v : 0;
    }
#pragma unroll
    for (int j = 0; j < 8; j++) {
        for (int d = 16; d; d /= 2) own[j] += __shfl_xor_sync(~0u, own[j], d);
        if (threadIdx.x % 32 == 0) atomicAdd(sum + j, own[j]);
    }
}
MEASURE(atomics, eight_registers, 400000) {
    EIGHT;
    return [=] { eight_registers<<<132, 256>>>(key, in, sum, (int)size); };
}

// The greatest of each of 64 groups. Floats are not negative: their bits are in order. Each launch adds `lift` to all
// elements, so that it has as much to do as the first.
#define GREATEST                                                                                                       \
    int *key = integers(size, 64, 5);                                                                                  \
    float *in = floats(size, 0, 1000), *most = zeros<float>(64);                                                       \
    std::shared_ptr<float> lift = std::make_shared<float>(-1000.0f);                                                   \
    measured_check([=] {                                                                                               \
        std::vector<int> k = download(key, size);                                                                      \
        std::vector<float> x = download(in, size), expected(64);                                                       \
        for (long i = 0; i < size; i++) expected[k[i]] = fmaxf(expected[k[i]], x[i]);                                  \
        return expected == download(most, 64);                                                                         \
    })
__global__ void greatest_swapping(const int *key, const float *in, float lift, float *most, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int *word = (int *)most + key[i], old = *(volatile int *)word;
    float own = in[i] + lift;
    while (__int_as_float(old) < own) {
        int seen = atomicCAS(word, old, __float_as_int(own));
        if (seen == old) break;
        old = seen;
    }
}
MEASURE(atomics, greatest_swapping, 1000000) {
    GREATEST;
    return [=] { greatest_swapping<<<blocks_for(size, 256), 256>>>(key, in, *lift += 1000, most, (int)size); };
}
__global__ void greatest_bits(const int *key, const float *in, float lift, float *most, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax((int *)most + key[i], __float_as_int(in[i] + lift));
}
MEASURE(atomics, greatest_bits, 1000000) {
    GREATEST;
    return [=] { greatest_bits<<<blocks_for(size, 256), 256>>>(key, in, *lift += 1000, most, (int)size); };
}
__global__ void greatest_shared(const int *key, const float *in, float lift, float *most, int n) {
    __shared__ int own[64];
    if (threadIdx.x < 64) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(own + key[i], __float_as_int(in[i] + lift));
    __syncthreads();
    if (threadIdx.x < 64) atomicMax((int *)most + threadIdx.x, own[threadIdx.x]);
}
MEASURE(atomics, greatest_shared, 1000000) {
    GREATEST;
    return [=] { greatest_shared<<<264, 512>>>(key, in, *lift += 1000, most, (int)size); };
}

// Signs multiplied by a loop of compare-and-swap.
__global__ void multiply_swapping(const int *key, const float *factor, float *product, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned *word = (unsigned *)product + key[i], old = *word, seen;
    do {
        seen = old;
        old = atomicCAS(word, seen, __float_as_uint(__uint_as_float(seen) * factor[i]));
    } while (old != seen);
}
#define FACTORS(WORDS)                                                                                                 \
    int words = WORDS, *key = integers(size, words, 7);                                                                \
    float *factor = values<float>(size, [](uint32_t i) { return scramble(i) & 1 ? -1.0f : 1.0f; }),                    \
          *product = values<float>(words, [](uint32_t) { return 1.0f; });                                              \
    measured_check([=] {                                                                                               \
        std::vector<int> k = download(key, size);                                                                      \
        std::vector<float> f = download(factor, size), expected(words, 1.0f);                                          \
        for (long i = 0; i < size; i++) expected[k[i]] *= f[i];                                                        \
        return expected == download(product, words);                                                                   \
    })
MEASURE(atomics, multiply_many_words, 500000) {
    FACTORS(100000);
    return [=] { multiply_swapping<<<blocks_for(size, 256), 256>>>(key, factor, product, (int)size); };
}
MEASURE(atomics, multiply_some_words, 100000) {
    FACTORS(1000);
    return [=] { multiply_swapping<<<blocks_for(size, 256), 256>>>(key, factor, product, (int)size); };
}
