// coded_kernels.cu - kernels of all kinds, small, for test_estimate.c: their machine code must write what their PTX
// does.
//
// Each uses another part of the instruction set. None depends on the order of blocks or warps.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <mma.h>

namespace cg = cooperative_groups;

#pragma nv_diag_suppress static_var_with_dynamic_init // of a barrier, which init() makes
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

#define COUNT 2048
#define THREADS 128
#define BLOCKS (COUNT / THREADS)

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));                                     \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

__device__ static unsigned place() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- arithmetic

__global__ void special_functions(const float *in, float *out) {
    float x = in[place()];
    out[place()] = sinf(x) + cosf(3000.0f * x) + expf(x) + logf(x + 2.0f) + tanf(x) + powf(x + 2.0f, 1.7f) + erff(x) +
                   tgammaf(x + 2.0f) + cbrtf(x) + atan2f(x, 0.3f) + asinhf(x) + j0f(x) + fmodf(x, 0.37f) +
                   rsqrtf(x + 2.0f);
}

__global__ void fast_functions(const float *in, float *out) { // apart: how sums are contracted is tested elsewhere
    float x = in[place()];
    float values[] = {__sinf(x), __expf(x),      __logf(x + 2.0f),    __fdividef(x, 1.7f), __powf(x + 2.0f, 0.5f),
                      __tanf(x), __saturatef(x), __frcp_rn(x + 3.0f), sqrtf(x + 2.0f),     __cosf(x)};
#pragma unroll
    for (int n = 0; n < 10; n++) out[n * COUNT + place()] = values[n];
}

__global__ void directed(const float *in, float *out) {
    float x = in[place()], y = 1.0f / 3;
    out[place()] = __fadd_rd(x, y) * 3 + __fadd_ru(x, y) * 5 + __fadd_rz(x, y) * 7 + __fmul_rd(x, y) * 11 +
                   __fmul_ru(x, y) * 13 + __fmaf_rz(x, y, x) * 17 + __fmaf_ru(x, y, x) * 19 + __fdiv_rd(x, y) * 23 +
                   __fsqrt_ru(x + 2) * 29 + __frcp_rz(x + 2) * 31;
}

__global__ void directed_doubles(const double *in, double *out) {
    double x = in[place()], y = 1.0 / 3;
    out[place()] = __dadd_rd(x, y) * 3 + __dadd_ru(x, y) * 5 + __dmul_rz(x, y) * 7 + __fma_rd(x, y, x) * 11 +
                   __ddiv_ru(x, y) * 13 + __dsqrt_rd(x + 2) * 17 + __drcp_ru(x + 2) * 19;
}

__global__ void conversions(const double *in, double *out) {
    double x = in[place()] * 1000;
    float f = (float)x;
    long long sum = __float2int_rd(f) + __float2int_ru(f) * 3ll + __float2int_rn(f) * 5ll + __float2int_rz(f) * 7ll +
                    __double2int_rd(x) * 11ll + __double2ll_ru(x) * 13ll + (long long)__float2uint_ru(fabsf(f)) +
                    __float2ll_rd(f) + (signed char)f + (unsigned short)fabsf(f);
    int i = (int)(x * 12345);
    long long l = (long long)(x * 1e13);
    out[place()] =
        (double)sum + __double2float_rd(x) + __double2float_ru(x) * 3 + __double2float_rz(x) * 5 +
        __int2float_rd(i) * 7 + __int2float_ru(i) * 11 + __ll2float_rz(l) * 13 +
        __ull2double_rd((unsigned long long)l) * 17 + __ll2double_ru(l) * 19 + (double)rintf(f) + floor(x) * 3 +
        ceilf(f) * 5 + trunc(x) * 7 + nearbyint(x) + round(x) * 11 + __uint2float_rz((unsigned)i) +
        __half2float(__float2half_rd(f)) + __half2float(__float2half_ru(f)) * 3 + __half2float(__float2half_rz(f)) * 5 +
        __half2float(__int2half_rn(i % 1000)) + __half2int_rd(__float2half(f)) + __half2float(__double2half(x)) +
        __bfloat162float(__float2bfloat16_rz(f)) + __bfloat162float(__float2bfloat16_ru(f)) * 7 +
        __bfloat162float(__double2bfloat16(x)) + frexp(x, &i) + i + ldexp(x, 3) + logb(x);
}

__global__ void doubles(const double *in, double *out) {
    double x = in[place()];
    out[place()] = sin(x) + exp(x) + log(x + 2) + sqrt(x + 2) + pow(x + 2, 1.3) + x / 3.7 + fmin(x, 0.2) +
                   fmax(x, -0.3) + cbrt(x) + fabs(x) + copysign(2.0, x) + fmod(x, 0.13) + erf(x) + lgamma(x + 3) +
                   hypot(x, 0.7) + (x > 0.1 && x < 0.9 ? 1 : 2) + sinpi(x) + rcbrt(x + 2) + remainder(x, 0.3) +
                   nextafter(x, 1.0) + norm3d(x, 1.0, 2.0) + atan(x) + sinh(x);
}

__global__ void wide_integers(const long long *in, long long *out) {
    long long x = in[place()], y = in[COUNT - 1 - place()] | 1;
    unsigned long long u = (unsigned long long)x, v = (unsigned long long)y;
    long long sum =
        x * y + __mul64hi(x, y) + (long long)__umul64hi(u, v) + x / y + x % y + (long long)(u / 1000003 + v % 97);
    sum += (x << (y & 63)) + (x >> (y & 31)) + (long long)(u >> (v & 63)) + __clzll(x) + __popcll(u) * 3 +
           __ffsll(x) * 5 + (long long)__brevll(u) + llabs(x) + min(x, y) + max(u, v) % 1000 + (x < y) + (u <= v) * 2;
    out[place()] = sum;
}

__global__ void narrow_integers(const int *in, int *out) {
    int x = in[place()], y = in[COUNT - 1 - place()];
    unsigned u = (unsigned)x, v = (unsigned)y | 1;
    int sum = __dp4a(x, y, 3) + (int)__dp4a(u, v, 5u) + __dp2a_lo(x, y, 7) + (int)__dp2a_hi(u, v, 9u) + __mulhi(x, y) +
              (int)__umulhi(u, v) + __mul24(x, y) + (int)__umul24(u, v) + (int)__byte_perm(u, v, 0x3715) +
              (int)__funnelshift_l(u, v, x & 63) + (int)__funnelshift_rc(u, v, 17) + __clz(x) + __popc(u) * 3 +
              __ffs(x) * 5 + (int)__brev(u) + (int)__sad(x, y, v) + (int)__usad(u, v, v) + __hadd(x, y) +
              (int)__urhadd(u, v) + abs(x);
    sum += (int)__vadd4(u, v) + (int)__vsubus2(u, v) + (int)__vmaxs2(u, v) + (int)__vabsdiffu4(u, v) +
           (int)__vcmpgtu4(u, v) + (int)__vavgu4(u, v) + (int)(u / v) + x % (int)(v >> 7 | 1) + (short)x +
           (signed char)y + (int)__vsadu4(u, v);
    sum += __vimax3_s32(x, y, 100) + (int)__vimin3_u32(u, v, 12345u) + __viaddmax_s32(x, y, 17) +
           (int)__viaddmax_u16x2(u, v, 123u);
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(y) : "r"(x), "r"(y & 31), "r"(x >> 8 & 31));
    sum += y;
    asm("bfi.b32 %0, %1, %2, 7, 9;" : "=r"(y) : "r"(x), "r"(sum));
    sum += y;
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(y) : "r"(x), "r"(v), "r"(x >> 3 & 3));
    sum += y;
    asm("fns.b32 %0, %1, 3, 2;" : "=r"(y) : "r"(u));
    sum += y;
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(v & 31));
    sum += y;
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(y) : "r"(x & 31), "r"(v & 31));
    out[place()] = sum + y;
}

__global__ void halves(const float *in, float *out) {
    float x = in[place()], y = in[COUNT - 1 - place()];
    __half2 a = __floats2half2_rn(x, y), b = __floats2half2_rn(y, 0.5f), c = __hfma2(a, b, __float2half2_rn(0.25f));
    c = __hadd2(c, __hmul2(a, h2rcp(__hadd2(b, __float2half2_rn(3.0f)))));
    c = __hadd2(__hmin2(c, a), __hmax2(b, a));
    c = __hadd2(c, __hneg2(__habs2(a)));
    c = __hadd2(c, __hgt2(a, b));
    c = __hadd2(c, h2sqrt(__hadd2(a, __float2half2_rn(2.0f))));
    c = __hadd2_sat(c, h2exp2(a));
    c = __hadd2(c, __hfma2_relu(a, b, a));
    c = __lows2half2(c, __highs2half2(c, a));
    __half h = __hadd(__low2half(c), hsin(__high2half(a)));
    h = __hadd(h, __hdiv(__low2half(a), __float2half(1.7f)));
    h = __hadd(h, h2ceil(a).x);
    h = __hadd(h, hlog(__hadd(__habs(h), __float2half(1.0f))));
    if (__hlt(h, __float2half(0.3f)) || __hbge2(a, b)) h = __hadd(h, __float2half(2.0f));
    out[place()] = __half2float(h) + __low2float(c) * 3 + __high2float(c) * 7 + __hbeq2(a, b) +
                   (float)__half2short_rn(a.x) + __half2float(hsin(a.y)) - __half2float(__hmax_nan(a.x, a.y));
}

__global__ void brains(const float *in, float *out) {
    float x = in[place()], y = in[COUNT - 1 - place()];
    __nv_bfloat162 a = __floats2bfloat162_rn(x, y), b = __floats2bfloat162_rn(y, 0.5f);
    __nv_bfloat162 c = __hfma2(a, b, __hadd2(a, __hmul2(b, b)));
    c = __hadd2(c, __hmax2(a, b));
    c = __hsub2(c, __hmin2(a, __habs2(b)));
    c = __hadd2(c, h2exp(a));
    c = __hadd2(c, __hle2(a, b));
    out[place()] =
        __low2float(c) + __high2float(c) * 3 + (__hgt(a.x, a.y) ? 1.0f : 2.0f) + __bfloat162float(hsqrt(__habs(a.x)));
}

// ---- memory

__global__ void product_of_tiles(const float *a, const float *b, float *c) { // 32 x 32 of 64 inner
    __shared__ float tile_a[8][17], tile_b[16][9];
    float sum = 0;
    unsigned row = threadIdx.x / 8 % 8, column = threadIdx.x % 8;
    for (int k = 0; k < 64; k += 16) {
        for (unsigned n = threadIdx.x; n < 128; n += blockDim.x) {
            tile_a[n / 16][n % 16] = a[(blockIdx.x / 4 * 8 + n / 16) * 64 + k + n % 16];
            tile_b[n / 8][n % 8] = b[(k + n / 8) * 32 + blockIdx.x % 4 * 8 + n % 8];
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) sum += tile_a[row][i] * tile_b[i][column];
        __syncthreads();
    }
    if (threadIdx.x < 64) c[(blockIdx.x / 4 * 8 + row) * 32 + blockIdx.x % 4 * 8 + column] = sum;
}

__global__ void transpose_in_dynamic_memory(const float *in, float *out, int side) {
    extern __shared__ float tile[];
    unsigned x = threadIdx.x % 16, y = threadIdx.x / 16;
    unsigned column = blockIdx.x % (side / 16) * 16, row = blockIdx.x / (side / 16) * 16;
    for (unsigned r = y; r < 16; r += blockDim.x / 16) tile[r * 17 + x] = in[(row + r) * side + column + x];
    __syncthreads();
    for (unsigned r = y; r < 16; r += blockDim.x / 16) out[(column + r) * side + row + x] = tile[x * 17 + r];
}

__global__ void copies_in_flight(const float4 *in, float4 *out) {
    __shared__ float4 stage[2][THREADS];
    __pipeline_memcpy_async(&stage[0][threadIdx.x], &in[place()], 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&stage[1][threadIdx.x], &in[(place() + 77) % COUNT], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float4 a = stage[0][(threadIdx.x + 1) % THREADS];
    __pipeline_wait_prior(0);
    __syncthreads();
    float4 b = stage[1][THREADS - 1 - threadIdx.x];
    out[place()] = make_float4(a.x + b.w, a.y * b.z, a.z - b.y, a.w + b.x);
}

__global__ void copies_of_halves(const float4 *in, float4 *out) {
    __shared__ float4 stage[THREADS];
    stage[threadIdx.x] = make_float4(9, 9, 9, 9);
    __syncthreads();
    __pipeline_memcpy_async(&stage[threadIdx.x], &in[place()], 16, threadIdx.x % 3 * 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[place()] = stage[(threadIdx.x + 5) % THREADS];
}

__global__ void local_arrays(const int *in, int *out) {
    int values[32];
    double sums[8];
    for (int i = 0; i < 32; i++) values[i] = in[(place() + i) % COUNT];
    for (int i = 0; i < 8; i++) sums[i] = i;
    for (int i = 0; i < 31; i++) {
        int least = i;
        for (int k = i + 1; k < 32; k++)
            if (values[k] < values[least]) least = k;
        int kept = values[i];
        values[i] = values[least];
        values[least] = kept;
        sums[(unsigned)values[i] % 8] += values[i] * 0.5;
    }
    out[place()] = values[threadIdx.x % 32] + (int)(sums[in[place()] & 7] / 1e6);
}

__global__ void narrow_types(const unsigned char *in, unsigned char *out, short *shorts) {
    unsigned char a = in[place()], b = in[place() + 1];
    out[place()] = (unsigned char)(a > b ? a - b : a + b);
    shorts[place()] = (short)((signed char)a * (signed char)b);
}

__constant__ float weights[64];
__device__ float totals[8];
__device__ int steps[4] = {1, 2, 3, 4};

__global__ void variables(const int *in, float *out) {
    __shared__ int own;
    if (threadIdx.x == 0) own = steps[blockIdx.x % 4];
    __syncthreads();
    out[place()] = weights[in[place()] & 63] + weights[3] * own + totals[own];
}

// ---- lanes and atomics

__global__ void votes(const int *in, unsigned *out) {
    int x = in[place()];
    unsigned lane = threadIdx.x % 32, mask = __ballot_sync(~0u, x & 1);
    unsigned result = mask + __any_sync(~0u, x < 0) * 3 + __all_sync(~0u, x > 0) * 5 + __match_any_sync(~0u, x & 7);
    int same;
    result += __match_all_sync(~0u, x >> 31, &same) + (unsigned)same + __match_any_sync(~0u, (long long)(x & 3) << 40);
    result += __reduce_add_sync(~0u, x) + (unsigned)__reduce_min_sync(~0u, x) + __reduce_max_sync(~0u, (unsigned)x) +
              __reduce_xor_sync(~0u, (unsigned)x) + __reduce_or_sync(~0u, (unsigned)x >> 20);
    if (lane < 20) result += __ballot_sync(0xfffff, x & 2) + __activemask();
    unsigned lanes;
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(lanes));
    out[place()] = result + lanes + __popc(mask & lanes) + __syncthreads_count(x > 0) + 7 * __syncthreads_or(x == 3) +
                   11 * __syncthreads_and(x > -5);
}

__global__ void shuffles(const double *in, double *out) {
    double x = in[place()];
    int lane = threadIdx.x % 32;
    x += __shfl_xor_sync(~0u, x, 5) + __shfl_up_sync(~0u, x, 3) + __shfl_down_sync(~0u, x, lane & 7) +
         __shfl_sync(~0u, x, lane * 7);
    float f = (float)x;
    f += __shfl_sync(~0u, f, 3, 8) + __shfl_up_sync(~0u, f, 2, 16) + __shfl_down_sync(~0u, f, 1, 4) +
         __shfl_xor_sync(~0u, f, 1, 2);
    if (lane >= 8) f += __shfl_sync(0xffffff00, f, 9 + lane % 3);
    out[place()] = x + f;
}

__global__ void atomics_of_integers(const int *in, int *out, unsigned long long *wide) {
    int x = in[place()], n = x & 15;
    atomicAdd(&out[n], 3);
    atomicSub(&out[16 + n], x);
    atomicMin(&out[32 + n], x);
    atomicMax((unsigned *)&out[48 + n], (unsigned)x);
    atomicAnd(&out[64 + n], x | 1);
    atomicOr(&out[80 + n], x & 1024);
    atomicXor(&out[96 + n], x);
    atomicInc((unsigned *)&out[112 + n], 4000);
    atomicDec((unsigned *)&out[128 + n], 4000);
    atomicAdd(&wide[n], (unsigned long long)x);
    atomicMax(&wide[16 + n], (unsigned long long)x);
    atomicMin((long long *)&wide[32 + n], (long long)x);
    atomicXor(&wide[48 + n], (unsigned long long)x << 20);
    out[256 + place()] = (atomicExch(&out[4096 + place()], x) != 0) + atomicCAS(&out[8192 + place()], 0, x) +
                         (int)atomicCAS(&wide[4096 + place()], 0ull, 5ull) +
                         (int)atomicExch(&wide[8192 + place()], 7ull) + atomicAdd_block(&out[12288 + place()], 4) +
                         atomicAdd_system(&out[16384 + place()], 4) +
                         atomicCAS((unsigned short *)&out[20480 + place()], 0, 9);
}

__global__ void atomics_of_floats(const int *in, float *out, double *doubles, __half2 *halves) {
    int n = in[place()] & 15;
    atomicAdd(&out[n], 0.25f);
    atomicAdd(&doubles[n], 0.5);
    atomicAdd(&halves[n], __floats2half2_rn(0.5f, 1.0f));
    atomicAdd((__nv_bfloat162 *)&halves[16 + place()], __floats2bfloat162_rn(0.5f, 1.0f));
    atomicAdd((__half *)&halves[4096 + n], __float2half(0.5f));
    atomicAdd((float4 *)&out[4096 + 4 * place()], make_float4(1, 2, 3, 4));
    atomicAdd((float2 *)&out[16384 + 2 * place()], make_float2(1, 2));
    out[64 + place()] = atomicExch(&out[20480 + place()], 3.0f) + atomicAdd(&out[24576 + place()], 3.0f);
}

__global__ void atomics_of_blocks(const int *in, int *out) {
    __shared__ int bins[64];
    __shared__ float sums[16];
    __shared__ unsigned long long wide[16];
    __shared__ unsigned locked;
    if (threadIdx.x < 64) bins[threadIdx.x] = 0;
    if (threadIdx.x < 16) sums[threadIdx.x] = 0, wide[threadIdx.x] = 0;
    if (threadIdx.x == 0) locked = 0;
    __syncthreads();
    int x = in[place()], n = x & 15;
    atomicAdd(&bins[n], 1);
    atomicMax(&bins[16 + n], x);
    atomicXor(&bins[32 + n], x);
    atomicInc((unsigned *)&bins[48 + n], 3);
    atomicAdd(&sums[n], 0.5f);
    atomicAdd(&wide[n], (unsigned long long)x);
    atomicExch(&bins[63], 5);
    int old = atomicCAS(&bins[62], 99, 5);
    for (bool done = false; !done;) // a lock
        if (atomicCAS(&locked, 0u, 1u) == 0u) {
            wide[15] += 3;
            __threadfence_block();
            atomicExch(&locked, 0u);
            done = true;
        }
    __syncthreads();
    out[place()] = bins[threadIdx.x % 64] + (int)sums[threadIdx.x % 16] + (int)wide[threadIdx.x % 16] + (old == 99);
}

// ---- control

template <typename T, int N> __device__ __noinline__ T folded(const T *in, T start) {
    for (int i = 0; i < N; i++) start = start * 3 + in[i];
    return start;
}
__global__ void calls(const int *in, long long *out) {
    long long wide[4] = {in[place()], 2, 3, 4};
    int narrow[8] = {1, in[place()] & 7, 3, 4, 5, 6, 7, 8};
    out[place()] = folded<long long, 4>(wide, place()) + folded<int, 8>(narrow, 1);
}

__device__ __noinline__ int depth(int n) {
    return n < 2 ? n : depth(n - 1) + depth(n - 2) + (n & 1 ? 1 : depth(n / 2));
}
__global__ void recursion(const int *in, int *out) { out[place()] = depth(in[place()] & 7); }

__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ int (*const table[2])(int) = {twice, square};
__global__ void pointers(const int *in, int *out) { out[place()] = table[in[place()] & 1](in[place()]); }

struct Shape {
    __device__ virtual float area() const = 0;
};
struct Square : Shape {
    float side;
    __device__ Square(float side) : side(side) {}
    __device__ float area() const override { return side * side; }
};
struct Ring : Shape {
    float from, to;
    __device__ Ring(float from, float to) : from(from), to(to) {}
    __device__ float area() const override { return 3 * (to * to - from * from); }
};
__global__ void virtual_calls(const float *in, float *out) {
    Square square(in[place()]);
    Ring ring(in[place()], 5);
    const Shape *shape = threadIdx.x & 1 ? (const Shape *)&square : &ring;
    out[place()] = shape->area();
}

__global__ void divergence(const int *in, int *out) {
    int x = in[place()], sum = 0;
    switch (x & 15) {
    case 0: sum = x * 3; break;
    case 1: sum = x / 7; break;
    case 2:
        for (int i = 0; i < (x >> 8 & 15); i++) sum += i * x;
        break;
    case 3: sum = x ^ 0x55; break;
    case 4: sum = __popc(x); break;
    case 5: sum = x % 11; break;
    case 6: sum = (int)sqrtf((float)(x & 1023)); break;
    case 7: return;
    default:
        while (x > 1) {
            x = x & 1 ? (x >> 1) - 3 : x >> 2;
            if (++sum > 40) break;
        }
    }
    out[place()] = sum;
}

__global__ void prints(const int *in, int *out) {
    if (place() == 5) printf("prints: %d %f %s\n", in[5], 0.5, "text");
    out[place()] = in[place()] + 1;
}

__global__ void grid_of_blocks(int *values, int *out) {
    cg::grid_group grid = cg::this_grid();
    auto half = cg::tiled_partition<16>(cg::this_thread_block());
    values[grid.thread_rank()] = (int)grid.thread_rank();
    grid.sync();
    int other = values[(grid.thread_rank() + 700) % COUNT];
    for (int k = half.size() / 2; k > 0; k /= 2) other += half.shfl_down(other, k);
    grid.sync();
    out[grid.thread_rank()] = other;
}

__global__ void random_states(float *out) {
    curandState state;
    curandStatePhilox4_32_10_t philox;
    curandStateMRG32k3a mrg;
    curand_init(1234, place(), 0, &state);
    curand_init(77, place(), 5, &philox);
    curand_init(5, place(), 0, &mrg);
    float4 four = curand_normal4(&philox);
    out[place()] = curand_uniform(&state) + curand_normal(&state) + four.x + four.w +
                   (float)curand_log_normal_double(&mrg, 0, 1) + curand_poisson(&state, 4.0) +
                   (float)curand_uniform_double(&philox);
}

__global__ void look_back(const int *in, int *out) { // a scan of 16 lanes' words, by shared memory
    __shared__ int sums[2][THREADS];
    int from = 0;
    sums[0][threadIdx.x] = in[place()];
    __syncthreads();
    for (unsigned by = 1; by < THREADS; by *= 2, from ^= 1) {
        int own = sums[from][threadIdx.x];
        if (threadIdx.x >= by) own += sums[from][threadIdx.x - by];
        sums[from ^ 1][threadIdx.x] = own;
        __syncthreads();
    }
    out[place()] = sums[from][threadIdx.x];
}

__global__ void named_barriers(const int *in, int *out) {
    __shared__ int values[THREADS];
    if (threadIdx.x < 64) {
        values[threadIdx.x] = in[place()];
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        asm volatile("bar.sync 2, 128;" ::: "memory");
        out[place()] = values[threadIdx.x + 64];
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        values[threadIdx.x] = values[threadIdx.x - 64] * 2;
        asm volatile("bar.arrive 2, 128;" ::: "memory");
        out[place()] = values[threadIdx.x - 64];
    }
}

// ---- barrier objects

// Every thread arrives, works, and waits; the value is another thread's of the phase before.
__global__ void barrier_objects(const int *in, int *out) {
    __shared__ BlockBarrier object;
    __shared__ int shared[2][THREADS];
    if (!threadIdx.x) init(&object, THREADS);
    __syncthreads();
    int sum = 0;
    for (int turn = 0; turn < 5; turn++) {
        shared[turn & 1][threadIdx.x] = in[place()] + turn * sum;
        auto token = object.arrive();
        sum += turn;
        object.wait(std::move(token));
        sum += shared[turn & 1][(threadIdx.x * 7 + 3) % THREADS];
    }
    out[place()] = sum;
}

__global__ void copies_at_an_object(const float4 *in, float4 *out) {
    __shared__ BlockBarrier object;
    __shared__ float4 shared[THREADS / 4];
    if (!threadIdx.x) init(&object, THREADS);
    __syncthreads();
    cuda::memcpy_async(cg::this_thread_block(), shared, in + blockIdx.x * (THREADS / 4),
                       cuda::aligned_size_t<16>(sizeof shared), object);
    object.arrive_and_wait();
    if (threadIdx.x < THREADS / 4)
        out[blockIdx.x * (THREADS / 4) + threadIdx.x] = shared[(threadIdx.x * 5 + 1) % (THREADS / 4)];
}

// A warp copies two tiles in turns, the others add them up: an object says that a tile is full, another that it is
// free.
__global__ void producer_and_consumers(const int *in, int *out) {
    __shared__ BlockBarrier full[2], empty[2];
    __shared__ int tile[2][32];
    if (!threadIdx.x)
        for (int n = 0; n < 2; n++) {
            init(&full[n], THREADS);
            init(&empty[n], THREADS);
        }
    __syncthreads();
    int sum = 0;
    for (int turn = 0; turn < 6; turn++) {
        int n = turn & 1;
        if (threadIdx.x < 32) {
            if (turn > 1) empty[n].arrive_and_wait();
            tile[n][threadIdx.x] = in[(turn * 32 + threadIdx.x + blockIdx.x) % COUNT];
            (void)full[n].arrive();
        } else {
            full[n].arrive_and_wait();
            sum += tile[n][(threadIdx.x + turn) % 32];
            if (turn < 4) (void)empty[n].arrive();
        }
    }
    out[place()] = sum;
}

// Bulk copies to shared memory, whose bytes an object counts, and back.
__global__ void copies_in_bulk(const int *in, int *out) {
    __shared__ BlockBarrier object;
    __shared__ alignas(16) int shared[2][THREADS];
    constexpr unsigned BYTES = THREADS * sizeof(int);
    if (!threadIdx.x) init(&object, THREADS);
    __syncthreads();
    if (!threadIdx.x) asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    __syncthreads();
    auto token = threadIdx.x ? object.arrive() : cuda::device::barrier_arrive_tx(object, 1, BYTES);
    if (!threadIdx.x)
        cuda::device::memcpy_async_tx(shared[0], in + blockIdx.x * THREADS, cuda::aligned_size_t<16>(BYTES), object);
    object.wait(std::move(token));
    shared[1][threadIdx.x] = shared[0][(threadIdx.x + 9) % THREADS] * 3;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x) return;
    unsigned from = (unsigned)__cvta_generic_to_shared(shared[1]);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                     __cvta_generic_to_global(out + blockIdx.x * THREADS)),
                 "r"(from), "r"(BYTES)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
}

// ---- tensor cores

template <typename In, typename Sum> __device__ void tiles(const In *a, const In *b, Sum *c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, In, row_major> left;
    fragment<matrix_b, 16, 16, 16, In, col_major> right;
    fragment<accumulator, 16, 16, 16, Sum> sum;
    fill_fragment(sum, (Sum)1);
    for (int k = 0; k < 64; k += 16) {
        load_matrix_sync(left, a + k, 64);
        load_matrix_sync(right, b + k, 64);
        mma_sync(sum, left, right, sum);
    }
    store_matrix_sync(c, sum, 16, mem_row_major);
}
__global__ void tensors_of_halves(const __half *a, float *c) { tiles(a, a + 1024, c); }
__global__ void tensors_in_halves(const __half *a, __half *c) { tiles(a, a + 1024, c); }
__global__ void tensors_of_brains(const __nv_bfloat16 *a, float *c) { tiles(a, a + 1024, c); }
__global__ void tensors_of_bytes(const signed char *a, int *c) { tiles(a, a + 1024, c); }

__global__ void tensors_of_floats(const float *a, float *c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> left;
    fragment<matrix_b, 16, 16, 8, precision::tf32, col_major> right;
    fragment<accumulator, 16, 16, 8, float> sum;
    fill_fragment(sum, 0.0f);
    load_matrix_sync(left, a, 16);
    load_matrix_sync(right, a + 512, 16);
    for (int n = 0; n < left.num_elements; n++) left.x[n] = __float_to_tf32(left.x[n]);
    for (int n = 0; n < right.num_elements; n++) right.x[n] = __float_to_tf32(right.x[n]);
    mma_sync(sum, left, right, sum);
    store_matrix_sync(c, sum, 16, mem_row_major);
}

__global__ void tensors_of_doubles(const double *a, double *c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 8, 8, 4, double, row_major> left;
    fragment<matrix_b, 8, 8, 4, double, col_major> right;
    fragment<accumulator, 8, 8, 4, double> sum;
    fill_fragment(sum, 0.0);
    load_matrix_sync(left, a, 4);
    load_matrix_sync(right, a + 64, 4);
    mma_sync(sum, left, right, sum);
    store_matrix_sync(c, sum, 8, mem_row_major);
}

__global__ void matrices_by_lanes(const __half *in, float *out) {
    __shared__ __half tile[16][24];
    for (unsigned n = threadIdx.x; n < 256; n += 32) tile[n / 16][n % 16] = in[n];
    __syncwarp();
    unsigned a[4], b[2], where = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x % 16][threadIdx.x / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                 : "r"(where));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(b[0]), "=r"(b[1])
                 : "r"(where));
    float c[4] = {0, 1, 2, 3};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, "
                 "%1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[1]), "r"(a[2]), "r"(b[1]));
    for (int n = 0; n < 4; n++) out[4 * threadIdx.x + n] = c[n];
}

// ---- inputs

static unsigned words[16 * COUNT];

static void *values(int kind) { // 0: words of all bits, 1: floats, 2: doubles, 3: halves, 4: brains; of both signs
    static unsigned char bytes[sizeof words];
    void *out;
    for (unsigned n = 0; n < 16 * COUNT; n++) {
        float value = (float)(words[n] >> 8) / (1 << 23) - 1;
        if (kind == 1) ((float *)bytes)[n] = value;
        if (kind == 2 && n < 8 * COUNT) ((double *)bytes)[n] = value + words[n] * 1e-20;
        if (kind == 3) ((__half *)bytes)[n] = __float2half(value);
        if (kind == 4) ((__nv_bfloat16 *)bytes)[n] = __float2bfloat16(value);
    }
    if (cudaMalloc(&out, sizeof words) != cudaSuccess) return NULL;
    cudaMemcpy(out, kind ? (void *)bytes : (void *)words, sizeof words, cudaMemcpyHostToDevice);
    return out;
}

template <typename T> static T *zeros() {
    void *out;
    if (cudaMalloc(&out, 64 * COUNT * sizeof(double)) != cudaSuccess) return NULL;
    cudaMemset(out, 0, 64 * COUNT * sizeof(double));
    return (T *)out;
}

#define RUN(kernel, blocks, threads, ...)                                                                              \
    kernel<<<blocks, threads>>>(__VA_ARGS__);                                                                          \
    CHECK(cudaGetLastError());                                                                                         \
    CHECK(cudaDeviceSynchronize())

int main() {
    for (unsigned n = 0, x = 12345; n < 16 * COUNT; n++) words[n] = x = x * 1664525 + 1013904223;
    for (unsigned n = 0; n < 16 * COUNT; n++) words[n] ^= words[n] >> 15;
    const int *ints = (const int *)values(0);
    const float *floats = (const float *)values(1);
    const double *reals = (const double *)values(2);
    const __half *small = (const __half *)values(3);
    const __nv_bfloat16 *brain = (const __nv_bfloat16 *)values(4);
    float host[64];
    for (int n = 0; n < 64; n++) host[n] = (float)n * 0.5f;
    CHECK(cudaMemcpyToSymbol(weights, host, sizeof host));
    CHECK(cudaMemcpyToSymbol(totals, host + 8, 8 * sizeof(float)));
    RUN(special_functions, BLOCKS, THREADS, floats, zeros<float>());
    RUN(fast_functions, BLOCKS, THREADS, floats, zeros<float>());
    RUN(directed, BLOCKS, THREADS, floats, zeros<float>());
    RUN(directed_doubles, BLOCKS, THREADS, reals, zeros<double>());
    RUN(conversions, BLOCKS, THREADS, reals, zeros<double>());
    RUN(doubles, BLOCKS, THREADS, reals, zeros<double>());
    RUN(wide_integers, BLOCKS, THREADS, (const long long *)ints, zeros<long long>());
    RUN(narrow_integers, BLOCKS, THREADS, ints, zeros<int>());
    RUN(halves, BLOCKS, THREADS, floats, zeros<float>());
    RUN(brains, BLOCKS, THREADS, floats, zeros<float>());
    RUN(product_of_tiles, 16, THREADS, floats, floats + 4096, zeros<float>());
    transpose_in_dynamic_memory<<<16, THREADS, 16 * 17 * 4>>>(floats, zeros<float>(), 64);
    RUN(copies_in_flight, BLOCKS, THREADS, (const float4 *)floats, zeros<float4>());
    RUN(copies_of_halves, BLOCKS, THREADS, (const float4 *)floats, zeros<float4>());
    RUN(local_arrays, BLOCKS, THREADS, ints, zeros<int>());
    RUN(narrow_types, BLOCKS, THREADS, (const unsigned char *)ints, zeros<unsigned char>(), zeros<short>());
    RUN(variables, BLOCKS, THREADS, ints, zeros<float>());
    RUN(votes, BLOCKS, THREADS, ints, zeros<unsigned>());
    RUN(shuffles, BLOCKS, THREADS, reals, zeros<double>());
    RUN(atomics_of_integers, BLOCKS, THREADS, ints, zeros<int>(), zeros<unsigned long long>());
    RUN(atomics_of_floats, BLOCKS, THREADS, ints, zeros<float>(), zeros<double>(), zeros<__half2>());
    RUN(atomics_of_blocks, BLOCKS, THREADS, ints, zeros<int>());
    RUN(calls, BLOCKS, THREADS, ints, zeros<long long>());
    RUN(recursion, BLOCKS, THREADS, ints, zeros<int>());
    RUN(pointers, BLOCKS, THREADS, ints, zeros<int>());
    RUN(virtual_calls, BLOCKS, THREADS, floats, zeros<float>());
    RUN(divergence, BLOCKS, THREADS, ints, zeros<int>());
    RUN(prints, BLOCKS, THREADS, ints, zeros<int>());
    int *shared_values = zeros<int>(), *out = zeros<int>();
    void *arguments[] = {&shared_values, &out};
    CHECK(cudaLaunchCooperativeKernel((void *)grid_of_blocks, BLOCKS, THREADS, arguments));
    RUN(random_states, 2, 64, zeros<float>());
    RUN(look_back, BLOCKS, THREADS, ints, zeros<int>());
    RUN(named_barriers, BLOCKS, THREADS, ints, zeros<int>());
    RUN(barrier_objects, BLOCKS, THREADS, ints, zeros<int>());
    RUN(copies_at_an_object, BLOCKS, THREADS, (const float4 *)floats, zeros<float4>());
    RUN(producer_and_consumers, BLOCKS, THREADS, ints, zeros<int>());
    RUN(copies_in_bulk, BLOCKS, THREADS, ints, zeros<int>());
    RUN(tensors_of_halves, 1, 32, small, zeros<float>());
    RUN(tensors_in_halves, 1, 32, small, zeros<__half>());
    RUN(tensors_of_brains, 1, 32, brain, zeros<float>());
    RUN(tensors_of_bytes, 1, 32, (const signed char *)ints, zeros<int>());
    RUN(tensors_of_floats, 1, 32, floats, zeros<float>());
    RUN(tensors_of_doubles, 1, 32, reals, zeros<double>());
    RUN(matrices_by_lanes, 1, 32, small, zeros<float>());
    return 0;
}
