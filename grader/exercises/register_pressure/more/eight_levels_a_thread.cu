// eight_levels_a_thread.cu - rows of threads have eight levels each and share the samples of a block.
//
//= student: Ada Lovelace
//= registers_left: 3125760
//= occupancy_of_blocks: 25
//= most_registers: 40
#include "workbook.h"

constexpr int LEVELS = 32, EACH = 8, WIDTH = 64, ROWS = LEVELS / EACH, BATCH = 8;

__global__ void __launch_bounds__(WIDTH *ROWS) add_levels(const float *__restrict__ samples, float *__restrict__ sums,
                                                          int sensors, int sample_count) {
    __shared__ float shared[BATCH][WIDTH];
    int sensor = blockIdx.x * WIDTH + threadIdx.x, first = threadIdx.y * EACH;
    float sum[EACH] = {};
    for (int s = 0; s < sample_count; s += BATCH) {
        for (int b = threadIdx.y; b < BATCH; b += ROWS)
            shared[b][threadIdx.x] = sensor < sensors && s + b < sample_count
                                         ? samples[static_cast<size_t>(s + b) * sensors + sensor]
                                         : -1e9f;
        __syncthreads();
        for (int b = 0; b < BATCH; b++)
#pragma unroll
            for (int l = 0; l < EACH; l++)
                sum[l] += fmaxf(shared[b][threadIdx.x] - (first + l - LEVELS / 2) * 0.0625f, 0);
        __syncthreads();
    }
    if (sensor >= sensors) return;
#pragma unroll
    for (int l = 0; l < EACH; l++) sums[static_cast<size_t>(first + l) * sensors + sensor] = sum[l];
}

__global__ void find_roots(const int *parent, int *root, int sensors) {
    int sensor = blockIdx.x * blockDim.x + threadIdx.x;
    if (sensor >= sensors) return;
    int node = sensor;
    for (int up = parent[node]; up != node; up = parent[node]) node = up;
    root[sensor] = node;
}

void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    find_roots<<<ceil_div(sensors, 512), 512>>>(parent, root, sensors);
    add_levels<<<ceil_div(sensors, WIDTH), dim3(WIDTH, ROWS)>>>(samples, sums, sensors, sample_count);
    CHECK(cudaGetLastError());
}
