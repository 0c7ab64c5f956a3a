// sorting.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// One step of a bitonic sort from one array into another; partners are near or far.
__global__ void bitonic_step(const int *in, int *out, int j, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ j;
    int own = in[i], other = in[partner];
    bool up = (i & k) == 0, low = i < partner;
    out[i] = (own < other) == (up == low) ? own : other;
}
MEASURE(sorting, bitonic_step_near, 1048576, 33554432) {
    int *in = integers(size, 1u << 30), *out = zeros<int>(size);
    return [=] { bitonic_step<<<size / 256, 256>>>(in, out, 8, 1024); };
}
MEASURE(sorting, bitonic_step_far, 1048576, 33554432) {
    int *in = integers(size, 1u << 30), *out = zeros<int>(size);
    return [=] { bitonic_step<<<size / 256, 256>>>(in, out, (int)(size / 4), (int)size); };
}

// Keys go to their places by digit; places come from ballots within a warp and given starts.
__global__ void radix_scatter(const unsigned *in, const int *starts, unsigned *out, int shift) {
    __shared__ int next[8][16];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane < 16) next[warp][lane] = starts[(lane * gridDim.x + blockIdx.x) * 8 + warp];
    __syncwarp();
    for (int k = 0; k < 4; k++) {
        unsigned key = in[(blockIdx.x * 8 + warp) * 128 + k * 32 + lane], digit = key >> shift & 15;
        unsigned peers = __match_any_sync(~0u, digit), before = __popc(peers & ((1u << lane) - 1));
        int place = next[warp][digit] + before;
        out[place] = key;
        __syncwarp();
        if (before == 0) next[warp][digit] += __popc(peers);
        __syncwarp();
    }
}
MEASURE(sorting, radix_scatter, 1048576, 16777216) {
    std::vector<unsigned> keys(size);
    for (long i = 0; i < size; i++) keys[i] = scramble((uint32_t)i);
    long blocks = size / 1024;
    std::vector<int> starts(16 * blocks * 8, 0);
    for (long i = 0; i < size; i++) starts[((keys[i] >> 8 & 15) * blocks + i / 1024) * 8 + i % 1024 / 128]++;
    int sum = 0;
    for (int &start : starts) {
        int count = start;
        start = sum;
        sum += count;
    }
    unsigned *in = upload(keys), *out = zeros<unsigned>(size);
    int *device = upload(starts);
    return [=] { radix_scatter<<<(unsigned)blocks, 256>>>(in, device, out, 8); };
}

__global__ void odd_even(const int *in, int *out, int count, int phase) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, left = 2 * i + phase;
    if (left + 1 >= count) return;
    int a = in[left], b = in[left + 1];
    out[left] = min(a, b);
    out[left + 1] = max(a, b);
}
MEASURE(sorting, odd_even, 1048576, 33554432) {
    int *in = integers(size, 1u << 30), *out = zeros<int>(size);
    return [=] { odd_even<<<size / 512, 256>>>(in, out, (int)size, 1); };
}

// Two sorted arrays merged: each element finds its place by halving in the other array.
__global__ void merge_by_rank(const int *a, const int *b, int *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, key = a[i], low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (b[middle] < key) low = middle + 1;
        else high = middle;
    }
    out[i + low] = key;
}
MEASURE(sorting, merge_by_rank, 1048576, 8388608) {
    int *a = values<int>(size, [](uint32_t i) { return 2 * i; }),
        *b = values<int>(size, [](uint32_t i) { return 2 * i + 1 + scramble(i) % 2; }), *out = zeros<int>(2 * size);
    return [=] { merge_by_rank<<<size / 256, 256>>>(a, b, out, (int)size); };
}
