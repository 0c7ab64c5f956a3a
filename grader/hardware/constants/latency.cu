// latency.cu - clocks from an instruction to one that needs its result, by chains of dependent instructions in one
// warp.
//
// Each chain runs with LONG and with SHORT instructions. The difference of the two has neither the cost of reading the
// clock nor that of the loop.
#include "probe.cuh"

constexpr int SHORT = 64, LONG = 192;

// An operation: STEP is PTX that changes %0, with the sources %1 and %2.
#define OPERATION(NAME, TYPE, LETTER, STEP)                                                                            \
    struct NAME {                                                                                                      \
        typedef TYPE Value;                                                                                            \
        static __device__ __forceinline__ void step(TYPE &x, TYPE a, TYPE b, unsigned) {                               \
            asm volatile(STEP : "+" LETTER(x) : LETTER(a), LETTER(b));                                                 \
        }                                                                                                              \
    };
// The same with the address of a word in shared memory as %3.
#define SHARED_OPERATION(NAME, STEP)                                                                                   \
    struct NAME {                                                                                                      \
        typedef unsigned Value;                                                                                        \
        static __device__ __forceinline__ void step(unsigned &x, unsigned a, unsigned b, unsigned word) {              \
            asm volatile(STEP : "+r"(x) : "r"(a), "r"(b), "r"(word) : "memory");                                       \
        }                                                                                                              \
    };

namespace operations {
OPERATION(iadd_lop3, unsigned, "r", "{ .reg .u32 t; sub.u32 t, %1, %0; xor.b32 %0, t, %2; }")
OPERATION(imad, unsigned, "r", "mad.lo.u32 %0, %0, %1, %2;")
OPERATION(imad_hi, unsigned, "r", "mad.hi.u32 %0, %0, %1, %2;")
OPERATION(imad_wide, unsigned long long, "l",
          "{ .reg .u32 lo, hi; mov.b64 {lo, hi}, %0; mad.wide.u32 %0, lo, hi, %2; }")
OPERATION(lop3, unsigned, "r", "lop3.b32 %0, %0, %1, %2, 0x1d;")
OPERATION(shift, unsigned, "r", "shf.l.wrap.b32 %0, %0, %1, 7;")
OPERATION(prmt, unsigned, "r", "prmt.b32 %0, %0, %1, %2;")
OPERATION(minimum, int, "r", "{ .reg .s32 t; min.s32 t, %0, %1; sub.s32 %0, %2, t; }")
OPERATION(select, unsigned, "r", "{ .reg .pred p; setp.gt.u32 p, %0, %1; selp.u32 %0, %1, %2, p; }")
OPERATION(popcount, unsigned, "r", "{ .reg .u32 t; popc.b32 t, %0; add.u32 %0, t, %1; }")
OPERATION(bit_reverse, unsigned, "r", "{ .reg .u32 t; brev.b32 t, %0; add.u32 %0, t, %1; }")
OPERATION(find_leading, unsigned, "r", "{ .reg .u32 t; bfind.u32 t, %0; add.u32 %0, t, %1; }")
OPERATION(fadd, float, "f", "add.f32 %0, %0, %1;")
OPERATION(fmul, float, "f", "mul.f32 %0, %0, %1;")
OPERATION(ffma, float, "f", "fma.rn.f32 %0, %0, %1, %2;")
OPERATION(dadd, double, "d", "add.f64 %0, %0, %1;")
OPERATION(dmul, double, "d", "mul.f64 %0, %0, %1;")
OPERATION(dfma, double, "d", "fma.rn.f64 %0, %0, %1, %2;")
OPERATION(hfma2, unsigned, "r", "fma.rn.f16x2 %0, %0, %1, %2;")
OPERATION(mufu_ex2, float, "f", "ex2.approx.ftz.f32 %0, %0;")
OPERATION(mufu_lg2, float, "f", "lg2.approx.ftz.f32 %0, %0;")
OPERATION(mufu_rcp_fadd, float, "f", "{ .reg .f32 t; rcp.approx.ftz.f32 t, %0; add.f32 %0, t, %1; }")
OPERATION(mufu_rsq, float, "f", "rsqrt.approx.ftz.f32 %0, %0;")
OPERATION(mufu_sin, float, "f", "sin.approx.ftz.f32 %0, %0;")
OPERATION(mufu_tanh, float, "f", "tanh.approx.f32 %0, %0;")
OPERATION(divide, float, "f", "div.rn.f32 %0, %1, %0;")
OPERATION(root, float, "f", "sqrt.rn.f32 %0, %0;")
OPERATION(int_to_float_to_int, unsigned, "r", "{ .reg .f32 t; cvt.rn.f32.s32 t, %0; cvt.rzi.s32.f32 %0, t; }")
OPERATION(long_to_double, unsigned long long, "l", "{ .reg .f64 t; cvt.rn.f64.u64 t, %0; mov.b64 %0, t; }")
OPERATION(double_to_long, unsigned long long, "l", "{ .reg .f64 t; mov.b64 t, %0; cvt.rzi.u64.f64 %0, t; }")
OPERATION(int_to_double, unsigned, "r", "{ .reg .f64 t; .reg .u32 high; cvt.rn.f64.u32 t, %0; mov.b64 {%0, high}, t; }")
OPERATION(imad_wide_lop3, unsigned, "r",
          "{ .reg .u64 t; .reg .u32 l, h; mul.wide.u32 t, %0, 0xd2511f53; mov.b64 {l, h}, t; xor.b32 %0, l, h; }")
OPERATION(shuffle, unsigned, "r", "shfl.sync.idx.b32 %0, %0, %0, 31, 0xffffffff;")
OPERATION(shuffle_down, unsigned, "r", "shfl.sync.down.b32 %0, %0, %1, 31, 0xffffffff;")
OPERATION(ballot, unsigned, "r", "{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, 0xffffffff; }")
OPERATION(redux, unsigned, "r", "redux.sync.add.u32 %0, %0, 0xffffffff;")
OPERATION(special_register_branch, unsigned, "r",
          "{ .reg .pred p; .reg .u32 t; mov.u32 t, %%smid; add.u32 %0, %0, t; setp.eq.u32 p, %0, 77; @p bra DONE%=; "
          "sub.u32 %0, %1, %0; DONE%=: }")
OPERATION(branch, unsigned, "r", "{ .reg .pred p; setp.eq.u32 p, %0, 77; @p bra DONE%=; sub.u32 %0, %1, %0; DONE%=: }")
SHARED_OPERATION(shared_load, "{ .reg .u32 t; ld.shared.u32 t, [%0]; mov.u32 %0, t; }")
SHARED_OPERATION(shared_store_load,
                 "{ .reg .u32 t; st.volatile.shared.u32 [%0], %0; ld.volatile.shared.u32 %0, [%0]; }")
SHARED_OPERATION(shared_atomic, "atom.shared.add.u32 %0, [%0], 0;")
SHARED_OPERATION(shared_exchange, "atom.shared.exch.b32 %0, [%0], %0;")
} // namespace operations

template <class Operation, int COUNT>
__global__ void chain(long long *clocks, typename Operation::Value *out, typename Operation::Value x,
                      typename Operation::Value a, typename Operation::Value b, int use_address) {
    __shared__ unsigned words[32];
    unsigned word = (unsigned)__cvta_generic_to_shared(words);
    words[threadIdx.x] = word + 4 * threadIdx.x; // its own address: a chain of loads stays there
    __syncthreads();
    x += (typename Operation::Value)threadIdx.x; // not alike in all lanes
    if (use_address) x = (typename Operation::Value)(word + 4 * threadIdx.x);
    long long best = 1ll << 60;
    for (int turn = 0; turn < 4; turn++) {
        long long start = clock64();
#pragma unroll
        for (int i = 0; i < COUNT; i++) Operation::step(x, a, b, word);
        asm volatile("" ::: "memory");
        *(volatile typename Operation::Value *)out = x; // the store waits for the chain
        long long end = clock64();
        if (end - start < best) best = end - start;
    }
    if (threadIdx.x == 0) *clocks = best;
}

template <class Operation, int COUNT>
static double clocks_of(typename Operation::Value x, typename Operation::Value a, typename Operation::Value b,
                        int use_address) {
    static long long *clocks = device_array<long long>(1);
    static typename Operation::Value *out = device_array<typename Operation::Value>(32);
    chain<Operation, COUNT><<<1, 32>>>(clocks, out, x, a, b, use_address);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    return (double)to_host(clocks, 1)[0];
}

template <class Operation>
static void measure(const char *name, const char *how, typename Operation::Value x = 3, typename Operation::Value a = 1,
                    typename Operation::Value b = 5, int use_address = 0) {
    std::vector<double> values;
    for (int run = 0; run < samples(); run++)
        values.push_back(
            (clocks_of<Operation, LONG>(x, a, b, use_address) - clocks_of<Operation, SHORT>(x, a, b, use_address)) /
            (LONG - SHORT));
    row(std::string("latency.") + name, values, "clocks", how);
}
#define MEASURE(NAME, ...) measure<operations::NAME>(#NAME, __VA_ARGS__)

// ---- barriers
// ---------------------------------------------------------------------------------------------------------
template <int COUNT> __global__ void barriers(long long *clocks) {
    long long best = 1ll << 60;
    for (int turn = 0; turn < 4; turn++) {
        __syncthreads();
        long long start = clock64();
#pragma unroll
        for (int i = 0; i < COUNT; i++) asm volatile("bar.sync 0;" ::: "memory");
        long long end = clock64();
        if (end - start < best) best = end - start;
    }
    if (threadIdx.x == 0) *clocks = best;
}

static void measure_barriers() {
    long long *clocks = device_array<long long>(1);
    for (int warps = 1; warps <= 32; warps *= 2) {
        std::vector<double> values;
        for (int run = 0; run < samples(); run++) {
            barriers<SHORT><<<1, 32 * warps>>>(clocks);
            CHECK(cudaGetLastError());
            double few = (double)to_host(clocks, 1)[0];
            barriers<LONG><<<1, 32 * warps>>>(clocks);
            CHECK(cudaGetLastError());
            values.push_back(((double)to_host(clocks, 1)[0] - few) / (LONG - SHORT));
        }
        row(text("latency.barrier.warps_%d", warps), values, "clocks", "bar.sync after bar.sync; one block");
    }
}

// ---- loads by pointer
// ------------------------------------------------------------------------------------------------- Loads that follow
// pointers: `where` is a cycle of `links` pointers, STEP the load.
#define WALK(NAME, STEP)                                                                                               \
    template <int COUNT> __global__ void NAME(long long *clocks, unsigned long long *out, unsigned long long at) {     \
        long long best = 1ll << 60;                                                                                    \
        for (int turn = 0; turn < 6; turn++) {                                                                         \
            long long start = clock64();                                                                               \
            _Pragma("unroll") for (int i = 0; i < COUNT; i++) asm volatile(STEP : "+l"(at)::"memory");                 \
            *(volatile unsigned long long *)out = at;                                                                  \
            long long end = clock64();                                                                                 \
            if (end - start < best) best = end - start;                                                                \
        }                                                                                                              \
        *clocks = best;                                                                                                \
    }
WALK(walk_l1, "ld.global.u64 %0, [%0];")
WALK(walk_ca, "ld.global.ca.u64 %0, [%0];")
WALK(walk_l2, "ld.global.cg.u64 %0, [%0];")
WALK(walk_volatile, "ld.volatile.global.u64 %0, [%0];")
WALK(walk_readonly, "ld.global.nc.u64 %0, [%0];")
WALK(walk_generic, "ld.u64 %0, [%0];")
WALK(walk_atomic, "atom.global.add.u64 %0, [%0], 0;")
WALK(walk_fence, "{ .reg .u64 t; ld.global.ca.u64 t, [%0]; fence.acq_rel.gpu; mov.u64 %0, t; }")

template <class Kernel> static std::vector<double> walk(Kernel many, Kernel few) {
    static long long *clocks = device_array<long long>(1);
    static unsigned long long *out = device_array<unsigned long long>(1), *self = nullptr;
    if (!self) {
        self = device_array<unsigned long long>(16);
        unsigned long long address = (unsigned long long)self;
        CHECK(cudaMemcpy(self, &address, sizeof address, cudaMemcpyHostToDevice));
    }
    std::vector<double> values;
    for (int run = 0; run < samples(); run++) {
        few<<<1, 1>>>(clocks, out, (unsigned long long)self);
        CHECK(cudaGetLastError());
        double short_clocks = (double)to_host(clocks, 1)[0];
        many<<<1, 1>>>(clocks, out, (unsigned long long)self);
        CHECK(cudaGetLastError());
        values.push_back(((double)to_host(clocks, 1)[0] - short_clocks) / (LONG - SHORT));
    }
    return values;
}

__constant__ unsigned constant_links[256];
template <int COUNT> __global__ void walk_constant(long long *clocks, unsigned *out, unsigned at) {
    long long best = 1ll << 60;
    for (int turn = 0; turn < 6; turn++) {
        long long start = clock64();
#pragma unroll
        for (int i = 0; i < COUNT; i++) at = constant_links[at / 4];
        *(volatile unsigned *)out = at;
        long long end = clock64();
        if (end - start < best) best = end - start;
    }
    *clocks = best;
}

static void measure_constant() {
    long long *clocks = device_array<long long>(1);
    unsigned *out = device_array<unsigned>(1);
    for (unsigned stride : {1u, 16u}) {
        unsigned links[256];
        for (unsigned i = 0; i < 256; i++) links[i] = (i + stride) % 256 * 4;
        CHECK(cudaMemcpyToSymbol(constant_links, links, sizeof links));
        std::vector<double> values;
        for (int run = 0; run < samples(); run++) {
            walk_constant<SHORT><<<1, 1>>>(clocks, out, 0);
            CHECK(cudaGetLastError());
            double few = (double)to_host(clocks, 1)[0];
            walk_constant<LONG><<<1, 1>>>(clocks, out, 0);
            CHECK(cudaGetLastError());
            values.push_back(((double)to_host(clocks, 1)[0] - few) / (LONG - SHORT));
        }
        row(text("latency.ldc.stride_%u", stride * 4), values, "clocks",
            "ld.const chain with address arithmetic; 1 KB");
    }
}

// ---- an asynchronous copy
// ---------------------------------------------------------------------------------------------
template <int BYTES, int COUNT> __global__ void copies(long long *clocks, const float4 *from) {
    __shared__ float4 to[32];
    unsigned word = (unsigned)__cvta_generic_to_shared(to + threadIdx.x);
    long long best = 1ll << 60;
    for (int turn = 0; turn < 6; turn++) {
        long long start = clock64();
#pragma unroll
        for (int i = 0; i < COUNT; i++) {
            if (BYTES == 16)
                asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(word), "l"(from + threadIdx.x)
                             : "memory");
            else
                asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(word), "l"(from + threadIdx.x)
                             : "memory");
            asm volatile("cp.async.commit_group; cp.async.wait_group 0;" ::: "memory");
        }
        long long end = clock64();
        if (end - start < best) best = end - start;
    }
    if (threadIdx.x == 0) *clocks = best;
}

template <int BYTES> static void measure_copies(const char *how) {
    long long *clocks = device_array<long long>(1);
    float4 *from = device_array<float4>(32);
    std::vector<double> values;
    for (int run = 0; run < samples(); run++) {
        copies<BYTES, SHORT><<<1, 32>>>(clocks, from);
        CHECK(cudaGetLastError());
        double few = (double)to_host(clocks, 1)[0];
        copies<BYTES, LONG><<<1, 32>>>(clocks, from);
        CHECK(cudaGetLastError());
        values.push_back(((double)to_host(clocks, 1)[0] - few) / (LONG - SHORT));
    }
    row(text("latency.cp_async_%d", BYTES), values, "clocks", how);
}

// ---- wide loads and loads whose lanes lie apart
// ------------------------------------------------------------------------- Every lane follows its own pointer, which
// points to itself; lanes lie `apart` bytes from each other.
template <int BYTES, bool IS_SHARED, int COUNT>
__global__ void walk_apart(long long *clocks, unsigned long long *out, char *memory, int apart) {
    extern __shared__ __align__(16) char shared_bytes[];
    unsigned place = (unsigned)__cvta_generic_to_shared(shared_bytes) + threadIdx.x * apart, y = 0, z = 0, w = 0;
    unsigned long long others = 0;
    unsigned long long at = (unsigned long long)memory + threadIdx.x * (size_t)apart;
    if (IS_SHARED) *(volatile unsigned *)(shared_bytes + threadIdx.x * apart) = place;
    else *(volatile unsigned long long *)(memory + threadIdx.x * (size_t)apart) = at;
    __syncthreads();
    long long best = 1ll << 60;
    for (int turn = 0; turn < 6; turn++) {
        long long start = clock64();
#pragma unroll
        for (int i = 0; i < COUNT; i++) {
            unsigned long long other = 0; // used, or the load becomes narrower
            if (IS_SHARED && BYTES == 4) asm volatile("ld.volatile.shared.u32 %0, [%0];" : "+r"(place)::"memory");
            if (IS_SHARED && BYTES == 8)
                asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%0];" : "+r"(place), "=r"(y)::"memory");
            if (IS_SHARED && BYTES == 16)
                asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%0];"
                             : "+r"(place), "=r"(y), "=r"(z), "=r"(w)::"memory");
            if (!IS_SHARED && BYTES == 8) asm volatile("ld.global.u64 %0, [%0];" : "+l"(at)::"memory");
            if (!IS_SHARED && BYTES == 16)
                asm volatile("ld.global.v2.u64 {%0, %1}, [%0];" : "+l"(at), "=l"(other)::"memory");
            others ^= other;
        }
        *(volatile unsigned long long *)(out + threadIdx.x) = at + place + others;
        long long end = clock64();
        if (end - start < best) best = end - start;
    }
    if (threadIdx.x == 0) *clocks = best;
}

template <int BYTES, bool IS_SHARED> static void measure_apart(std::vector<int> distances) {
    static long long *clocks = device_array<long long>(1);
    static unsigned long long *out = device_array<unsigned long long>(32);
    static char *memory = device_array<char>(1 << 16);
    for (int apart : distances) {
        std::vector<double> values;
        for (int run = 0; run < samples(); run++) {
            walk_apart<BYTES, IS_SHARED, SHORT><<<1, 32, 8192>>>(clocks, out, memory, apart);
            CHECK(cudaGetLastError());
            double few = (double)to_host(clocks, 1)[0];
            walk_apart<BYTES, IS_SHARED, LONG><<<1, 32, 8192>>>(clocks, out, memory, apart);
            CHECK(cudaGetLastError());
            values.push_back(((double)to_host(clocks, 1)[0] - few) / (LONG - SHORT));
        }
        row(text("latency.%s_apart.bytes_%d.apart_%d", IS_SHARED ? "shared" : "l1", BYTES, apart), values, "clocks",
            "a warp whose lanes each load their own pointer again; n bytes apart");
    }
}

// ---- where a line lies
// ------------------------------------------------------------------------------------------------ Clocks of single
// loads of many lines from one multiprocessor. turns: 2 for lines that the L2 holds, 1 after a flush.
__global__ void single_loads(const char *lines, int count, size_t stride, int turns, unsigned *clocks, unsigned *sum) {
    __shared__ volatile unsigned arrived;
    if (threadIdx.x) return;
    unsigned total = 0;
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < count; i++) {
            const char *line = lines + i * stride;
            unsigned value;
            long long start = clock64();
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(line) : "memory");
            arrived = value; // waits for the load
            long long end = clock64();
            total += value;
            clocks[blockIdx.x * count + i] = (unsigned)(end - start);
        }
    *sum = total + arrived;
}

static void measure_single_loads() {
    const int count = (int)sized(4096, 16), blocks = quick() ? 2 : multiprocessors();
    const size_t apart = 4224; // 33 lines: visits all slices of the L2
    char *lines = device_array<char>(count * apart);
    unsigned *clocks = device_array<unsigned>((size_t)blocks * count), *sum = device_array<unsigned>(1);
    single_loads<<<blocks, 32>>>(lines, count, apart, 2, clocks, sum);
    CHECK(cudaGetLastError());
    std::vector<unsigned> all = to_host(clocks, (size_t)blocks * count);
    for (int block = 0; block < blocks; block += blocks / 2) {
        std::vector<double> own(all.begin() + (size_t)block * count, all.begin() + (size_t)(block + 1) * count);
        for (double share : {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99})
            row(text("latency.l2_single.block_%d.percentile_%d", block, (int)(share * 100 + 0.5)),
                {quantile(own, share)}, "clocks", "single ld.cg of lines in the L2 with all multiprocessors loading");
    }
    for (int one = 0; one < 2; one++) {
        empty_caches();
        single_loads<<<1, 32>>>(lines, count, apart, 1 + one, clocks, sum);
        CHECK(cudaGetLastError());
        std::vector<unsigned> read = to_host(clocks, count);
        std::vector<double> own(read.begin(), read.end());
        for (double share : {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99})
            row(text("latency.%s_single.alone.percentile_%d", one ? "l2" : "dram", (int)(share * 100 + 0.5)),
                {quantile(own, share)}, "clocks",
                one ? "single ld.cg of lines in the L2 from one multiprocessor alone"
                    : "single ld.cg of lines after 256 MiB were read; one multiprocessor alone");
    }
}

int main() {
    MEASURE(iadd_lop3, "sub.u32 and xor.b32 chain: both together");
    MEASURE(imad, "mad.lo.u32 chain");
    MEASURE(imad_hi, "mad.hi.u32 chain");
    MEASURE(imad_wide, "mad.wide.u32 chain");
    MEASURE(lop3, "lop3.b32 chain");
    MEASURE(shift, "shf.l chain");
    MEASURE(prmt, "prmt.b32 chain");
    MEASURE(minimum, "min.s32 and sub.s32 chain");
    MEASURE(select, "setp and selp chain: both together");
    MEASURE(popcount, "popc and add chain: both together");
    MEASURE(bit_reverse, "brev and add chain: both together");
    MEASURE(find_leading, "bfind and add chain: both together");
    MEASURE(fadd, "add.f32 chain");
    MEASURE(fmul, "mul.f32 chain");
    MEASURE(ffma, "fma.rn.f32 chain");
    MEASURE(dadd, "add.f64 chain");
    MEASURE(dmul, "mul.f64 chain");
    MEASURE(dfma, "fma.rn.f64 chain");
    MEASURE(hfma2, "fma.rn.f16x2 chain");
    MEASURE(mufu_ex2, "ex2.approx.ftz.f32 chain", 0.5f);
    MEASURE(mufu_lg2, "lg2.approx.ftz.f32 chain", 3.0f);
    MEASURE(mufu_rcp_fadd, "rcp.approx.ftz.f32 and add.f32 chain: both together");
    MEASURE(mufu_rsq, "rsqrt.approx.ftz.f32 chain");
    MEASURE(mufu_sin, "sin.approx.ftz.f32 chain: multiplication and MUFU");
    MEASURE(mufu_tanh, "tanh.approx.f32 chain");
    MEASURE(divide, "div.rn.f32 chain: a sequence", 3.0f, 7.0f);
    MEASURE(root, "sqrt.rn.f32 chain: a sequence");
    MEASURE(int_to_float_to_int, "cvt to f32 and back chain: both together");
    MEASURE(long_to_double, "cvt.rn.f64.u64 chain");
    MEASURE(double_to_long, "cvt.rzi.u64.f64 chain");
    MEASURE(int_to_double, "cvt.rn.f64.u32 chain");
    MEASURE(imad_wide_lop3, "mul.wide.u32 and xor of its halves chain: both together");
    MEASURE(shuffle, "shfl.sync.idx chain");
    MEASURE(shuffle_down, "shfl.sync.down chain");
    MEASURE(ballot, "setp and vote.sync.ballot chain: both together");
    MEASURE(redux, "redux.sync.add chain");
    MEASURE(special_register_branch, "read of %smid and add and setp and untaken branch and sub: all together");
    MEASURE(branch, "setp and untaken branch and sub chain: all together");
    MEASURE(shared_load, "ld.shared.u32 chain", 0, 0, 0, 1);
    MEASURE(shared_store_load, "st.shared and ld.shared of one word", 0, 0, 0, 1);
    MEASURE(shared_atomic, "atom.shared.add chain; each lane on a word of its own", 0, 0, 0, 1);
    MEASURE(shared_exchange, "atom.shared.exch chain; each lane on a word of its own", 0, 0, 0, 1);
    measure_barriers();
    measure_constant();
    row("latency.l1", walk(walk_l1<LONG>, walk_l1<SHORT>), "clocks", "ld.global.u64 chain on one word");
    row("latency.l1_strong", walk(walk_ca<LONG>, walk_ca<SHORT>), "clocks", "ld.global.ca.u64 chain on one word");
    row("latency.l1_readonly", walk(walk_readonly<LONG>, walk_readonly<SHORT>), "clocks",
        "ld.global.nc.u64 chain on one word");
    row("latency.l1_generic", walk(walk_generic<LONG>, walk_generic<SHORT>), "clocks", "ld.u64 chain on one word");
    row("latency.l2_one_word", walk(walk_l2<LONG>, walk_l2<SHORT>), "clocks", "ld.global.cg.u64 chain on one word");
    row("latency.volatile", walk(walk_volatile<LONG>, walk_volatile<SHORT>), "clocks",
        "ld.volatile.u64 chain on one word");
    row("latency.atomic_global", walk(walk_atomic<LONG>, walk_atomic<SHORT>), "clocks",
        "atom.global.add.u64 chain on one word");
    row("latency.load_and_fence", walk(walk_fence<LONG>, walk_fence<SHORT>), "clocks",
        "ld.global and fence.acq_rel.gpu chain");
    measure_copies<4>("cp.async of 4 bytes a lane and wait: line in the L1");
    measure_copies<16>("cp.async.cg of 16 bytes a lane and wait: line in the L2");
    measure_apart<4, true>({4, 8, 16, 32, 64, 128});
    measure_apart<8, true>({8, 16, 32, 64, 128});
    measure_apart<16, true>({16, 32, 64, 128});
    measure_apart<8, false>({8, 16, 32, 64, 128, 256});
    measure_apart<16, false>({16, 32, 64, 128, 256});
    measure_single_loads();
    return 0;
}
