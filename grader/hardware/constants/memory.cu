// memory.cu - bytes per nanosecond of the L2 and of DRAM: loads, stores, copies, partial sectors, strides, bytes in
// flight.
//
// Rates count the bytes that the program asks for, if the name does not say otherwise; GB/s are bytes per nanosecond.
#include "probe.cuh"

static const size_t LARGE = sized((size_t)1 << 30, 1 << 16); // bytes: 17 times the L2

// ---- streams
// ----------------------------------------------------------------------------------------------------------
__device__ __forceinline__ unsigned fold(unsigned x) { return x; }
__device__ __forceinline__ unsigned fold(uint2 x) { return x.x + x.y; }
__device__ __forceinline__ unsigned fold(uint4 x) { return x.x + x.y + x.z + x.w; }

template <class T, int UNROLL> __global__ void load(const T *from, size_t count, unsigned *sum) {
    unsigned own = 0;
    size_t threads = (size_t)gridDim.x * blockDim.x, i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    for (; i + (UNROLL - 1) * threads < count; i += UNROLL * threads) {
        T values[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; u++) values[u] = __ldcg(&from[i + u * threads]);
#pragma unroll
        for (int u = 0; u < UNROLL; u++) own += fold(values[u]);
    }
    for (; i < count; i += threads) own += fold(__ldcg(&from[i]));
    if (own == 12345) *sum = own;
}
template <class T> __global__ void store(T *to, size_t count, T value) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
        to[i] = value;
}
template <class T> __global__ void copy(const T *from, T *to, size_t count) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
        to[i] = from[i];
}
template <class T> __global__ void copy_one_each(const T *from, T *to) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    to[i] = from[i];
}
template <class T> __global__ void update_one_each(T *values) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    T own = values[i];
    own.x += 1;
    values[i] = own;
}

static unsigned *sink;
static char *first, *second;

template <class T> static void streams(const char *type) {
    const size_t count = LARGE / sizeof(T);
    const int blocks = quick() ? 2 : multiprocessors() * 16;
    T value = T();
    row(text("dram.load.%s", type),
        rates(microseconds_cold([&] { load<T, 4><<<blocks, 256>>>((T *)first, count, sink); }), LARGE / 1e3), "GB/s",
        "1 GiB; four loads in flight a thread");
    row(text("dram.store.%s", type),
        rates(microseconds_cold([&] { store<T><<<blocks, 256>>>((T *)first, count, value); }), LARGE / 1e3), "GB/s",
        "1 GiB");
    row(text("dram.copy.%s", type),
        rates(microseconds_cold([&] { copy<T><<<blocks, 256>>>((T *)first, (T *)second, count); }), 2 * LARGE / 1e3),
        "GB/s", "1 GiB read and 1 GiB written; both counted");
    row(text("dram.copy_one_each.%s", type),
        rates(microseconds_cold([&] { copy_one_each<T><<<(unsigned)(count / 256), 256>>>((T *)first, (T *)second); }),
              2 * LARGE / 1e3),
        "GB/s", "a thread per element; blocks of 256; both directions counted");
}

// ---- how large the L2 is
// ----------------------------------------------------------------------------------------------
template <class Work> static auto then_ahead(Work work) {
    return [=] {
        work();
        let_host_ahead();
    };
}
static void capacity() {
    const int blocks = quick() ? 2 : multiprocessors() * 8;
    for (double mib : {1.,  2.,  4.,  8.,  12., 16., 20., 24., 28., 32.,  36.,  40.,
                       44., 48., 52., 56., 60., 64., 72., 80., 96., 128., 192., 256.}) {
        size_t bytes = sized((size_t)(mib * 1048576), 1 << 14);
        auto reads = [&] { load<uint4, 4><<<blocks, 512>>>((const uint4 *)first, bytes / 16, sink); };
        reads();
        row(text("l2.load_again.mib_%g", mib), rates(microseconds_warm(reads), bytes / 1e3), "GB/s",
            "the same bytes read again; launch included");
        auto writes = [&] { store<uint4><<<blocks, 512>>>((uint4 *)first, bytes / 16, uint4()); };
        row(text("l2.store_again.mib_%g", mib), rates(microseconds_warm(writes), bytes / 1e3), "GB/s",
            "the same bytes written again; launch included");
        row(text("l2.load_after_store.mib_%g", mib), rates(microseconds(reads, then_ahead(writes)), bytes / 1e3),
            "GB/s", "bytes read that were just written");
        row(text("dram.load_cold.mib_%g", mib), rates(microseconds_cold(reads), bytes / 1e3), "GB/s",
            "bytes read after 256 MiB of others; launch included");
        row(text("dram.store_cold.mib_%g", mib), rates(microseconds_cold(writes), bytes / 1e3), "GB/s",
            "bytes written after 256 MiB of others were read; launch included");
    }
    // Loads behind a kernel that left the L2 full of written lines: what writing them back costs.
    size_t dirty = sized((size_t)256 << 20, 1 << 14);
    auto reads = [&] {
        load<uint4, 4><<<blocks, 512>>>((const uint4 *)first, sized((size_t)64 << 20, 1 << 14) / 16, sink);
    };
    auto writes = [&] { store<uint4><<<blocks, 512>>>((uint4 *)second, dirty / 16, uint4()); };
    row("dram.load_64_mib.behind_stores", microseconds(reads, then_ahead(writes)), "us",
        "64 MiB read after 256 MiB of others were written");
    row("dram.load_64_mib.behind_loads", microseconds_cold(reads), "us",
        "64 MiB read after 256 MiB of others were read");
}

// The L2 read by all multiprocessors many times within a launch: no launch in it.
__global__ void load_repeatedly(const uint4 *from, unsigned count, int turns, unsigned *sum) {
    unsigned own = 0;
    for (int turn = 0; turn < turns; turn++)
        for (unsigned i = (blockIdx.x * blockDim.x + threadIdx.x + turn * 4096) % count, n = 0;
             n < count / (gridDim.x * blockDim.x);
             n++, i = i + gridDim.x * blockDim.x < count ? i + gridDim.x * blockDim.x
                                                         : i + gridDim.x * blockDim.x - count)
            own += fold(__ldcg(&from[i]));
    if (own == 12345) *sum = own;
}
__global__ void store_repeatedly(uint4 *to, unsigned count, int turns) {
    for (int turn = 0; turn < turns; turn++)
        for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
            to[i] = make_uint4(turn, turn, turn, turn);
}
static void l2_rates() {
    for (double mib : {2., 8., 16., 24., 32., 48.}) {
        size_t bytes = sized((size_t)(mib * 1048576), 1 << 16);
        for (int each : {1, 2, 4}) {
            const int blocks = quick() ? 2 : multiprocessors() * each, turns = (int)sized(32, 2);
            const unsigned count = (unsigned)(bytes / 16), threads = blocks * 512;
            if (count < threads) continue;
            double loaded = (double)(count / threads) * threads * 16 * turns;
            row(text("l2.load.mib_%g.blocks_each_%d", mib, each),
                rates(microseconds_warm([&] { load_repeatedly<<<blocks, 512>>>((uint4 *)first, count, turns, sink); }),
                      loaded / 1e3 + 1e-9),
                "GB/s", "16 bytes a lane past the L1; blocks of 512 threads");
            row(text("l2.store.mib_%g.blocks_each_%d", mib, each),
                rates(microseconds_warm([&] { store_repeatedly<<<blocks, 512>>>((uint4 *)first, count, turns); }),
                      (double)bytes * turns / 1e3),
                "GB/s", "16 bytes a lane; blocks of 512 threads");
        }
    }
}

// ---- strides and partial sectors
// -------------------------------------------------------------------------------------- One element every `stride`
// bytes, WARPS neighbours of a warp take neighbouring ones. Rates are of sectors.
template <bool IS_STORE> __global__ void every(char *memory, size_t count, size_t stride, unsigned *sum) {
    unsigned own = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
        unsigned *at = (unsigned *)(memory + i * stride);
        if (IS_STORE) *at = (unsigned)i;
        else own += __ldcg(at);
    }
    if (own == 12345) *sum = own;
}
// A matrix of rows of `pitch` bytes, read or written down its columns: neighbouring lanes are in neighbouring rows.
template <bool IS_STORE, class T> __global__ void columns(char *memory, unsigned rows, size_t pitch, unsigned *sum) {
    unsigned own = 0;
    unsigned r = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y;
    if (r < rows) {
        T *at = (T *)(memory + r * pitch) + column;
        if (IS_STORE) *at = T();
        else own = fold(*at);
    }
    if (own == 12345) *sum = own;
}
static void strides() {
    const int blocks = quick() ? 2 : multiprocessors() * 16;
    for (size_t stride : {4, 8, 16, 32, 64, 96, 128, 160, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}) {
        size_t count = LARGE / stride, sectors = stride <= 32 ? LARGE / 32 : count;
        if (!count) continue;
        row(text("dram.load_every.stride_%zu", stride),
            rates(microseconds_cold([&] { every<false><<<blocks, 256>>>(first, count, stride, sink); }), sectors / 1e3),
            "sectors per ns", "4 bytes every n bytes; 1 GiB; consecutive lanes");
        row(text("dram.store_every.stride_%zu", stride),
            rates(microseconds_cold([&] { every<true><<<blocks, 256>>>(first, count, stride, sink); }), sectors / 1e3),
            "sectors per ns", "4 bytes every n bytes; 1 GiB; consecutive lanes");
    }
    for (size_t pitch : {256, 1024, 4096, 4096 + 32, 8192, 16384, 16384 + 128, 32768, 32768 + 128, 65536}) {
        const unsigned rows = (unsigned)std::max((size_t)1, std::min((size_t)(quick() ? 64 : 8192), LARGE / pitch)),
                       wide = (unsigned)(quick() ? 4 : std::min(pitch / 4, (size_t)2048));
        const double elements = (double)rows * wide;
        dim3 grid((rows + 255) / 256, wide);
        row(text("columns.load_4.pitch_%zu", pitch),
            rates(microseconds_cold([&] { columns<false, unsigned><<<grid, 256>>>(first, rows, pitch, sink); }),
                  elements / 1e3),
            "elements per ns", "a column of 4-byte elements down rows of n bytes; blocks of 256; y over columns");
        row(text("columns.store_4.pitch_%zu", pitch),
            rates(microseconds_cold([&] { columns<true, unsigned><<<grid, 256>>>(first, rows, pitch, sink); }),
                  elements / 1e3),
            "elements per ns", "a column of 4-byte elements down rows of n bytes; blocks of 256; y over columns");
    }
}

// Stores that fill 4, 8, 16 or all 32 bytes of each sector, neighbouring lanes in neighbouring sectors.
__global__ void partial(char *to, size_t sectors, int words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < sectors; i += (size_t)gridDim.x * blockDim.x)
        for (int w = 0; w < words; w++) ((unsigned *)(to + i * 32))[w] = w;
}
// Random sectors: loads and stores of 4 bytes, or of whole sectors by eight lanes.
template <bool IS_STORE, int LANES>
__global__ void random_sectors(char *memory, unsigned sectors, int each, unsigned *sum) {
    unsigned own = 0, thread = blockIdx.x * blockDim.x + threadIdx.x, group = thread / LANES;
    for (int i = 0; i < each; i++) {
        unsigned bits = (group * 4096u + i) * 2654435761u;
        bits = (bits ^ bits >> 15) * 2246822519u;
        bits = (bits ^ bits >> 13) * 3266489917u;
        unsigned *at = (unsigned *)(memory + (size_t)((bits ^ bits >> 16) % sectors) * 32) + thread % LANES;
        if (IS_STORE) *at = bits;
        else own += __ldcg(at);
    }
    if (own == 12345) *sum = own;
}
static void sectors() {
    const int blocks = quick() ? 2 : multiprocessors() * 16;
    for (int words : {1, 2, 4, 8})
        row(text("dram.store_partial.bytes_%d", words * 4),
            rates(microseconds_cold([&] { partial<<<blocks, 256>>>(first, LARGE / 32, words); }), LARGE / 32 / 1e3),
            "sectors per ns", "n bytes of every sector of 1 GiB");
    for (double mib : {8., 32., 1024.}) {
        const unsigned room = (unsigned)(sized((size_t)(mib * 1048576), 1 << 14) / 32);
        const int each = (int)sized(64, 2), grid = quick() ? 2 : multiprocessors() * 8;
        const double count = (double)grid * 256 * each;
        row(text("random.load_4.mib_%g", mib),
            rates(microseconds_cold([&] { random_sectors<false, 1><<<grid, 256>>>(first, room, each, sink); }),
                  count / 1e3),
            "sectors per ns", "each lane a random sector");
        row(text("random.store_4.mib_%g", mib),
            rates(microseconds_cold([&] { random_sectors<true, 1><<<grid, 256>>>(first, room, each, sink); }),
                  count / 1e3),
            "sectors per ns", "each lane 4 bytes of a random sector");
        row(text("random.load_32.mib_%g", mib),
            rates(microseconds_cold([&] { random_sectors<false, 8><<<grid, 256>>>(first, room, each, sink); }),
                  count / 8e3),
            "sectors per ns", "eight lanes a random sector");
        row(text("random.store_32.mib_%g", mib),
            rates(microseconds_cold([&] { random_sectors<true, 8><<<grid, 256>>>(first, room, each, sink); }),
                  count / 8e3),
            "sectors per ns", "eight lanes a whole random sector");
    }
}

// ---- bytes in flight
// --------------------------------------------------------------------------------------------------
template <class T, int UNROLL> static void in_flight(const char *type) {
    for (int each : {1, 2, 4, 8, 16})
        for (int threads : {32, 64, 128, 256, 512, 1024}) {
            if (each * threads > 2048) continue;
            const int blocks = quick() ? 2 : multiprocessors() * each;
            const double bytes = LARGE / 4;
            row(text("in_flight.bytes_%d.%s_x%d.blocks_each_%d.threads_%d", (int)(each * threads * UNROLL * sizeof(T)),
                     type, UNROLL, each, threads),
                rates(microseconds_cold(
                          [&] { load<T, UNROLL><<<blocks, threads>>>((T *)first, LARGE / 4 / sizeof(T), sink); }),
                      bytes / 1e3 + 1e-9),
                "GB/s", "256 MiB of loads; n bytes in flight on each multiprocessor");
        }
}

// Some of the multiprocessors alone: blocks of 1,024 threads, one on each.
static void few_multiprocessors() {
    const size_t cached = sized((size_t)16 << 20, 1 << 16);
    for (int count : {1, 2, 4, 8, 16, 32, 64, 96, 132}) {
        if (quick() && count > 2) break;
        const int turns = (int)sized(count < 8 ? 2 : 16, 1);
        const size_t bytes = std::min(LARGE, (size_t)count << 24);
        row(text("dram.load.multiprocessors_%d", count),
            rates(microseconds_cold([&] { load<uint4, 4><<<count, 1024>>>((uint4 *)first, bytes / 16, sink); }),
                  bytes / 1e3),
            "GB/s", "a block of 1024 threads on each; four loads of 16 bytes in flight a thread");
        row(text("dram.store.multiprocessors_%d", count),
            rates(microseconds_cold([&] { store<uint4><<<count, 1024>>>((uint4 *)first, bytes / 16, uint4()); }),
                  bytes / 1e3),
            "GB/s", "a block of 1024 threads on each; 16 bytes a thread");
        double loaded = (double)(cached / 16 / (count * 1024)) * count * 1024 * 16 * turns;
        row(text("l2.load.multiprocessors_%d", count),
            rates(microseconds_warm(
                      [&] { load_repeatedly<<<count, 1024>>>((uint4 *)first, (unsigned)(cached / 16), turns, sink); }),
                  loaded / 1e3),
            "GB/s", "16 MiB in the L2; a block of 1024 threads on each");
        row(text("l2.store.multiprocessors_%d", count),
            rates(microseconds_warm(
                      [&] { store_repeatedly<<<count, 1024>>>((uint4 *)first, (unsigned)(cached / 16), turns); }),
                  (double)cached * turns / 1e3),
            "GB/s", "16 MiB in the L2; a block of 1024 threads on each");
    }
}

int main() {
    sink = device_array<unsigned>(1);
    first = device_array<char>(LARGE);
    second = device_array<char>(LARGE);
    streams<unsigned>("float");
    streams<uint2>("float2");
    streams<uint4>("float4");
    row("dram.update.float4",
        rates(microseconds_cold([&] { update_one_each<uint4><<<(unsigned)(LARGE / 16 / 256), 256>>>((uint4 *)first); }),
              2 * LARGE / 1e3),
        "GB/s", "in place; read and written counted");
    row("dram.memcpy",
        rates(microseconds_cold([&] { CHECK(cudaMemcpyAsync(second, first, LARGE, cudaMemcpyDeviceToDevice)); }),
              2 * LARGE / 1e3),
        "GB/s", "cudaMemcpyAsync of 1 GiB; both counted");
    row("dram.memset", rates(microseconds_cold([&] { CHECK(cudaMemsetAsync(second, 0, LARGE)); }), LARGE / 1e3), "GB/s",
        "cudaMemsetAsync of 1 GiB");
    l2_rates();
    strides();
    sectors();
    capacity();
    few_multiprocessors();
    in_flight<unsigned, 1>("float");
    in_flight<unsigned, 4>("float");
    in_flight<uint4, 1>("float4");
    in_flight<uint4, 4>("float4");
    return 0;
}
