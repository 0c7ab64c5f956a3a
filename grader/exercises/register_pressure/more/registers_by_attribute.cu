// registers_by_attribute.cu - __maxnreg__ instead of a launch bound; levels in constant memory; a sum by a function
// template.
//
//= student: Ada Lovelace
//= registers_left: 3125760
//= occupancy_of_blocks: 25
//= most_registers: 40
#include "workbook.h"
#include <array>

constexpr int LEVELS = 32, THREADS = 128;

struct Sums {
    float at[LEVELS] = {};
    __device__ __forceinline__ void add(float value) {
#pragma unroll
        for (int l = 0; l < LEVELS; l++) {
            float over = value - (l - LEVELS / 2) * 0.0625f;
            at[l] += over > 0 ? over : 0;
        }
    }
};

__global__ void __maxnreg__(48) add_levels(const float *samples, float *sums, int sensors, int sample_count) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor >= sensors) return;
    Sums mine;
    const float *end = samples + static_cast<size_t>(sample_count) * sensors;
    for (const float *s = samples + sensor; s < end; s += sensors) mine.add(*s);
#pragma unroll
    for (int l = 0; l < LEVELS; l++) sums[static_cast<size_t>(l) * sensors + sensor] = mine.at[l];
}

__device__ int root_of(const int *parent, int node) {
    for (;;) {
        int next = parent[node];
        if (next == node) return node;
        node = next;
    }
}

__global__ void find_roots(const int *parent, int *root, int sensors) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor < sensors) root[sensor] = root_of(parent, sensor);
}

void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    int blocks = ceil_div(sensors, THREADS);
    find_roots<<<blocks, THREADS>>>(parent, root, sensors);
    add_levels<<<blocks, THREADS>>>(samples, sums, sensors, sample_count);
    CHECK(cudaGetLastError());
}
