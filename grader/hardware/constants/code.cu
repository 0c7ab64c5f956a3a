// code.cu - what instructions cost to fetch, what lanes cost that part, and what constants cost that lanes read apart.
#include "probe.cuh"

// ---- the instruction cache
// --------------------------------------------------------------------------------------------
#define FOUR(x) x x x x
#define EIGHT_SUMS                                                                                                     \
    "fma.rn.f32 %0, %0, %8, %8; fma.rn.f32 %1, %1, %8, %8; fma.rn.f32 %2, %2, %8, %8; fma.rn.f32 %3, %3, %8, %8; "     \
    "fma.rn.f32 %4, %4, %8, %8; fma.rn.f32 %5, %5, %8, %8; fma.rn.f32 %6, %6, %8, %8; fma.rn.f32 %7, %7, %8, %8; "
#define SUMS_32 FOUR(EIGHT_SUMS)
#define SUMS_128 FOUR(SUMS_32)
#define SUMS_512 FOUR(SUMS_128)
#define SUMS_2048 FOUR(SUMS_512)
#define SUMS_8192 FOUR(SUMS_2048)

// A loop whose body is COUNT FFMA of 16 bytes each.
#define LONG_LOOP(COUNT)                                                                                               \
    __global__ void long_loop_##COUNT(long long *clocks, float *out, float a, int turns) {                             \
        float x[8];                                                                                                    \
        for (int i = 0; i < 8; i++) x[i] = threadIdx.x + i;                                                            \
        long long start = 0;                                                                                           \
        for (int turn = -1; turn < turns; turn++) {                                                                    \
            if (turn == 0) {                                                                                           \
                __syncthreads();                                                                                       \
                start = clock64();                                                                                     \
            }                                                                                                          \
            asm volatile(SUMS_##COUNT                                                                                  \
                         : "+f"(x[0]), "+f"(x[1]), "+f"(x[2]), "+f"(x[3]), "+f"(x[4]), "+f"(x[5]), "+f"(x[6]),         \
                           "+f"(x[7])                                                                                  \
                         : "f"(a));                                                                                    \
        }                                                                                                              \
        float sum = 0;                                                                                                 \
        for (int i = 0; i < 8; i++) sum += x[i];                                                                       \
        *(volatile float *)(out + blockIdx.x * blockDim.x + threadIdx.x) = sum;                                        \
        __syncthreads();                                                                                               \
        if (threadIdx.x == 0) clocks[blockIdx.x] = clock64() - start;                                                  \
    }
LONG_LOOP(32)
LONG_LOOP(128)
LONG_LOOP(512)
#define SUMS_1024 SUMS_512 SUMS_512
#define SUMS_1536 SUMS_1024 SUMS_512
#define SUMS_3072 SUMS_2048 SUMS_1024
#define SUMS_4096 SUMS_2048 SUMS_2048
#define SUMS_6144 SUMS_4096 SUMS_2048
#define SUMS_10240 SUMS_8192 SUMS_2048
#define SUMS_16384 SUMS_8192 SUMS_8192
LONG_LOOP(1024)
LONG_LOOP(1536)
LONG_LOOP(2048)
LONG_LOOP(3072)
LONG_LOOP(4096)
LONG_LOOP(6144)
LONG_LOOP(8192)
LONG_LOOP(10240)
LONG_LOOP(16384)

static void code_sizes() {
    static const struct {
        int count;
        void (*kernel)(long long *, float *, float, int);
    } loops[] = {{32, long_loop_32},     {128, long_loop_128},   {512, long_loop_512},     {1024, long_loop_1024},
                 {1536, long_loop_1536}, {2048, long_loop_2048}, {3072, long_loop_3072},   {4096, long_loop_4096},
                 {6144, long_loop_6144}, {8192, long_loop_8192}, {10240, long_loop_10240}, {16384, long_loop_16384}};
    long long *clocks = device_array<long long>(1024);
    float *out = device_array<float>(1024 * 256);
    for (const auto &loop : loops)
        for (int warps : {1, 4, 16, 32})
            for (int all = 0; all < 2; all++) {
                const int turns = (int)sized(std::max(4, 65536 / loop.count), 1),
                          blocks = all && !quick() ? multiprocessors() : 1;
                std::vector<double> values;
                for (int run = 0; run < samples(); run++) {
                    loop.kernel<<<blocks, 32 * warps>>>(clocks, out, 0.5f, turns);
                    CHECK(cudaGetLastError());
                    values.push_back((double)loop.count * turns * warps / (double)to_host(clocks, 1)[0]);
                }
                row(text("code.ffma.kib_%g.warps_%d%s", loop.count / 64.0, warps, all ? ".all" : ""), values,
                    "per clock", "a loop of so much code; the first turn left out");
            }
}

// What the first pass through code costs that no cache holds.
template <int COUNT> static void first_pass(void (*kernel)(long long *, float *, float, int)) {
    static long long *clocks = device_array<long long>(1);
    static float *out = device_array<float>(1024);
    for (int turns = 1; turns <= 2; turns++) // 1 turn before the clock starts; so 1 and 2 turns together
        row(text("code.launch.kib_%g.turns_%d", COUNT / 64.0, turns + 1),
            microseconds_cold([=] { kernel<<<1, 32>>>(clocks, out, 0.5f, turns); }), "us",
            "a launch of one warp that goes so often through so much code; cold");
}

// ---- lanes that part
// -------------------------------------------------------------------------------------------------- WAYS groups of
// lanes each go a way of their own, eight dependent FFMA long.
template <int WAYS> __global__ void ways(long long *clocks, float *out, float a, int turns) {
    float x = threadIdx.x;
    int way = threadIdx.x % WAYS;
    __syncthreads();
    long long start = clock64();
    for (int turn = 0; turn < turns; turn++) {
#pragma unroll
        for (int w = 0; w < WAYS; w++)
            if (way == w)
                asm volatile("fma.rn.f32 %0, %0, %1, %1; fma.rn.f32 %0, %0, %1, %1; fma.rn.f32 %0, %0, %1, %1; "
                             "fma.rn.f32 %0, %0, %1, %1; fma.rn.f32 %0, %0, %1, %1; fma.rn.f32 %0, %0, %1, %1; "
                             "fma.rn.f32 %0, %0, %1, %1; fma.rn.f32 %0, %0, %1, %1; bar.warp.sync %2;"
                             : "+f"(x)
                             : "f"(a), "r"(WAYS == 1 ? 0xffffffffu : __activemask()));
    }
    *(volatile float *)(out + threadIdx.x) = x;
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0) *clocks = end - start;
}
template <int WAYS> static void measure_ways() {
    static long long *clocks = device_array<long long>(1);
    static float *out = device_array<float>(1024);
    for (int warps : {1, 32}) {
        std::vector<double> values;
        const int turns = (int)sized(256, 2);
        for (int run = 0; run < samples(); run++) {
            ways<WAYS><<<1, 32 * warps>>>(clocks, out, 0.5f, turns);
            CHECK(cudaGetLastError());
            values.push_back((double)to_host(clocks, 1)[0] / turns);
        }
        row(text("diverge.ways_%d.warps_%d", WAYS, warps), values, "clocks",
            "a turn in which lanes go n ways of eight dependent FFMA and a bar.warp.sync each");
    }
}

// ---- constants
// --------------------------------------------------------------------------------------------------------
__constant__ unsigned constants[16384];

// Loads of constants: lanes in groups read `distinct` words, `apart` bytes from each other.
__global__ void read_constants(long long *clocks, unsigned *out, int distinct, int apart, int room, int turns) {
    unsigned at = threadIdx.x % 32 % distinct * apart, sum = 0;
    for (int i = threadIdx.x; i < 16384; i += blockDim.x) sum += constants[i];
    __syncthreads();
    long long start = clock64();
    for (int turn = 0; turn < turns; turn++) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            sum += *(const unsigned *)((const char *)constants + at);
            at = (at + 64) & (room - 1);
        }
    }
    *(volatile unsigned *)(out + threadIdx.x) = sum;
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0) *clocks = end - start;
}
static void measure_constants() {
    long long *clocks = device_array<long long>(1);
    unsigned *out = device_array<unsigned>(1024);
    const int turns = (int)sized(64, 1);
    for (int room : {1024, 2048, 4096, 16384, 65536})
        for (int distinct : {1, 2, 4, 8, 16, 32})
            for (int warps : {1, 32}) {
                if (room > 2048 && distinct > 2) continue;
                std::vector<double> values;
                for (int run = 0; run < samples(); run++) {
                    read_constants<<<1, 32 * warps>>>(clocks, out, distinct, 4, room, turns);
                    CHECK(cudaGetLastError());
                    values.push_back((double)to_host(clocks, 1)[0] / (8.0 * turns * warps));
                }
                row(text("constant.words_%d.room_%d.warps_%d", distinct, room, warps), values, "clocks per request",
                    "lanes read n words of an array of m bytes");
            }
}

// ---- short kernels
// ---------------------------------------------------------------------------------------------------- A chain of loads
// from DRAM behind the start of a kernel, and one store.
__global__ void short_chain(const unsigned *next, unsigned *out, int steps) {
    unsigned at = threadIdx.x;
    for (int i = 0; i < steps; i++) at = next[at];
    out[threadIdx.x] = at;
}
static void short_kernels() {
    const unsigned apart = 1 << 20;
    std::vector<unsigned> host((size_t)apart * 16 + 32);
    for (unsigned i = 0; i < host.size(); i++) host[i] = i + apart < host.size() ? i + apart : i;
    unsigned *next = device_array<unsigned>(host.size()), *out = device_array<unsigned>(32);
    CHECK(cudaMemcpy(next, host.data(), host.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    for (int steps : {0, 1, 2, 4, 8, 16})
        row(text("launch.chain_of_%d", steps), microseconds_cold([=] { short_chain<<<1, 32>>>(next, out, steps); }),
            "us", "one warp: n dependent loads from DRAM and a store; cold");
}

int main() {
    code_sizes();
    first_pass<512>(long_loop_512);
    first_pass<4096>(long_loop_4096);
    first_pass<16384>(long_loop_16384);
    measure_ways<1>();
    measure_ways<2>();
    measure_ways<4>();
    measure_ways<8>();
    measure_ways<16>();
    measure_ways<32>();
    measure_constants();
    short_kernels();
    return 0;
}
