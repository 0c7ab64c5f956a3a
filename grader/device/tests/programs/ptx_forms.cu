// ptx_forms.cu - instructions that only inline PTX and a few headers use: wide atomics, 128 bits, small floats, small
// matrix products, video instructions, memory on the stack.
#include "claims.cuh"
#include <alloca.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

// ---- atomics of vectors and of 128 bits --------------------------------------------------------------------------------

__global__ void add_vectors(float *sums, __half *halves) {
    float v = (float)threadIdx.x;
    asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %1, %2};" :: "l"(sums), "f"(v), "f"(2 * v) : "memory");
    unsigned pair = 0x3c003c00, low = 0x4000c000; // 1 and 1; 2 and -2
    asm volatile("red.global.add.noftz.v2.f16x2 [%0], {%1, %1};" :: "l"(halves), "r"(pair) : "memory");
    asm volatile("red.global.min.noftz.v2.f16x2 [%0], {%1, %2};" :: "l"(halves + 4), "r"(low), "r"(pair) : "memory");
    if (threadIdx.x == 0) {
        unsigned old[2];
        asm volatile("atom.global.max.noftz.v2.bf16x2 {%0, %1}, [%2], {%3, %3};"
                     : "=r"(old[0]), "=r"(old[1]) : "l"(halves + 8), "r"(0x40003f80) : "memory");
        *(unsigned *)(halves + 12) = old[0], *(unsigned *)(halves + 14) = old[1];
    }
}

__device__ bool swap_128(ulonglong2 *at, ulonglong2 expected, ulonglong2 wanted, ulonglong2 *old) {
    asm volatile("{.reg .b128 o, e, w; mov.b128 e, {%3, %4}; mov.b128 w, {%5, %6}; atom.global.cas.b128 o, [%2], e, w; mov.b128 {%0, %1}, o;}"
                 : "=l"(old->x), "=l"(old->y) : "l"(at), "l"(expected.x), "l"(expected.y), "l"(wanted.x), "l"(wanted.y) : "memory");
    return old->x == expected.x && old->y == expected.y;
}

__global__ void swap_wide(ulonglong2 *at, unsigned long long *out) {
    ulonglong2 old;
    out[0] = swap_128(at, make_ulonglong2(0, 1), make_ulonglong2(5, 6), &old); // is 0, 0
    out[1] = swap_128(at, make_ulonglong2(0, 0), make_ulonglong2(7, 8), &old);
    out[2] = swap_128(at, make_ulonglong2(7, 8), make_ulonglong2(9, 10), &old);
    asm volatile("{.reg .b128 o, w; mov.b128 w, {%3, %3}; atom.global.exch.b128 o, [%2], w; mov.b128 {%0, %1}, o;}"
                 : "=l"(old.x), "=l"(old.y) : "l"(at), "l"(11ull) : "memory");
    out[3] = old.x, out[4] = old.y;
    asm volatile("{.reg .b128 v, w; ld.global.b128 v, [%0]; mov.b128 w, v; st.global.b128 [%1], w;}" :: "l"(at), "l"(at + 1) : "memory");
}

static void say_atomics() {
    Array<float> sums(4);
    Array<__half> halves(16);
    Array<ulonglong2> wide(2);
    Array<unsigned long long> out(5);
    add_vectors<<<1, 32>>>(sums.device, halves.device);
    swap_wide<<<1, 1>>>(wide.device, out.device);
    FINISH();
    sums.read(), halves.read(), wide.read(), out.read();
    const uint16_t *bits = (const uint16_t *)halves.host;
    claim("every_element_is_added", sums[0] == 496 && sums[1] == 992 && sums[2] == 496 && sums[3] == 992);
    claim("halves_of_a_vector_are_added", bits[0] == 0x5000 && bits[3] == 0x5000); // 32
    claim("the_lesser_half_stays", bits[4] == 0xc000 && bits[5] == 0 && bits[6] == 0);
    claim("the_greater_one_stays_and_the_old_is_given", bits[8] == 0x3f80 && bits[9] == 0x4000 && bits[12] == 0 && bits[15] == 0);
    claim("128_bits_are_swapped_if_all_are_equal", !out[0] && out[1] && out[2] && out[3] == 9 && out[4] == 10);
    claim("128_bits_are_loaded_and_stored", wide[1].x == 11 && wide[1].y == 11);
}

// ---- small floats ------------------------------------------------------------------------------------------------------

__global__ void to_small(unsigned char *out) {
    __half_raw half;
    half.x = (unsigned short)(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned char *at = out + 8u * half.x;
    at[0] = __nv_cvt_halfraw_to_fp8(half, __NV_SATFINITE, __NV_E4M3);
    at[1] = __nv_cvt_halfraw_to_fp8(half, __NV_SATFINITE, __NV_E5M2);
    at[2] = __nv_cvt_halfraw_to_fp8(half, __NV_NOSAT, __NV_E4M3);
    at[3] = __nv_cvt_float_to_fp8(__half2float(*(__half *)&half) * 1.1f, __NV_SATFINITE, __NV_E4M3);
    at[4] = __nv_cvt_float_to_fp8(__half2float(*(__half *)&half) * 1.1f, __NV_NOSAT, __NV_E5M2);
    at[5] = __nv_cvt_halfraw_to_fp6(half, __NV_E2M3, cudaRoundNearest);
    at[6] = __nv_cvt_halfraw_to_fp6(half, __NV_E3M2, cudaRoundNearest);
    at[7] = __nv_cvt_halfraw_to_fp4(half, __NV_E2M1, cudaRoundNearest);
}

__global__ void from_small(unsigned short *out) {
    unsigned char byte = (unsigned char)threadIdx.x;
    out[4 * byte] = __nv_cvt_fp8_to_halfraw(byte, __NV_E4M3).x;
    out[4 * byte + 1] = __nv_cvt_fp8_to_halfraw(byte, __NV_E5M2).x;
    out[4 * byte + 2] = __nv_cvt_fp6_to_halfraw(byte & 63, __NV_E3M2).x;
    out[4 * byte + 3] = __nv_cvt_fp4_to_halfraw(byte & 15, __NV_E2M1).x;
}

static void say_small_floats() {
    Array<unsigned char> small(8 * 65536);
    Array<unsigned short> halves(4 * 256);
    to_small<<<256, 256>>>(small.device);
    from_small<<<1, 256>>>(halves.device);
    FINISH();
    small.read(), halves.read();
    int wrong[8] = {}, back = 0;
    for (unsigned n = 0; n < 65536; n++) { // against the header's own arithmetic on the host
        __half_raw half;
        half.x = (unsigned short)n;
        float single = __half2float(*(__half *)&half) * 1.1f;
        const unsigned char wanted[8] = {
            __nv_cvt_halfraw_to_fp8(half, __NV_SATFINITE, __NV_E4M3), __nv_cvt_halfraw_to_fp8(half, __NV_SATFINITE, __NV_E5M2),
            __nv_cvt_halfraw_to_fp8(half, __NV_NOSAT, __NV_E4M3),     __nv_cvt_float_to_fp8(single, __NV_SATFINITE, __NV_E4M3),
            __nv_cvt_float_to_fp8(single, __NV_NOSAT, __NV_E5M2),     __nv_cvt_halfraw_to_fp6(half, __NV_E2M3, cudaRoundNearest),
            __nv_cvt_halfraw_to_fp6(half, __NV_E3M2, cudaRoundNearest), __nv_cvt_halfraw_to_fp4(half, __NV_E2M1, cudaRoundNearest)};
        bool nan = (n & 0x7fff) > 0x7c00; // NaN has several patterns
        for (int k = 0; k < 8; k++) wrong[k] += !nan && small[8 * n + k] != wanted[k];
    }
    for (unsigned n = 0; n < 256; n++) {
        const unsigned short wanted[4] = {__nv_cvt_fp8_to_halfraw((unsigned char)n, __NV_E4M3).x, __nv_cvt_fp8_to_halfraw((unsigned char)n, __NV_E5M2).x,
                                          __nv_cvt_fp6_to_halfraw(n & 63, __NV_E3M2).x, __nv_cvt_fp4_to_halfraw(n & 15, __NV_E2M1).x};
        for (int k = 0; k < 4; k++) back += (wanted[k] & 0x7fff) <= 0x7c00 && halves[4 * n + k] != wanted[k];
    }
    claim("halves_become_8_bits", !wrong[0] && !wrong[1] && !wrong[2], "%d %d %d", wrong[0], wrong[1], wrong[2]);
    claim("singles_become_8_bits", !wrong[3] && !wrong[4], "%d %d", wrong[3], wrong[4]);
    claim("halves_become_6_and_4_bits", !wrong[5] && !wrong[6] && !wrong[7], "%d %d %d", wrong[5], wrong[6], wrong[7]);
    claim("small_floats_become_halves", !back, "%d", back);
}

// ---- matrix products ---------------------------------------------------------------------------------------------------

// Product q multiplies the 8 x 4 matrix of (row + q) by the 4 x 8 matrix of (k - column), rows of a and columns of b.
__global__ void quad_product(float *out) {
    unsigned lane = threadIdx.x, q = lane % 16 / 4, line = lane % 4 + lane / 16 * 4;
    __half a[4], b[4];
    float d[8];
    for (int k = 0; k < 4; k++) a[k] = __float2half((float)(line + q) * (k + 1)), b[k] = __float2half((float)k - (float)line);
    const unsigned *ra = (const unsigned *)a, *rb = (const unsigned *)b;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, {%12,%12,%12,%12,%12,%12,%12,%12};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]), "=f"(d[4]), "=f"(d[5]), "=f"(d[6]), "=f"(d[7])
                 : "r"(ra[0]), "r"(ra[1]), "r"(rb[0]), "r"(rb[1]), "f"(0.5f));
    for (unsigned i = 0; i < 8; i++) {
        unsigned row = lane / 16 * 4 + (lane & 1) + (i & 2), column = (i & 4) + (lane & 2) + (i & 1);
        out[(q * 8 + row) * 8 + column] = d[i];
    }
}

__device__ unsigned four(int base, int step) { // the nibbles base, base + step, ...
    unsigned word = 0;
    for (int n = 0; n < 8; n++) word |= ((unsigned)(base + n * step) & 15) << 4 * n;
    return word;
}

__global__ void integer_products(int *out) {
    unsigned lane = threadIdx.x;
    int d[2], e[4];
    asm volatile("mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 {%0,%1}, {%2}, {%3}, {%4,%4};"
                 : "=r"(d[0]), "=r"(d[1]) : "r"(four((int)(lane / 4) - 4, 0)), "r"(four((int)(lane / 4), 1)), "r"(3));
    out[lane * 2] = d[0], out[lane * 2 + 1] = d[1];
    asm volatile("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
                 : "=r"(e[0]), "=r"(e[1]), "=r"(e[2]), "=r"(e[3]) : "r"(0xffu), "r"(0u), "r"(0xfu << lane / 4), "r"(1));
    for (int n = 0; n < 4; n++) out[64 + lane * 4 + n] = e[n];
}

__global__ void byte_products(float *out) {
    unsigned lane = threadIdx.x, one = 0x38383838, two = 0x40404040; // e4m3
    float d[4];
    unsigned top = lane / 4 % 2 ? two : one;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%4,%5}, {%6,%6}, {%7,%7,%7,%7};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(top), "r"(0xb8b8b8b8), "r"(two), "f"(0.25f));
    for (int n = 0; n < 4; n++) out[lane * 4 + n] = d[n];
}

__global__ void transposed(unsigned *out) {
    unsigned row = threadIdx.x / 4, column = threadIdx.x % 4 * 2, d;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"((row * 8 + column) | (row * 8 + column + 1) << 16));
    out[threadIdx.x] = d;
}

static void say_products() {
    Array<float> quad(256), bytes(128);
    Array<int> integers(64 + 128);
    Array<unsigned> turned(32);
    quad_product<<<1, 32>>>(quad.device);
    integer_products<<<1, 32>>>(integers.device);
    byte_products<<<1, 32>>>(bytes.device);
    transposed<<<1, 32>>>(turned.device);
    FINISH();
    quad.read(), integers.read(), bytes.read(), turned.read();
    bool right = true;
    for (int q = 0; q < 4; q++)
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++) // sum of (k + 1)(k - column) is 20 - 10 column
                right &= quad[(q * 8 + row) * 8 + column] == 0.5f + (row + q) * (20 - 10 * column);
    claim("four_products_of_halves_at_once", right);
    right = true;
    for (int lane = 0; lane < 32; lane++)
        for (int n = 0; n < 2; n++) {
            int sum = 0, column = lane % 4 * 2 + n;
            for (int k = 0; k < 32; k++) sum += (lane / 4 - 4) * ((column + k % 8) & 15);
            right &= integers[lane * 2 + n] == 3 + sum;
        }
    claim("products_of_4_bits", right);
    right = true;
    for (int lane = 0; lane < 32; lane++)
        for (int n = 0; n < 4; n++) {
            int column = lane % 4 * 2 + n % 2;
            unsigned b = 0xfu << column, a = n < 2 ? 0xff : 0;
            right &= integers[64 + lane * 4 + n] == 1 + 4 * __builtin_popcount(a ^ b);
        }
    claim("differing_bits_are_counted", right);
    right = true;
    for (int lane = 0; lane < 32; lane++)
        for (int n = 0; n < 4; n++) right &= bytes[lane * 4 + n] == 0.25f + (n < 2 ? (lane / 4 % 2 ? 128 : 64) : -64);
    claim("products_of_8_bit_floats", right);
    right = true;
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned row = lane / 4, column = lane % 4 * 2;
        right &= turned[lane] == ((column * 8 + row) | ((column + 1) * 8 + row) << 16);
    }
    claim("a_matrix_is_transposed_in_registers", right);
}

// ---- video instructions, by hand from the PTX ISA ------------------------------------------------------------------------

#define VIDEO(X)                                                                                                       \
    X("vadd.s32.s32.s32.sat %0, %1, %2;", 0x7fffffff, 1, 0, 0x7fffffff)                                                \
    X("vadd.u32.u32.u32.sat.min %0, %1, %2, %3;", 0xfffffff0, 0x20, 5, 5)                                              \
    X("vsub.s32.u32.u32 %0, %1.b0, %2.h1;", 0x12345601, 0x00020000, 0, 0xffffffff)                                     \
    X("vabsdiff.u32.s32.s32.add %0, %1, %2, %3;", 0xfffffffe, 3, 10, 15)                                               \
    X("vmax.s32.s32.s32 %0.b2, %1, %2, %3;", 0xfffffff0, 0x41, 0x11223344, 0x11413344)                                 \
    X("vshl.u32.u32.u32.clamp %0, %1, %2;", 1, 40, 0, 0)                                                               \
    X("vshr.s32.s32.u32.wrap.add %0, %1, %2, %3;", 0xffffff00, 36, 1, 0xfffffff1)                                      \
    X("vmad.s32.s32.s32.shr7 %0, %1.h0, %2.h1, %3;", 0x00000100, 0xffff0000, 0, 0xfffffffe)                            \
    X("vmad.u32.u32.u32.po %0, %1.b1, %2, %3;", 0x0300, 5, 7, 23)                                                      \
    X("vset.s32.u32.lt.add %0, %1, %2, %3;", 0xffffffff, 1, 41, 42)                                                    \
    X("vadd2.s32.s32.s32.sat %0, %1, %2, %3;", 0x7fff8000, 0x0001ffff, 0, 0x7fff8000)                                  \
    X("vavrg2.s32.s32.s32 %0, %1, %2, %3;", 0xffff0003, 0xfffe0004, 0, 0xfffe0004)                                     \
    X("vavrg4.u32.u32.u32 %0, %1, %2, %3;", 0xff010000, 0xfe020001, 0, 0xff020001)                                     \
    X("vsub4.u32.u32.u32.add %0, %1, %2, %3;", 0x05050505, 0x01020304, 100, 110)                                       \
    X("vmin4.s32.s32.s32 %0.b30, %1, %2, %3;", 0x80112233, 0x7f00ff44, 0xaabbccdd, 0x80bbcc33)                         \
    X("vadd4.u32.u32.u32 %0, %1.b0123, %2.b0000, %3;", 0x01020304, 0, 0, 0x08070605)                                   \
    X("vset4.u32.u32.ge.add %0, %1, %2, %3;", 0x01ff0300, 0x02fe0300, 10, 13)                                          \
    X("vset2.s32.s32.gt %0, %1, %2, %3;", 0xffff0001, 0x00010000, 0, 0x00000001)                                       \
    X("cvt.pack.sat.s4.s32.b32 %0, %1, %2, %3;", 100, 0xffffff00, 0x55, 0x5578)                                        \
    X("cvt.pack.sat.u2.s32.b32 %0, %1, %2, %3;", 100, 0xffffff00, 1, 0x1c)                                             \
    X("fma.rn.oob.f16x2 %0, %1, %2, %3;", 0xfff73c00, 0x40004000, 0x3c003c00, 0x00004200)

__global__ void run_video(unsigned *out) {
    unsigned n = 0;
#define X(text, a, b, c, wanted) asm volatile(text : "=r"(out[n]) : "r"((unsigned)(a)), "r"((unsigned)(b)), "r"((unsigned)(c))); n++;
    VIDEO(X)
#undef X
}

static void say_video() {
    static const struct {
        const char *text;
        unsigned wanted;
    } ROWS[] = {
#define X(text, a, b, c, wanted) {text, (unsigned)(wanted)},
        VIDEO(X)
#undef X
    };
    Array<unsigned> out(sizeof ROWS / sizeof *ROWS);
    run_video<<<1, 1>>>(out.device);
    FINISH();
    out.read();
    for (size_t n = 0; n < out.count; n++)
        if (out[n] != ROWS[n].wanted) claim(ROWS[n].text, false, "%x, not %x", out[n], ROWS[n].wanted);
    claim("video_instructions_follow_the_isa", true);
}

// ---- memory on the stack, policies, spaces ------------------------------------------------------------------------------

__device__ __noinline__ unsigned triangle(unsigned n) { // each call fills an array of its own
    if (n == 0) return 0;
    unsigned *row = (unsigned *)alloca(n * sizeof(unsigned));
    for (unsigned k = 0; k < n; k++) row[k] = k + 1;
    unsigned below = triangle(n - 1), sum = 0;
    for (unsigned k = 0; k < n; k++) sum += row[k];
    return below + sum;
}

__global__ void stack_memory(unsigned *out) { out[threadIdx.x] = triangle(threadIdx.x % 7); }

// 100 times 4096 bytes do not fit: each round gives back what it took.
__global__ void give_back(unsigned *out) {
    unsigned sum = 0, value;
    for (unsigned n = 0; n < 100; n++) {
        asm volatile("{.reg .u64 top, memory; stacksave.u64 top; alloca.u64 memory, 4096, 16; st.local.u32 [memory+4092], %1; "
                     "ld.local.u32 %0, [memory+4092]; stackrestore.u64 top;}" : "=r"(value) : "r"(n + threadIdx.x) : "memory");
        sum += value;
    }
    out[threadIdx.x] = sum;
}

__global__ void spaces(unsigned *out, const unsigned *in, int parameter) {
    __shared__ unsigned word;
    unsigned long long policy, generic = (unsigned long long)&word;
    unsigned value, bits = 0;
    word = 1;
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("ld.global.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(value) : "l"(in), "l"(policy));
    asm volatile("red.global.add.L2::cache_hint.u32 [%0], %1, %2;" :: "l"(out), "r"(value), "l"(policy) : "memory");
    asm volatile("{.reg .pred p; isspacep.shared::cluster p, %1; @p or.b32 %0, %0, 1; isspacep.shared::cta p, %1; @p or.b32 %0, %0, 2; "
                 "isspacep.global p, %2; @p or.b32 %0, %0, 4; isspacep.param p, %2; @p or.b32 %0, %0, 8;}"
                 : "+r"(bits) : "l"(generic), "l"(in));
    out[1] = bits;
    out[2] = (unsigned)parameter;
}

static void say_memory() {
    Array<unsigned> out(32), in(1);
    stack_memory<<<1, 32>>>(out.device);
    FINISH();
    out.read();
    bool right = true;
    for (unsigned n = 0; n < 32; n++) {
        unsigned m = n % 7;
        right &= out[n] == m * (m + 1) * (m + 2) / 6; // the sum of triangular numbers
    }
    claim("alloca_gives_each_call_memory_of_its_own", right);
    give_back<<<1, 32>>>(out.device);
    FINISH();
    out.read();
    claim("the_stack_is_given_back", out[0] == 4950 && out[31] == 4950 + 3100);
    in[0] = 77;
    in.write();
    MUST(cudaMemset(out.device, 0, 12));
    spaces<<<1, 1>>>(out.device, in.device, 3);
    FINISH();
    out.read();
    claim("a_cache_policy_changes_no_result", out[0] == 77);
    claim("addresses_tell_their_space", out[1] == 7 && out[2] == 3);
}

int main() {
    say_atomics();
    say_small_floats();
    say_products();
    say_video();
    say_memory();
    return claims_end();
}
