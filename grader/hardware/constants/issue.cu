// issue.cu - what memory instructions between products cost the schedulers, and what matches of a warp cost.
//
// As in a matrix product with tiles of registers: a value is loaded and used by the next EVERY products.
#include "probe.cuh"

static constexpr int CHAINS = 8, ROUNDS = 32, TURNS = 64, THREADS = 1024;
enum Kind { SHARED, BROADCAST, SHARED_VECTOR, CACHED, STORED };
static const char *const kind_names[] = {"lds", "lds_broadcast", "lds_128", "ldg_l1", "sts"};

template <int KIND> __device__ __forceinline__ float access(unsigned shared, const float *global, int round, float value) {
    float x = value, y, z, w;
    if (KIND == SHARED || KIND == BROADCAST)
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(shared + 128 * round) : "memory");
    if (KIND == SHARED_VECTOR) {
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(x), "=f"(y), "=f"(z), "=f"(w) : "r"(shared + 128 * round) : "memory");
        x = y;
    }
    if (KIND == CACHED) asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(x) : "l"(global + 32 * round) : "memory");
    if (KIND == STORED) asm volatile("st.shared.f32 [%0], %1;" ::"r"(shared + 128 * round), "f"(value) : "memory");
    return x;
}

template <int KIND, int EVERY> __global__ void __launch_bounds__(THREADS) mixed(long long *clocks, float *out, float b) {
    __shared__ float words[32 * ROUNDS + 4 * 32 + 64];
    for (int i = threadIdx.x; i < 32 * ROUNDS + 4 * 32 + 64; i += THREADS) words[i] = 1;
    __syncthreads();
    unsigned lane = threadIdx.x % 32, bytes = KIND == SHARED_VECTOR ? 16 * lane : KIND == BROADCAST ? 0 : 4 * lane;
    unsigned shared = (unsigned)__cvta_generic_to_shared(words) + bytes;
    const float *global = out + lane;
    float x[CHAINS];
    for (int i = 0; i < CHAINS; i++) x[i] = (float)(threadIdx.x + i);
    __syncthreads();
    long long start = clock64();
    for (int turn = 0; turn < TURNS; turn++) {
        unsigned from = shared + (turn & 1) * 16;
        const float *of = global + (turn & 1) * 32;
#pragma unroll
        for (int round = 0; round < ROUNDS; round++) {
            float v = access<KIND>(from, of, round, x[0]);
#pragma unroll
            for (int e = 0; e < EVERY; e++) {
                float &own = x[(round * EVERY + e) % CHAINS];
                asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(own) : "f"(v), "f"(b));
            }
        }
    }
    long long end = clock64();
    for (int i = 0; i < CHAINS; i++) out[threadIdx.x + THREADS * i] = x[i];
    if (lane == 0) clocks[threadIdx.x / 32 * 2] = start, clocks[threadIdx.x / 32 * 2 + 1] = end;
}

template <int KIND, int EVERY> static void measure() {
    long long *clocks = device_array<long long>(64);
    float *out = device_array<float>((size_t)1 << 16);
    std::vector<double> values;
    for (int run = 0; run < samples(); run++) {
        mixed<KIND, EVERY><<<1, THREADS>>>(clocks, out, 2);
        CHECK(cudaGetLastError());
        std::vector<long long> host = to_host(clocks, 64);
        long long first = host[0], last = host[1];
        for (int warp = 0; warp < 32; warp++) first = std::min(first, host[2 * warp]), last = std::max(last, host[2 * warp + 1]);
        values.push_back((double)(last - first) * 4 / (8.0 * 4 * TURNS * ROUNDS));
    }
    row(text("issue.ffma_with_%s.one_for_%d", kind_names[KIND], EVERY), values, "clocks",
        "32 warps: of a scheduler; for one access and n products");
}
template <int KIND> static void measure_all() {
    measure<KIND, 1>();
    measure<KIND, 2>();
    measure<KIND, 4>();
    measure<KIND, 8>();
    measure<KIND, 16>();
}

template <bool ALL> __global__ void __launch_bounds__(THREADS) match(long long *clocks, unsigned *out, unsigned distinct) {
    unsigned value = threadIdx.x % distinct, sum = 0;
    long long start = clock64();
    for (int turn = 0; turn < 64; turn++) {
        unsigned mask;
        int all;
        if (ALL) mask = __match_all_sync(~0u, value + (sum & 0), &all);
        else mask = __match_any_sync(~0u, value + turn);
        sum += mask;
    }
    long long end = clock64();
    out[threadIdx.x] = sum;
    if (threadIdx.x % 32 == 0) clocks[threadIdx.x / 32 * 2] = start, clocks[threadIdx.x / 32 * 2 + 1] = end;
}
template <bool ALL> static void measure_match(unsigned distinct, int warps) {
    long long *clocks = device_array<long long>(64);
    unsigned *out = device_array<unsigned>(1024);
    std::vector<double> values;
    for (int run = 0; run < samples(); run++) {
        match<ALL><<<1, 32 * warps>>>(clocks, out, distinct);
        CHECK(cudaGetLastError());
        std::vector<long long> host = to_host(clocks, 64);
        long long first = host[0], last = host[1];
        for (int warp = 0; warp < warps; warp++) first = std::min(first, host[2 * warp]), last = std::max(last, host[2 * warp + 1]);
        values.push_back((double)(last - first) / (64.0 * warps));
    }
    row(text("issue.match_%s.of_%u.warps_%d", ALL ? "all" : "any", distinct, warps), values, "clocks per request", "lanes hold n different values");
}

int main() {
    measure_all<SHARED>();
    measure_all<BROADCAST>();
    measure_all<SHARED_VECTOR>();
    measure_all<CACHED>();
    measure_all<STORED>();
    for (int warps : {1, 32})
        for (unsigned distinct : {1u, 2u, 8u, 32u}) measure_match<false>(distinct, warps);
    measure_match<true>(1, 32);
    measure_match<true>(32, 32);
    return 0;
}
