// What instructions give whose results the PTX ISA leaves open, or says in words that can be read in two ways: exact
// bits, a line a form of the instruction. Usage: instructions PART, or without one for all parts.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)

static uint32_t hashed(uint32_t n) { // a bijection that scatters (MurmurHash3's finaliser)
    n ^= n >> 16, n *= 0x85ebca6b, n ^= n >> 13, n *= 0xc2b2ae35, n ^= n >> 16;
    return n;
}
__device__ uint32_t hashed_device(uint32_t n) {
    n ^= n >> 16, n *= 0x85ebca6b, n ^= n >> 13, n *= 0xc2b2ae35, n ^= n >> 16;
    return n;
}

// A table of rows of words on the device, printed with a name a row.
struct Table {
    uint32_t *words, *host;
    unsigned columns, rows;
    Table(unsigned rows_, unsigned columns_) : columns(columns_), rows(rows_) {
        OK(cudaMalloc(&words, 4ull * rows * columns));
        OK(cudaMemset(words, 0, 4ull * rows * columns));
        host = (uint32_t *)malloc(4ull * rows * columns);
    }
    void fetch() { OK(cudaMemcpy(host, words, 4ull * rows * columns, cudaMemcpyDeviceToHost)); }
    void print(const char *const *names) {
        fetch();
        for (unsigned r = 0; r < rows; r++) {
            printf("%s:", names[r]);
            for (unsigned c = 0; c < columns; c++) printf(" %x", host[r * columns + c]);
            printf("\n");
        }
        fflush(stdout);
    }
    ~Table() { cudaFree(words), free(host); }
};
#define COUNT(names) (sizeof(names) / sizeof *(names))

// ---- 32-bit instructions of three sources ---------------------------------------------------------------------------

#define TRIPLES(X) \
    X("vadd.s32.s32.s32 %0, %1, %2;") X("vadd.u32.u32.u32.sat %0, %1, %2;") X("vadd.s32.u32.u32.sat %0, %1, %2;") \
    X("vadd.u32.s32.s32.sat %0, %1, %2;") X("vadd.s32.s32.u32.sat.add %0, %1, %2, %3;") \
    X("vadd.s32.s32.s32.min %0, %1, %2, %3;") X("vadd.u32.u32.u32.min %0, %1, %2, %3;") \
    X("vadd.u32.s32.u32.max %0, %1, %2, %3;") X("vadd.s32.u32.u32.max %0, %1, %2, %3;") \
    X("vadd.s32.u32.s32 %0.b1, %1.b0, %2.h1, %3;") X("vadd.s32.u32.s32.sat %0.b2, %1.b3, %2.h1, %3;") \
    X("vadd.u32.u32.s32.sat %0.b3, %1.b3, %2.h1, %3;") X("vadd.s32.s32.s32.sat %0.h0, %1, %2, %3;") \
    X("vadd.u32.s32.s32.sat %0.h1, %1, %2, %3;") X("vadd.u32.u32.u32.sat.add %0, %1.b1, %2.h0, %3;") \
    X("vsub.s32.s32.s32 %0, %1, %2;") X("vsub.u32.u32.u32.sat %0, %1, %2;") X("vsub.s32.u32.s32.sat %0, %1, %2;") \
    X("vsub.u32.u32.s32.max %0, %1, %2, %3;") X("vsub.s32.u32.u32.min %0, %1.h1, %2.b2, %3;") \
    X("vabsdiff.s32.s32.s32 %0, %1, %2;") X("vabsdiff.u32.s32.s32 %0, %1, %2;") \
    X("vabsdiff.s32.s32.s32.sat %0, %1, %2;") X("vabsdiff.u32.u32.s32.sat.max %0, %1, %2, %3;") \
    X("vabsdiff.s32.u32.u32.sat %0.h1, %1, %2, %3;") \
    X("vmin.s32.s32.s32 %0, %1, %2;") X("vmin.u32.s32.u32 %0, %1, %2;") X("vmin.s32.u32.s32.sat %0, %1, %2;") \
    X("vmax.u32.s32.u32 %0.h0, %1, %2, %3;") X("vmax.s32.u32.u32.sat.max %0, %1, %2, %3;") \
    X("vmax.u32.s32.s32.sat %0.b0, %1, %2, %3;") \
    X("vshl.u32.u32.u32.clamp %0, %1, %2;") X("vshl.s32.s32.u32.clamp %0, %1, %2.b0;") \
    X("vshl.u32.u32.u32.wrap %0, %1, %2;") X("vshl.s32.s32.u32.sat.clamp %0, %1, %2.b0;") \
    X("vshl.u32.s32.u32.sat.clamp %0, %1, %2.b0;") X("vshl.u32.u32.u32.sat.wrap %0, %1.h0, %2, %3;") \
    X("vshl.s32.u32.u32.sat.wrap.add %0, %1.h1, %2, %3;") \
    X("vshr.s32.s32.u32.clamp %0, %1, %2.b0;") X("vshr.u32.u32.u32.clamp %0, %1, %2.b0;") \
    X("vshr.s32.u32.u32.sat.wrap %0, %1, %2;") X("vshr.s32.s32.u32.wrap.add %0, %1, %2, %3;") \
    X("vshr.u32.s32.u32.clamp.min %0, %1, %2.b0, %3;") X("vshr.u32.s32.u32.sat.clamp %0.h1, %1, %2.b0, %3;") \
    X("vmad.s32.s32.s32 %0, %1, %2, %3;") X("vmad.u32.u32.u32 %0, %1, %2, %3;") \
    X("vmad.s32.u32.u32 %0, %1.h0, %2.h1, -%3;") X("vmad.s32.s32.s32.sat %0, %1, %2, %3;") \
    X("vmad.u32.u32.u32.sat %0, %1, %2, %3;") X("vmad.u32.u32.u32.sat.shr7 %0, %1.b1, %2, %3;") \
    X("vmad.s32.s32.u32.sat.shr15 %0, %1, %2.h1, %3;") X("vmad.s32.u32.u32.shr15 %0, %1, %2, -%3;") \
    X("vmad.s32.u32.u32.sat.shr7 %0, -%1.h0, %2.h1, %3;") X("vmad.s32.s32.s32.shr7 %0, %1.b3, -%2.h1, %3;") \
    X("vmad.s32.u32.u32.po.shr7 %0, %1.h0, %2.h0, %3;") X("vmad.u32.u32.u32.po.sat.shr15 %0, %1, %2, %3;") \
    X("vset.u32.u32.eq %0, %1.b0, %2.b0;") X("vset.s32.u32.lt %0, %1, %2;") X("vset.s32.s32.ge.add %0, %1.h0, %2, %3;") \
    X("vset.u32.s32.gt %0.b2, %1, %2, %3;") X("vset.s32.s32.le.min %0, %1, %2, %3;") X("vset.u32.u32.ne.max %0, %1, %2, %3;") \
    X("vadd2.s32.s32.s32 %0, %1, %2, %3;") X("vadd2.u32.u32.u32.sat %0.h1, %1.h10, %2.h32, %3;") \
    X("vadd2.s32.u32.s32.sat %0, %1.h31, %2.h02, %3;") X("vadd2.s32.s32.s32.add %0, %1, %2, %3;") \
    X("vadd2.u32.s32.u32.add %0.h0, %1, %2, %3;") X("vadd2.u32.u32.u32.add %0, %1, %2, %3;") \
    X("vsub2.s32.s32.s32.sat %0, %1, %2, %3;") X("vsub2.u32.u32.u32.sat %0, %1, %2, %3;") \
    X("vsub2.s32.u32.u32.add %0, %1, %2, %3;") X("vsub2.u32.u32.s32 %0, %1, %2, %3;") \
    X("vavrg2.u32.u32.u32 %0, %1, %2, %3;") X("vavrg2.s32.s32.s32 %0, %1, %2, %3;") \
    X("vavrg2.s32.u32.s32.sat %0, %1, %2, %3;") X("vavrg2.s32.s32.s32.add %0, %1, %2, %3;") \
    X("vabsdiff2.s32.s32.s32 %0, %1, %2, %3;") X("vabsdiff2.u32.s32.s32.sat %0, %1, %2, %3;") \
    X("vabsdiff2.s32.s32.s32.sat %0, %1, %2, %3;") X("vabsdiff2.u32.s32.u32.add %0, %1, %2, %3;") \
    X("vmin2.s32.s32.s32 %0, %1, %2, %3;") X("vmin2.u32.s32.u32.sat %0, %1, %2, %3;") \
    X("vmax2.u32.u32.u32.add %0, %1.h00, %2, %3;") X("vmax2.s32.u32.s32 %0.h0, %1, %2, %3;") \
    X("vset2.u32.u32.ne %0, %1, %2, %3;") X("vset2.s32.u32.lt %0.h1, %1, %2, %3;") \
    X("vset2.s32.s32.ge.add %0, %1, %2, %3;") \
    X("vadd4.u32.u32.u32.sat %0, %1, %2, %3;") X("vadd4.s32.s32.s32.add %0, %1, %2, %3;") \
    X("vadd4.u32.u32.u32 %0.b210, %1.b3210, %2.b7654, %3;") X("vadd4.s32.u32.s32.sat %0.b31, %1.b0715, %2.b2634, %3;") \
    X("vadd4.u32.s32.s32.add %0.b30, %1, %2, %3;") \
    X("vsub4.s32.s32.s32.sat %0, %1, %2, %3;") X("vsub4.u32.u32.u32 %0, %1, %2, %3;") \
    X("vsub4.u32.u32.u32.add %0, %1, %2, %3;") \
    X("vavrg4.u32.u32.u32 %0, %1, %2, %3;") X("vavrg4.s32.s32.s32 %0, %1, %2, %3;") \
    X("vavrg4.u32.u32.s32.add %0, %1, %2, %3;") \
    X("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;") X("vabsdiff4.s32.s32.s32 %0, %1, %2, %3;") \
    X("vabsdiff4.s32.s32.s32.sat %0, %1, %2, %3;") X("vabsdiff4.u32.s32.s32.add %0, %1, %2, %3;") \
    X("vmin4.u32.u32.u32 %0, %1, %2, %3;") X("vmin4.u32.s32.s32.sat %0, %1, %2, %3;") \
    X("vmax4.s32.s32.s32 %0, %1, %2, %3;") X("vmax4.s32.u32.s32.add %0, %1, %2, %3;") \
    X("vset4.u32.u32.lt %0, %1, %2, %3;") X("vset4.s32.s32.le.add %0, %1, %2, %3;") \
    X("vset4.u32.s32.gt %0.b21, %1, %2, %3;") \
    X("bmsk.clamp.b32 %0, %1, %2;") X("bmsk.wrap.b32 %0, %1, %2;") X("szext.clamp.s32 %0, %1, %2;") \
    X("szext.wrap.s32 %0, %1, %2;") X("szext.clamp.u32 %0, %1, %2;") X("szext.wrap.u32 %0, %1, %2;") \
    X("fns.b32 %0, %1, %2, %3;") X("prmt.b32.ecl %0, %1, %2, %3;") X("prmt.b32.ecr %0, %1, %2, %3;") \
    X("prmt.b32.rc16 %0, %1, %2, %3;") X("prmt.b32.b4e %0, %1, %2, %3;") \
    X("cvt.pack.sat.u4.s32.b32 %0, %1, %2, %3;") X("cvt.pack.sat.s4.s32.b32 %0, %1, %2, %3;") \
    X("cvt.pack.sat.u2.s32.b32 %0, %1, %2, %3;") X("cvt.pack.sat.s2.s32.b32 %0, %1, %2, %3;") \
    X("fma.rn.oob.f16x2 %0, %1, %2, %3;") X("fma.rn.oob.relu.f16x2 %0, %1, %2, %3;") \
    X("fma.rn.oob.bf16x2 %0, %1, %2, %3;") \
    X("dp2a.lo.s32.u32 %0, %1, %2, %3;") X("dp2a.hi.u32.s32 %0, %1, %2, %3;") X("dp4a.u32.s32 %0, %1, %2, %3;")

enum { LANES = 64 };
__global__ void run_triples(uint32_t *out, const uint32_t *in) {
    unsigned t = threadIdx.x, n = 0;
    uint32_t a = in[3 * t], b = in[3 * t + 1], c = in[3 * t + 2], d;
#define X(text) asm volatile(text : "=r"(d) : "r"(a), "r"(b), "r"(c)); out[n++ * LANES + t] = d;
    TRIPLES(X)
#undef X
}

static void triples() {
    static const uint32_t EDGES[] = {0, 1, 2, 0x1f, 0x20, 0x21, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000,
        0x80000001, 0xffffffff, 0xfffffffe, 0x80808080, 0x7f7f7f7f, 0x00ff00ff, 0xff00ff00, 0x80007fff, 0x7fff8000, 0x01020304};
    static const char *const NAMES[] = {
#define X(text) text,
        TRIPLES(X)
#undef X
    };
    uint32_t in[3 * LANES], *device;
    for (unsigned n = 0; n < 3 * LANES; n++) {
        uint32_t edge = EDGES[hashed(n + 1000) % COUNT(EDGES)], random = hashed(n + 2000);
        in[n] = n < 3 * LANES / 2 ? edge : hashed(n) & 1 ? random : random >> hashed(n + 1) % 31;
    }
    in[9] = 0xffff3c00, in[10] = 0x3c003c00, in[11] = 0x40004000; // fma.oob: what is out of bounds
    in[12] = 0x3c003c00, in[13] = 0x3c00ffff, in[14] = 0x40004000;
    in[15] = 0x3c003c00, in[16] = 0x40003c00, in[17] = 0x3c00ffff;
    in[18] = 0xffff7fff, in[19] = 0x7e003c00, in[20] = 0x40004000;
    OK(cudaMalloc(&device, sizeof in));
    OK(cudaMemcpy(device, in, sizeof in, cudaMemcpyHostToDevice));
    Table table(COUNT(NAMES), LANES);
    run_triples<<<1, LANES>>>(table.words, device);
    table.print(NAMES);
    OK(cudaFree(device));
}

// ---- conversions ----------------------------------------------------------------------------------------------------

#define FROM_SINGLES(X) \
    X("cvt.rn.satfinite.e4m3x2.f32 h, %1, %2;") X("cvt.rn.satfinite.relu.e4m3x2.f32 h, %1, %2;") \
    X("cvt.rn.satfinite.e5m2x2.f32 h, %1, %2;") X("cvt.rn.satfinite.relu.e5m2x2.f32 h, %1, %2;") \
    X("cvt.rn.satfinite.f16.f32 h, %1;") X("cvt.rz.satfinite.f16.f32 h, %1;") X("cvt.rn.relu.satfinite.f16.f32 h, %1;") \
    X("cvt.rn.satfinite.bf16.f32 h, %1;") X("cvt.rz.relu.satfinite.bf16.f32 h, %1;")
#define FROM_SINGLES_WIDE(X) \
    X("cvt.rn.satfinite.f16x2.f32 %0, %1, %2;") X("cvt.rz.relu.satfinite.f16x2.f32 %0, %1, %2;") \
    X("cvt.rn.satfinite.bf16x2.f32 %0, %1, %2;") X("cvt.rna.satfinite.tf32.f32 %0, %1;") X("cvt.rna.tf32.f32 %0, %1;") \
    X("cvt.rn.relu.tf32.f32 %0, %1;")

enum { SINGLES = 128 };
__global__ void run_from_singles(uint32_t *out, const float *in) {
    unsigned t = threadIdx.x, n = 0;
    float a = in[t], b = in[(t * 7 + 3) % SINGLES];
    uint32_t d;
#define X(text) asm volatile("{.reg .b16 h; " text " cvt.u32.u16 %0, h;}" : "=r"(d) : "f"(a), "f"(b)); out[n++ * SINGLES + t] = d;
    FROM_SINGLES(X)
#undef X
#define X(text) asm volatile(text : "=r"(d) : "f"(a), "f"(b)); out[n++ * SINGLES + t] = d;
    FROM_SINGLES_WIDE(X)
#undef X
}

static void from_singles() {
    static const uint32_t EDGES[] = {0, 0x80000000, 1, 0x80000001, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001,
        0xff812345, 0x7f7fffff, 0xff7fffff, 0x7f7f8000, 0x7f7f7fff, 0x477fe000, 0x477fefff, 0x477ff000, 0xc77ff000, 0x47800000, 0x43e00000,
        0x43e7ffff, 0x43e80000, 0x43e80001, 0x43f00000, 0x44000000, 0x47600000, 0x476fffff, 0x47700000, 0x47700001, 0xc7700000,
        0x3b000000, 0x3a800000, 0x3a800001, 0x3a7fffff, 0x3b400000, 0x3bc00000, 0xbac00000, 0x37800000, 0x37000000, 0x37000001,
        0x36ffffff, 0x37c00000, 0x3f800000, 0xbf800000, 0x3f880000, 0x3f980000, 0x3f900000, 0x3fa00000, 0x3fb00000, 0x7f7ff000,
        0x7f7fe000, 0x7f7fefff, 0x3f801000, 0x3f803000, 0x3f800fff, 0x3f801001};
    static const char *const NAMES[] = {
#define X(text) text,
        FROM_SINGLES(X) FROM_SINGLES_WIDE(X)
#undef X
    };
    uint32_t in[SINGLES];
    float *device;
    for (unsigned n = 0; n < SINGLES; n++) // with exponents that fit 8 bits' formats
        in[n] = n < COUNT(EDGES) ? EDGES[n] : (hashed(n) & 0x807fffff) | (105 + hashed(n + 500) % 32) << 23;
    OK(cudaMalloc(&device, sizeof in));
    OK(cudaMemcpy(device, in, sizeof in, cudaMemcpyHostToDevice));
    Table table(COUNT(NAMES), SINGLES);
    run_from_singles<<<1, SINGLES>>>(table.words, device);
    table.print(NAMES);
    OK(cudaFree(device));
}

#define FROM_HALVES(X) \
    X("cvt.rn.satfinite.e4m3x2.f16x2 h, %1;") X("cvt.rn.satfinite.relu.e4m3x2.f16x2 h, %1;") \
    X("cvt.rn.satfinite.e5m2x2.f16x2 h, %1;") X("cvt.rn.satfinite.relu.e5m2x2.f16x2 h, %1;")
// Every half, once in each place; every 512 of them summed to a word.
__global__ void run_from_halves(uint32_t *out) {
    unsigned half = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
    uint32_t pair = (half ^ 0x1234) << 16 | half, d;
#define X(text) asm volatile("{.reg .b16 h; " text " cvt.u32.u16 %0, h;}" : "=r"(d) : "r"(pair)); \
    atomicAdd(&out[n++ * 128 + half / 512], hashed_device(d + (half << 16)));
    FROM_HALVES(X)
#undef X
}

#define FROM_BYTES(X) X("cvt.rn.f16x2.e4m3x2 %0, h;") X("cvt.rn.relu.f16x2.e4m3x2 %0, h;") \
    X("cvt.rn.f16x2.e5m2x2 %0, h;") X("cvt.rn.relu.f16x2.e5m2x2 %0, h;")
__global__ void run_from_bytes(uint32_t *out) {
    unsigned t = threadIdx.x, n = 0;
    uint32_t pair = t << 9 | t << 1 | 0x100, d;
#define X(text) asm volatile("{.reg .b16 h; cvt.u16.u32 h, %1; " text "}" : "=r"(d) : "r"(pair)); out[n++ * 128 + t] = d;
    FROM_BYTES(X)
#undef X
}

static void small_floats() {
    static const char *const HALVES[] = {
#define X(text) text,
        FROM_HALVES(X)
#undef X
    };
    static const char *const BYTES[] = {
#define X(text) text,
        FROM_BYTES(X)
#undef X
    };
    Table halves(COUNT(HALVES), 128), bytes(COUNT(BYTES), 128);
    run_from_halves<<<256, 256>>>(halves.words);
    halves.print(HALVES);
    run_from_bytes<<<1, 128>>>(bytes.words);
    bytes.print(BYTES);
}

// ---- matrix products ------------------------------------------------------------------------------------------------

// Kinds of elements that a register holds, and numbers of that kind with exponents near 0.
enum Kind { HALVES, BYTES_E4M3, BYTES_E5M2, NIBBLES, SINGLE_NUMBER };
__device__ uint32_t numbers(Kind kind, uint32_t seed) {
    uint32_t r = hashed_device(seed), s = hashed_device(seed + 77777);
    switch (kind) {
    case HALVES: return (r & 0x83ff83ff) | (10 + s % 11) << 10 | (10 + s / 16 % 11) << 26;
    case BYTES_E4M3: return r & 0xbfbfbfbf; // below 2, no NaN
    case BYTES_E5M2: return (r & 0xbfbfbfbf) | 0x20202020 & s;
    case NIBBLES: return r;
    default: return (r & 0x807fffff) | (119 + s % 16) << 23;
    }
}
enum { TRIALS = 2 };
#define SEED(operand, n) (hashed_device((trial * 4 + operand) * 64 + n) + threadIdx.x * 2654435761u)
#define FILL(array, count, kind, operand) for (unsigned n_ = 0; n_ < count; n_++) array[n_] = numbers(kind, SEED(operand, n_));
#define KEEP(count) for (unsigned n_ = 0; n_ < count; n_++) out[trial * 256 + n_ * 32 + threadIdx.x] = d[n_];

#define SMALL_PRODUCT(name, text, kind)                                                                                 \
    __global__ void name(uint32_t *out) {                                                                               \
        for (unsigned trial = 0; trial < TRIALS; trial++) {                                                             \
            uint32_t a[2], b[2], c[8], d[8] = {};                                                                       \
            FILL(a, 2, HALVES, 0) FILL(b, 2, HALVES, 1) FILL(c, 8, kind, 2)                                             \
            asm volatile(text : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]),     \
                         "=r"(d[7]) : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]),      \
                         "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]));                                        \
            KEEP(8)                                                                                                     \
        }                                                                                                               \
    }
#define TO_HALF "{%0,%1,%2,%3}, {%8,%9}, {%10,%11}, {%12,%13,%14,%15}; mov.b32 %4, 0; mov.b32 %5, 0; mov.b32 %6, 0; mov.b32 %7, 0;"
#define TO_SINGLE "{%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, {%12,%13,%14,%15,%16,%17,%18,%19};"
#define FROM_HALF "{%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, {%12,%13,%14,%15};"
SMALL_PRODUCT(m8n8k4_row_col_half, "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 " TO_HALF, HALVES)
SMALL_PRODUCT(m8n8k4_col_row_half, "mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16 " TO_HALF, HALVES)
SMALL_PRODUCT(m8n8k4_row_col_single, "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 " TO_SINGLE, SINGLE_NUMBER)
SMALL_PRODUCT(m8n8k4_row_row_single, "mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f32 " TO_SINGLE, SINGLE_NUMBER)
SMALL_PRODUCT(m8n8k4_col_col_single, "mma.sync.aligned.m8n8k4.col.col.f32.f16.f16.f32 " TO_SINGLE, SINGLE_NUMBER)
SMALL_PRODUCT(m8n8k4_col_row_widening, "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16 " FROM_HALF, HALVES)

// d, a, b, c of 4, 4, 2 and 4 registers; forms with fewer leave the last ones out.
#define PRODUCT(name, text, left, right, kind)                                                                          \
    __global__ void name(uint32_t *out) {                                                                               \
        for (unsigned trial = 0; trial < TRIALS; trial++) {                                                             \
            uint32_t a[4], b[2], c[4], d[4] = {};                                                                       \
            FILL(a, 4, left, 0) FILL(b, 2, right, 1) FILL(c, 4, kind, 2)                                                \
            asm volatile("mov.b32 %2, 0; mov.b32 %3, 0; " text : "=&r"(d[0]), "=&r"(d[1]), "=&r"(d[2]), "=&r"(d[3])     \
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]),      \
                           "r"(c[2]), "r"(c[3]));                                                                       \
            KEEP(4)                                                                                                     \
        }                                                                                                               \
    }
#define WHOLE "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
#define HALF_K "{%0,%1,%2,%3}, {%4,%5}, {%8}, {%10,%11,%12,%13};"
#define SHORT "{%0,%1}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11};"
#define LEAST "{%0,%1}, {%4}, {%8}, {%10,%11};"
PRODUCT(e4m3_e4m3, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 " WHOLE, BYTES_E4M3, BYTES_E4M3, SINGLE_NUMBER)
PRODUCT(e5m2_e4m3, "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 " WHOLE, BYTES_E5M2, BYTES_E4M3, SINGLE_NUMBER)
PRODUCT(e5m2_e5m2, "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 " WHOLE, BYTES_E5M2, BYTES_E5M2, SINGLE_NUMBER)
PRODUCT(e4m3_k16, "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 " HALF_K, BYTES_E4M3, BYTES_E4M3, SINGLE_NUMBER)
PRODUCT(e4m3_half, "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 " SHORT, BYTES_E4M3, BYTES_E4M3, HALVES)
PRODUCT(s4_s4, "mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 " LEAST, NIBBLES, NIBBLES, NIBBLES)
PRODUCT(u4_s4_saturated, "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.s4.s32 " WHOLE, NIBBLES, NIBBLES, NIBBLES)
PRODUCT(s4_u4_k32, "mma.sync.aligned.m16n8k32.row.col.s32.s4.u4.s32 " HALF_K, NIBBLES, NIBBLES, NIBBLES)
PRODUCT(b1_xor, "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc " LEAST, NIBBLES, NIBBLES, NIBBLES)
PRODUCT(b1_and, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc " WHOLE, NIBBLES, NIBBLES, NIBBLES)
PRODUCT(b1_and_k128, "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc " HALF_K, NIBBLES, NIBBLES, NIBBLES)
PRODUCT(half_k8_half, "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%4,%5}, {%8}, {%10,%11};", HALVES, HALVES, HALVES)

__device__ double double_number(uint32_t seed) {
    uint64_t bits = (uint64_t)hashed_device(seed) << 32 | hashed_device(seed + 1);
    return __longlong_as_double((bits & 0x800fffffffffffff) | (uint64_t)(1015 + hashed_device(seed + 2) % 16) << 52);
}
#define FILL_DOUBLES(array, count, operand) for (unsigned n_ = 0; n_ < count; n_++) array[n_] = double_number(SEED(operand, n_));
#define DOUBLE_PRODUCT(name, text)                                                                                      \
    __global__ void name(uint32_t *out) {                                                                               \
        for (unsigned trial = 0; trial < TRIALS; trial++) {                                                             \
            double a[8], b[4], c[4], e[4];                                                                              \
            FILL_DOUBLES(a, 8, 0) FILL_DOUBLES(b, 4, 1) FILL_DOUBLES(c, 4, 2)                                           \
            asm volatile("mov.b64 %2, 0; mov.b64 %3, 0; " text : "=&d"(e[0]), "=&d"(e[1]), "=&d"(e[2]), "=&d"(e[3])     \
                         : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),      \
                           "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]), "d"(c[0]), "d"(c[1]), "d"(c[2]), "d"(c[3]));     \
            uint32_t d[8];                                                                                              \
            for (unsigned n_ = 0; n_ < 4; n_++) d[2 * n_] = __double2loint(e[n_]), d[2 * n_ + 1] = __double2hiint(e[n_]);\
            KEEP(8)                                                                                                     \
        }                                                                                                               \
    }
DOUBLE_PRODUCT(f64_m8n8k4, "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%4}, {%12}, {%16,%17};")
DOUBLE_PRODUCT(f64_m16n8k4, "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%12}, {%16,%17,%18,%19};")
DOUBLE_PRODUCT(f64_m16n8k8, "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%12,%13}, {%16,%17,%18,%19};")
DOUBLE_PRODUCT(f64_m16n8k16, "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};")

__global__ void movmatrix(uint32_t *out) {
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        uint32_t d[1], a = SEED(0, 0);
        asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d[0]) : "r"(a));
        KEEP(1)
    }
}

static void products() {
#define ALL(X) X(m8n8k4_row_col_half) X(m8n8k4_col_row_half) X(m8n8k4_row_col_single) X(m8n8k4_row_row_single)          \
    X(m8n8k4_col_col_single) X(m8n8k4_col_row_widening) X(e4m3_e4m3) X(e5m2_e4m3) X(e5m2_e5m2) X(e4m3_k16) X(e4m3_half)  \
    X(s4_s4) X(u4_s4_saturated) X(s4_u4_k32) X(b1_xor) X(b1_and) X(b1_and_k128) X(half_k8_half) X(f64_m8n8k4)            \
    X(f64_m16n8k4) X(f64_m16n8k8) X(f64_m16n8k16) X(movmatrix)
#define X(name) { static const char *const NAMES[TRIALS] = {#name, #name " again"};                                     \
        Table table(TRIALS, 256); name<<<1, 32>>>(table.words); table.print(NAMES); }
    ALL(X)
#undef X
}

// ---- atomics --------------------------------------------------------------------------------------------------------

#define VECTOR_UPDATES(X) X("add.noftz.v4.f16x2") X("min.noftz.v4.f16x2") X("max.noftz.v4.f16x2") X("add.noftz.v4.bf16x2") \
    X("min.noftz.v4.bf16x2") X("max.noftz.v4.bf16x2") X("add.v4.f32")
__global__ void run_vector_updates(uint32_t *out, const uint32_t *in) {
    unsigned t = threadIdx.x, n = 0;
    uint32_t *words = &out[4 * t];
#define X(text) \
    for (unsigned e = 0; e < 4; e++) words[n * 64 + e] = in[(4 * t + e) % 32]; \
    asm volatile("red.global." text " [%0], {%1, %2, %3, %4};" : : "l"(words + n * 64), \
        UPDATE(in[(4 * t + 13) % 32]), UPDATE(in[(4 * t + 14) % 32]), UPDATE(in[(4 * t + 22) % 32]), UPDATE(in[(4 * t + 5) % 32]) : "memory"); \
    n++;
#define UPDATE(x) "r"(x)
    VECTOR_UPDATES(X)
#undef X
}

static void atomics() {
    static const char *const NAMES[] = {
#define X(text) "red." text,
        VECTOR_UPDATES(X)
#undef X
    };
    static const uint32_t IN[32] = {0x7e003c00, 0x3c007e00, 0xfe017c01, 0x80000000, 0x00008000, 0x7c00fc00, 0x04000001, 0x80018400,
        0x7bff7bff, 0x00100010, 0x3c010001, 0xffc17fff, 0x7fc07f80, 0xff80ffc0, 0x3f803f81, 0x00010080,
        0x7f7f7f7f, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00001, 0x00000001, 0x80000000, 0x80000000,
        0x00800000, 0x807fffff, 0x33800000, 0x3f800001, 0x12345678, 0x9abcdef0, 0x0fedcba9, 0x87654321};
    uint32_t *device;
    OK(cudaMalloc(&device, sizeof IN));
    OK(cudaMemcpy(device, IN, sizeof IN, cudaMemcpyHostToDevice));
    Table table(COUNT(NAMES), 64);
    run_vector_updates<<<1, 16>>>(table.words, device);
    table.print(NAMES);
    OK(cudaFree(device));
}

// ---- clusters -------------------------------------------------------------------------------------------------------

__global__ void cluster_registers(uint32_t *out) {
    __shared__ uint32_t word;
    uint32_t v[24] = {}, shared = (uint32_t)__cvta_generic_to_shared(&word);
    if (threadIdx.x) return;
    word = 1;
#define REGISTER(n, name) asm volatile("mov.u32 %0, " name ";" : "=r"(v[n]));
    REGISTER(0, "%clusterid.x") REGISTER(1, "%clusterid.y") REGISTER(2, "%clusterid.z") REGISTER(3, "%nclusterid.x")
    REGISTER(4, "%nclusterid.y") REGISTER(5, "%nclusterid.z") REGISTER(6, "%cluster_ctaid.x") REGISTER(7, "%cluster_ctaid.y")
    REGISTER(8, "%cluster_ctaid.z") REGISTER(9, "%cluster_nctaid.x") REGISTER(10, "%cluster_nctaid.y")
    REGISTER(11, "%cluster_nctaid.z") REGISTER(12, "%cluster_ctarank") REGISTER(13, "%cluster_nctarank")
    asm volatile("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}" : "=r"(v[14]));
    asm volatile("mov.u32 %0, %%aggr_smem_size;" : "=r"(v[15]));
    v[16] = shared;
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(v[17]) : "r"(shared));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(v[18]) : "r"(shared), "r"(v[13] - 1));
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(v[19]) : "r"(shared));
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(v[20]) : "r"(v[18]));
    uint64_t generic = (uint64_t)&word, mapped;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"(generic), "r"(v[13] - 1));
    v[21] = (uint32_t)(mapped - generic);
    asm volatile("{.reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; isspacep.shared::cluster p, %1; @p add.u32 %0, %0, 2; "
                 "isspacep.shared p, %1; @p add.u32 %0, %0, 4; isspacep.global p, %1; @p add.u32 %0, %0, 8;}" : "=r"(v[22]) : "l"(mapped));
    asm volatile("{.reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; isspacep.shared::cluster p, %1; @p add.u32 %0, %0, 2; "
                 "isspacep.shared p, %1; @p add.u32 %0, %0, 4; isspacep.global p, %1; @p add.u32 %0, %0, 8;}" : "=r"(v[23]) : "l"(generic));
    uint32_t block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    for (unsigned n = 0; n < 24; n++) out[block * 24 + n] = v[n];
}
__global__ void cluster_plain(uint32_t *out) { if (out) *out = 1; }
__global__ void __cluster_dims__(2, 1, 1) cluster_of_two(uint32_t *out) { if (out) *out = 2; }

static cudaLaunchConfig_t configuration(dim3 grid, dim3 block, cudaLaunchAttribute *attribute, dim3 cluster, size_t shared) {
    cudaLaunchConfig_t config = {};
    config.gridDim = grid, config.blockDim = block, config.dynamicSmemBytes = shared;
    attribute->id = cudaLaunchAttributeClusterDimension;
    attribute->val.clusterDim.x = cluster.x, attribute->val.clusterDim.y = cluster.y, attribute->val.clusterDim.z = cluster.z;
    config.attrs = attribute, config.numAttrs = cluster.x ? 1 : 0;
    return config;
}

static void say(const char *what, cudaError_t error) {
    printf("%s: %d then %d\n", what, (int)error, (int)cudaGetLastError());
    fflush(stdout);
}

static void cluster_launch(dim3 grid, dim3 cluster) {
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = configuration(grid, dim3(64, 1, 1), &attribute, cluster, 0);
    Table table(grid.x * grid.y * grid.z, 24);
    static const char *NAMES[64];
    for (unsigned n = 0; n < 64; n++) NAMES[n] = "cluster block";
    printf("grid %u %u %u cluster %u %u %u\n", grid.x, grid.y, grid.z, cluster.x, cluster.y, cluster.z);
    OK(cudaLaunchKernelEx(&config, cluster_registers, table.words));
    OK(cudaDeviceSynchronize());
    table.print(NAMES);
}

template <typename Kernel> static void try_cluster(const char *what, Kernel kernel, dim3 grid, dim3 block, dim3 cluster, size_t shared) {
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = configuration(grid, block, &attribute, cluster, shared);
    int clusters = -1, size = -1;
    say(what, cudaLaunchKernelEx(&config, kernel, (uint32_t *)nullptr));
    cudaError_t end = cudaDeviceSynchronize(), active = cudaOccupancyMaxActiveClusters(&clusters, kernel, &config);
    cudaGetLastError();
    cudaError_t potential = cudaOccupancyMaxPotentialClusterSize(&size, kernel, &config);
    cudaGetLastError();
    printf("  ends %d; active clusters %d: %d; potential size %d: %d\n", (int)end, (int)active, clusters, (int)potential, size);
    fflush(stdout);
}

static void clusters() {
    cluster_launch(dim3(2, 1, 1), dim3(0, 0, 0));
    cluster_launch(dim3(4, 1, 1), dim3(2, 1, 1));
    cluster_launch(dim3(4, 2, 2), dim3(2, 1, 2));
    cluster_launch(dim3(2, 4, 1), dim3(1, 4, 1));
    for (unsigned size = 1; size <= 16; size *= 2) {
        printf("size %u\n", size);
        try_cluster("plain", cluster_plain, dim3(16, 1, 1), dim3(128, 1, 1), dim3(size, 1, 1), 0);
        try_cluster("large blocks", cluster_plain, dim3(16, 1, 1), dim3(1024, 1, 1), dim3(size, 1, 1), 0);
        try_cluster("much shared memory", cluster_plain, dim3(16, 1, 1), dim3(128, 1, 1), dim3(size, 1, 1), 40000);
    }
    try_cluster("size 3", cluster_plain, dim3(6, 1, 1), dim3(128, 1, 1), dim3(3, 1, 1), 0);
    try_cluster("size 9", cluster_plain, dim3(18, 1, 1), dim3(128, 1, 1), dim3(9, 1, 1), 0);
    try_cluster("size 32", cluster_plain, dim3(32, 1, 1), dim3(128, 1, 1), dim3(32, 1, 1), 0);
    try_cluster("grid that is no multiple", cluster_plain, dim3(5, 1, 1), dim3(128, 1, 1), dim3(2, 1, 1), 0);
    try_cluster("size 2 by the kernel", cluster_of_two, dim3(4, 1, 1), dim3(128, 1, 1), dim3(0, 0, 0), 0);
    try_cluster("size 2 by both", cluster_of_two, dim3(4, 1, 1), dim3(128, 1, 1), dim3(2, 1, 1), 0);
    try_cluster("size 2 by the kernel and 4", cluster_of_two, dim3(4, 1, 1), dim3(128, 1, 1), dim3(4, 1, 1), 0);
    try_cluster("size 2 by the kernel, grid of 3", cluster_of_two, dim3(3, 1, 1), dim3(128, 1, 1), dim3(0, 0, 0), 0);
    cluster_of_two<<<3, 32>>>(nullptr);
    say("<<<3, 32>>> of size 2", cudaPeekAtLastError());
    cluster_of_two<<<4, 32>>>(nullptr);
    say("<<<4, 32>>> of size 2", cudaPeekAtLastError());
    say("non-portable sizes", cudaFuncSetAttribute(cluster_plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    try_cluster("size 16, allowed", cluster_plain, dim3(16, 1, 1), dim3(128, 1, 1), dim3(16, 1, 1), 0);
    try_cluster("size 12, allowed", cluster_plain, dim3(24, 1, 1), dim3(128, 1, 1), dim3(12, 1, 1), 0);
    OK(cudaFuncSetAttribute(cluster_plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 220000));
    for (unsigned size = 1; size <= 8; size *= 2)
        try_cluster("220000 bytes", cluster_plain, dim3(16, 1, 1), dim3(128, 1, 1), dim3(size, 1, 1), 220000);
}

// ---- what is opaque -------------------------------------------------------------------------------------------------

__global__ void policies(uint32_t *out) {
    uint64_t v[8];
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(v[0]));
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 0.5;" : "=l"(v[1]));
    asm volatile("createpolicy.fractional.L2::evict_normal.L2::evict_unchanged.b64 %0, 0.25;" : "=l"(v[2]));
    asm volatile("createpolicy.fractional.L2::evict_last.L2::evict_first.b64 %0, 1.0;" : "=l"(v[3]));
    asm volatile("createpolicy.range.L2::evict_last.L2::evict_first.b64 %0, [%1], 0x100000, 0x200000;" : "=l"(v[4]) : "l"(0x7f0000000000ull));
    asm volatile("createpolicy.cvt.L2.b64 %0, 0x10f0000000000000;" : "=l"(v[5]));
    v[6] = v[7] = 0;
    for (unsigned n = 0; n < 8; n++) out[2 * n] = (uint32_t)(v[n] >> 32), out[2 * n + 1] = (uint32_t)v[n];
}

static void opaque() {
    static const char *const POLICIES[] = {"policies"};
    Table table(1, 16);
    policies<<<1, 1>>>(table.words);
    table.print(POLICIES);
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*run)();
    } PARTS[] = {{"triples", triples}, {"from_singles", from_singles}, {"small_floats", small_floats}, {"products", products},
                 {"atomics", atomics}, {"opaque", opaque}, {"clusters", clusters}};
    for (const auto &part : PARTS)
        if (count < 2 || !strcmp(arguments[1], part.name)) part.run();
    OK(cudaDeviceSynchronize());
    return 0;
}
