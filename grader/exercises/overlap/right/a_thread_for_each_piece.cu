// a_thread_for_each_piece.cu - Four host threads, each with a stream and a buffer of its own, and its own wait.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <algorithm>
#include <thread>
#include <vector>

__global__ void relax(float *values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = values[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    values[i] = value;
}

static void relax_piece(const float *in, float *out, int count) {
    cudaStream_t stream;
    float *values;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&values, count * sizeof(float)));
    CHECK(cudaMemcpyAsync(values, in, count * sizeof(float), cudaMemcpyHostToDevice, stream));
    relax<<<ceil_div(count, 256), 256, 0, stream>>>(values, count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(out, values, count * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(values));
    CHECK(cudaStreamDestroy(stream));
}

void relax_all(const float *in, float *out, int count) {
    std::vector<std::thread> threads;
    int size = ceil_div(count, 4);
    for (int first = 0; first < count; first += size)
        threads.emplace_back(relax_piece, in + first, out + first, std::min(size, count - first));
    for (std::thread &thread : threads) thread.join();
}
