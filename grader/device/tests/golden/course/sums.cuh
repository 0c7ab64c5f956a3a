// sums.cuh - histograms, atomics, reductions and scans.
#ifndef COURSE_SUMS_H
#define COURSE_SUMS_H
#include "common.cuh"

// ---- histograms --------------------------------------------------------------------------------------------------
KERNEL histogram_global(const byte *text, int n, unsigned *bins) {
    for (int i = THREAD; i < n; i += THREADS) atomicAdd(&bins[text[i]], 1);
}
KERNEL histogram_shared(const byte *text, int n, unsigned *bins) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = THREAD; i < n; i += THREADS) atomicAdd(&own[text[i]], 1);
    __syncthreads();
    if (own[threadIdx.x] > 0) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
KERNEL histogram_weighted(const byte *text, const float *weight, int n, float *bins) { // one warp a block
    __shared__ float own[64];
    for (int b = threadIdx.x; b < 64; b += 32) own[b] = 0;
    __syncwarp();
    for (int i = THREAD; i < n; i += THREADS) atomicAdd(&own[text[i] % 64], weight[i]);
    __syncwarp();
    for (int b = threadIdx.x; b < 64; b += 32) atomicAdd(&bins[b], own[b]);
}
// ---- atomics -----------------------------------------------------------------------------------------------------
KERNEL count_positive(const float *x, int n, int *count) {
    unsigned i = THREAD;
    if (i < n && x[i] > 0) atomicAdd(count, 1);
}
KERNEL keep_multiples(const int *x, int n, int *kept, int *count) { // of eight: so many in every warp
    unsigned i = THREAD;
    if (i < n && i % 4 == 0) kept[atomicAdd(count, 1)] = x[i];
}
KERNEL sum_integers(const int *x, int n, int *sum) {
    unsigned i = THREAD;
    if (i < n) atomicAdd(sum, x[i]);
}
KERNEL extremes(const int *x, int n, int *least, unsigned *most) {
    unsigned i = THREAD;
    if (i < n) {
        atomicMin(least, x[i]);
        atomicMax(most, (unsigned)x[i]);
    }
}
KERNEL sum_into_four(const float *x, int n, float *sums, float *seen) {
    unsigned i = THREAD;
    if (i < n) seen[i] = atomicAdd(&sums[i % 4], x[i]) >= 0 ? 1 : 0;
}
KERNEL sum_divergent(const float *x, int n, double *sums) {
    unsigned i = THREAD;
    if (i >= n) return;
    if (i % 3 == 0) atomicAdd(&sums[i % 16], (double)x[i]);
    else if (i % 3 == 1) atomicAdd(&sums[16], 1.0);
    else atomicAdd(&sums[32 + threadIdx.x], 0.5 * x[i]);
}
KERNEL maximum_by_swap(const float *x, int n, int *most) { // one warp
    for (int i = threadIdx.x; i < n; i += 32) {
        int seen = *most;
        while (__int_as_float(seen) < x[i]) {
            int before = atomicCAS(most, seen, __float_as_int(x[i]));
            if (before == seen) break;
            seen = before;
        }
    }
}
KERNEL wide_atomics(const u64 *x, int n, u64 *out, u64 *old) {
    unsigned i = THREAD;
    if (i >= n) return;
    atomicAdd(&out[i % 8], x[i]);
    atomicOr(&out[8 + i % 2], x[i]);
    old[i] = atomicExch(&out[16 + i], x[i]);
    atomicMax(&out[16 + n], x[i]);
}
KERNEL tickets(const int *x, int n, int *out) {
    __shared__ int next[8];
    __shared__ int least;
    if (threadIdx.x < 8) next[threadIdx.x] = 0;
    if (threadIdx.x == 0) least = 1 << 30;
    __syncthreads();
    int ticket = atomicAdd(&next[x[THREAD] % 8], 1);
    atomicMin(&least, x[THREAD]);
    __syncthreads();
    out[THREAD] = (ticket < 256) + (least >= 0) + next[threadIdx.x % 8];
}
// ---- reductions --------------------------------------------------------------------------------------------------
KERNEL reduce_interleaved(const float *x, float *sums) {
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    part[t] = x[THREAD];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        if (t % (2 * step) == 0) part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = part[0];
}
KERNEL reduce_conflicting(const float *x, float *sums) {
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    part[t] = x[THREAD];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        unsigned at = 2 * step * t;
        if (at < blockDim.x) part[at] += part[at + step];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = part[0];
}
KERNEL reduce_sequential(const double *x, double *sums, int n) {
    extern __shared__ double partial[];
    unsigned t = threadIdx.x, i = THREAD;
    partial[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned step = blockDim.x / 2; step > 0; step >>= 1) {
        if (t < step) partial[t] += partial[t + step];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = partial[0];
}
__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    return v;
}
KERNEL reduce_shuffle(const float *x, float *sum, int n) {
    __shared__ float part[32];
    float v = 0;
    for (int i = THREAD; i < n; i += THREADS) v += x[i];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    if (threadIdx.x < 32) v = warp_sum(v);
    if (threadIdx.x == 0) atomicAdd(sum, v);
}
KERNEL reduce_last_warp(const int *x, int *sums, int n) {
    __shared__ volatile int part[128];
    unsigned t = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += 256 * gridDim.x) sum += x[i] + (i + 128 < n ? x[i + 128] : 0);
    part[t] = sum;
    __syncthreads();
    if (t < 64) part[t] = part[t] + part[t + 64];
    __syncthreads();
    if (t < 32) {
        for (int d = 32; d > 0; d /= 2) {
            int other = part[t + d];
            __syncwarp();
            part[t] = part[t] + other;
            __syncwarp();
        }
    }
    if (t == 0) sums[blockIdx.x] = part[0];
}
KERNEL dot_atomic(const float *x, const float *y, int n, float *sum) {
    unsigned i = THREAD;
    if (i < n) atomicAdd(sum, x[i] * y[i]);
}
// ---- scans -------------------------------------------------------------------------------------------------------
KERNEL scan_hillis_steele(const int *x, int *out) {
    __shared__ int line[2][256];
    int t = threadIdx.x, from = 0;
    line[0][t] = x[THREAD];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2, from = 1 - from) {
        line[1 - from][t] = t >= d ? line[from][t] + line[from][t - d] : line[from][t];
        __syncthreads();
    }
    out[THREAD] = line[from][t];
}
template <bool PADDED> __device__ int place(int i) { return PADDED ? i + i / 32 : i; }
template <bool PADDED> __device__ void blelloch(const int *x, int *out, int *tree, int n) {
    int t = threadIdx.x, first = 2 * blockIdx.x * blockDim.x, step = 1;
    tree[place<PADDED>(t)] = x[first + t];
    tree[place<PADDED>(t + n / 2)] = x[first + t + n / 2];
    for (int d = n / 2; d > 0; d /= 2, step *= 2) {
        __syncthreads();
        if (t < d) tree[place<PADDED>(step * (2 * t + 2) - 1)] += tree[place<PADDED>(step * (2 * t + 1) - 1)];
    }
    if (t == 0) tree[place<PADDED>(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        step /= 2;
        __syncthreads();
        if (t < d) {
            int a = place<PADDED>(step * (2 * t + 1) - 1), b = place<PADDED>(step * (2 * t + 2) - 1), left = tree[a];
            tree[a] = tree[b];
            tree[b] += left;
        }
    }
    __syncthreads();
    out[first + 2 * t] = tree[place<PADDED>(2 * t)];
    out[first + 2 * t + 1] = tree[place<PADDED>(2 * t + 1)];
}
KERNEL scan_blelloch(const int *x, int *out, int n) {
    extern __shared__ int tree[];
    blelloch<false>(x, out, tree, n);
}
KERNEL scan_blelloch_padded(const int *x, int *out, int n) {
    extern __shared__ int tree[];
    blelloch<true>(x, out, tree, n);
}
KERNEL scan_warps(const int *x, int *out, int n) {
    __shared__ int total[32];
    int i = THREAD, lane = threadIdx.x % 32, warp = threadIdx.x / 32, v = i < n ? x[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += left;
    }
    if (lane == 31) total[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++) v += total[w];
    if (i < n) out[i] = v;
}

// ---- running them ------------------------------------------------------------------------------------------------
static void run_histograms() {
    { auto o = fresh<unsigned>(); histogram_global<<<4, 128>>>(bytes, 5000, o); done<unsigned>("histogram_global", 256); }
    { auto o = fresh<unsigned>(); histogram_shared<<<4, 256>>>(bytes, 5000, o); done<unsigned>("histogram_shared", 256); }
    { auto o = fresh<float>(); histogram_weighted<<<8, 32>>>(bytes, positive, 3000, o); done<float>("histogram_weighted", 64); }
}
static void run_atomics() {
    { auto o = fresh<int>(); count_positive<<<8, 128>>>(floats, 1000, o); done<int>("count_positive", 1); }
    { auto o = fresh<int>(); keep_multiples<<<4, 128>>>(integers, 512, o, o + 1024); done<int>("keep_multiples", 1025, false); }
    { auto o = fresh<int>(); sum_integers<<<8, 128>>>(integers, 1000, o); done<int>("sum_integers", 1); }
    { auto o = fresh<int>(); extremes<<<8, 128>>>(integers, 1000, o, (unsigned *)o + 1); done<int>("extremes", 2); }
    { auto o = fresh<float>(); sum_into_four<<<4, 128>>>(positive, 500, o, o + 4); done<float>("sum_into_four", 504); }
    { auto o = fresh<double>(); sum_divergent<<<4, 96>>>(positive, 370, o); done<double>("sum_divergent", 128); }
    { auto o = fresh<int>(); maximum_by_swap<<<1, 32>>>(positive, 320, o); done<int>("maximum_by_swap", 1); }
    { auto o = fresh<u64>(); wide_atomics<<<4, 64>>>((u64 *)integers, 250, o, o + 400); done<unsigned>("wide_atomics", 1300); }
    { auto o = fresh<int>(); tickets<<<4, 256>>>(integers, 1024, o); done<int>("tickets", 1024); }
}
static void run_reductions() {
    { auto o = fresh<float>(); reduce_interleaved<<<8, 256>>>(positive, o); done<float>("reduce_interleaved", 8); }
    { auto o = fresh<float>(); reduce_conflicting<<<8, 256>>>(positive, o); done<float>("reduce_conflicting", 8); }
    { auto o = fresh<double>(); reduce_sequential<<<8, 256, 2048>>>(doubles, o, 2000); done<double>("reduce_sequential", 8); }
    { auto o = fresh<float>(); reduce_shuffle<<<4, 192>>>(positive, o, 5000); done<float>("reduce_shuffle", 1); }
    { auto o = fresh<int>(); reduce_last_warp<<<4, 128>>>(integers, o, 3000); done<int>("reduce_last_warp", 4); }
    { auto o = fresh<float>(); dot_atomic<<<4, 128>>>(positive, positive + 64, 500, o); done<float>("dot_atomic", 1); }
}
static void run_scans() {
    { auto o = fresh<int>(); scan_hillis_steele<<<4, 256>>>(integers, o); done<int>("scan_hillis_steele", 1024); }
    { auto o = fresh<int>(); scan_blelloch<<<4, 256, 2048>>>(integers, o, 512); done<int>("scan_blelloch", 2048); }
    { auto o = fresh<int>(); scan_blelloch_padded<<<4, 256, 2112>>>(integers, o, 512); done<int>("scan_blelloch_padded", 2048); }
    { auto o = fresh<int>(); scan_warps<<<4, 256>>>(integers, o, 1000); done<int>("scan_warps", 1000); }
}

#endif
