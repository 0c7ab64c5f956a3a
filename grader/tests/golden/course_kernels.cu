// Kernels as courses and books teach them, each launched once per case, so that a profiler's counters can be recorded
// per launch and compared with a counter model. None is a variant of a kernel in seed_kernels.cu.
// Usage: course_kernels            runs every case in a fixed order, prints "case <name> <checksum>".
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <numeric>
#include <vector>

#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define THREADS (blockDim.x * gridDim.x)

namespace cg = cooperative_groups;
typedef unsigned char byte;
typedef unsigned long long u64;
struct Colour { float r, g, b; };                    // 12 bytes
struct Body { float x, y, z, mass; int tag; };       // 20 bytes
struct Colours { float *r, *g, *b; };                // the same as arrays
struct Key { int value; short rank; char sign; };    // 8 bytes with a hole

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
// ---- stencils and convolutions -----------------------------------------------------------------------------------
KERNEL stencil_line(const float *in, float *out, int n) {
    const int R = 3;
    __shared__ float s[128 + 2 * R];
    int i = THREAD, t = threadIdx.x + R;
    s[t] = i < n ? in[i] : 0;
    if (threadIdx.x < R) {
        s[t - R] = i >= R ? in[i - R] : 0;
        s[t + 128] = i + 128 < n ? in[i + 128] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0;
    for (int d = -R; d <= R; d++) sum += s[t + d];
    out[i] = sum / (2 * R + 1);
}
KERNEL stencil_plane(const float *in, float *out, int w, int h) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const float *p = in + y * w + x;
    out[y * w + x] = 0.5f * p[0] + 0.125f * (p[-1] + p[1] + p[-w] + p[w]);
}
KERNEL stencil_plane_shared(const float *in, float *out, int w, int h) {
    __shared__ float s[10][34];
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y, i = threadIdx.x + 1, j = threadIdx.y + 1;
    if (x < w && y < h) {
        s[j][i] = in[y * w + x];
        if (i == 1) s[j][0] = x > 0 ? in[y * w + x - 1] : 0;
        if (i == 32) s[j][33] = x + 1 < w ? in[y * w + x + 1] : 0;
        if (j == 1) s[0][i] = y > 0 ? in[(y - 1) * w + x] : 0;
        if (j == 8) s[9][i] = y + 1 < h ? in[(y + 1) * w + x] : 0;
    }
    __syncthreads();
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        out[y * w + x] = s[j][i] - 0.25f * (s[j - 1][i] + s[j + 1][i] + s[j][i - 1] + s[j][i + 1]);
}
KERNEL stencil_volume(const float *in, float *out, int w, int h, int d) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y, plane = w * h;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    int at = y * w + x;
    float below = in[at], here = in[at + plane];
    for (int z = 1; z < d - 1; z++) {
        at += plane;
        float above = in[at + plane];
        out[at] = below + above - 6 * here + in[at - 1] + in[at + 1] + in[at - w] + in[at + w];
        below = here;
        here = above;
    }
}
KERNEL jacobi_3d(const double *in, double *out, int n) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1) {
        int at = (z * n + y) * n + x;
        out[at] = (in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + in[at - n * n] + in[at + n * n]) / 6;
    }
}
__constant__ float mask_1d[9], mask_2d[5][5];
KERNEL convolve_line(const float *in, float *out, int n) {
    int i = THREAD;
    float sum = 0;
    for (int d = 0; d < 9; d++)
        if (i + d - 4 >= 0 && i + d - 4 < n) sum += in[i + d - 4] * mask_1d[d];
    if (i < n) out[i] = sum;
}
KERNEL convolve_tiled(const float *in, float *out, int w, int h) { // 16 x 16 threads load, 12 x 12 compute
    __shared__ float s[16][16];
    int x = blockIdx.x * 12 + threadIdx.x - 2, y = blockIdx.y * 12 + threadIdx.y - 2;
    bool inside = x >= 0 && y >= 0 && x < w && y < h;
    s[threadIdx.y][threadIdx.x] = inside ? in[y * w + x] : 0;
    __syncthreads();
    int i = threadIdx.x - 2, j = threadIdx.y - 2;
    if (!inside || i < 0 || j < 0 || i >= 12 || j >= 12) return;
    float sum = 0;
    for (int b = 0; b < 5; b++)
        for (int a = 0; a < 5; a++) sum += mask_2d[b][a] * s[j + b][i + a];
    out[y * w + x] = sum;
}
// ---- vectors -----------------------------------------------------------------------------------------------------
KERNEL copy_float4(const float4 *in, float4 *out, int n) {
    for (int i = THREAD; i < n; i += THREADS) out[i] = in[i];
}
KERNEL scale_float2_some(const float2 *in, float2 *out, int n) {
    int i = THREAD;
    if (i < n && i % 3 != 1) out[i] = make_float2(2 * in[i].x, in[i].x - in[i].y);
}
KERNEL rotate_double2(const double2 *in, double2 *out, int n, int shift) {
    int i = THREAD;
    if (i < n) out[(i + shift) % n] = make_double2(-in[i].y, in[i].x);
}
KERNEL transpose_float4(const float4 *in, float4 *out, int w) { // a 32 x 8 tile of float4
    __shared__ float4 tile[8][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[(blockIdx.y * 8 + y) * w + blockIdx.x * 32 + x];
    __syncthreads();
    int t = y * 32 + x;
    out[(blockIdx.x * 32 + t / 8) * 8 * gridDim.y + blockIdx.y * 8 + t % 8] = tile[t % 8][t / 8];
}
KERNEL transpose_double_tile(const double *in, double *out, int w) {
    __shared__ double tile[16][16], padded[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    padded[threadIdx.x][threadIdx.y] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    out[y * w + x] = tile[threadIdx.x][threadIdx.y] + padded[threadIdx.y][threadIdx.x];
}
KERNEL shuffle_float2_shared(const float2 *in, float2 *out, int stride) {
    __shared__ float2 s[128], some[128];
    int t = threadIdx.x;
    s[t] = in[THREAD];
    if (t % 5 < 3) some[t * stride % 128] = in[THREAD];
    __syncthreads();
    float2 sum = s[t * stride % 128];
    if (t % 32 < 20) sum.y += s[(t ^ 5) * 3 % 128].x;
    if (t % 5 == 1) sum.x -= some[(t + 1) * stride % 128].y;
    out[THREAD] = sum;
}
KERNEL swizzle_float4_shared(const float4 *in, float4 *out, int stride, int lanes) {
    __shared__ float4 s[128], turned[128];
    int t = threadIdx.x;
    s[t] = in[THREAD];
    __syncthreads();
    if (t % 32 >= lanes) return;
    float4 a = s[t * stride % 128];
    turned[t * (stride | 1) % 128] = make_float4(a.w, a.z, a.y, a.x);
    __syncwarp(__activemask());
    a = turned[(t - t % 2) * (stride | 1) % 128];
    out[THREAD] = a;
}
// ---- narrow elements ---------------------------------------------------------------------------------------------
KERNEL grey_from_colour(const byte *rgb, byte *grey, int w, int h) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int i = y * w + x;
    grey[i] = (byte)(0.21f * rgb[3 * i] + 0.71f * rgb[3 * i + 1] + 0.07f * rgb[3 * i + 2]);
}
KERNEL invert_uchar4(const uchar4 *in, uchar4 *out, int n) {
    int i = THREAD;
    if (i < n) out[i] = make_uchar4(255 - in[i].x, 255 - in[i].y, 255 - in[i].z, in[i].w);
}
KERNEL shorts_through_shared(const short *in, short *out, signed char *sign, int stride) {
    __shared__ short s[256];
    __shared__ signed char signs[256];
    int t = threadIdx.x;
    s[t] = in[THREAD];
    signs[255 - t] = in[THREAD] < 0 ? -1 : 1;
    __syncthreads();
    out[THREAD] = s[t * stride % 256];
    sign[THREAD] = signs[t * stride * 4 % 256];
}
KERNEL halves(const half *x, half *y, float a, int n) {
    int i = THREAD;
    if (i < n) y[i] = __float2half(a * __half2float(x[i]) + __half2float(y[i]));
}
KERNEL half_pairs(const half2 *x, half2 *y, int n) {
    __shared__ half2 s[128];
    for (int i = THREAD; i < n; i += THREADS) {
        s[threadIdx.x] = x[i];
        __syncwarp();
        y[i] = __hfma2(s[threadIdx.x ^ 1], __float2half2_rn(0.5f), y[i]);
        __syncwarp();
    }
}
// ---- structures --------------------------------------------------------------------------------------------------
KERNEL dim_colours(Colour *c, int n) {
    int i = THREAD;
    if (i < n) {
        c[i].r *= 0.5f;
        c[i].g *= 0.25f;
        c[i].b += c[i].r;
    }
}
KERNEL dim_colour_arrays(Colours c, int n) {
    int i = THREAD;
    if (i < n) {
        c.r[i] *= 0.5f;
        c.g[i] *= 0.25f;
        c.b[i] += c.r[i];
    }
}
KERNEL attract(const float4 *body, float4 *force, int n) {
    __shared__ float4 tile[64];
    int i = THREAD;
    float4 me = body[i], sum = make_float4(0, 0, 0, 0);
    for (int first = 0; first < n; first += 64) {
        tile[threadIdx.x] = body[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            float4 other = tile[j];
            float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z, d = x * x + y * y + z * z + 0.01f;
            float k = other.w / (d * sqrtf(d));
            sum.x += k * x, sum.y += k * y, sum.z += k * z;
        }
        __syncthreads();
    }
    force[i] = sum;
}
KERNEL bodies_shared(const Body *in, Body *out, float *mass) {
    __shared__ Body s[96];
    int t = threadIdx.x;
    s[t] = in[THREAD];
    __syncthreads();
    Body b = s[(t + 1) % 96];
    b.x += s[t * 2 % 96].y;
    b.tag = s[95 - t].tag;
    out[THREAD] = b;
    mass[THREAD] = s[t].mass;
}
KERNEL sort_keys(const Key *in, Key *out, int n) { // rank sort
    __shared__ Key s[128];
    int t = threadIdx.x, rank = 0;
    s[t] = in[THREAD];
    __syncthreads();
    for (int j = 0; j < 128; j++) rank += s[j].value < s[t].value || (s[j].value == s[t].value && j < t);
    out[blockIdx.x * 128 + rank] = Key{s[t].value, (short)rank, (char)(s[t].sign + 1)};
}
// ---- gathers, scatters, planes -----------------------------------------------------------------------------------
KERNEL gather(const float *x, const int *index, float *out, int n) {
    int i = THREAD;
    if (i < n) out[i] = x[index[i]];
}
KERNEL scatter(const double *x, const int *index, double *out, int n) {
    int i = THREAD;
    if (i < n && i % 7 != 0) out[index[i]] = x[i];
}
KERNEL copy_submatrix(const float *in, float *out, int pitch, int x0, int y0, int w, int h) {
    int x = THREAD, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = in[(y0 + y) * pitch + x0 + x];
}
KERNEL subsample(const float *in, float *out, int w, int h, int step) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h / step; y += blockDim.y * gridDim.y)
        for (int x = THREAD; x < w / step; x += THREADS) out[y * (w / step) + x] = in[y * step * w + x * step];
}
KERNEL matvec_row(const float *A, const float *x, float *y, int n) {
    int row = THREAD;
    if (row >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += A[row * n + k] * x[k];
    y[row] = sum;
}
KERNEL matvec_column(const float *__restrict__ A, const float *__restrict__ x, float *y, int n) {
    int row = THREAD;
    if (row >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += A[k * n + row] * x[k];
    y[row] = sum;
}
KERNEL matvec_warp(const double *A, const double *x, double *y, int n) {
    int row = THREAD / 32, lane = threadIdx.x % 32;
    double sum = 0;
    if (row < n)
        for (int k = lane; k < n; k += 32) sum += A[row * n + k] * x[k];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0 && row < n) y[row] = sum;
}
KERNEL multiply_double_tiles(const double *A, const double *B, double *C, int n) {
    __shared__ double a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    double sum = 0;
    for (int k = 0; k < n; k += 16) {
        a[y][x] = A[row * n + k + x];
        b[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += a[y][i] * b[i][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
KERNEL multiply_integer_tiles(const int *A, const int *B, int *C, int n) { // tiles of width 33, B turned
    __shared__ int a[32][33], b[32][33];
    int x = threadIdx.x, column = blockIdx.x * 32 + x, row0 = blockIdx.y * 32;
    int sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < n; k += 32) {
        for (int j = threadIdx.y; j < 32; j += 8) {
            a[j][x] = A[(row0 + j) * n + k + x];
            b[x][j] = B[(k + j) * n + column];
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 4; j++) sum[j] += a[threadIdx.y + 8 * j][i] * b[x][i];
        __syncthreads();
    }
    for (int j = 0; j < 4; j++) C[(row0 + threadIdx.y + 8 * j) * n + column] = sum[j];
}
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
static const int N = 1 << 16;
static float *floats, *positive;
static double *doubles;
static int *integers, *permutation;
static byte *bytes;
static char *output;

template <class T> static T *upload(const std::vector<T> &values) {
    T *device;
    OK(cudaMalloc(&device, values.size() * sizeof(T)));
    OK(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}
static void make_inputs() {
    std::vector<float> f(N), p(N);
    std::vector<double> d(N);
    std::vector<int> k(N), order(N);
    std::vector<byte> b(4 * N);
    unsigned r = 2024;
    auto next = [&r] { return (r = r * 1664525u + 1013904223u) >> 8; };
    for (int i = 0; i < N; i++) f[i] = next() / 16777216.0f - 0.5f, p[i] = next() / 16777216.0f + 0.125f;
    for (int i = 0; i < N; i++) d[i] = next() / 16777216.0, k[i] = (int)next();
    for (auto &v : b) v = (byte)(next() >> 7);
    std::iota(order.begin(), order.end(), 0);
    for (int i = 4095; i > 0; i--) std::swap(order[i], order[next() % (i + 1)]); // the first 4096 among themselves
    floats = upload(f), positive = upload(p), doubles = upload(d), integers = upload(k), bytes = upload(b);
    permutation = upload(order);
    float masks[34];
    for (int i = 0; i < 34; i++) masks[i] = 0.02f * (i + 1);
    OK(cudaMemcpyToSymbol(mask_1d, masks, sizeof mask_1d));
    OK(cudaMemcpyToSymbol(mask_2d, masks + 9, sizeof mask_2d));
    OK(cudaMalloc(&output, 1 << 20));
}
// The output, cleared.
template <class T> static T *fresh(size_t skip = 0) {
    OK(cudaMemset(output, 0, 1 << 20));
    return (T *)output + skip;
}
// The same with what the input has: for kernels that change values in place.
template <class T, class S> static T *fresh_from(const S *input, size_t n) {
    OK(cudaMemset(output, 0, 1 << 20));
    OK(cudaMemcpy(output, input, n * sizeof(T), cudaMemcpyDeviceToDevice));
    return (T *)output;
}
// Prints a sum of the first n elements; weighted, unless their order is left to the hardware.
template <class T> static void done(const char *name, size_t n, bool ordered = true) {
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    std::vector<T> h(n);
    OK(cudaMemcpy(h.data(), output, n * sizeof(T), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)h[i] * (ordered ? 1 + i % 7 : 1);
    printf("case %s %.9g\n", name, sum);
}

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
static void run_stencils() {
    { auto o = fresh<float>(); stencil_line<<<8, 128>>>(floats, o, 1000); done<float>("stencil_line", 1000); }
    { auto o = fresh<float>(); stencil_plane<<<dim3(7, 13), dim3(16, 8)>>>(floats, o, 100, 100); done<float>("stencil_plane", 10000); }
    { auto o = fresh<float>(); stencil_plane_shared<<<dim3(4, 13), dim3(32, 8)>>>(floats, o, 100, 100); done<float>("stencil_plane_shared", 10000); }
    { auto o = fresh<float>(); stencil_volume<<<dim3(2, 5), dim3(32, 8)>>>(floats, o, 40, 36, 30); done<float>("stencil_volume", 43200); }
    { auto o = fresh<double>(); jacobi_3d<<<dim3(3, 5, 5), dim3(8, 4, 4)>>>(doubles, o, 20); done<double>("jacobi_3d", 8000); }
    { auto o = fresh<float>(); convolve_line<<<8, 128>>>(floats, o, 1000); done<float>("convolve_line", 1000); }
    { auto o = fresh<float>(); convolve_tiled<<<dim3(6, 6), dim3(16, 16)>>>(floats, o, 70, 65); done<float>("convolve_tiled", 4550); }
}
static void run_vectors() {
    { auto o = fresh<float4>(); copy_float4<<<4, 96>>>((float4 *)floats, o, 1000); done<float>("copy_float4", 4000); }
    { auto o = fresh<float2>(); scale_float2_some<<<8, 128>>>((float2 *)floats, o, 1000); done<float>("scale_float2_some", 2000); }
    { auto o = fresh<double2>(); rotate_double2<<<4, 128>>>((double2 *)doubles, o, 500, 3); done<double>("rotate_double2", 1000); }
    { auto o = fresh<float4>(); transpose_float4<<<dim3(2, 4), dim3(32, 8)>>>((float4 *)floats, o, 64); done<float>("transpose_float4", 8192); }
    { auto o = fresh<double>(); transpose_double_tile<<<dim3(4, 4), dim3(16, 16)>>>(doubles, o, 64); done<double>("transpose_double_tile", 4096); }
    for (int stride : {1, 2, 3, 16}) {
        char name[40];
        snprintf(name, sizeof name, "shuffle_float2_shared_%d", stride);
        auto o = fresh<float2>();
        if (stride % 2) { shuffle_float2_shared<<<4, 128>>>((float2 *)floats, o, stride); done<float>(name, 1024); }
        snprintf(name, sizeof name, "swizzle_float4_shared_%d", stride);
        o = fresh<float2>();
        swizzle_float4_shared<<<4, 128>>>((float4 *)floats, (float4 *)o, stride, 35 - stride); done<float>(name, 2048);
    }
}
static void run_narrow() {
    { auto o = fresh<byte>(); grey_from_colour<<<dim3(5, 7), dim3(16, 8)>>>(bytes, o, 70, 50); done<byte>("grey_from_colour", 3500); }
    { auto o = fresh<byte>(); invert_uchar4<<<8, 128>>>((uchar4 *)bytes, (uchar4 *)o, 1000); done<byte>("invert_uchar4", 4000); }
    { auto o = fresh<short>(); shorts_through_shared<<<4, 256>>>((short *)bytes, o, (signed char *)(o + 1024), 6); done<signed char>("shorts_through_shared", 3072); }
    { auto o = fresh<half>(); halves<<<8, 128>>>((half *)permutation, o, 1.5f, 1000); done<unsigned short>("halves", 1000); }
    { auto o = fresh<half2>(); half_pairs<<<2, 128>>>((half2 *)permutation, o, 1024); done<unsigned short>("half_pairs", 2048); }
}
static void run_structures() {
    { auto o = fresh_from<float>(floats, 3000); dim_colours<<<8, 128>>>((Colour *)o, 1000); done<float>("dim_colours", 3000); }
    { auto o = fresh_from<float>(floats, 3000); dim_colour_arrays<<<8, 128>>>(Colours{o, o + 1000, o + 2000}, 1000); done<float>("dim_colour_arrays", 3000); }
    { auto o = fresh<float4>(); attract<<<4, 64>>>((float4 *)positive, o, 256); done<float>("attract", 1024); }
    { auto o = fresh<Body>(); bodies_shared<<<4, 96>>>((Body *)positive, o, (float *)(o + 384)); done<float>("bodies_shared", 384 * 6); }
    { auto o = fresh<Key>(); sort_keys<<<2, 128>>>((Key *)integers, o, 256); done<unsigned short>("sort_keys", 256 * 2); }
}
static void run_planes() {
    { auto o = fresh<float>(); gather<<<8, 128>>>(floats, permutation, o, 1000); done<float>("gather", 1000); }
    { auto o = fresh<double>(); scatter<<<8, 128>>>(doubles, permutation, o, 1000); done<double>("scatter", 4096); }
    { auto o = fresh<float>(); copy_submatrix<<<dim3(3, 10), dim3(32, 8)>>>(floats, o, 211, 13, 5, 90, 77); done<float>("copy_submatrix", 90 * 77); }
    { auto o = fresh<float>(); subsample<<<dim3(2, 4), dim3(16, 4)>>>(floats, o, 240, 200, 3); done<float>("subsample", 80 * 66); }
    { auto o = fresh<float>(); matvec_row<<<2, 64>>>(floats, positive, o, 100); done<float>("matvec_row", 100); }
    { auto o = fresh<float>(); matvec_column<<<2, 64>>>(floats, positive, o, 100); done<float>("matvec_column", 100); }
    { auto o = fresh<double>(); matvec_warp<<<13, 256>>>(doubles, doubles + 500, o, 100); done<double>("matvec_warp", 100); }
    { auto o = fresh<double>(); multiply_double_tiles<<<dim3(4, 4), dim3(16, 16)>>>(doubles, doubles + 5000, o, 64); done<double>("multiply_double_tiles", 4096); }
    { auto o = fresh<int>(); multiply_integer_tiles<<<dim3(2, 2), dim3(32, 8)>>>(integers, integers + 5000, o, 64); done<int>("multiply_integer_tiles", 4096); }
}
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

int main() {
    make_inputs();
    run_histograms();
    run_atomics();
    run_reductions();
    run_scans();
    run_stencils();
    run_vectors();
    run_narrow();
    run_structures();
    run_planes();
    run_sorts();
    run_local();
    run_control();
    run_warps();
    for (void *p : {(void *)floats, (void *)positive, (void *)doubles, (void *)integers, (void *)permutation,
                    (void *)bytes, (void *)output})
        OK(cudaFree(p));
    return 0;
}
