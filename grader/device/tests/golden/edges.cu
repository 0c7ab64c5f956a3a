// What instructions and calls give at their edges: exact bits. Usage: edges PART, or without one for all parts.
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)

enum { BYTES = 1 << 20 };
static uint32_t *out, *host;

static void fetch(const char *name, int count) {
    OK(cudaMemcpy(host, out, 4 * count, cudaMemcpyDeviceToHost));
    printf("%s:", name);
    for (int n = 0; n < count; n++) printf(" %x", host[n]);
    printf("\n");
    OK(cudaMemset(out, 0, BYTES));
}

// ---- fma.oob: every half in one place; printed are results that differ from those of the plain fma -------------------------

#define OOB(name, text, A, B, C)                                                                                       \
    __global__ void name(uint32_t *out) {                                                                              \
        unsigned x = blockIdx.x * 256 + threadIdx.x;                                                                   \
        unsigned short bounded, plain, a = A, b = B, c = C;                                                            \
        asm volatile("fma.rn.oob." text " %0, %1, %2, %3;" : "=h"(bounded) : "h"(a), "h"(b), "h"(c));                  \
        asm volatile("fma.rn." text " %0, %1, %2, %3;" : "=h"(plain) : "h"(a), "h"(b), "h"(c));                        \
        out[x] = (uint32_t)plain << 16 | bounded;                                                                      \
    }
OOB(oob_a, "f16", x, 0x3c00, 0x4000) OOB(oob_b, "f16", 0x3c00, x, 0x4000) OOB(oob_c, "f16", 0x3c00, 0x3c00, x)
OOB(oob_ba, "bf16", x, 0x3f80, 0x4000) OOB(oob_bb, "bf16", 0x3f80, x, 0x4000) OOB(oob_bc, "bf16", 0x3f80, 0x3f80, x)
OOB(oob_nan_c, "f16", x, 0x3c00, 0x7e01) OOB(oob_both, "f16", x, x, 0x4000) OOB(oob_relu, "relu.f16", x, 0x3c00, 0xc000)
OOB(oob_inf, "f16", x, 0x7c00, 0x4000)

static void say_oob(const char *name, void (*kernel)(uint32_t *)) {
    int shown = 0;
    kernel<<<256, 256>>>(out);
    OK(cudaMemcpy(host, out, 4 << 16, cudaMemcpyDeviceToHost));
    printf("%s (0):", name);
    for (uint32_t x = 0; x < 65536; x++)
        if (host[x] >> 16 != (host[x] & 0xffff) && shown++ < 40) printf(" %x>%x/%x", x, host[x] & 0xffff, host[x] >> 16);
    printf(" count %d\n", shown);
}

__global__ void oob_pairs(uint32_t *out) {
    const uint32_t v[] = {0xffff3c00, 0x3c00ffff, 0xffffffff, 0x7fff7fff, 0xfffe3c00, 0x7c003c00, 0xfc003c00, 0x7e007e00};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            asm volatile("fma.rn.oob.f16x2 %0, %1, %2, %3;" : "=r"(out[i * 8 + j]) : "r"(v[i]), "r"(v[j]), "r"(0x40004000));
            asm volatile("fma.rn.oob.bf16x2 %0, %1, %2, %3;" : "=r"(out[64 + i * 8 + j]) : "r"(v[i]), "r"(v[j]), "r"(0x40004000));
            asm volatile("fma.rn.oob.relu.f16x2 %0, %1, %2, %3;" : "=r"(out[128 + i * 8 + j]) : "r"(v[i]), "r"(v[j]), "r"(0xc000c000));
        }
}

static void bounds() {
    say_oob("oob a", oob_a), say_oob("oob b", oob_b), say_oob("oob c", oob_c), say_oob("oob bf a", oob_ba), say_oob("oob bf b", oob_bb);
    say_oob("oob bf c", oob_bc), say_oob("oob nan c", oob_nan_c), say_oob("oob both", oob_both), say_oob("oob relu", oob_relu);
    say_oob("oob inf", oob_inf);
    OK(cudaMemset(out, 0, BYTES));
    oob_pairs<<<1, 1>>>(out);
    fetch("oob_pairs", 192);
}

// ---- fns and tf32 ---------------------------------------------------------------------------------------------------

__global__ void fns(uint32_t *out) {
    const uint32_t masks[] = {0, 1, 0x80000000, 0xffffffff, 0x80000001, 0x00ff00f0, 0x55555555};
    const uint32_t bases[] = {0, 1, 15, 30, 31, 32, 33, 0x80000000, 0xffffffff};
    const int offsets[] = {0, 1, 2, 3, 31, 32, 33, 100, 0x7fffffff, -1, -2, -3, -31, -32, -33, -100, -0x7fffffff, -0x7fffffff - 1};
    for (uint32_t mask : masks)
        for (uint32_t base : bases)
            for (int offset : offsets) asm volatile("fns.b32 %0, %1, %2, %3;" : "=r"(*out++) : "r"(mask), "r"(base), "r"(offset));
}

__global__ void tf32(uint32_t *out) {
    const uint32_t v[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7fffffff, 0xffffffff, 0x7f800001, 0x7f801000, 0x7f7fffff, 0x7f7ff000,
        0x7f7fefff, 0xff7fffff, 0x7fbfffff, 0x7fffe000, 0x7ffff000, 0, 0x80000000, 0x00000fff, 0x00001000};
#define CONVERT(row, text) asm volatile("cvt." text ".tf32.f32 %0, %1;" : "=r"(out[18 * row + n]) : "f"(__uint_as_float(v[n])));
    for (int n = 0; n < 18; n++) {
        CONVERT(0, "rna.satfinite") CONVERT(1, "rna") CONVERT(2, "rn") CONVERT(3, "rz") CONVERT(4, "rz.relu")
    }
}

static void numbers() {
    fns<<<1, 1>>>(out);
    fetch("fns", 7 * 9 * 18);
    tf32<<<1, 1>>>(out);
    fetch("tf32", 90);
}

// ---- cache policies -------------------------------------------------------------------------------------------------

__constant__ float FRACTIONS[] = {1.0f, 0.5f, 0.25f, 0.75f, 0.1f, 0.9f, 0.01f, 0.0625f, 0.0626f, 0.99f, 0.93f, 0.94f, 0.33f, 0.66f, 0.03f, 0.09375f, 0.15625f};
#define FRACTIONAL(name, text) __global__ void name(uint32_t *out) {                                                   \
        uint64_t v;                                                                                                    \
        for (int n = 0; n < 17; n++) {                                                                                 \
            asm volatile("createpolicy.fractional." text ".b64 %0, %1;" : "=l"(v) : "f"(FRACTIONS[n]));                \
            out[2 * n] = (uint32_t)(v >> 32), out[2 * n + 1] = (uint32_t)v;                                            \
        }                                                                                                              \
    }
FRACTIONAL(pf_last, "L2::evict_last") FRACTIONAL(pf_first, "L2::evict_first") FRACTIONAL(pf_normal, "L2::evict_normal")
FRACTIONAL(pf_unchanged, "L2::evict_unchanged") FRACTIONAL(pf_last_first, "L2::evict_last.L2::evict_first")
FRACTIONAL(pf_last_unchanged, "L2::evict_last.L2::evict_unchanged") FRACTIONAL(pf_first_first, "L2::evict_first.L2::evict_first")
FRACTIONAL(pf_first_unchanged, "L2::evict_first.L2::evict_unchanged") FRACTIONAL(pf_normal_first, "L2::evict_normal.L2::evict_first")
FRACTIONAL(pf_normal_unchanged, "L2::evict_normal.L2::evict_unchanged")
FRACTIONAL(pf_unchanged_first, "L2::evict_unchanged.L2::evict_first")
FRACTIONAL(pf_unchanged_unchanged, "L2::evict_unchanged.L2::evict_unchanged")

__constant__ uint32_t SIZES[][2] = {{0x100000, 0x200000}, {0x1000, 0x2000}, {1, 2}, {0, 0}, {0, 0x100000}, {0x200000, 0x100000},
    {0x100000, 0x100000}, {0x123456, 0xabcdef}, {0x40000000, 0x7fffffff}, {0xffffffff, 0xffffffff}, {0x800000, 0x1000000},
    {0x1000000, 0x2000000}, {0x10000, 0x400000}, {0xfffff, 0x1fffff}, {0x100001, 0x200001}};
__constant__ uint64_t BASES[] = {0x7f0000000000, 0x7f0000001000, 0x7f0012345678, 0, 0x7fffffff0000};
#define RANGE(name, text) __global__ void name(uint32_t *out) {                                                        \
        uint64_t v;                                                                                                    \
        for (uint64_t base : BASES)                                                                                    \
            for (auto &size : SIZES) {                                                                                 \
                asm volatile("createpolicy.range." text ".b64 %0, [%1], %2, %3;" : "=l"(v) : "l"(base), "r"(size[0]), "r"(size[1])); \
                *out++ = (uint32_t)(v >> 32), *out++ = (uint32_t)v;                                                    \
            }                                                                                                          \
    }
RANGE(pr_last, "global.L2::evict_last") RANGE(pr_first, "global.L2::evict_first")
RANGE(pr_last_first, "global.L2::evict_last.L2::evict_first")
RANGE(pr_normal_unchanged, "global.L2::evict_normal.L2::evict_unchanged")
RANGE(pr_unchanged_first, "global.L2::evict_unchanged.L2::evict_first")

static void policies() {
#define SAY(kernel, count) kernel<<<1, 1>>>(out); fetch(#kernel, count);
    SAY(pf_last, 34) SAY(pf_first, 34) SAY(pf_normal, 34) SAY(pf_unchanged, 34) SAY(pf_last_first, 34) SAY(pf_last_unchanged, 34)
    SAY(pf_first_first, 34) SAY(pf_first_unchanged, 34) SAY(pf_normal_first, 34) SAY(pf_normal_unchanged, 34) SAY(pf_unchanged_first, 34)
    SAY(pf_unchanged_unchanged, 34) SAY(pr_last, 150) SAY(pr_first, 150) SAY(pr_last_first, 150) SAY(pr_normal_unchanged, 150)
    SAY(pr_unchanged_first, 150)
}

// ---- atomics of floats ----------------------------------------------------------------------------------------------

__constant__ uint32_t FLOATS[] = {0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800001, 0x3f800000, 0x7f800000,
    0xff800000, 0x7fc00001, 0xffc00002, 0x7f800001, 0x33800000, 0x7f7fffff};

// Each thread adds one of them to another, in global memory, or in shared memory by its own or its generic address.
enum Place { GLOBAL, SHARED, GENERIC_SHARED };
#define ADD(name, text, place) __global__ void name(uint32_t *out, uint32_t *memory) {                                 \
        __shared__ uint32_t words[256];                                                                                \
        int i = threadIdx.x / 16, j = threadIdx.x % 16;                                                                \
        uint32_t *m = place == GLOBAL ? memory + 256 : words, old = FLOATS[i];                                         \
        m[threadIdx.x] = old;                                                                                          \
        __syncthreads();                                                                                               \
        uint64_t at = place == SHARED ? __cvta_generic_to_shared(&m[threadIdx.x]) : (uint64_t)&m[threadIdx.x];         \
        asm volatile(text : "+r"(old) : "l"(at), "r"(FLOATS[j]) : "memory");                                           \
        __syncthreads();                                                                                               \
        out[threadIdx.x] = m[threadIdx.x] ^ (old == FLOATS[i] ? 0 : 0x55555555);                                       \
    }
#define RED_F32(space) "{.reg .f32 v; mov.b32 v, %2; red" space ".add.f32 [%1], v;}"
#define ATOM_F32(space) "{.reg .f32 v, o; mov.b32 v, %2; atom" space ".add.f32 o, [%1], v; mov.b32 %0, o;}"
ADD(red_global, RED_F32(".global"), GLOBAL) ADD(atom_global, ATOM_F32(".global"), GLOBAL) ADD(atom_generic, ATOM_F32(""), GLOBAL)
ADD(atom_generic_shared, ATOM_F32(""), GENERIC_SHARED) ADD(red_generic_shared, RED_F32(""), GENERIC_SHARED)
ADD(atom_shared, ATOM_F32(".shared"), SHARED) ADD(red_shared, RED_F32(".shared"), SHARED)
ADD(atom_f16x2, "atom.global.add.noftz.f16x2 %0, [%1], %2;", GLOBAL) ADD(red_f16x2, "red.global.add.noftz.f16x2 [%1], %2;", GLOBAL)
ADD(atom_bf16x2, "atom.global.add.noftz.bf16x2 %0, [%1], %2;", GLOBAL) ADD(shared_f16x2, "atom.shared.add.noftz.f16x2 %0, [%1], %2;", SHARED)
ADD(atom_sys, ATOM_F32(".global.sys"), GLOBAL)

__global__ void vector_floats(uint32_t *out, uint32_t *memory) {
    int i = threadIdx.x / 16, j = threadIdx.x % 16;
    uint32_t *m = memory + 1024 + 4 * threadIdx.x;
    for (int e = 0; e < 4; e++) m[e] = FLOATS[i];
    asm volatile("{.reg .f32 v; mov.b32 v, %1; red.global.add.v2.f32 [%0], {v, v};}" : : "l"(m), "r"(FLOATS[j]) : "memory");
    asm volatile("{.reg .f32 v, o, p; mov.b32 v, %1; atom.global.add.v2.f32 {o, p}, [%0], {v, v};}" : : "l"(m + 2), "r"(FLOATS[j]) : "memory");
    out[2 * threadIdx.x] = m[0], out[2 * threadIdx.x + 1] = m[2];
}

__constant__ uint64_t DOUBLES[] = {0, 1ull << 63, 1, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000001, 0x7ff0000000000001,
    0xfff8000000000002, 0x3ff0000000000000, 0x000fffffffffffff};
__global__ void doubles(uint32_t *out, uint32_t *memory) {
    __shared__ double s[100];
    double *m = (double *)(memory + 512) + threadIdx.x;
    uint64_t v = DOUBLES[threadIdx.x / 10], w = DOUBLES[threadIdx.x % 10];
    *(uint64_t *)m = v, *(uint64_t *)&s[threadIdx.x] = v;
    atomicAdd(m, __longlong_as_double(w)), atomicAdd(&s[threadIdx.x], __longlong_as_double(w));
    uint64_t global = *(volatile uint64_t *)m, shared = *(volatile uint64_t *)&s[threadIdx.x];
    out[4 * threadIdx.x] = (uint32_t)(global >> 32), out[4 * threadIdx.x + 1] = (uint32_t)global;
    out[4 * threadIdx.x + 2] = (uint32_t)(shared >> 32), out[4 * threadIdx.x + 3] = (uint32_t)shared;
}

static void atomics() {
#define ADDED(kernel) kernel<<<1, 256>>>(out, out + 4096); fetch(#kernel, 256);
    ADDED(red_global) ADDED(atom_global) ADDED(atom_generic) ADDED(atom_generic_shared) ADDED(red_generic_shared) ADDED(atom_shared)
    ADDED(red_shared) ADDED(atom_f16x2) ADDED(red_f16x2) ADDED(atom_bf16x2) ADDED(shared_f16x2) ADDED(atom_sys)
    vector_floats<<<1, 256>>>(out, out + 4096);
    fetch("vector_floats", 512);
    doubles<<<1, 100>>>(out, out + 4096);
    fetch("doubles", 400);
}

// ---- where shared memory is -----------------------------------------------------------------------------------------

__global__ void registers(uint32_t *out) {
    __shared__ char small[5];
    __shared__ __align__(64) char aligned[3];
    extern __shared__ __align__(1024) char dynamic[];
    small[threadIdx.x] = aligned[0] = dynamic[0] = 1;
    asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(out[0]));
    asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(out[1]));
    asm volatile("mov.u32 %0, %%aggr_smem_size;" : "=r"(out[2]));
    out[3] = (uint32_t)__cvta_generic_to_shared(small), out[4] = (uint32_t)__cvta_generic_to_shared(aligned);
    out[5] = (uint32_t)__cvta_generic_to_shared(dynamic), out[6] = (uint32_t)(uint64_t)small;
}

__device__ uint32_t remote(uint32_t address, uint32_t rank) {
    uint32_t v;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(v) : "r"(address), "r"(rank));
    return v;
}
__device__ uint32_t rank_of(uint32_t address) {
    uint32_t rank;
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(address));
    return rank;
}
__global__ void __cluster_dims__(2, 1, 1) addresses(uint32_t *out) {
    __shared__ uint32_t word;
    uint32_t own = (uint32_t)__cvta_generic_to_shared(&word), n = 0;
    word = 1;
    if (threadIdx.x || cg::this_cluster().block_rank()) return;
    for (uint32_t rank : {0u, 1u, 2u, 3u, 7u, 8u, 15u, 16u, 100u, 255u, 256u, 0xffffffffu}) {
        uint64_t mapped;
        out[n++] = remote(own, rank), out[n++] = rank_of(remote(own, rank));
        asm volatile("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"((uint64_t)&word), "r"(rank));
        out[n++] = (uint32_t)mapped, out[n++] = (uint32_t)(mapped >> 32) - (uint32_t)((uint64_t)&word >> 32);
        asm volatile("{.reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; isspacep.shared::cluster p, %1; @p add.u32 %0, %0, 2; "
                     "isspacep.global p, %1; @p add.u32 %0, %0, 8;}" : "=r"(out[n++]) : "l"(mapped));
        asm volatile("getctarank.u64 %0, %1;" : "=r"(out[n++]) : "l"(mapped));
    }
    for (uint32_t address : {0u, 4u, 0x3fcu, 0x400u, 0x10000u, 0xffffffu, 0x1000000u, 0x2000400u})
        out[n++] = remote(address, 1), out[n++] = rank_of(address);
}

static void places() {
    for (int bytes : {1, 2, 101, 1001, 4097}) {
        registers<<<1, 1, bytes>>>(out);
        fetch("registers", 7);
    }
    addresses<<<2, 32>>>(out);
    fetch("addresses", 88);
}

// ---- how many clusters fit ------------------------------------------------------------------------------------------

__global__ void plain(int *out) { if (out) *out = 1; }
__global__ void __launch_bounds__(128) registers_many(float *out) {
    float v[100];
    for (int i = 0; i < 100; i++) v[i] = out[i * 128 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 100; i++) out[(99 - i) * 128 + threadIdx.x] = v[i] * v[(i * 7) % 100];
}

template <typename Kernel> static void fits(const char *name, Kernel kernel, int threads, int cluster, int shared, int grid) {
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster, attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.gridDim = grid, config.blockDim = threads, config.dynamicSmemBytes = shared, config.attrs = &attribute, config.numAttrs = cluster ? 1 : 0;
    int clusters = -1, size = -1, blocks = -1;
    cudaError_t active = cudaOccupancyMaxActiveClusters(&clusters, kernel, &config), largest = cudaOccupancyMaxPotentialClusterSize(&size, kernel, &config);
    cudaGetLastError();
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared);
    printf("%s threads %d cluster %d shared %d grid %d: %d %d; %d %d; blocks %d\n", name, threads, cluster, shared, grid, (int)active, clusters,
           (int)largest, size, blocks);
}

static void clusters() {
    for (int threads : {32, 64, 96, 128, 256, 512, 1024})
        for (int cluster = 0; cluster <= 8; cluster++) fits("plain", plain, threads, cluster, 0, cluster ? cluster * 840 : 840);
    for (int shared : {1, 1000, 2000, 4000, 7000, 8192, 10000, 16000, 20000, 30000, 40000, 49152})
        for (int cluster : {1, 2, 8}) fits("shared", plain, 32, cluster, shared, cluster * 840);
    for (int cluster : {1, 2, 4, 8}) fits("registers", registers_many, 128, cluster, 0, cluster * 840);
    fits("small grid", plain, 128, 2, 0, 2), fits("small grid", plain, 128, 4, 0, 4), fits("odd grid", plain, 128, 4, 0, 6);
    OK(cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 230000));
    for (int shared : {0, 60000, 76000, 113000, 114000, 116000, 200000, 227000, 230000})
        for (int cluster = 1; cluster <= 8; cluster++) fits("max", plain, 32, cluster, shared, cluster * 840);
    OK(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    for (int threads : {32, 128, 256, 512, 1024})
        for (int cluster = 1; cluster <= 17; cluster++) fits("any", plain, threads, cluster, 0, cluster * 840);
    for (int cluster = 1; cluster <= 16; cluster++)
        fits("any", plain, 32, cluster, 116000, cluster * 840), fits("any", plain, 32, cluster, 200000, cluster * 840);
    for (int carveout : {0, 10, 50, 100}) {
        OK(cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, carveout));
        printf("carveout %d\n", carveout);
        for (int threads : {32, 128})
            for (int cluster : {1, 2, 4, 8, 16}) fits("carveout", plain, threads, cluster, 0, cluster * 840);
    }
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*run)();
    } PARTS[] = {{"bounds", bounds}, {"numbers", numbers}, {"policies", policies}, {"atomics", atomics}, {"places", places}, {"clusters", clusters}};
    OK(cudaMalloc(&out, BYTES));
    OK(cudaMemset(out, 0, BYTES));
    host = (uint32_t *)malloc(BYTES);
    for (const auto &part : PARTS)
        if (count < 2 || !strcmp(arguments[1], part.name)) part.run();
    OK(cudaDeviceSynchronize());
    OK(cudaFree(out));
    free(host);
    return 0;
}
