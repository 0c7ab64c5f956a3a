// trick: threads of the host that take turns
// like: limit-waits_for_each_piece.edit
// says: times of both ways
// limit-threads_in_turn.cu - each thread begins when the one before it has waited for its piece.
#include "workbook.h"
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

__global__ void relax(float *values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = values[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    values[i] = value;
}
static std::atomic<int> turn;

static void relax_piece(int mine, const float *in, float *out, int count) {
    cudaStream_t stream;
    float *values;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&values, count * sizeof(float)));
    while (turn != mine) {}
    CHECK(cudaMemcpyAsync(values, in, count * sizeof(float), cudaMemcpyHostToDevice, stream));
    relax<<<ceil_div(count, 256), 256, 0, stream>>>(values, count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(out, values, count * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    turn++;
    CHECK(cudaFree(values));
    CHECK(cudaStreamDestroy(stream));
}

void relax_all(const float *in, float *out, int count) {
    std::vector<std::thread> threads;
    int size = ceil_div(count, 4), mine = 0;
    turn = 0;
    for (int first = 0; first < count; first += size)
        threads.emplace_back(relax_piece, mine++, in + first, out + first, std::min(size, count - first));
    for (std::thread &thread : threads) thread.join();
}
