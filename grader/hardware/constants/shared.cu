// shared.cu - clocks that a multiprocessor's shared memory needs per request of a warp: by width, by bank conflicts,
// for atomics.
//
// One block of 32 warps repeats requests whose addresses are prepared, eight different ones in a row.
#include "probe.cuh"

#include <functional>

constexpr int WORDS = 12288, LANES = 1024, UNROLL = 8, TURNS = 32;

enum Access {
    LOAD_4,
    LOAD_8,
    LOAD_16,
    STORE_4,
    STORE_8,
    STORE_16,
    ADD_ONE,
    ADD_INT,
    ADD_INT_RETURN,
    ADD_FLOAT,
    MAX_INT,
    EXCHANGE,
    COMPARE
};
static const char *const access_names[] = {"load_4",   "load_8",   "load_16",         "store_4",        "store_8",
                                           "store_16", "add_one",  "add_int",         "add_int_return", "add_float",
                                           "max_int",  "exchange", "compare_and_swap"};

template <int ACCESS> __global__ void requests(long long *clocks, unsigned *out, const unsigned *places) {
    extern __shared__ __align__(16) unsigned words[];
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x) words[i] = 0;
    unsigned place[UNROLL], sum = 0;
    for (int i = 0; i < UNROLL; i++)
        place[i] = (unsigned)__cvta_generic_to_shared(words) + places[i * LANES + threadIdx.x] * 4;
    __syncthreads();
    long long start = clock64();
    for (int turn = 0; turn < TURNS; turn++)
#pragma unroll
        for (int i = 0; i < UNROLL; i++) {
            unsigned x = 0, y = 0, z = 0, w = 0, at = place[i];
            if (ACCESS == LOAD_4) asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(at));
            if (ACCESS == LOAD_8)
                asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(at));
            if (ACCESS == LOAD_16)
                asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                             : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                             : "r"(at));
            if (ACCESS == STORE_4) asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(at));
            if (ACCESS == STORE_8) asm volatile("st.shared.v2.u32 [%0], {%1, %1};" ::"r"(at), "r"(at));
            if (ACCESS == STORE_16) asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(at));
            if (ACCESS == ADD_ONE) asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(1));
            if (ACCESS == ADD_INT) asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(at));
            if (ACCESS == ADD_INT_RETURN)
                asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(x) : "r"(at), "r"(at));
            if (ACCESS == ADD_FLOAT) asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(at), "f"(1.0f));
            if (ACCESS == MAX_INT) asm volatile("red.shared.max.u32 [%0], %1;" ::"r"(at), "r"(at));
            if (ACCESS == EXCHANGE) asm volatile("atom.shared.exch.b32 %0, [%1], %2;" : "=r"(x) : "r"(at), "r"(at));
            if (ACCESS == COMPARE) asm volatile("atom.shared.cas.b32 %0, [%1], 0, %2;" : "=r"(x) : "r"(at), "r"(at));
            sum += x + y + z + w;
        }
    out[threadIdx.x] = sum;
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0) *clocks = end - start;
}

// place(request, thread): the word that a lane accesses.
template <int ACCESS>
static void measure(const std::string &pattern, const char *how, const std::function<unsigned(int, int)> &place,
                    int threads = LANES) {
    static long long *clocks = device_array<long long>(1);
    static unsigned *out = device_array<unsigned>(LANES), *places = device_array<unsigned>(UNROLL * LANES);
    std::vector<unsigned> host(UNROLL * LANES);
    for (int i = 0; i < UNROLL * LANES; i++) host[i] = place(i / LANES, i % LANES);
    CHECK(cudaMemcpy(places, host.data(), host.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    std::vector<double> values;
    for (int run = 0; run < samples(); run++) {
        requests<ACCESS><<<1, threads, WORDS * sizeof(unsigned)>>>(clocks, out, places);
        CHECK(cudaGetLastError());
        values.push_back((double)to_host(clocks, 1)[0] / (UNROLL * TURNS * (threads / 32)));
    }
    row(text("shared.%s.%s.warps_%d", access_names[ACCESS], pattern.c_str(), threads / 32), values,
        "clocks per request", how);
}

// Lanes in groups of `ways` use the same bank at different words.
template <int ACCESS> static void conflicts(int width) {
    for (int ways : {1, 2, 4, 8, 16, 32})
        measure<ACCESS>(
            text("ways_%d", ways), "lanes / ways banks in use; different words in each", [=](int, int thread) {
                int lane = thread % 32;
                return (unsigned)(lane % (32 / ways) * width + lane / (32 / ways) * 32 * width) % WORDS / width * width;
            });
}

// Atomics on addresses of a histogram.
template <int ACCESS> static void histogram() {
    for (int bins : {1, 2, 4, 8, 16, 32, 64, 256, 1024, 4096})
        measure<ACCESS>(text("random_of_%d", bins), "each lane draws one of n words",
                        [=](int request, int thread) {
                            unsigned bits = (unsigned)(request * LANES + thread) * 2654435761u;
                            bits = (bits ^ bits >> 15) * 2246822519u;
                            return (bits ^ bits >> 13) % bins;
                        });
    for (int ways : {2, 4, 8, 16, 32})
        measure<ACCESS>(text("same_word_by_%d", ways), "groups of lanes share a word",
                        [=](int, int thread) { return (unsigned)(thread % 32 / ways); });
    measure<ACCESS>("warp_private", "each warp has a word of its own for all lanes",
                    [=](int, int thread) { return (unsigned)(thread / 32); });
    for (int threads : {32, 64, 128, 256})
        measure<ACCESS>(
            "random_of_256", "each lane draws one of 256 words; fewer warps",
            [=](int request, int thread) {
                unsigned bits = (unsigned)(request * LANES + thread) * 2654435761u;
                bits = (bits ^ bits >> 15) * 2246822519u;
                return (bits ^ bits >> 13) % 256;
            },
            threads);
}

int main() {
    conflicts<LOAD_4>(1);
    conflicts<LOAD_8>(2);
    conflicts<LOAD_16>(4);
    conflicts<STORE_4>(1);
    conflicts<STORE_8>(2);
    conflicts<STORE_16>(4);
    measure<LOAD_4>("broadcast", "all lanes load one word", [](int, int) { return 0u; });
    measure<LOAD_8>("broadcast", "all lanes load the same 8 bytes", [](int, int) { return 0u; });
    measure<LOAD_16>("broadcast", "all lanes load the same 16 bytes", [](int, int) { return 0u; });
    measure<LOAD_16>("broadcast_by_8", "groups of 8 lanes load the same 16 bytes",
                     [](int, int thread) { return (unsigned)(thread % 32 / 8 * 4); });
    measure<STORE_4>("same_word", "all lanes store to one word", [](int, int) { return 0u; });
    for (int stride : {2, 3, 4, 8, 16, 17, 31, 33})
        measure<LOAD_4>(text("stride_%d", stride), "lane n loads word n * stride",
                        [=](int, int thread) { return (unsigned)(thread % 32 * stride); });
    for (int threads : {32, 64, 128, 256, 512}) {
        measure<LOAD_4>(
            "ways_1", "one word a lane; fewer warps", [](int, int thread) { return (unsigned)thread; }, threads);
        measure<LOAD_16>(
            "ways_1", "16 bytes a lane; fewer warps", [](int, int thread) { return (unsigned)(thread * 4); }, threads);
    }
    conflicts<ADD_INT>(1);
    histogram<ADD_ONE>();
    histogram<ADD_INT>();
    histogram<ADD_INT_RETURN>();
    histogram<ADD_FLOAT>();
    histogram<MAX_INT>();
    histogram<EXCHANGE>();
    histogram<COMPARE>();
    return 0;
}
