// two_kernels_of_the_lesson.cu - The lesson's second cure, and a mild launch bound.
//
//= student: Ada Lovelace
//= occupancy_of_blocks: 25
//= most_registers: 40
//= blocks_that_fit: 412
#include "workbook.h"

constexpr int LEVELS = 32;
constexpr int THREADS = 256;

__device__ constexpr float level(int l) { return (l - LEVELS / 2) * 0.0625f; }

__global__ void __launch_bounds__(THREADS, 5)
    add_levels(const float *samples, float *sums, int sensors, int sample_count) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor >= sensors) return;
    float sum[LEVELS] = {};
    for (int s = 0; s < sample_count; s++) {
        float value = samples[static_cast<size_t>(s) * sensors + sensor];
        for (int l = 0; l < LEVELS; l++) {
            float over = value - level(l);
            if (over > 0) sum[l] += over;
        }
    }
    for (int l = 0; l < LEVELS; l++) sums[static_cast<size_t>(l) * sensors + sensor] = sum[l];
}

__global__ void find_roots(const int *parent, int *root, int sensors) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor >= sensors) return;
    int node = sensor;
    for (int next = parent[node]; next != node; next = parent[node]) node = next;
    root[sensor] = node;
}

void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    add_levels<<<ceil_div(sensors, THREADS), THREADS>>>(samples, sums, sensors, sample_count);
    CHECK(cudaGetLastError());
    find_roots<<<ceil_div(sensors, THREADS), THREADS>>>(parent, root, sensors);
    CHECK(cudaGetLastError());
}
