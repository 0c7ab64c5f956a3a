// pipes.cu - instructions that a multiprocessor starts per clock, for each pipe and for 1 to 32 warps of one block.
//
// Each warp has eight chains that do not wait for each other. All warps start behind one barrier; the time runs from
// the first start to the last end. A rate counts instructions of warps.
#include "probe.cuh"

constexpr int CHAINS = 8, ROUNDS = 16, TURNS = 32;

#define OPERATION(NAME, TYPE, LETTER, STEP)                                                                            \
    struct NAME {                                                                                                      \
        typedef TYPE Value;                                                                                            \
        static __device__ __forceinline__ void step(TYPE &x, TYPE a, TYPE b) {                                         \
            asm volatile(STEP : "+" LETTER(x) : LETTER(a), LETTER(b));                                                 \
        }                                                                                                              \
    };

namespace operations {
OPERATION(ffma, float, "f", "fma.rn.f32 %0, %0, %1, %2;")
OPERATION(ffma_two_registers, float, "f", "fma.rn.f32 %0, %0, %1, %0;")
OPERATION(fadd, float, "f", "add.f32 %0, %0, %1;")
OPERATION(fmul, float, "f", "mul.f32 %0, %0, %1;")
OPERATION(imad, unsigned, "r", "mad.lo.u32 %0, %0, %1, %2;")
OPERATION(imad_wide, unsigned long long, "l",
          "{ .reg .u32 lo, hi; mov.b64 {lo, hi}, %0; mad.wide.u32 %0, lo, hi, %2; }")
OPERATION(imad_wide_lop3, unsigned, "r",
          "{ .reg .u64 t; .reg .u32 l, h; mul.wide.u32 t, %0, 0xd2511f53; mov.b64 {l, h}, t; xor.b32 %0, l, h; }")
OPERATION(imad_hi, unsigned, "r", "mad.hi.u32 %0, %0, %1, %2;")
OPERATION(iadd_lop3, unsigned, "r", "{ .reg .u32 t; sub.u32 t, %1, %0; xor.b32 %0, t, %2; }")
OPERATION(lop3, unsigned, "r", "lop3.b32 %0, %0, %1, %2, 0x1d;")
OPERATION(shift, unsigned, "r", "shf.l.wrap.b32 %0, %0, %1, 7;")
OPERATION(prmt, unsigned, "r", "prmt.b32 %0, %0, %1, %2;")
OPERATION(select, unsigned, "r", "{ .reg .pred p; setp.gt.u32 p, %0, %1; selp.u32 %0, %1, %2, p; }")
OPERATION(dfma, double, "d", "fma.rn.f64 %0, %0, %1, %2;")
OPERATION(dadd, double, "d", "add.f64 %0, %0, %1;")
OPERATION(hfma2, unsigned, "r", "fma.rn.f16x2 %0, %0, %1, %2;")
OPERATION(mufu_ex2, float, "f", "ex2.approx.ftz.f32 %0, %0;")
OPERATION(mufu_rsq, float, "f", "rsqrt.approx.ftz.f32 %0, %0;")
OPERATION(mufu_sin, float, "f", "sin.approx.ftz.f32 %0, %0;")
OPERATION(popcount, unsigned, "r", "{ .reg .u32 t; popc.b32 t, %0; add.u32 %0, t, %1; }")
OPERATION(bit_reverse, unsigned, "r", "{ .reg .u32 t; brev.b32 t, %0; add.u32 %0, t, %1; }")
OPERATION(find_leading, unsigned, "r", "{ .reg .u32 t; bfind.u32 t, %0; add.u32 %0, t, %1; }")
OPERATION(int_to_float, unsigned, "r", "{ .reg .f32 t; cvt.rn.f32.s32 t, %0; mov.b32 %0, t; }")
OPERATION(float_to_int, unsigned, "r", "{ .reg .f32 t; mov.b32 t, %0; cvt.rzi.s32.f32 %0, t; }")
OPERATION(float_to_double_to_float, float, "f",
          "{ .reg .f64 t; cvt.f64.f32 t, %0; add.f64 t, t, 0d3FF0000000000000; cvt.rn.f32.f64 %0, t; }")
OPERATION(long_to_double, unsigned long long, "l", "{ .reg .f64 t; cvt.rn.f64.u64 t, %0; mov.b64 %0, t; }")
OPERATION(double_to_long, unsigned long long, "l", "{ .reg .f64 t; mov.b64 t, %0; cvt.rzi.u64.f64 %0, t; }")
OPERATION(shuffle, unsigned, "r", "shfl.sync.idx.b32 %0, %0, %0, 31, 0xffffffff;")
OPERATION(ballot, unsigned, "r", "{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, 0xffffffff; }")
OPERATION(redux, unsigned, "r", "redux.sync.add.u32 %0, %0, 0xffffffff;")
OPERATION(special_register, unsigned, "r", "{ .reg .u32 t; mov.u32 t, %%smid; add.u32 %0, %0, t; }")
OPERATION(shared_load, unsigned, "r", "ld.shared.u32 %0, [%0];")
} // namespace operations

template <class Operation>
__global__ void pipe(long long *clocks, typename Operation::Value *out, typename Operation::Value a,
                     typename Operation::Value b) {
    __shared__ unsigned words[1024];
    unsigned word = (unsigned)__cvta_generic_to_shared(words + threadIdx.x);
    words[threadIdx.x] = word;
    __syncthreads();
    typename Operation::Value x[CHAINS];
    for (int i = 0; i < CHAINS; i++) x[i] = (typename Operation::Value)(word + (a == b ? i : 0));
    __syncthreads();
    long long start = clock64();
    for (int turn = 0; turn < TURNS; turn++)
#pragma unroll
        for (int round = 0; round < ROUNDS; round++)
#pragma unroll
            for (int i = 0; i < CHAINS; i++) Operation::step(x[i], a, b);
    for (int i = 0; i < CHAINS; i++) *(volatile typename Operation::Value *)(out + threadIdx.x) = x[i];
    long long end = clock64();
    if (threadIdx.x % 32 == 0) {
        clocks[threadIdx.x / 32 * 2] = start;
        clocks[threadIdx.x / 32 * 2 + 1] = end;
    }
}

static double elapsed(const long long *clocks, int warps) {
    std::vector<long long> host = to_host(clocks, 2 * warps);
    long long start = host[0], end = host[1];
    for (int warp = 1; warp < warps; warp++) {
        start = std::min(start, host[2 * warp]);
        end = std::max(end, host[2 * warp + 1]);
    }
    return (double)(end - start);
}

template <class Operation>
static void measure(const char *name, const char *how, typename Operation::Value a = 1,
                    typename Operation::Value b = 5) {
    long long *clocks = device_array<long long>(64);
    typename Operation::Value *out = device_array<typename Operation::Value>(1024);
    for (int warps : {1, 2, 4, 8, 16, 32}) {
        std::vector<double> values;
        for (int run = 0; run < samples(); run++) {
            pipe<Operation><<<1, 32 * warps>>>(clocks, out, a, b);
            CHECK(cudaGetLastError());
            values.push_back((double)CHAINS * ROUNDS * TURNS * warps / elapsed(clocks, warps));
        }
        row(text("rate.%s.warps_%d", name, warps), values, "per clock", how);
    }
    CHECK(cudaFree(clocks));
    CHECK(cudaFree(out));
}
#define MEASURE(NAME, ...) measure<operations::NAME>(#NAME, __VA_ARGS__)

// ---- products in registers
// -------------------------------------------------------------------------------------------- ROWS x COLUMNS sums in
// registers, as a matrix product has them: what register banks and their reuse allow.
template <int ROWS, int COLUMNS> __global__ void outer(long long *clocks, float *out, float from, float step) {
    float sums[ROWS][COLUMNS] = {}, a[ROWS], b[COLUMNS];
    for (int i = 0; i < ROWS; i++) a[i] = from + i + threadIdx.x;
    for (int j = 0; j < COLUMNS; j++) b[j] = from - j - (int)threadIdx.x;
    __syncthreads();
    long long start = clock64();
    for (int turn = 0; turn < 512; turn++) {
#pragma unroll
        for (int i = 0; i < ROWS; i++)
#pragma unroll
            for (int j = 0; j < COLUMNS; j++) sums[i][j] += a[i] * b[j];
#pragma unroll
        for (int i = 0; i < ROWS; i++) a[i] += step;
    }
    float sum = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) sum += sums[i][j];
    *(volatile float *)(out + threadIdx.x) = sum;
    long long end = clock64();
    if (threadIdx.x % 32 == 0) {
        clocks[threadIdx.x / 32 * 2] = start;
        clocks[threadIdx.x / 32 * 2 + 1] = end;
    }
}

template <int ROWS, int COLUMNS> static void measure_outer() {
    long long *clocks = device_array<long long>(64);
    float *out = device_array<float>(1024);
    for (int warps : {4, 8, 16}) {
        if (warps == 16 && ROWS * COLUMNS > 64) continue; // the registers of 512 threads would not fit
        std::vector<double> values;
        for (int run = 0; run < samples(); run++) {
            outer<ROWS, COLUMNS><<<1, 32 * warps>>>(clocks, out, 1, 0.5f);
            CHECK(cudaGetLastError());
            values.push_back(512.0 * (ROWS * COLUMNS + ROWS) * warps / elapsed(clocks, warps));
        }
        row(text("rate.ffma_outer_%dx%d.warps_%d", ROWS, COLUMNS, warps), values, "per clock",
            "FFMA and FADD of a register tile as ptxas places it");
    }
}

// ---- two pipes at once
// ------------------------------------------------------------------------------------------------ FFMA with every n-th
// instruction of another pipe, from the same warps: do they take turns or run side by side?
template <class Other, int EVERY>
__global__ void mixed(long long *clocks, float *out, typename Other::Value *others, float a, float b,
                      typename Other::Value c, typename Other::Value d) {
    float x[CHAINS];
    typename Other::Value y[CHAINS];
    for (int i = 0; i < CHAINS; i++) {
        x[i] = threadIdx.x + i;
        y[i] = (typename Other::Value)(threadIdx.x + i);
    }
    __syncthreads();
    long long start = clock64();
    for (int turn = 0; turn < TURNS; turn++)
#pragma unroll
        for (int i = 0; i < CHAINS * 8; i++)
            if (i % EVERY == EVERY - 1) Other::step(y[i / EVERY % CHAINS], c, d);
            else operations::ffma::step(x[i % CHAINS], a, b);
    for (int i = 0; i < CHAINS; i++) {
        *(volatile float *)(out + threadIdx.x) = x[i];
        *(volatile typename Other::Value *)(others + threadIdx.x) = y[i];
    }
    long long end = clock64();
    if (threadIdx.x % 32 == 0) {
        clocks[threadIdx.x / 32 * 2] = start;
        clocks[threadIdx.x / 32 * 2 + 1] = end;
    }
}

template <class Other, int EVERY> static void measure_mixed(const char *name) {
    long long *clocks = device_array<long long>(64);
    float *out = device_array<float>(1024);
    typename Other::Value *others = device_array<typename Other::Value>(1024);
    std::vector<double> values;
    for (int run = 0; run < samples(); run++) {
        mixed<Other, EVERY><<<1, 1024>>>(clocks, out, others, 1, 2, 1, 5);
        CHECK(cudaGetLastError());
        values.push_back(CHAINS * 8.0 * TURNS * 32 / elapsed(clocks, 32));
    }
    row(text("rate.ffma_with_%s.every_%d", name, EVERY), values, "per clock",
        "32 warps: every n-th operation is the other kind; both counted");
}

int main() {
    MEASURE(ffma, "fma.rn.f32 with three registers");
    MEASURE(ffma_two_registers, "fma.rn.f32 with two registers");
    MEASURE(fadd, "add.f32");
    MEASURE(fmul, "mul.f32");
    MEASURE(imad, "mad.lo.u32");
    MEASURE(imad_wide, "mad.wide.u32 and the move of its halves: counted as one");
    MEASURE(imad_wide_lop3, "mul.wide.u32 and xor of its halves: counted as one");
    MEASURE(imad_hi, "mad.hi.u32");
    MEASURE(iadd_lop3, "sub and xor: counted as one");
    MEASURE(lop3, "lop3.b32");
    MEASURE(shift, "shf.l");
    MEASURE(prmt, "prmt.b32");
    MEASURE(select, "setp and selp: counted as one");
    MEASURE(dfma, "fma.rn.f64");
    MEASURE(dadd, "add.f64");
    MEASURE(hfma2, "fma.rn.f16x2");
    MEASURE(mufu_ex2, "ex2.approx.ftz.f32");
    MEASURE(mufu_rsq, "rsqrt.approx.ftz.f32");
    MEASURE(mufu_sin, "sin.approx.ftz.f32: FMUL and MUFU counted as one");
    MEASURE(popcount, "popc and add: counted as one");
    MEASURE(bit_reverse, "brev and add: counted as one");
    MEASURE(find_leading, "bfind and add: counted as one");
    MEASURE(int_to_float, "cvt.rn.f32.s32");
    MEASURE(float_to_int, "cvt.rzi.s32.f32");
    MEASURE(float_to_double_to_float, "two conversions and a DADD: counted as one");
    MEASURE(long_to_double, "cvt.rn.f64.u64");
    MEASURE(double_to_long, "cvt.rzi.u64.f64");
    MEASURE(shuffle, "shfl.sync.idx");
    MEASURE(ballot, "setp and vote.sync.ballot: counted as one");
    MEASURE(redux, "redux.sync.add");
    MEASURE(special_register, "read of %smid and add: counted as one");
    MEASURE(shared_load, "ld.shared.u32 without conflicts; chains of loads");
    measure_outer<2, 2>();
    measure_outer<4, 4>();
    measure_outer<8, 4>();
    measure_outer<8, 8>();
    measure_outer<8, 16>();
    measure_mixed<operations::imad, 2>("imad");
    measure_mixed<operations::imad, 4>("imad");
    measure_mixed<operations::lop3, 2>("lop3");
    measure_mixed<operations::lop3, 4>("lop3");
    measure_mixed<operations::mufu_ex2, 4>("mufu_ex2");
    measure_mixed<operations::mufu_ex2, 8>("mufu_ex2");
    measure_mixed<operations::dfma, 4>("dfma");
    measure_mixed<operations::hfma2, 2>("hfma2");
    measure_mixed<operations::shuffle, 4>("shuffle");
    measure_mixed<operations::shuffle, 8>("shuffle");
    return 0;
}
