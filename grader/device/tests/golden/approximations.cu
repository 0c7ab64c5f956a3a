// What the approximate instructions give, as sums of hashes: each over the arguments of one sign and 16 exponents, every
// STRIDE-th of them. Quotients are of pseudorandom pairs; divisors have that sign and these exponents.
// Usage: approximations PART [STRIDE]   a line per sign and four groups of exponents; 1: all arguments there are
//        approximations specials        a line for the powers of two, small integers and special values
//        approximations halves          lines of all arguments of 16 bits, of both halves of a register
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define OK(x) do { cudaError_t e_ = (x); if (e_) { printf("%s: %s\n", #x, cudaGetErrorName(e_)); exit(1); } } while (0)

// FORM(name, part, instruction)
#define UNARY(FORM) \
    FORM(rcp, roots, "rcp.approx.f32") FORM(rcp_ftz, roots, "rcp.approx.ftz.f32") \
    FORM(rsqrt, roots, "rsqrt.approx.f32") FORM(rsqrt_ftz, roots, "rsqrt.approx.ftz.f32") \
    FORM(sqrt, roots, "sqrt.approx.f32") FORM(sqrt_ftz, roots, "sqrt.approx.ftz.f32") \
    FORM(ex2, powers, "ex2.approx.f32") FORM(ex2_ftz, powers, "ex2.approx.ftz.f32") \
    FORM(lg2, powers, "lg2.approx.f32") FORM(lg2_ftz, powers, "lg2.approx.ftz.f32") \
    FORM(sin, waves, "sin.approx.f32") FORM(sin_ftz, waves, "sin.approx.ftz.f32") \
    FORM(cos, waves, "cos.approx.f32") FORM(cos_ftz, waves, "cos.approx.ftz.f32") \
    FORM(tanh, waves, "tanh.approx.f32")
#define BINARY(FORM) \
    FORM(div, quotients, "div.approx.f32") FORM(div_ftz, quotients, "div.approx.ftz.f32") \
    FORM(full, quotients, "div.full.f32") FORM(full_ftz, quotients, "div.full.ftz.f32")

__host__ __device__ uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

template <class F> __device__ void add_up(uint64_t *sum, uint32_t stride, F hash) {
    uint32_t group = blockIdx.y, threads = gridDim.x * blockDim.x;
    uint64_t part = 0;
    for (uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i * stride < 1u << 27; i += threads)
        part += hash((group << 27) + (uint32_t)(i * stride));
    for (int d = 16; d > 0; d /= 2) part += __shfl_xor_sync(~0u, part, d);
    if (threadIdx.x % 32 == 0) atomicAdd((unsigned long long *)&sum[group], (unsigned long long)part);
}

#define UNARY_KERNEL(name, part, instruction) \
    __device__ uint32_t name##_of(uint32_t x) { \
        float r; \
        asm(instruction " %0, %1;" : "=f"(r) : "f"(__uint_as_float(x))); \
        return __float_as_uint(r); \
    } \
    __global__ void name##_sums(uint64_t *sum, uint32_t stride) { \
        add_up(sum, stride, [](uint32_t x) { return mixed((uint64_t)x << 32 | name##_of(x)); }); \
    } \
    __global__ void name##_words(const uint32_t *in, uint32_t *out) { out[threadIdx.x] = name##_of(in[threadIdx.x]); }
#define BINARY_KERNEL(name, part, instruction) \
    __global__ void name##_sums(uint64_t *sum, uint32_t stride) { \
        add_up(sum, stride, [](uint32_t b) { \
            uint64_t pair = mixed(b); \
            uint32_t a = (uint32_t)(pair >> 32); \
            float r; \
            asm(instruction " %0, %1, %2;" : "=f"(r) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); \
            return mixed((uint64_t)b << 32 | __float_as_uint(r)); \
        }); \
    }
UNARY(UNARY_KERNEL)
BINARY(BINARY_KERNEL)

enum { GROUPS = 32, WORDS = 896, SUMS_PER_LINE = 4 };
static uint64_t *sums;

// A line begins with the function and with the first arguments of its first sum.
static void show_sum(unsigned index, uint64_t sum) {
    printf(" %016llx%s", (unsigned long long)sum, index % SUMS_PER_LINE == SUMS_PER_LINE - 1 ? "\n" : "");
}

static void show_sums(const char *name, void (*kernel)(uint64_t *, uint32_t), uint32_t stride) {
    uint64_t host[GROUPS];
    OK(cudaMemset(sums, 0, sizeof host));
    kernel<<<dim3(stride == 1 ? 1024 : 4, GROUPS), 128>>>(sums, stride);
    OK(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
    for (int g = 0; g < GROUPS; g++) {
        if (g % SUMS_PER_LINE == 0) printf("%s %c%03d", name, g < 16 ? '+' : '-', g % 16 * 16);
        show_sum(g, host[g]);
    }
}

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return bits;
}

// Two formats of 16 bits, of one number and of two.
#define HALVES(FORM) \
    FORM(ex2_f16, "ex2.approx.f16", "h") FORM(ex2_bf16, "ex2.approx.ftz.bf16", "h") \
    FORM(tanh_f16, "tanh.approx.f16", "h") FORM(tanh_bf16, "tanh.approx.bf16", "h") \
    FORM(ex2_f16x2, "ex2.approx.f16x2", "r") FORM(ex2_bf16x2, "ex2.approx.ftz.bf16x2", "r") \
    FORM(tanh_f16x2, "tanh.approx.f16x2", "r") FORM(tanh_bf16x2, "tanh.approx.bf16x2", "r")
template <char> struct Register { typedef uint16_t Type; };
template <> struct Register<'r'> { typedef uint32_t Type; };
#define HALF_KERNEL(name, instruction, letter) \
    __global__ void name##_all(uint32_t *out) { \
        Register<letter[0]>::Type x = (Register<letter[0]>::Type)(ID * 0x10001u), r; \
        asm(instruction " %0, %1;" : "=" letter(r) : letter(x)); \
        out[ID] = r; \
    }
#define ID (blockIdx.x * blockDim.x + threadIdx.x)
HALVES(HALF_KERNEL)

static void show_halves(const char *name, void (*kernel)(uint32_t *), bool raw) {
    static uint32_t host[65536];
    uint32_t *device;
    OK(cudaMalloc(&device, sizeof host));
    kernel<<<256, 256>>>(device);
    OK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    for (uint32_t from = 0; from < 65536; from += 8192) {
        uint64_t sum = 0;
        for (uint32_t x = from; x < from + 8192; x++) sum += mixed((uint64_t)x << 32 | host[x]);
        if (from / 8192 % SUMS_PER_LINE == 0) printf("%s %04x", name, from);
        show_sum(from / 8192, sum);
    }
    if (raw) fwrite(host, 4, 65536, stderr);
    cudaFree(device);
}

static void show_specials() {
    static uint32_t in[WORDS], out[WORDS];
    int n = 0;
    for (uint32_t e = 0; e < 256; e++) in[n++] = e << 23; // powers of two, zero and infinity
    for (uint32_t b = 0; b < 23; b++) in[n++] = 1u << b;
    for (int i = 1; i <= 160; i++) in[n++] = bits_of((float)i);
    for (uint32_t x : {0x007fffffu, 0x00800001u, 0x7f7fffffu, 0x7f800001u, 0x7fc00000u, 0x3f7fffffu, 0x3f800001u,
                       0x3b7fffffu, 0x40ffffffu})
        in[n++] = x;
    for (int i = 0; i < WORDS / 2; i++) in[n++] = in[i] | 0x80000000;
    uint32_t *din, *dout;
    OK(cudaMalloc(&din, sizeof in));
    OK(cudaMalloc(&dout, sizeof in));
    OK(cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice));
#define SHOW(name, part, instruction) { \
        uint64_t sum = 0; \
        name##_words<<<1, WORDS>>>(din, dout); \
        OK(cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost)); \
        for (int i = 0; i < WORDS; i++) sum += mixed((uint64_t)in[i] << 32 | out[i]); \
        printf("%s specials %016llx\n", #name, (unsigned long long)sum); \
    }
    UNARY(SHOW)
    cudaFree(din);
    cudaFree(dout);
}

int main(int argc, char **argv) {
    const char *part = argc > 1 ? argv[1] : "";
    uint32_t stride = argc > 2 ? (uint32_t)atoi(argv[2]) : 4093;
    OK(cudaMalloc(&sums, GROUPS * sizeof *sums));
#define RUN(name, belongs, instruction) if (!strcmp(part, #belongs)) show_sums(#name, name##_sums, stride);
    UNARY(RUN)
    BINARY(RUN)
    if (!strcmp(part, "specials")) show_specials();
#define RUN_HALVES(name, instruction, letter) if (!strcmp(part, "halves")) show_halves(#name, name##_all, argc > 2);
    HALVES(RUN_HALVES)
    cudaFree(sums);
    return 0;
}
