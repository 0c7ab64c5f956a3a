// atomics.cu - counting, appending and maxima: by each thread, by warps, by blocks.
#include "../measured.cuh"

#define COUNTING                                                                                                       \
    int *in = integers(size, 100);                                                                                     \
    unsigned *total = zeros<unsigned>(1);                                                                              \
    measured_check([=] {                                                                                               \
        unsigned expected = 0;                                                                                         \
        for (int value : download(in, size)) expected += value < 40;                                                   \
        return download(total, 1)[0] == expected;                                                                      \
    })

__global__ void count_by_threads(const int *in, unsigned *total, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && in[i] < 40) atomicAdd(total, 1u);
}
MEASURE(atomics, count_by_threads, 262144, 8388608) {
    COUNTING;
    return [=] { count_by_threads<<<blocks_for(size, 256), 256>>>(in, total, (int)size); };
}
__global__ void count_by_warps(const int *in, unsigned *total, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned votes = __ballot_sync(~0u, i < count && in[i] < 40);
    if (threadIdx.x % 32 == 0) atomicAdd(total, __popc(votes));
}
MEASURE(atomics, count_by_warps, 262144, 8388608) {
    COUNTING;
    return [=] { count_by_warps<<<blocks_for(size, 256), 256>>>(in, total, (int)size); };
}
__global__ void count_by_blocks(const int *in, unsigned *total, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int votes = __syncthreads_count(i < count && in[i] < 40);
    if (threadIdx.x == 0) atomicAdd(total, (unsigned)votes);
}
MEASURE(atomics, count_by_blocks, 262144, 8388608) {
    COUNTING;
    return [=] { count_by_blocks<<<blocks_for(size, 256), 256>>>(in, total, (int)size); };
}

// What is large enough is appended to a list. The cursor goes on from launch to launch, around the list.
#define APPENDING                                                                                                      \
    float *in = floats(size), *list = zeros<float>(size);                                                              \
    unsigned *cursor = zeros<unsigned>(1), mask = (unsigned)size - 1;                                                  \
    measured_check([=] {                                                                                               \
        std::vector<float> expected, got = download(list, size);                                                       \
        for (float value : download(in, size))                                                                         \
            if (value > 0.5f) expected.push_back(value);                                                               \
        if (download(cursor, 1)[0] != expected.size()) return false;                                                   \
        got.resize(expected.size());                                                                                   \
        std::sort(expected.begin(), expected.end());                                                                   \
        std::sort(got.begin(), got.end());                                                                             \
        return expected == got;                                                                                        \
    })
__global__ void append_by_threads(const float *in, float *list, unsigned *cursor, unsigned mask, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && in[i] > 0.5f) list[atomicAdd(cursor, 1u) & mask] = in[i];
}
MEASURE(atomics, append_by_threads, 262144, 8388608) {
    APPENDING;
    return [=] { append_by_threads<<<blocks_for(size, 256), 256>>>(in, list, cursor, mask, (int)size); };
}
__global__ void append_by_blocks(const float *in, float *list, unsigned *cursor, unsigned mask, int count) {
    __shared__ unsigned found, first;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned place = 0;
    float value = i < count ? in[i] : 0;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (value > 0.5f) place = atomicAdd(&found, 1u);
    __syncthreads();
    if (threadIdx.x == 0) first = atomicAdd(cursor, found);
    __syncthreads();
    if (value > 0.5f) list[(first + place) & mask] = value;
}
MEASURE(atomics, append_by_blocks, 262144, 8388608) {
    APPENDING;
    return [=] { append_by_blocks<<<blocks_for(size, 256), 256>>>(in, list, cursor, mask, (int)size); };
}

// Sums of groups in double precision, by compare-and-swap and by the atomic addition.
__device__ void add_swapped(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address, old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __double_as_longlong(value + __longlong_as_double(seen)));
    } while (old != seen);
}
#define GROUPS                                                                                                         \
    float *in = floats(size, 0, 1);                                                                                    \
    double *sums = zeros<double>(4096);                                                                                \
    int *group = integers(size, 4096, 3);                                                                              \
    measured_check([=] {                                                                                               \
        std::vector<double> expected(4096), got = download(sums, 4096);                                                \
        std::vector<float> from = download(in, size);                                                                  \
        std::vector<int> groups = download(group, size);                                                               \
        for (long i = 0; i < size; i++) expected[groups[i]] += from[i];                                                \
        for (int g = 0; g < 4096; g++)                                                                                 \
            if (!near(got[g], expected[g], 1e-9)) return false;                                                        \
        return true;                                                                                                   \
    })
__global__ void groups_swapped(const float *in, const int *group, double *sums, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) add_swapped(&sums[group[i]], in[i]);
}
MEASURE(atomics, groups_swapped, 262144, 4194304) {
    GROUPS;
    return [=] { groups_swapped<<<blocks_for(size, 256), 256>>>(in, group, sums, (int)size); };
}
__global__ void groups_added(const float *in, const int *group, double *sums, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&sums[group[i]], (double)in[i]);
}
MEASURE(atomics, groups_added, 262144, 4194304) {
    GROUPS;
    return [=] { groups_added<<<blocks_for(size, 256), 256>>>(in, group, sums, (int)size); };
}
