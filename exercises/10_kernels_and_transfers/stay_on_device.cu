// stay_on_device.cu - running sums that never leave the device.
//
// out[i] = in[0] + ... + in[i]. Both have count floats and lie on the device; count is any positive number.
//
// The function below is right. It works in three steps: each block makes running sums of its own 256 values; then the
// blocks' totals are added up; then each block adds what all before it have. The second step is serial, and so it was
// given to the host.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

#include <vector>

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

// TODO: nothing may be copied between host and device, and the host need not wait. Do this step where the totals are.
static void totals_on_host(float *totals, int blocks) {
    std::vector<float> values(blocks);
    CHECK(cudaMemcpy(values.data(), totals, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    for (int b = 1; b < blocks; b++) values[b] += values[b - 1];
    CHECK(cudaMemcpy(totals, values.data(), blocks * sizeof(float), cudaMemcpyHostToDevice));
}

void running_sums(const float *in, float *out, int count) {
    int blocks = ceil_div(count, THREADS);
    float *totals;
    CHECK(cudaMalloc(&totals, blocks * sizeof *totals));
    sum_within_blocks<<<blocks, THREADS>>>(in, out, totals, count);
    totals_on_host(totals, blocks);
    add_totals<<<blocks, THREADS>>>(out, totals, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(totals));
}

// Predict first.
//     make questions EXERCISE=stay_on_device  shows the questions with numbers
//     make another EXERCISE=stay_on_device    shows them with others
//= numbers: 1
//   - How many bytes does the function above copy between host and device, both ways together, for your elements?
//= bytes_of_the_trip: ?
//   - How many sectors do all warps of add_totals load (not store), for another number of elements?
//= sectors_of_add_totals: ?
