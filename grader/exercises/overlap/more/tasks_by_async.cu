// std::async: four tasks, each with a stream and every fourth piece.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <future>
#include <vector>

constexpr int THREADS = 256, PIECES = 16, TASKS = 4;

__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

static void every_fourth(int task, const float *in, float *out, float *a, float *b, int count) {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    int size = ceil_div(count, PIECES);
    for (int p = task; p < PIECES; p += TASKS) {
        int first = p * size, length = min(size, count - first);
        if (length <= 0) break;
        CHECK(cudaMemcpyAsync(a + first, in + first, length * sizeof(float), cudaMemcpyHostToDevice, stream));
        relax<<<ceil_div(length, THREADS), THREADS, 0, stream>>>(a + first, b + first, length);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out + first, b + first, length * sizeof(float), cudaMemcpyDeviceToHost, stream));
    }
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}

void relax_all(const float *in, float *out, int count) {
    float *a, *b;
    CHECK(cudaMalloc(&a, count * sizeof(float)));
    CHECK(cudaMalloc(&b, count * sizeof(float)));
    std::vector<std::future<void>> tasks;
    for (int t = 0; t < TASKS; t++) tasks.push_back(std::async(std::launch::async, every_fourth, t, in, out, a, b, count));
    for (auto &task : tasks) task.get();
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
