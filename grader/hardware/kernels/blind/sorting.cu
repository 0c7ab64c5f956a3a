// sorting.cu - chunks of 512 keys sorted, digits counted, and two sorted arrays merged.
#include "../measured.cuh"

#define KEYS512                                                                                                        \
    int *in = integers(size, 1 << 30, 2), *out = zeros<int>(size);                                                     \
    measured_check([=] {                                                                                               \
        std::vector<int> x = download(in, size);                                                                       \
        for (long i = 0; i < size; i += 512) std::sort(x.begin() + i, x.begin() + i + 512);                            \
        return x == download(out, size);                                                                               \
    })
__global__ void sort_bitonic(const int *in, int *out) {
    __shared__ int key[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    key[t] = in[base + t];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j; j /= 2) {
            __syncthreads();
            int other = t ^ j;
            if (other > t && (key[t] > key[other]) == ((t & k) == 0)) {
                int swap = key[t];
                key[t] = key[other];
                key[other] = swap;
            }
        }
    __syncthreads();
    out[base + t] = key[t];
}
MEASURE(sorting, sort_bitonic, 131072, 1048576) {
    KEYS512;
    return [=] { sort_bitonic<<<size / 512, 512>>>(in, out); };
}
// A thread for each pair.
__global__ void sort_bitonic_pairs(const int *in, int *out) {
    __shared__ int key[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    key[t] = in[base + t];
    key[t + 256] = in[base + t + 256];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j; j /= 2) {
            __syncthreads();
            int low = 2 * t - (t & (j - 1)), a = key[low], b = key[low + j];
            if ((a > b) == ((low & k) == 0)) {
                key[low] = b;
                key[low + j] = a;
            }
        }
    __syncthreads();
    out[base + t] = key[t];
    out[base + t + 256] = key[t + 256];
}
MEASURE(sorting, sort_bitonic_pairs, 131072, 1048576) {
    KEYS512;
    return [=] { sort_bitonic_pairs<<<size / 512, 256>>>(in, out); };
}
__global__ void sort_odd_even(const int *in, int *out) {
    __shared__ int key[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    key[t] = in[base + t];
    key[t + 256] = in[base + t + 256];
    __syncthreads();
    for (int round = 0; round < 512; round++) {
        int i = 2 * t + (round & 1);
        if (i + 1 < 512 && key[i] > key[i + 1]) {
            int swap = key[i];
            key[i] = key[i + 1];
            key[i + 1] = swap;
        }
        __syncthreads();
    }
    out[base + t] = key[t];
    out[base + t + 256] = key[t + 256];
}
MEASURE(sorting, sort_odd_even, 131072, 1048576) {
    KEYS512;
    return [=] { sort_odd_even<<<size / 512, 256>>>(in, out); };
}
// Sorted runs are merged: a key's place is its own plus what is before it in the other run.
__global__ void sort_merging(const int *in, int *out) {
    __shared__ int buffer[2][512];
    int t = threadIdx.x, base = blockIdx.x * 512, now = 0;
    buffer[0][t] = in[base + t];
    for (int run = 1; run < 512; run *= 2) {
        __syncthreads();
        int own = buffer[now][t], first = t / (2 * run) * (2 * run), right = t / run & 1;
        const int *other = buffer[now] + first + (right ? 0 : run);
        int low = 0, high = run;
        while (low < high) {
            int middle = (low + high) / 2;
            if (other[middle] < own || (right && other[middle] == own)) low = middle + 1;
            else high = middle;
        }
        buffer[!now][first + t % run + low] = own;
        now = !now;
    }
    __syncthreads();
    out[base + t] = buffer[now][t];
}
MEASURE(sorting, sort_merging, 131072, 1048576) {
    KEYS512;
    return [=] { sort_merging<<<size / 512, 512>>>(in, out); };
}
// A radix sort of 30 passes: in each, votes say where keys with a zero bit go, and those with a one.
__global__ void sort_splitting(const int *in, int *out) {
    __shared__ int key[512], zeros_of[16];
    int t = threadIdx.x, base = blockIdx.x * 512, own = in[base + t];
    for (int bit = 0; bit < 30; bit++) {
        unsigned votes = __ballot_sync(~0u, !(own >> bit & 1));
        if (t % 32 == 0) zeros_of[t / 32] = __popc(votes);
        __syncthreads();
        int before = __popc(votes & ((1u << t % 32) - 1)), all = 0;
        for (int w = 0; w < 16; w++) {
            if (w < t / 32) before += zeros_of[w];
            all += zeros_of[w];
        }
        key[own >> bit & 1 ? all + t - before : before] = own;
        __syncthreads();
        own = key[t];
    }
    out[base + t] = own;
}
MEASURE(sorting, sort_splitting, 131072, 1048576) {
    KEYS512;
    return [=] { sort_splitting<<<size / 512, 512>>>(in, out); };
}

// How often each block of 2048 keys has each digit of four bits; counts are stored by digits.
#define DIGITS                                                                                                         \
    int *in = integers(size, 1 << 30, 5), blocks = (int)(size / 2048), *out = zeros<int>(16 * blocks);                 \
    measured_check([=] {                                                                                               \
        std::vector<int> x = download(in, size), expected(16 * blocks);                                                \
        for (long i = 0; i < size; i++) expected[(x[i] >> 8 & 15) * blocks + i / 2048]++;                              \
        return expected == download(out, 16 * blocks);                                                                 \
    })
__global__ void digits_atomics(const int *in, int *out) {
    __shared__ int count[16];
    int t = threadIdx.x;
    if (t < 16) count[t] = 0;
    __syncthreads();
    for (int i = t; i < 2048; i += 256) atomicAdd(count + (in[blockIdx.x * 2048 + i] >> 8 & 15), 1);
    __syncthreads();
    if (t < 16) out[t * gridDim.x + blockIdx.x] = count[t];
}
MEASURE(sorting, digits_atomics, 524288, 4194304) {
    DIGITS;
    return [=] { digits_atomics<<<blocks, 256>>>(in, out); };
}
// Counters of four bits in a register, then sums of bytes in shared memory.
__global__ void digits_packed(const int *in, int *out) {
    __shared__ unsigned char count[16][256 + 4];
    int t = threadIdx.x;
    unsigned long long own = 0;
    for (int i = 0; i < 8; i++) own += 1ull << 4 * (in[blockIdx.x * 2048 + i * 256 + t] >> 8 & 15);
    for (int d = 0; d < 16; d++) count[d][t] = own >> 4 * d & 15;
    __syncthreads();
    int d = t / 16, sum = 0;
    for (int i = t % 16 * 4; i < 256; i += 64) sum += __dp4a(*(unsigned *)(count[d] + i), 0x01010101u, 0u);
    for (int s = 8; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
    if (t % 16 == 0) out[d * gridDim.x + blockIdx.x] = sum;
}
MEASURE(sorting, digits_packed, 524288, 4194304) {
    DIGITS;
    return [=] { digits_packed<<<blocks, 256>>>(in, out); };
}
// Sixteen votes for every key.
__global__ void digits_votes(const int *in, int *out) {
    __shared__ int count[16];
    int t = threadIdx.x, own = 0;
    if (t < 16) count[t] = 0;
    __syncthreads();
    for (int i = t; i < 2048; i += 256) {
        int digit = in[blockIdx.x * 2048 + i] >> 8 & 15;
        for (int d = 0; d < 16; d++) {
            int votes = __popc(__ballot_sync(~0u, digit == d));
            if (t % 32 == d) own += votes;
        }
    }
    if (t % 32 < 16) atomicAdd(count + t % 32, own);
    __syncthreads();
    if (t < 16) out[t * gridDim.x + blockIdx.x] = count[t];
}
MEASURE(sorting, digits_votes, 524288, 4194304) {
    DIGITS;
    return [=] { digits_votes<<<blocks, 256>>>(in, out); };
}

#define MERGED                                                                                                         \
    std::vector<int> first(size), second(size);                                                                        \
    for (long i = 0; i < size; i++) first[i] = scramble(i) >> 2, second[i] = scramble(~i) >> 2;                        \
    std::sort(first.begin(), first.end());                                                                             \
    std::sort(second.begin(), second.end());                                                                           \
    int *a = upload(first), *b = upload(second), *out = zeros<int>(2 * size), n = (int)size;                           \
    measured_check([=] {                                                                                               \
        std::vector<int> x = download(a, size), y = download(b, size), z(2 * size);                                    \
        std::merge(x.begin(), x.end(), y.begin(), y.end(), z.begin());                                                 \
        return z == download(out, 2 * size);                                                                           \
    })
__device__ int before(const int *array, int n, int key, bool equal) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (array[middle] < key || (equal && array[middle] == key)) low = middle + 1;
        else high = middle;
    }
    return low;
}
__global__ void merge_searching(const int *a, const int *b, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i + before(b, n, a[i], false)] = a[i];
    else if (i < 2 * n) out[i - n + before(a, n, b[i - n], true)] = b[i - n];
}
MEASURE(sorting, merge_searching, 250000, 1000000) {
    MERGED;
    return [=] { merge_searching<<<blocks_for(2 * size, 256), 256>>>(a, b, out, n); };
}
// How many of the first `diagonal` results come from a.
__device__ int split(const int *a, int na, const int *b, int nb, int diagonal) {
    int low = max(0, diagonal - nb), high = min(diagonal, na);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle]) low = middle + 1;
        else high = middle;
    }
    return low;
}
// Each thread finds where its 8 results begin, and merges them.
__global__ void merge_paths(const int *a, const int *b, int *out, int n) {
    int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (diagonal >= 2 * n) return;
    int i = split(a, n, b, n, diagonal), j = diagonal - i;
    for (int k = diagonal; k < diagonal + 8 && k < 2 * n; k++)
        out[k] = j >= n || (i < n && a[i] <= b[j]) ? a[i++] : b[j++];
}
MEASURE(sorting, merge_paths, 250000, 1000000) {
    MERGED;
    return [=] { merge_paths<<<blocks_for(size / 4, 128), 128>>>(a, b, out, n); };
}
// The same for blocks, whose part is then merged in shared memory.
__global__ void merge_blocks(const int *a, const int *b, int *out, int n) {
    __shared__ int part[1024], result[1024], ends[2];
    int t = threadIdx.x, first = blockIdx.x * 1024, last = min(first + 1024, 2 * n);
    if (t < 2) ends[t] = split(a, n, b, n, t ? last : first);
    __syncthreads();
    int a0 = ends[0], na = ends[1] - a0, b0 = first - a0, nb = last - first - na;
    for (int k = t; k < na; k += 128) part[k] = a[a0 + k];
    for (int k = t; k < nb; k += 128) part[na + k] = b[b0 + k];
    __syncthreads();
    int diagonal = min(t * 8, na + nb), i = split(part, na, part + na, nb, diagonal), j = diagonal - i;
    for (int k = diagonal; k < diagonal + 8 && k < na + nb; k++)
        result[k] = j >= nb || (i < na && part[i] <= part[na + j]) ? part[i++] : part[na + j++];
    __syncthreads();
    for (int k = t; k < na + nb; k += 128) out[first + k] = result[k];
}
MEASURE(sorting, merge_blocks, 250000, 1000000) {
    MERGED;
    return [=] { merge_blocks<<<blocks_for(2 * size, 1024), 128>>>(a, b, out, n); };
}
