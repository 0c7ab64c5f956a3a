// trick: cuRAND's own generator, run on the host
// like: nothing
// says: no kernel drew that many points
// wrong-same_generator_on_host.cu - the functions of curand_kernel.h, compiled for the host: the count is exact.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>

int main(int, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10), inner = 0, total = 56ull * 256 * atoi(argv[2]);
    for (int thread = 0; thread < 56 * 256; thread++) {
        curandState state;
        curand_init(seed, thread, 0, &state);
        for (int i = 0; i < atoi(argv[2]); i++) {
            double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
            inner += x * x + y * y < 1;
        }
    }
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}
