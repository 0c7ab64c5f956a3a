// conflicts.cu - asynchronous copies of 4, 8 and 16 bytes a lane into rows of shared memory that share banks.
//
//     ./conflicts          prints copy_bytes,pattern,clocks: clocks of a multiprocessor per request of a warp
//     ncu ... ./conflicts count     launches each case once; the counters of the launches are what is wanted
//
// Lane n copies to word n * stride, or as the pattern's name says; what is copied lies in one row that the cache holds.
#include "../constants/probe.cuh"

constexpr int COPIES = 64;

template <int BYTES> __global__ void copies(long long *clocks, const char *from, const unsigned *places, int turns) {
    extern __shared__ __align__(16) char words[];
    unsigned at = (unsigned)__cvta_generic_to_shared(words) + places[threadIdx.x % 32];
    const char *own = from + threadIdx.x * (BYTES == 17 ? 16 : BYTES);
    long long start = clock64();
    for (int turn = 0; turn < turns; turn++) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            if (BYTES == 4) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(own) : "memory");
            if (BYTES == 8) asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(at), "l"(own) : "memory");
            if (BYTES == 16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(own) : "memory");
            if (BYTES == 17) asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(at), "l"(own) : "memory");
        }
        asm volatile("cp.async.commit_group; cp.async.wait_group 0;" ::: "memory");
    }
    long long end = clock64();
    if (threadIdx.x == 0) *clocks = end - start;
}

struct Case {
    const char *pattern;
    unsigned (*place)(unsigned lane, unsigned bytes); // the byte to which a lane copies
};
static const Case cases[] = {
    {"neighbours", [](unsigned lane, unsigned bytes) { return lane * bytes; }},
    {"stride_2", [](unsigned lane, unsigned bytes) { return lane * bytes * 2; }},
    {"stride_4", [](unsigned lane, unsigned bytes) { return lane * bytes * 4; }},
    {"stride_8", [](unsigned lane, unsigned bytes) { return lane * bytes * 8; }},
    {"rows_of_128_bytes", [](unsigned lane, unsigned) { return lane * 128; }},
    {"rows_of_132_bytes_or_padded", [](unsigned lane, unsigned bytes) { return lane * (128 + bytes); }},
    {"rows_of_64_bytes", [](unsigned lane, unsigned) { return lane * 64; }},
    {"two_columns_of_rows_of_128_bytes",
     [](unsigned lane, unsigned bytes) { return lane / 2 * 128 + lane % 2 * bytes; }},
    {"eight_columns_of_rows_of_128_bytes",
     [](unsigned lane, unsigned bytes) { return lane / 8 * 128 + lane % 8 * bytes; }},
    {"one_place", [](unsigned, unsigned) { return 0u; }},
    {"reversed", [](unsigned lane, unsigned bytes) { return (31 - lane) * bytes; }},
    {"exchanged", [](unsigned lane, unsigned bytes) { return (lane ^ 5) * bytes; }},
};

template <int BYTES> static void measure(bool count_only) {
    const unsigned bytes = BYTES == 17 ? 16 : BYTES;
    static long long *clocks = device_array<long long>(1);
    static char *from = device_array<char>(1 << 16);
    static unsigned *places = device_array<unsigned>(32);
    for (const Case &one : cases) {
        unsigned host[32];
        for (unsigned lane = 0; lane < 32; lane++) host[lane] = one.place(lane, bytes) / bytes * bytes;
        CHECK(cudaMemcpy(places, host, sizeof host, cudaMemcpyHostToDevice));
        CHECK(cudaFuncSetAttribute(copies<BYTES>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
        if (count_only) { // eight copies of one warp
            copies<BYTES><<<1, 32, 65536>>>(clocks, from, places, 1);
            CHECK(cudaGetLastError());
            CHECK(cudaDeviceSynchronize());
            printf("%s%d,%s\n", BYTES == 17 ? "ca" : "", bytes, one.pattern);
            continue;
        }
        std::vector<double> values;
        for (int run = 0; run < samples(); run++) {
            copies<BYTES><<<1, 1024, 65536>>>(clocks, from, places, COPIES);
            CHECK(cudaGetLastError());
            values.push_back((double)to_host(clocks, 1)[0] / (32.0 * 8 * COPIES));
        }
        row(text("cp_async_%s%d.%s", BYTES == 17 ? "ca_" : "", bytes, one.pattern), values, "clocks per request",
            "32 warps; eight copies and a wait");
    }
}

int main(int argc, char **) {
    measure<4>(argc > 1);
    measure<8>(argc > 1);
    measure<16>(argc > 1);
    measure<17>(argc > 1);
    return 0;
}
