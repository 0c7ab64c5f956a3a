// threads_told_by_callbacks.cu - Two threads enqueue the pieces that a queue has for them. Callbacks tell the main
// thread which pieces are back, and it waits for all of them.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

constexpr int THREADS = 256, PIECES = 8;

__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

struct Pieces {
    const float *in;
    float *out, *a, *b;
    int count, size, all;
    std::atomic<int> next{0};
    std::mutex lock;
    std::condition_variable changed;
    int back = 0;
};
static void CUDART_CB piece_is_back(void *opaque) {
    Pieces *pieces = static_cast<Pieces *>(opaque);
    std::lock_guard<std::mutex> held(pieces->lock);
    pieces->back++;
    pieces->changed.notify_one();
}

static void enqueue(Pieces *pieces) {
    for (int p = pieces->next++; p < pieces->all; p = pieces->next++) {
        cudaStream_t stream;
        int first = p * pieces->size, length = std::min(pieces->size, pieces->count - first);
        size_t bytes = length * sizeof(float);
        CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CHECK(cudaMemcpyAsync(pieces->a + first, pieces->in + first, bytes, cudaMemcpyHostToDevice, stream));
        relax<<<ceil_div(length, THREADS), THREADS, 0, stream>>>(pieces->a + first, pieces->b + first, length);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(pieces->out + first, pieces->b + first, bytes, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaLaunchHostFunc(stream, piece_is_back, pieces));
        CHECK(cudaStreamDestroy(stream));
    }
}

void relax_all(const float *in, float *out, int count) {
    Pieces pieces;
    pieces.in = in, pieces.out = out, pieces.count = count;
    pieces.size = ceil_div(count, PIECES);
    pieces.all = ceil_div(count, pieces.size);
    CHECK(cudaMalloc(&pieces.a, count * sizeof(float)));
    CHECK(cudaMalloc(&pieces.b, count * sizeof(float)));
    std::thread one(enqueue, &pieces), other(enqueue, &pieces);
    one.join();
    other.join();
    std::unique_lock<std::mutex> held(pieces.lock);
    pieces.changed.wait(held, [&] { return pieces.back == pieces.all; });
    CHECK(cudaFree(pieces.a));
    CHECK(cudaFree(pieces.b));
}
