// ceilings.cu - what this GPU reaches at best: copying memory, reading what lies in the L2, multiplying and adding.
//
// Prints JSON: bytes a second (read plus written) of a copy from device to device, bytes a second of loads that the L2
// serves, single precision operations a second. The best of several runs each: a ceiling is what was reached.
#include "../../common/workbook.h"

#include <algorithm>

template <typename Work> static double best_seconds(Work work) {
    cudaEvent_t start, end;
    float best = 1e9;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    for (int run = 0; run < 12; run++) {
        float milliseconds;
        CHECK(cudaEventRecord(start));
        work();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&milliseconds, start, end));
        best = std::min(best, milliseconds);
    }
    CHECK(cudaGetLastError());
    return best / 1e3;
}

// Every block reads the same `vectors` float4, `turns` times, bypassing the L1.
__global__ void read_again(const float4 *in, float *out, int vectors, int turns) {
    float sum = 0;
    for (int turn = 0; turn < turns; turn++)
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += gridDim.x * blockDim.x) {
            float4 four = __ldcg(&in[i]);
            sum += four.x + four.y + four.z + four.w;
        }
    if (sum == 12345) *out = sum;
}

constexpr int CHAINS = 8; // of multiply-adds that do not wait for each other

__global__ void multiply_add(float *out, float factor, int turns) {
    float values[CHAINS];
    for (int c = 0; c < CHAINS; c++) values[c] = threadIdx.x + c;
    for (int turn = 0; turn < turns; turn++)
#pragma unroll
        for (int c = 0; c < CHAINS; c++) values[c] = values[c] * factor + 1.0f;
    float sum = 0;
    for (int c = 0; c < CHAINS; c++) sum += values[c];
    if (sum == 12345) *out = sum;
}

int main() {
    const size_t copied = size_t(512) << 20, cached = size_t(8) << 20;
    const int threads = 512, turns = 64, steps = 1 << 14;
    int multiprocessors;
    char *from, *to;
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaMalloc(&from, copied));
    CHECK(cudaMalloc(&to, copied));
    CHECK(cudaMemset(from, 1, copied));
    int blocks = 4 * multiprocessors;
    double copy = best_seconds([&] { CHECK(cudaMemcpyAsync(to, from, copied, cudaMemcpyDeviceToDevice)); });
    double l2 = best_seconds([&] {
        read_again<<<blocks, threads>>>(reinterpret_cast<float4 *>(from), reinterpret_cast<float *>(to), cached / 16, turns);
    });
    double arithmetic =
        best_seconds([&] { multiply_add<<<blocks, threads>>>(reinterpret_cast<float *>(to), 0.999f, steps); });
    printf("{\"copy_bytes_per_second\": %.6e, \"l2_bytes_per_second\": %.6e, \"flops\": %.6e}\n", 2.0 * copied / copy,
           double(cached) * turns / l2, 2.0 * CHAINS * steps * blocks * threads / arithmetic);
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    return 0;
}
