// sums_in_shared_memory.cu - the sums have no registers at all: 32 KiB of shared memory a block, six blocks.
#include "workbook.h"

//= student: Ada Lovelace
//= registers_left: 3125760
//= occupancy_of_blocks: 25
//= most_registers: 40
__global__ void sum_excess(const float *samples, float *sums, int sensors, int sample_count) {
    __shared__ float sum[32][256];
    int sensor = blockIdx.x * 256 + threadIdx.x;
    if (sensor >= sensors) return;
    for (int l = 0; l < 32; l++) sum[l][threadIdx.x] = 0;
    for (int s = 0; s < sample_count; s++) {
        float value = samples[static_cast<size_t>(s) * sensors + sensor];
#pragma unroll 4
        for (int l = 0; l < 32; l++) sum[l][threadIdx.x] += fmaxf(value - (l - 16) * 0.0625f, 0);
    }
    for (int l = 0; l < 32; l++) sums[static_cast<size_t>(l) * sensors + sensor] = sum[l][threadIdx.x];
}

__global__ void find_roots(const int *parent, int *root, int sensors) {
    int sensor = blockIdx.x * 512 + threadIdx.x;
    if (sensor >= sensors) return;
    int node = sensor, next;
    while ((next = parent[node]) != node) node = next;
    root[sensor] = node;
}

void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    find_roots<<<ceil_div(sensors, 512), 512>>>(parent, root, sensors);
    sum_excess<<<ceil_div(sensors, 256), 256>>>(samples, sums, sensors, sample_count);
    CHECK(cudaGetLastError());
}
