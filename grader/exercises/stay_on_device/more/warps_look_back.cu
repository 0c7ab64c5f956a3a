// warps_look_back.cu - one pass: a warp of each block looks back at 32 blocks at a time, with acquire loads.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"
#include <cuda/atomic>

constexpr int THREADS = 256, WARPS = THREADS / 32, EACH = 4, TILE = THREADS * EACH;
struct alignas(8) Told {
    unsigned state; // 0: nothing, 1: the block's own total, 2: the sum up to its end
    float value;
};
using Word = unsigned long long;

__device__ Word pack(Told told) {
    Word word;
    memcpy(&word, &told, sizeof word);
    return word;
}
__device__ Told unpack(Word word) {
    Told told;
    memcpy(&told, &word, sizeof told);
    return told;
}
__device__ float warp_scan(float value) {
    for (int d = 1; d < 32; d *= 2) {
        float left = __shfl_up_sync(~0u, value, d);
        if (threadIdx.x % 32 >= d) value += left;
    }
    return value;
}

__device__ float look_back(Word *words, int block) {
    float before = 0;
    int lane = threadIdx.x % 32;
    for (int end = block; end > 0; end -= 32) {
        int b = end - 1 - lane;
        Told told = {2, 0};
        if (b >= 0) {
            cuda::atomic_ref<Word, cuda::thread_scope_device> word(words[b]);
            do told = unpack(word.load(cuda::memory_order_acquire));
            while (told.state == 0);
        }
        unsigned last = __ballot_sync(~0u, told.state == 2);
        int nearest = last ? __ffs(last) - 1 : 31;
        float part = lane <= nearest ? told.value : 0;
        for (int d = 16; d > 0; d /= 2) part += __shfl_xor_sync(~0u, part, d);
        before += part;
        if (last) break;
    }
    return before;
}

__global__ void scan(const float *in, float *out, Word *words, unsigned *tickets, int count) {
    __shared__ float sums[WARPS + 1], before;
    __shared__ int block;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (t == 0) block = atomicAdd(tickets, 1u);
    __syncthreads();
    int first = block * TILE + warp * 32 * EACH;
    float values[EACH], sum = 0;
    for (int e = 0; e < EACH; e++) {
        int i = first + e * 32 + lane;
        values[e] = sum + warp_scan(i < count ? in[i] : 0);
        sum = __shfl_sync(~0u, values[e], 31);
    }
    if (lane == 31) sums[warp + 1] = sum;
    __syncthreads();
    if (warp == 0) {
        float up_to = warp_scan(lane < WARPS ? sums[lane + 1] : 0);
        if (lane < WARPS) sums[lane + 1] = up_to;
        if (lane == 0) sums[0] = 0;
        float total = __shfl_sync(~0u, up_to, WARPS - 1);
        cuda::atomic_ref<Word, cuda::thread_scope_device> own(words[block]);
        if (lane == 0) own.store(pack({block == 0 ? 2u : 1u, total}), cuda::memory_order_release);
        float prior = look_back(words, block);
        if (lane == 0) {
            before = prior;
            own.store(pack({2, prior + total}), cuda::memory_order_release);
        }
    }
    __syncthreads();
    for (int e = 0; e < EACH; e++) {
        int i = first + e * 32 + lane;
        if (i < count) out[i] = before + sums[warp] + values[e];
    }
}

void running_sums(const float *in, float *out, int count) {
    int blocks = ceil_div(count, TILE);
    Word *words;
    unsigned *tickets;
    CHECK(cudaMallocAsync(&words, blocks * sizeof *words, 0));
    CHECK(cudaMallocAsync(&tickets, sizeof *tickets, 0));
    CHECK(cudaMemsetAsync(words, 0, blocks * sizeof *words));
    CHECK(cudaMemsetAsync(tickets, 0, sizeof *tickets));
    scan<<<blocks, THREADS>>>(in, out, words, tickets, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFreeAsync(words, 0));
    CHECK(cudaFreeAsync(tickets, 0));
}
