// Lane l keeps level l of 32 sensors, whose samples go round the warp by shuffles.
//= student: Ada Lovelace
//= registers_left: 3125760
//= occupancy_of_blocks: 25
//= most_registers: 40
#include "workbook.h"
constexpr int LEVELS = 32;
__global__ void levels(const float *samples, float *sums, int sensors, int count) {
    __shared__ float out[8][32][33];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    int first = (blockIdx.x * 8 + w) * 32;
    if (first >= sensors) return;
    float mine = (lane - LEVELS / 2) * 0.0625f;
    float sum[32] = {};
    for (int s = 0; s < count; s++) {
        float v = first + lane < sensors ? samples[(size_t)s * sensors + first + lane] : 0;
#pragma unroll
        for (int j = 0; j < 32; j++) sum[j] += fmaxf(__shfl_sync(~0u, v, j) - mine, 0.f);
    }
#pragma unroll
    for (int j = 0; j < 32; j++) out[w][lane][j] = sum[j];
    __syncwarp();
    if (first + lane < sensors)
        for (int l = 0; l < LEVELS; l++) sums[(size_t)l * sensors + first + lane] = out[w][l][lane];
}
__global__ void find_roots(const int *parent, int *root, int sensors) {
    const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < sensors) {
        unsigned at = i;
        while (parent[at] != at) at = parent[at];
        root[i] = at;
    }
}
void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    levels<<<ceil_div(sensors, 256), 256>>>(samples, sums, sensors, sample_count);
    find_roots<<<ceil_div(sensors, 256), 256>>>(parent, root, sensors);
    CHECK(cudaGetLastError());
}
