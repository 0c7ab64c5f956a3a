// threads.cuh - what threads do by themselves and with each other: sorting, local memory, control flow, warps.
#ifndef COURSE_THREADS_H
#define COURSE_THREADS_H
#include "common.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
namespace cg = cooperative_groups;

// ---- sorting -----------------------------------------------------------------------------------------------------
KERNEL bitonic_sort(int *x) {
    __shared__ int s[512];
    int t = threadIdx.x, first = blockIdx.x * 512;
    s[t] = x[first + t];
    s[t + 256] = x[first + t + 256];
    for (int size = 2; size <= 512; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            int a = 2 * t - (t & (step - 1)), b = a + step;
            bool up = (a & size) == 0;
            if ((s[a] > s[b]) == up) {
                int old = s[a];
                s[a] = s[b];
                s[b] = old;
            }
        }
    __syncthreads();
    x[first + t] = s[t];
    x[first + t + 256] = s[t + 256];
}
KERNEL odd_even_sort(float *x, int n) {
    __shared__ float s[200];
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = x[i];
    for (int round = 0; round < n; round++) {
        __syncthreads();
        int i = 2 * threadIdx.x + round % 2;
        if (i + 1 < n && s[i] > s[i + 1]) {
            float old = s[i];
            s[i] = s[i + 1];
            s[i + 1] = old;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = s[i];
}
// ---- local memory ------------------------------------------------------------------------------------------------
KERNEL digits_local(const int *x, int *out, int n) {
    int i = THREAD, count[10];
    if (i >= n) return;
    for (int d = 0; d < 10; d++) count[d] = 0;
    for (int v = x[i]; v > 0; v /= 10) count[v % 10]++;
    int most = 0;
    for (int d = 1; d < 10; d++)
        if (count[d] > count[most]) most = d;
    out[i] = count[i % 10] * 16 + most;
}
KERNEL polynomial_local(const float *x, double *out, int n, int order) {
    int i = THREAD;
    double term[16];
    if (i >= n || i % 5 == 4) return;
    double power = 1;
    for (int k = 0; k < order; k++, power *= x[i]) term[k] = power;
    double sum = 0;
    for (int k = order - 1; k >= 0; k -= 1 + (i & 1)) sum += term[k];
    out[i] = sum;
}
KERNEL palette_local(const float4 *in, float4 *out, const int *pick, int n) {
    float4 colour[6];
    int i = THREAD;
    if (i >= n) return;
    for (int k = 0; k < 6; k++) colour[k] = in[(i + k * 64) % n];
    float4 sum = colour[pick[i] % 6];
    if (threadIdx.x % 32 < 12) sum.x += colour[pick[i] / 8 % 6].y;
    colour[pick[i] / 64 % 6] = sum;
    out[i] = colour[i % 6];
}
KERNEL window_local(const short *in, short *out, int n) { // median of nine by insertion
    short v[9];
    int i = THREAD, filled = 0;
    if (i + 9 > n) return;
    for (int k = 0; k < 9; k++) {
        int at = filled++;
        for (; at > 0 && v[at - 1] > in[i + k]; at--) v[at] = v[at - 1];
        v[at] = in[i + k];
    }
    out[i] = v[4];
}
KERNEL __launch_bounds__(1024, 2) spill(const float *x, float *out, int n) { // no more than 32 registers
    float v[40], sum = 0;
    int i = THREAD;
#pragma unroll
    for (int k = 0; k < 40; k++) v[k] = x[(i + k * 37) % n];
#pragma unroll
    for (int k = 0; k < 40; k++) sum += v[k] * v[(k * 7 + 3) % 40] * v[39 - k];
#pragma unroll
    for (int k = 0; k < 40; k++) sum = sum * 0.5f + v[(k * 11 + 5) % 40];
    out[i] = sum;
}
// ---- control flow ------------------------------------------------------------------------------------------------
KERNEL collatz(const int *x, int *steps, int n) {
    int i = THREAD, count = 0;
    if (i >= n) return;
    for (long long v = x[i] % 1000 + 1; v != 1; count++) v = v % 2 ? 3 * v + 1 : v / 2;
    steps[i] = count;
}
KERNEL mandelbrot(byte *out, int w, int h) {
    int px = THREAD, py = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
    if (px >= w || py >= h) return;
    float cx = -2.0f + 3.0f * px / w, cy = -1.0f + 2.0f * py / h, x = 0, y = 0;
    while (k < 60) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        if (x * x + y * y > 4) break;
        k++;
    }
    out[py * w + px] = (byte)k;
}
KERNEL first_above(const float *x, int *found, int n, int length) {
    int i = THREAD;
    if (i >= n) return;
    int at = -1;
    for (int k = 0; k < length; k++)
        if (x[i + k * 61] > 0.4f) {
            at = k;
            break;
        }
    found[i] = at;
}
KERNEL interpret(const byte *program, int length, const int *x, int *out, int n) {
    int i = THREAD;
    if (i >= n) return;
    int a = x[i], b = i;
    for (int k = 0; k < length; k++) {
        switch ((program[k] + (i & 2)) % 7) {
        case 0: a += b; break;
        case 1: b ^= a >> 3; break;
        case 2: a = a * 5 + 1; break;
        case 3: b = x[(unsigned)a % n]; break;
        case 4: a -= b * 3; break;
        case 5: out[i] = a; break;
        default: a = min(a, b);
        }
    }
    out[i] = a ^ b;
}
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
KERNEL recurse(int *out) { out[THREAD] = fibonacci(threadIdx.x % 8); }
__device__ __noinline__ float horner(const float *c, int n, float x) {
    float sum = 0;
    for (int k = n - 1; k >= 0; k--) sum = sum * x + c[k];
    return sum;
}
KERNEL call_function(const float *c, const float *x, float *out, int n) {
    int i = THREAD;
    if (i < n) out[i] = horner(c, 8, x[i]) - horner(c + 8, 5, x[i]);
}
// ---- warps, groups, copies ---------------------------------------------------------------------------------------
KERNEL aggregate_by_hand(const int *x, int n, int *counts, int *kept) {
    int i = THREAD, lane = threadIdx.x % 32;
    int value = i < n ? x[i] % 4 : 4;
    unsigned same = __match_any_sync(~0u, value);
    int leader = __ffs(same) - 1;
    if (lane == leader) atomicAdd(&counts[value], __popc(same));
    unsigned even = __ballot_sync(~0u, value % 2 == 0);
    kept[i] = __popc(even & ((1u << lane) - 1)) + __reduce_add_sync(~0u, value);
}
KERNEL group_sums(const float *x, float *out, int n) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = THREAD;
    float sum = cg::reduce(tile, i < n ? x[i] : 0.0f, cg::plus<float>());
    if (tile.thread_rank() == 0) out[i / 8] = sum + tile.meta_group_rank();
}
KERNEL copy_async(const float *in, float *out, int n) {
    __shared__ float s[2][128];
    int t = threadIdx.x, first = blockIdx.x * n;
    __pipeline_memcpy_async(&s[0][t], &in[first + t], 4);
    __pipeline_commit();
    float sum = 0;
    for (int k = 0; k < n / 128; k++) {
        if (k + 1 < n / 128) __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[first + (k + 1) * 128 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += s[k % 2][127 - t];
        __syncthreads();
    }
    out[THREAD] = sum;
}
KERNEL copy_async_wide(const float4 *in, float4 *out) {
    __shared__ float4 s[128];
    int t = threadIdx.x;
    if (t % 32 < 28) __pipeline_memcpy_async(&s[t], &in[THREAD * 2], 16);
    else s[t] = make_float4(1, 2, 3, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[THREAD] = s[t ^ 3];
}
KERNEL dot_read_only(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n) {
    int first = THREAD * n;
    float sum = 0;
#pragma unroll 4
    for (int k = 0; k < n; k++) sum += x[first + k] * __ldg(&y[k]);
    out[THREAD] = sum;
}
KERNEL poll_volatile(volatile int *flag, const int *x, int *out) {
    int i = THREAD, seen = 0;
    flag[i] = x[i];
    for (int k = 0; k < 4; k++) seen += flag[i];
    out[i] = seen;
}
__device__ __noinline__ float strided_sum(const float *p, int stride) { return p[0] + p[stride] + p[2 * stride]; }
KERNEL through_generic(const float *x, float *out, int n) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = x[THREAD];
    __syncthreads();
    const float *p = t % 2 ? s + t / 2 : x + THREAD;
    out[THREAD] = strided_sum(p, 16) + strided_sum(s, 3) + *p;
}
KERNEL odd_blocks(const float *x, const float *y, float *out, int n) { // blocks of 100 threads
    for (int i = THREAD; i < n; i += THREADS) out[i] = x[i] + 2 * y[n - 1 - i];
}
KERNEL power_modulo(const int *x, u64 *out, int n) {
    int i = THREAD;
    if (i >= n) return;
    u64 base = x[i], result = 1;
    for (unsigned e = i + 5; e > 0; e >>= 1, base = base * base % 1000003)
        if (e & 1) result = result * base % 1000003;
    out[i] = result;
}
KERNEL philox(float4 *out, float *normal, int n) {
    curandStatePhilox4_32_10_t state;
    int i = THREAD;
    curand_init(99, i, 0, &state);
    float4 sum = make_float4(0, 0, 0, 0);
    for (int k = 0; k < n; k++) {
        float4 v = curand_uniform4(&state);
        sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
    }
    out[i] = sum;
    normal[i] = curand_normal(&state);
}

// ---- running them ------------------------------------------------------------------------------------------------
static void run_sorts() {
    { auto o = fresh_from<int>(integers, 2048); bitonic_sort<<<4, 256>>>(o); done<int>("bitonic_sort", 2048); }
    { auto o = fresh_from<float>(floats, 190); odd_even_sort<<<1, 96>>>(o, 190); done<float>("odd_even_sort", 190); }
}
static void run_local() {
    { auto o = fresh<int>(); digits_local<<<4, 128>>>(integers, o, 500); done<int>("digits_local", 500); }
    { auto o = fresh<double>(); polynomial_local<<<4, 128>>>(positive, o, 500, 12); done<double>("polynomial_local", 500); }
    { auto o = fresh<float4>(); palette_local<<<4, 128>>>((float4 *)floats, o, integers, 500); done<float>("palette_local", 2000); }
    { auto o = fresh<short>(); window_local<<<4, 128>>>((short *)bytes, o, 500); done<short>("window_local", 500); }
    { auto o = fresh<float>(); spill<<<2, 1024>>>(positive, o, 2048); done<float>("spill", 2048); }
}
static void run_control() {
    { auto o = fresh<int>(); collatz<<<4, 128>>>(integers, o, 500); done<int>("collatz", 500); }
    { auto o = fresh<byte>(); mandelbrot<<<dim3(5, 7), dim3(16, 8)>>>(o, 75, 50); done<byte>("mandelbrot", 3750); }
    { auto o = fresh<int>(); first_above<<<4, 128>>>(floats, o, 500, 40); done<int>("first_above", 500); }
    { auto o = fresh<int>(); interpret<<<4, 128>>>(bytes, 30, integers, o, 500); done<int>("interpret", 500); }
    { auto o = fresh<int>(); recurse<<<2, 64>>>(o); done<int>("recurse", 128); }
    { auto o = fresh<float>(); call_function<<<4, 128>>>(positive, floats, o, 500); done<float>("call_function", 500); }
}
static void run_warps() {
    { auto o = fresh<int>(); aggregate_by_hand<<<4, 128>>>(integers, 500, o, o + 8); done<int>("aggregate_by_hand", 520); }
    { auto o = fresh<float>(); group_sums<<<4, 128>>>(positive, o, 500); done<float>("group_sums", 64); }
    { auto o = fresh<float>(); copy_async<<<4, 128>>>(positive, o, 1024); done<float>("copy_async", 512); }
    { auto o = fresh<float4>(); copy_async_wide<<<4, 128>>>((float4 *)positive, o); done<float>("copy_async_wide", 2048); }
    { auto o = fresh<float>(); dot_read_only<<<4, 128>>>(positive, floats, o, 50); done<float>("dot_read_only", 512); }
    { auto o = fresh<int>(); poll_volatile<<<4, 128>>>(o + 512, integers, o); done<int>("poll_volatile", 1024); }
    { auto o = fresh<float>(); through_generic<<<4, 256>>>(positive, o, 1024); done<float>("through_generic", 1024); }
    { auto o = fresh<float>(); odd_blocks<<<3, 100>>>(positive, positive + 1, o, 1000); done<float>("odd_blocks", 1000); }
    { auto o = fresh<u64>(); power_modulo<<<4, 96>>>(integers, o, 350); done<u64>("power_modulo", 350); }
    { auto o = fresh<float4>(); philox<<<4, 128>>>(o, (float *)(o + 512), 10); done<float>("philox", 2560); }
}

#endif
