// key.cu - the counts that pi_monte_carlo must give for its seed and points, and those of common mistakes.
//
// usage: key SEED POINTS_PER_THREAD. Prints lines "NAME count": a right program's, by generator and by the map of its
// numbers ("square": [-1, 1] x [-1, 1]; "quarter": (0, 1] x (0, 1]), and wrong ones', by what they did instead.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int BLOCKS = 56;
constexpr int THREADS = 256;
constexpr int LEVELS = 8; // of a tree of that many threads

enum Start { RIGHT, ONE_SEQUENCE, BY_BLOCK, BY_THREAD, SEED_PLUS_THREAD, OFFSETS };

struct Counts {
    unsigned long long square, quarter, single, first; // first: square of each block's first thread
    unsigned long long right, upper; // of halves of the square: x or y is not stretched
    unsigned long long more, less;   // square of one point more in each thread, and of one point less
    unsigned long long without[LEVELS]; // square of the threads that a tree without its step of distance 2^l adds
};

__device__ Counts total;

// Where thread `thread` of block `block` starts.
template <typename State> __device__ void start(Start how, unsigned long long seed, State *state) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    switch (how) {
    case RIGHT: curand_init(seed, thread, 0, state); break;
    case ONE_SEQUENCE: curand_init(seed, 0, 0, state); break;
    case BY_BLOCK: curand_init(seed, blockIdx.x, 0, state); break;
    case BY_THREAD: curand_init(seed, threadIdx.x, 0, state); break;
    case SEED_PLUS_THREAD: curand_init(seed + thread, 0, 0, state); break;
    default: curand_init(seed, 0, thread, state); break;
    }
}

// Two doubles one after another, or both from one call, which only Philox has.
template <typename State, bool PAIR> __device__ double2 draw(State *state) {
    if constexpr (PAIR) return curand_uniform2_double(state);
    double x = curand_uniform_double(state);
    return make_double2(x, curand_uniform_double(state));
}

__device__ bool in_circle(double2 uniform) {
    double x = 2 * uniform.x - 1, y = 2 * uniform.y - 1;
    return x * x + y * y < 1;
}

template <typename State, bool PAIR> __global__ void count_points(Start how, unsigned long long seed, int points) {
    State state;
    start(how, seed, &state);
    State again = state;
    Counts own = {};
    for (int i = 0; i < points; i++) {
        double2 uniform = draw<State, PAIR>(&state);
        double x = 2 * uniform.x - 1, y = 2 * uniform.y - 1;
        own.less = own.square;
        own.square += in_circle(uniform);
        own.quarter += uniform.x * uniform.x + uniform.y * uniform.y < 1;
        own.right += uniform.x * uniform.x + y * y < 1;
        own.upper += x * x + uniform.y * uniform.y < 1;
    }
    own.more = own.square + in_circle(draw<State, PAIR>(&state));
    for (int i = 0; i < points && how == RIGHT; i++) { // the right start, and single precision afterwards
        float x = 2 * curand_uniform(&again) - 1, y = 2 * curand_uniform(&again) - 1;
        own.single += x * x + y * y < 1;
    }
    atomicAdd(&total.square, own.square);
    atomicAdd(&total.quarter, own.quarter);
    atomicAdd(&total.single, own.single);
    atomicAdd(&total.right, own.right);
    atomicAdd(&total.upper, own.upper);
    atomicAdd(&total.more, own.more);
    atomicAdd(&total.less, own.less);
    if (threadIdx.x == 0) atomicAdd(&total.first, own.square);
    for (int l = 0; l < LEVELS && how == RIGHT; l++)
        if ((threadIdx.x >> l & 1) == 0) atomicAdd(&total.without[l], own.square);
}

static Counts take() {
    Counts counts, none = {};
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(&counts, total, sizeof counts));
    CHECK(cudaMemcpyToSymbol(total, &none, sizeof none));
    return counts;
}

// Where many threads draw the same points, one of them is enough: each count stands for `alike` threads.
template <typename State, bool PAIR>
static void tell(const char *kind, const char *generator, Start how, unsigned long long seed, int points,
                 int blocks = BLOCKS, int threads = THREADS) {
    unsigned long long alike = 1ull * BLOCKS * THREADS / (blocks * threads);
    count_points<State, PAIR><<<blocks, threads>>>(how, seed, points);
    Counts counts = take();
    printf("%s %s %llu square\n", kind, generator, alike * counts.square);
    printf("%s %s %llu quarter\n", kind, generator, alike * counts.quarter);
    if (how != RIGHT) return;
    printf("single %s %llu square\n", generator, counts.single);
    printf("half %s %llu right\n", generator, counts.right);
    printf("half %s %llu upper\n", generator, counts.upper);
    printf("first_of_block %s %llu square\n", generator, counts.first);
    printf("one_more %s %llu square\n", generator, counts.more);
    printf("one_less %s %llu square\n", generator, counts.less);
    for (int l = 0; l < LEVELS; l++) printf("without_%d %s %llu square\n", 1 << l, generator, counts.without[l]);
}

template <typename State, bool PAIR> static void tell_mistakes(const char *generator, unsigned long long seed, int points) {
    tell<State, PAIR>("one_sequence", generator, ONE_SEQUENCE, seed, points, 1, 1);
    tell<State, PAIR>("by_thread", generator, BY_THREAD, seed, points, 1, THREADS);
    tell<State, PAIR>("by_block", generator, BY_BLOCK, seed, points, BLOCKS, 1);
    tell<State, PAIR>("seed_plus_thread", generator, SEED_PLUS_THREAD, seed, points);
    tell<State, PAIR>("offsets", generator, OFFSETS, seed, points);
}

int main(int, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);
    tell<curandState, false>("right", "XORWOW", RIGHT, seed, points);
    tell<curandStatePhilox4_32_10_t, false>("right", "Philox", RIGHT, seed, points);
    tell<curandStatePhilox4_32_10_t, true>("right", "Philox", RIGHT, seed, points);
    tell_mistakes<curandState, false>("XORWOW", seed, points);
    tell_mistakes<curandStatePhilox4_32_10_t, false>("Philox", seed, points);
    tell_mistakes<curandStatePhilox4_32_10_t, true>("Philox", seed, points);
}
