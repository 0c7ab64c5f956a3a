// threads_take_pieces.cu - Tasks of std::async take piece after piece, each in the default stream of its thread.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <future>

__global__ void relax(float *values, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        float value = values[i];
#pragma unroll
        for (int turn = 0; turn < 16; turn++) value = fmaf(value, 0.5f, 1.0f);
        values[i] = value;
    }
}

void relax_all(const float *in, float *out, int count) {
    constexpr int WORKERS = 4, PIECES = 12;
    int size = ceil_div(count, PIECES);
    std::atomic<int> next = 0;
    auto work = [&] {
        float *values;
        CHECK(cudaMallocAsync(&values, size * sizeof(float), cudaStreamPerThread));
        for (int first = next++ * size; first < count; first = next++ * size) {
            size_t length = std::min(size, count - first), bytes = length * sizeof(float);
            CHECK(cudaMemcpyAsync(values, in + first, bytes, cudaMemcpyHostToDevice, cudaStreamPerThread));
            relax<<<ceil_div((int)length, 128), 128, 0, cudaStreamPerThread>>>(values, (int)length);
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpyAsync(out + first, values, bytes, cudaMemcpyDeviceToHost, cudaStreamPerThread));
            CHECK(cudaStreamSynchronize(cudaStreamPerThread));
        }
        CHECK(cudaFreeAsync(values, cudaStreamPerThread));
        CHECK(cudaStreamSynchronize(cudaStreamPerThread));
    };
    std::array<std::future<void>, WORKERS> tasks;
    for (auto &task : tasks) task = std::async(std::launch::async, work);
    for (auto &task : tasks) task.get();
}
