// atomics.cu - atomic operations on global memory per nanosecond, against the number of addresses they are spread over.
//
// `random`: each lane draws an address. `row`: neighbouring lanes take neighbouring words. `warp`: one lane of each
// warp. `apart`: as random, but each address has a line of its own. `combined`: a warp adds first and one lane does the
// atomic.
#include "probe.cuh"

enum Operation {
    ADD_INT,
    ADD_INT_RETURN,
    ADD_FLOAT,
    ADD_FLOAT_RETURN,
    ADD_LONG,
    ADD_DOUBLE,
    MAX_INT,
    EXCHANGE,
    COMPARE
};
static const char *const operation_names[] = {"add_int",          "add_int_return", "add_float",
                                              "add_float_return", "add_long",       "add_double",
                                              "max_int",          "exchange",       "compare_and_swap"};
enum Pattern { RANDOM, ROW, WARP, APART, COMBINED };
static const char *const pattern_names[] = {"random", "row", "warp", "apart", "combined"};

template <int OPERATION> __device__ __forceinline__ unsigned once(char *at, unsigned value) {
    unsigned x = 0;
    unsigned long long l;
    if (OPERATION == ADD_INT) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
    if (OPERATION == ADD_INT_RETURN)
        asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(x) : "l"(at), "r"(value) : "memory");
    if (OPERATION == ADD_FLOAT) asm volatile("red.global.add.f32 [%0], %1;" ::"l"(at), "f"((float)value) : "memory");
    if (OPERATION == ADD_FLOAT_RETURN) {
        float f;
        asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(f) : "l"(at), "f"((float)value) : "memory");
        x = __float_as_uint(f);
    }
    if (OPERATION == ADD_LONG)
        asm volatile("red.global.add.u64 [%0], %1;" ::"l"(at), "l"((unsigned long long)value) : "memory");
    if (OPERATION == ADD_DOUBLE) asm volatile("red.global.add.f64 [%0], %1;" ::"l"(at), "d"((double)value) : "memory");
    if (OPERATION == MAX_INT) asm volatile("red.global.max.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
    if (OPERATION == EXCHANGE)
        asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(x) : "l"(at), "r"(value) : "memory");
    if (OPERATION == COMPARE)
        asm volatile("atom.global.cas.b32 %0, [%1], 0, %2;" : "=r"(x) : "l"(at), "r"(value) : "memory");
    (void)l;
    return x;
}

template <int OPERATION, int PATTERN>
__global__ void spread(char *memory, unsigned addresses, int each, unsigned *sum) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, own = 0;
    const int width = OPERATION == ADD_LONG || OPERATION == ADD_DOUBLE ? 8 : 4;
    for (int i = 0; i < each; i++) {
        unsigned source = PATTERN == WARP || PATTERN == COMBINED ? thread / 32 : thread;
        unsigned bits = (source * 64u + i) * 2654435761u;
        bits = (bits ^ bits >> 15) * 2246822519u;
        bits ^= bits >> 13;
        size_t place = PATTERN == ROW ? (thread + i * 32 * 1031u) % addresses : bits % addresses;
        char *at = memory + place * (PATTERN == APART ? 128 : width);
        unsigned value = 1;
        if (PATTERN == COMBINED) value = __reduce_add_sync(0xffffffff, bits & 1);
        if (PATTERN != WARP && PATTERN != COMBINED) own += once<OPERATION>(at, value);
        else if (threadIdx.x % 32 == 0) own += once<OPERATION>(at, value);
    }
    if (own == 123456789) *sum = own;
}

static char *memory;
static unsigned *sum;

template <int OPERATION, int PATTERN> static void measure(int blocks, const char *where) {
    for (unsigned addresses = 1; addresses <= (1u << 24);
         addresses *= addresses < 64 || addresses >= (1u << 20) ? (addresses < 64 ? 2 : 16) : 8) {
        if (PATTERN == APART && addresses > (1u << 20)) continue;
        // One address takes longest: fewer operations there.
        const int each = quick() ? 1 : blocks == 1 ? 64 : addresses < 16 ? 4 : 32, grid = quick() ? 2 : blocks;
        const double count = (double)grid * 512 * each / (PATTERN == WARP || PATTERN == COMBINED ? 32 : 1);
        std::vector<double> times =
            microseconds([&] { spread<OPERATION, PATTERN><<<grid, 512>>>(memory, addresses, each, sum); },
                         [] { empty_caches(); }, quick() ? 1 : 5);
        row(text("atomic.%s.%s.of_%u%s", operation_names[OPERATION], pattern_names[PATTERN], addresses, where),
            rates(times, count / 1e3), "per ns",
            PATTERN == COMBINED ? "atomics of one lane for its warp; cold" : "lanes' atomics; cold; launch included");
    }
}

int main() {
    memory = device_array<char>((size_t)1 << 28);
    sum = device_array<unsigned>(1);
    const int all = multiprocessors() * 4;
    measure<ADD_INT, RANDOM>(all, "");
    measure<ADD_INT, ROW>(all, "");
    measure<ADD_INT, WARP>(all, "");
    measure<ADD_INT, APART>(all, "");
    measure<ADD_INT, COMBINED>(all, "");
    measure<ADD_INT_RETURN, RANDOM>(all, "");
    measure<ADD_INT_RETURN, ROW>(all, "");
    measure<ADD_INT_RETURN, WARP>(all, "");
    measure<ADD_FLOAT, RANDOM>(all, "");
    measure<ADD_FLOAT, ROW>(all, "");
    measure<ADD_FLOAT, WARP>(all, "");
    measure<ADD_FLOAT_RETURN, RANDOM>(all, "");
    measure<ADD_LONG, RANDOM>(all, "");
    measure<ADD_DOUBLE, RANDOM>(all, "");
    measure<MAX_INT, RANDOM>(all, "");
    measure<EXCHANGE, RANDOM>(all, "");
    measure<COMPARE, RANDOM>(all, "");
    measure<ADD_INT, RANDOM>(1, ".alone");
    measure<ADD_INT, WARP>(1, ".alone");
    measure<ADD_INT_RETURN, RANDOM>(1, ".alone");
    return 0;
}
