// key.cu - what distributions must draw. usage: key SEED THREADS DRAWS; prints the numbers of uniform, normal, log-normal
// and Poisson, each draw d of thread t at d * THREADS + t, exactly; then those of mistakes: uniform in single precision,
// and normal, log-normal and Poisson where each array goes on with the state that the array before has left; then uniform
// where threads differ by seed instead.
#include "workbook.h"
#include <curand_kernel.h>
#include <vector>

__global__ void draw(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                     double *poisson, double *mistaken) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState start, state;
    curand_init(seed, t, 0, &start);
    state = start;
    for (int d = 0; d < draws; d++) uniform[d * threads + t] = -1 + 4 * curand_uniform_double(&state);
    state = start;
    for (int d = 0; d < draws; d++) normal[d * threads + t] = 10 + 2 * curand_normal_double(&state);
    state = start;
    for (int d = 0; d < draws; d++) log_normal[d * threads + t] = curand_log_normal_double(&state, 0.5, 0.25);
    state = start;
    for (int d = 0; d < draws; d++) poisson[d * threads + t] = curand_poisson(&state, 3.5);

    size_t count = static_cast<size_t>(threads) * draws;
    state = start;
    for (int d = 0; d < draws; d++) mistaken[d * threads + t] = -1 + 4 * curand_uniform(&state);
    state = start;
    for (int d = 0; d < draws; d++) curand_uniform_double(&state);
    for (int d = 0; d < draws; d++) mistaken[count + d * threads + t] = 10 + 2 * curand_normal_double(&state);
    for (int d = 0; d < draws; d++) mistaken[2 * count + d * threads + t] = curand_log_normal_double(&state, 0.5, 0.25);
    for (int d = 0; d < draws; d++) mistaken[3 * count + d * threads + t] = curand_poisson(&state, 3.5);
    curand_init(seed + t, 0, 0, &state);
    for (int d = 0; d < draws; d++) mistaken[4 * count + d * threads + t] = -1 + 4 * curand_uniform_double(&state);
}

int main(int, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int threads = atoi(argv[2]), draws = atoi(argv[3]);
    size_t count = static_cast<size_t>(threads) * draws;
    std::vector<double> numbers(9 * count);
    double *out;
    CHECK(cudaMalloc(&out, numbers.size() * sizeof(double)));
    draw<<<ceil_div(threads, 128), 128>>>(seed, threads, draws, out, out + count, out + 2 * count, out + 3 * count,
                                           out + 4 * count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(numbers.data(), out, numbers.size() * sizeof(double), cudaMemcpyDeviceToHost));
    for (double number : numbers) printf("%.17g\n", number);
    CHECK(cudaFree(out));
}
