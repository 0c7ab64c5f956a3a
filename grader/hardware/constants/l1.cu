// l1.cu - clocks per request of a warp to global memory: from the L1, from the L2 through one multiprocessor's port,
// from all.
//
// The addresses are prepared: eight requests a thread, repeated, so that what fits is found in the cache. `lines` and
// `sectors` in a name are what one request touches.
#include "probe.cuh"

#include <functional>

constexpr int UNROLL = 8;

enum Access { LOAD_4, LOAD_8, LOAD_16, PAST_4, PAST_8, PAST_16, STORE_4, STORE_8, STORE_16 };
static const char *const access_names[] = {"l1_load_4",  "l1_load_8", "l1_load_16", "l2_load_4", "l2_load_8",
                                           "l2_load_16", "store_4",   "store_8",    "store_16"};

template <int ACCESS>
__global__ void requests(long long *clocks, unsigned *out, char *memory, const unsigned *places, size_t block_apart,
                         int turns, unsigned step, unsigned room) {
    // Loads past the L1 that find an earlier one under way join it, so each turn has other addresses.
    constexpr bool IS_MOVING = ACCESS >= PAST_4 && ACCESS <= PAST_16;
    unsigned sum = 0, offset = 0;
    char *place[UNROLL];
    for (int i = 0; i < UNROLL; i++)
        place[i] = memory + blockIdx.x * block_apart + places[i * blockDim.x + threadIdx.x];
    long long start = 0;
#pragma unroll 1                                // the compiler would merge loads of several turns
    for (int turn = -1; turn < turns; turn++) { // the first turn fills the cache
        if (turn == 0) {
            __syncthreads();
            start = clock64();
        }
#pragma unroll
        for (int i = 0; i < UNROLL; i++) {
            unsigned x = 0, y = 0, z = 0, w = 0;
            const char *at = place[i] + (IS_MOVING ? offset : 0);
            if (ACCESS == LOAD_4) asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(at));
            if (ACCESS == LOAD_8) asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(at));
            if (ACCESS == LOAD_16)
                asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(at));
            if (ACCESS == PAST_4) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x) : "l"(at));
            if (ACCESS == PAST_8) asm volatile("ld.global.cg.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(at));
            if (ACCESS == PAST_16)
                asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                             : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                             : "l"(at));
            if (ACCESS == STORE_4) asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(turn) : "memory");
            if (ACCESS == STORE_8) asm volatile("st.global.v2.u32 [%0], {%1, %1};" ::"l"(at), "r"(turn) : "memory");
            if (ACCESS == STORE_16)
                asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(at), "r"(turn) : "memory");
            sum += x + y + z + w;
        }
        offset = (offset + step) & (room - 1);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0) clocks[blockIdx.x] = end - start;
}

// place(request, thread): the byte that a lane accesses. step: bytes by which a turn lies behind the turn before,
// within `room` bytes. blocks: 1, or one on each multiprocessor, with its own memory.
template <int ACCESS>
static void measure(const std::string &pattern, const char *how, const std::function<size_t(int, int)> &place,
                    int threads = 1024, int blocks = 1, size_t step = 0, size_t room = 1 << 17) {
    const size_t apart = (size_t)1 << 20;
    static long long *clocks = device_array<long long>(1024);
    static unsigned *out = device_array<unsigned>(1024 * 256), *places = device_array<unsigned>(UNROLL * 1024);
    static char *memory = device_array<char>(sized(512, 16) * apart);
    const int turns = (int)sized(32, 2);
    std::vector<unsigned> host(UNROLL * threads);
    for (int i = 0; i < UNROLL * threads; i++) host[i] = (unsigned)(place(i / threads, i % threads) % apart);
    CHECK(cudaMemcpy(places, host.data(), host.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    std::vector<double> values;
    for (int run = 0; run < samples(); run++) {
        requests<ACCESS>
            <<<blocks, threads>>>(clocks, out, memory, places, 2 * apart, turns, (unsigned)step, (unsigned)room);
        CHECK(cudaGetLastError());
        std::vector<long long> own = to_host(clocks, blocks);
        double mean = 0;
        for (long long one : own) mean += (double)one / blocks;
        values.push_back(mean / ((double)UNROLL * turns * (threads / 32)));
    }
    row(text("%s.%s.warps_%d%s", access_names[ACCESS], pattern.c_str(), threads / 32, blocks > 1 ? ".all" : ""), values,
        "clocks per request", how);
}

// Lane n of a warp accesses byte n * stride; requests lie one after the other as far as `room` bytes allow.
template <int ACCESS> static void strides(size_t width, size_t room, int blocks) {
    for (size_t stride = width; stride <= 256; stride *= 2)
        measure<ACCESS>(
            text("stride_%zu.lines_%zu.sectors_%zu", stride,
                 std::max((size_t)1, stride * 32 / 128 < 32 ? stride * 32 / 128 : 32),
                 std::min((size_t)32 * std::max((size_t)1, width / 32), std::max(stride * 32 / 32, (size_t)1))),
            "lane n accesses byte n * stride",
            [=](int request, int thread) {
                size_t warp = thread / 32;
                return ((request * 32 + warp) * 32 * stride + thread % 32 * stride) % room;
            },
            1024, blocks, std::min(stride * 8192, room) % room, room);
    measure<ACCESS>(
        "broadcast", "all lanes access one address",
        [=](int request, int thread) { return (size_t)((request * 32 + thread / 32) * 128) % room; }, 1024, blocks,
        32768, room);
    for (size_t lines : {2, 4, 8, 16, 32})
        measure<ACCESS>(
            text("scattered_lines_%zu", lines), "lanes in groups; each group in a random line",
            [=](int request, int thread) {
                unsigned group = (unsigned)((request * 1024 + thread / 32 * 32) + thread % 32 % lines) * 2654435761u;
                return (size_t)(group >> 8) % (room / 128) * 128 + thread % 32 / lines * width % 128;
            },
            1024, blocks, room / 4, room);
}

int main() {
    const int all = quick() ? 2 : multiprocessors();
    strides<LOAD_4>(4, 128 << 10, 1);
    strides<LOAD_8>(8, 128 << 10, 1);
    strides<LOAD_16>(16, 128 << 10, 1);
    for (int threads : {32, 64, 128, 256, 512})
        measure<LOAD_4>(
            "stride_4.lines_1.sectors_4", "fewer warps",
            [](int request, int thread) { return (size_t)(request * 1024 + thread) * 4; }, threads);
    strides<PAST_4>(4, 1 << 20, 1);
    strides<PAST_8>(8, 1 << 20, 1);
    strides<PAST_16>(16, 1 << 20, 1);
    strides<PAST_4>(4, 128 << 10, all);
    strides<PAST_16>(16, 128 << 10, all);
    strides<STORE_4>(4, 256 << 10, 1);
    strides<STORE_8>(8, 256 << 10, 1);
    strides<STORE_16>(16, 256 << 10, 1);
    strides<STORE_4>(4, 128 << 10, all);
    strides<STORE_16>(16, 128 << 10, all);
    return 0;
}
