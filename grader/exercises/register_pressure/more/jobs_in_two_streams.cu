// jobs_in_two_streams.cu - The kernels run in two streams, each with the block that suits it.
//
//= student: Ada Lovelace
//= registers_left: 3125760
//= occupancy_of_blocks: 25
//= most_registers: 40
#include "workbook.h"
constexpr int LEVELS = 32;

__global__ void __launch_bounds__(128, 10) excess(const float *__restrict__ samples, float *__restrict__ sums, int sensors, int count) {
    int sensor = blockIdx.x * blockDim.x + threadIdx.x;
    if (sensor >= sensors) return;
    float sum[LEVELS];
#pragma unroll
    for (float &s : sum) s = 0;
    const float *sample = samples + sensor;
    for (int s = 0; s < count; s++, sample += sensors) {
        float value = *sample;
#pragma unroll
        for (int l = 0; l < LEVELS; l++) sum[l] += fmaxf(value - (l - LEVELS / 2) * 0.0625f, 0.0f);
    }
#pragma unroll
    for (int l = 0; l < LEVELS; l++) sums[size_t(l) * sensors + sensor] = sum[l];
}

__global__ void find_roots(const int *__restrict__ parent, int *__restrict__ root, int sensors) {
    int sensor = blockIdx.x * blockDim.x + threadIdx.x;
    if (sensor >= sensors) return;
    int node = sensor, next;
    while ((next = __ldg(parent + node)) != node) node = next;
    root[sensor] = node;
}

void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    cudaStream_t streams[2];
    for (auto &stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    excess<<<ceil_div(sensors, 128), 128, 0, streams[0]>>>(samples, sums, sensors, sample_count);
    find_roots<<<ceil_div(sensors, 512), 512, 0, streams[1]>>>(parent, root, sensors);
    CHECK(cudaGetLastError());
    for (auto stream : streams) {
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    }
}
