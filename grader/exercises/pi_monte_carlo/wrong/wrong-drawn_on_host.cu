// trick: a generator of the host
// like: nothing
// says: drew nothing in double precision
// limit-drawn_on_host.cu - a normal generator of the host does all the work.
#include "workbook.h"
#include <random>

int main(int argc, char **argv) {
    std::mt19937_64 generator(strtoull(argv[1], nullptr, 10));
    std::uniform_real_distribution<double> uniform(-1, 1);
    unsigned long long inner = 0, total = 56ull * 256 * atoi(argv[2]);
    for (unsigned long long i = 0; i < total; i++) {
        double x = uniform(generator), y = uniform(generator);
        if (x * x + y * y < 1) inner++;
    }
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}
