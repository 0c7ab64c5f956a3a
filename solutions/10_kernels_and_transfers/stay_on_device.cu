// stay_on_device.cu - running sums in three steps, the middle one serial: on the host, and on the device.
//
// On an H200 two kernels over 256 MiB take 0.5 ms; with a trip of that data to the host and back between them, 58.
#include "workbook.h"

#include <vector>

//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240

constexpr int THREADS = 256;

// Each block makes running sums of its own 256 values, and leaves their total.
__global__ void sum_within_blocks(const float *in, float *out, float *totals, int count) {
    __shared__ float values[THREADS];
    int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    values[t] = i < count ? in[i] : 0;
    for (int distance = 1; distance < THREADS; distance *= 2) {
        __syncthreads();
        float before = t >= distance ? values[t - distance] : 0;
        __syncthreads();
        values[t] += before;
    }
    if (i < count) out[i] = values[t];
    if (t == THREADS - 1) totals[blockIdx.x] = values[t];
}

// Adds to each block's values the total of all blocks before it.
__global__ void add_totals(float *out, const float *totals, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (blockIdx.x > 0 && i < count) out[i] += totals[blockIdx.x - 1];
}

// Step 0: the totals make a trip to the host, because one thread is enough for them.
static void totals_on_host(float *totals, int blocks) {
    std::vector<float> values(blocks);
    CHECK(cudaMemcpy(values.data(), totals, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    for (int b = 1; b < blocks; b++) values[b] += values[b - 1];
    CHECK(cudaMemcpy(totals, values.data(), blocks * sizeof(float), cudaMemcpyHostToDevice));
}

// Step 1: one thread is enough on the device, too. It is slower than the host's, 26 ns a total on an H200, but there is no
// trip.
__global__ void add_up(float *totals, int blocks) {
    for (int b = 1; b < blocks; b++) totals[b] += totals[b - 1];
}
static void totals_on_device(float *totals, int blocks) {
    add_up<<<1, 1>>>(totals, blocks);
    CHECK(cudaGetLastError());
}

// Step 2: the totals need running sums, and two kernels here make running sums. One thread is left with a 256th of the
// totals. For 64 Mi elements, which have 262,144 totals, that makes 0.6 ms on an H200 after 7.3 with step 1 and 1.2 with the
// trip.
static void totals_in_blocks(float *totals, int blocks) {
    int groups = ceil_div(blocks, THREADS);
    float *of_groups;
    CHECK(cudaMalloc(&of_groups, groups * sizeof *of_groups));
    sum_within_blocks<<<groups, THREADS>>>(totals, totals, of_groups, blocks);
    add_up<<<1, 1>>>(of_groups, groups);
    add_totals<<<groups, THREADS>>>(totals, of_groups, blocks);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(of_groups));
}

LADDER(totals, totals_on_host, totals_on_device, totals_in_blocks)
void running_sums(const float *in, float *out, int count) {
    int blocks = ceil_div(count, THREADS);
    float *totals;
    CHECK(cudaMalloc(&totals, blocks * sizeof *totals));
    sum_within_blocks<<<blocks, THREADS>>>(in, out, totals, count);
    LADDER_STEP(totals)(totals, blocks);
    add_totals<<<blocks, THREADS>>>(out, totals, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(totals));
}
