// Every kind of video instruction for edges and random numbers: the hash of each form's results. A line has eight forms,
// in the order of the macros below, and names the first. No GPU has units for them any more, so the results are those of
// the instructions that ptxas makes of them.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)

// ---- the forms: M(text) for each ------------------------------------------------------------------------------------

#define THREE_TYPES(F, M, op) \
    F(M, op ".u32.u32.u32") F(M, op ".u32.u32.s32") F(M, op ".u32.s32.u32") F(M, op ".u32.s32.s32") \
    F##_SIGNED(M, op ".s32.u32.u32") F##_SIGNED(M, op ".s32.u32.s32") F##_SIGNED(M, op ".s32.s32.u32") F##_SIGNED(M, op ".s32.s32.s32")
#define TWO_TYPES(F, M, op) F(M, op ".u32.u32") F(M, op ".u32.s32") F(M, op ".s32.u32") F(M, op ".s32.s32")
#define PARTS(M, x) \
    M(x " %0, %1, %2;") M(x " %0.b0, %1, %2, %3;") M(x " %0.b3, %1, %2, %3;") M(x " %0.h0, %1, %2, %3;") M(x " %0.h1, %1, %2, %3;")
#define SECONDS(M, x) M(x ".add %0, %1.h1, %2.b3, %3;") M(x ".min %0, %1, %2, %3;") M(x ".max %0, %1, %2, %3;")
#define OTHER_SECONDS(M, x) M(x ".add %0, %1, %2, %3;") M(x ".min %0, %1.h1, %2.b3, %3;") M(x ".max %0, %1.h1, %2.b3, %3;")

#define ADDS(M, x) PARTS(M, x) SECONDS(M, x) PARTS(M, x ".sat") SECONDS(M, x ".sat")
#define ADDS_SIGNED ADDS
#define COMPARES(M, x) ADDS(M, x)
#define COMPARES_SIGNED(M, x) PARTS(M, x) OTHER_SECONDS(M, x) PARTS(M, x ".sat") OTHER_SECONDS(M, x ".sat")

#define SHIFTED(M, x) \
    M(x " %0, %1, %2;") M(x " %0, %1.b1, %2.b0;") M(x " %0, %1.h1, %2.b0;") M(x " %0.h1, %1, %2.b0, %3;") \
    M(x " %0.b2, %1.h0, %2.b0, %3;") M(x ".max %0, %1, %2.b0, %3;") M(x ".min %0, %1.h1, %2.b0, %3;")
#define SHIFTS(M, x) SHIFTED(M, x ".u32.clamp") SHIFTED(M, x ".u32.wrap") SHIFTED(M, x ".u32.sat.clamp") SHIFTED(M, x ".u32.sat.wrap")

#define SET(M, x) \
    M(x " %0, %1, %2;") M(x " %0.h1, %1.h0, %2.b3, %3;") M(x ".add %0, %1, %2.h1, %3;") M(x ".min %0, %1, %2.h1, %3;") \
    M(x ".max %0, %1, %2.h1, %3;")
#define SETS(M, x) SET(M, x ".eq") SET(M, x ".ne") SET(M, x ".lt") SET(M, x ".le") SET(M, x ".gt") SET(M, x ".ge")

#define FACTORS(M, x, a, b, c) \
    M(x " %0, " a "%1, " b "%2, " c "%3;") M(x " %0, " a "%1.h1, " b "%2.h0, " c "%3;") M(x " %0, " a "%1.b1, " b "%2.h1, " c "%3;")
#define SIGNS(M, x, end) \
    FACTORS(M, x end, "", "", "") FACTORS(M, x end, "-", "", "") FACTORS(M, x end, "", "-", "") FACTORS(M, x end, "", "", "-") \
    FACTORS(M, x ".po" end, "", "", "")
#define SCALES(M, x, sat) SIGNS(M, x, sat) SIGNS(M, x, sat ".shr7") SIGNS(M, x, sat ".shr15")
#define PRODUCTS(M, x) SCALES(M, x, "") SCALES(M, x, ".sat")
#define PRODUCTS_SIGNED PRODUCTS

#define PAIRS(M, x) \
    M(x " %0, %1, %2, %3;") M(x ".sat %0, %1, %2, %3;") M(x ".add %0, %1, %2, %3;") M(x ".sat %0.h1, %1, %2, %3;") M(x ".add %0.h1, %1, %2, %3;")
#define PAIRS_SIGNED PAIRS
#define QUADS(M, x) \
    M(x " %0, %1, %2, %3;") M(x ".sat %0, %1, %2, %3;") M(x ".add %0, %1, %2, %3;") M(x ".sat %0.b20, %1, %2, %3;") M(x ".add %0.b20, %1, %2, %3;")
#define QUADS_SIGNED QUADS
#define SIMD_SET(M, x) M(x " %0, %1, %2, %3;") M(x ".add %0, %1, %2, %3;")
#define SIMD_SETS(M, x) SIMD_SET(M, x ".eq") SIMD_SET(M, x ".ne") SIMD_SET(M, x ".lt") SIMD_SET(M, x ".le") SIMD_SET(M, x ".gt") SIMD_SET(M, x ".ge")

#define ADDITIONS(M) THREE_TYPES(ADDS, M, "vadd")
#define DIFFERENCES(M) THREE_TYPES(COMPARES, M, "vsub") THREE_TYPES(COMPARES, M, "vabsdiff")
#define EXTREMES(M) THREE_TYPES(COMPARES, M, "vmin") THREE_TYPES(COMPARES, M, "vmax")
#define ALL_SHIFTS(M) \
    SHIFTS(M, "vshl.u32.u32") SHIFTS(M, "vshl.u32.s32") SHIFTS(M, "vshl.s32.u32") SHIFTS(M, "vshl.s32.s32") \
    SHIFTS(M, "vshr.u32.u32") SHIFTS(M, "vshr.u32.s32") SHIFTS(M, "vshr.s32.u32") SHIFTS(M, "vshr.s32.s32")
#define ALL_SETS(M) TWO_TYPES(SETS, M, "vset") TWO_TYPES(SIMD_SETS, M, "vset2") TWO_TYPES(SIMD_SETS, M, "vset4")
#define ALL_PRODUCTS(M) THREE_TYPES(PRODUCTS, M, "vmad")
#define ALL_PAIRS(M) \
    THREE_TYPES(PAIRS, M, "vadd2") THREE_TYPES(PAIRS, M, "vsub2") THREE_TYPES(PAIRS, M, "vavrg2") THREE_TYPES(PAIRS, M, "vabsdiff2") \
    THREE_TYPES(PAIRS, M, "vmin2") THREE_TYPES(PAIRS, M, "vmax2")
#define ALL_QUADS(M) \
    THREE_TYPES(QUADS, M, "vadd4") THREE_TYPES(QUADS, M, "vsub4") THREE_TYPES(QUADS, M, "vavrg4") THREE_TYPES(QUADS, M, "vabsdiff4") \
    THREE_TYPES(QUADS, M, "vmin4") THREE_TYPES(QUADS, M, "vmax4")

// ---- running them ---------------------------------------------------------------------------------------------------

enum { LANES = 64, FORMS_PER_LINE = 8 };
#define RUN(text) asm volatile(text : "=r"(d) : "r"(a), "r"(b), "r"(c)); out[n++ * LANES + t] = d;
#define NAME(text) text,
#define FAMILY(name, FORMS)                                                                                            \
    __global__ void name(uint32_t *out, const uint32_t *in) {                                                          \
        unsigned t = threadIdx.x, n = 0;                                                                               \
        uint32_t a = in[3 * t], b = in[3 * t + 1], c = in[3 * t + 2], d;                                               \
        FORMS(RUN)                                                                                                     \
    }                                                                                                                  \
    static const char *const name##_forms[] = {FORMS(NAME)};
FAMILY(additions, ADDITIONS)
FAMILY(differences, DIFFERENCES)
FAMILY(extremes, EXTREMES)
FAMILY(shifts, ALL_SHIFTS)
FAMILY(sets, ALL_SETS)
FAMILY(products, ALL_PRODUCTS)
FAMILY(pairs, ALL_PAIRS)
FAMILY(quads, ALL_QUADS)

static uint32_t hashed(uint32_t n) { // a bijection that scatters (MurmurHash3's finaliser)
    n ^= n >> 16, n *= 0x85ebca6b, n ^= n >> 13, n *= 0xc2b2ae35, n ^= n >> 16;
    return n;
}

static uint32_t *sources() {
    static const uint32_t EDGES[] = {0, 1, 2, 0x1f, 0x20, 0x21, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000,
        0x80000001, 0xffffffff, 0xfffffffe, 0x80808080, 0x7f7f7f7f, 0x00ff00ff, 0xff00ff00, 0x80007fff, 0x7fff8000, 0x01020304};
    static const uint32_t PLACED[] = {0xffff3c00, 0x3c003c00, 0x40004000, 0x3c003c00, 0x3c00ffff, 0x40004000, 0x3c003c00, 0x40003c00,
        0x3c00ffff, 0xffff7fff, 0x7e003c00, 0x40004000}; // from word 9 on
    uint32_t in[3 * LANES], *device;
    for (unsigned n = 0; n < 3 * LANES; n++) {
        uint32_t edge = EDGES[hashed(n + 1000) % 24], random = hashed(n + 2000);
        in[n] = n < 3 * LANES / 2 ? edge : hashed(n) & 1 ? random : random >> hashed(n + 1) % 31;
    }
    for (unsigned n = 0; n < 12; n++) in[9 + n] = PLACED[n];
    OK(cudaMalloc(&device, sizeof in));
    OK(cudaMemcpy(device, in, sizeof in, cudaMemcpyHostToDevice));
    return device;
}

typedef void (*Kernel)(uint32_t *, const uint32_t *);
static void say(const char *family, Kernel kernel, const char *const *forms, size_t count, const uint32_t *in) {
    uint32_t *out, *host = (uint32_t *)malloc(4 * LANES * count);
    OK(cudaMalloc(&out, 4 * LANES * count));
    kernel<<<1, LANES>>>(out, in);
    OK(cudaMemcpy(host, out, 4 * LANES * count, cudaMemcpyDeviceToHost));
    printf("%s: %zu forms\n", family, count);
    for (size_t n = 0; n < count; n++) {
        uint32_t hash = 0;
        for (unsigned t = 0; t < LANES; t++) hash = hashed(hash ^ host[n * LANES + t]) + t;
        if (n % FORMS_PER_LINE == 0) printf("%s", forms[n]);
        printf(" %08x%s", hash, n % FORMS_PER_LINE == FORMS_PER_LINE - 1 || n == count - 1 ? "\n" : "");
    }
    OK(cudaFree(out));
    free(host);
}

int main() {
    uint32_t *in = sources();
#define SAY(name) say(#name, name, name##_forms, sizeof name##_forms / sizeof *name##_forms, in);
    SAY(additions) SAY(differences) SAY(extremes) SAY(shifts) SAY(sets) SAY(products) SAY(pairs) SAY(quads)
    OK(cudaFree(in));
    return 0;
}
