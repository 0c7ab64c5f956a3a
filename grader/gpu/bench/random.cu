// random.cu - pi from random points: the ladder of chapter 11, the same on the whole GPU, and cuRAND's host API with CUB.
#include "bench.h"
#include "ladder.h"

#include <cub/cub.cuh>
#include <curand.h>
#include <curand_kernel.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace pi_11 {
#define main pi_main
#include "../../../solutions/11_random_numbers/pi_monte_carlo.cu"
#undef main
}

struct InCircle {
    const double *coordinates;
    __host__ __device__ unsigned long long operator()(long long point) const {
        double x = 2 * coordinates[2 * point] - 1, y = 2 * coordinates[2 * point + 1] - 1;
        return x * x + y * y < 1;
    }
};

// Writes the coordinates to memory, reads them again and adds up.
static void add_peer(Table &table, const char *name, curandRngType_t type, size_t points) {
    curandGenerator_t generator;
    curandCreateGenerator(&generator, type);
    curandSetPseudoRandomGeneratorSeed(generator, 2024);
    auto coordinates = static_cast<double *>(bench_memory(2 * points * sizeof(double)));
    auto inner = static_cast<unsigned long long *>(bench_memory(sizeof(unsigned long long)));
    auto in_circle = thrust::make_transform_iterator(thrust::counting_iterator<long long>(0), InCircle{coordinates});
    size_t bytes = 0;
    cub::DeviceReduce::Sum(nullptr, bytes, in_circle, inner, static_cast<long long>(points));
    void *scratch = bench_memory(bytes + 1);
    table.peer(name, [=] {
        size_t same = bytes;
        curandGenerateUniformDouble(generator, coordinates, 2 * points);
        cub::DeviceReduce::Sum(scratch, same, in_circle, inner, static_cast<long long>(points));
    });
}

void bench_random() {
    const int points = 100000, turns = 5300; // of a thread: of the book's 56 x 256, of the whole GPU's
    const int blocks = 1056;                 // 8 for each of 132 multiprocessors
    const double book_points = 1.0 * pi_11::BLOCKS * pi_11::THREADS * points;
    const double gpu_points = 1.0 * blocks * pi_11::THREADS * turns;
    const size_t peer_points = size_t(1) << 28;
    Table book("pi_monte_carlo", "100,000 points a thread, 56 x 256 threads", 0, book_points);
    book.ladder(pi_11::count_names, pi_11::count_ladder, [=](decltype(&pi_11::count_atomic_per_block) step) {
        step<<<pi_11::BLOCKS, pi_11::THREADS>>>(2024, points);
    });
    book.run(7);
    Table graded("pi_monte_carlo", "2,000 points a thread", 0, book_points / 50);
    graded.ladder(pi_11::count_names, pi_11::count_ladder, [=](decltype(&pi_11::count_atomic_per_block) step) {
        step<<<pi_11::BLOCKS, pi_11::THREADS>>>(2024, points / 50);
    });
    graded.run(21);
    Table whole("pi_monte_carlo", "5,300 points a thread, 1056 x 256 threads", 0, gpu_points);
    whole.ladder(pi_11::count_names, pi_11::count_ladder,
                 [=](decltype(&pi_11::count_atomic_per_block) step) { step<<<blocks, pi_11::THREADS>>>(2024, turns); });
    whole.run(7);
    Table peers("pi_monte_carlo", "268,435,456 points", 0, double(peer_points));
    add_peer(peers, "curandGenerateUniformDouble XORWOW, cub::DeviceReduce", CURAND_RNG_PSEUDO_XORWOW, peer_points);
    add_peer(peers, "curandGenerateUniformDouble Philox, cub::DeviceReduce", CURAND_RNG_PSEUDO_PHILOX4_32_10,
             peer_points);
    peers.run(7);
    bench_release();
}
