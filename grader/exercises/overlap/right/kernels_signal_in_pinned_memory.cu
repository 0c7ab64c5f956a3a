// kernels_signal_in_pinned_memory.cu - Six buffers for 24 pieces. A kernel behind each piece signals in pinned memory,
// and the host, which polls that, gives a buffer to another piece only when the one before it is back.
//
//= student: Ada Lovelace
//= time_of_pieces: 1452
//= percent_of_pieces: 52.5
//= fewest_pieces: 63
#include "workbook.h"
#include <cuda/atomic>

constexpr int BUFFERS = 6, PIECES = 24, THREADS = 128;

using Count = cuda::atomic<int, cuda::thread_scope_system>;

__global__ void relax(float *values, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = values[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    values[i] = value;
}

__global__ void signal(Count *count) { count->fetch_add(1, cuda::memory_order_release); }

void relax_all(const float *in, float *out, int count) {
    cudaStream_t streams[BUFFERS];
    float *buffers;
    Count *back; // of each buffer, how many pieces are back
    int size = ceil_div(count, PIECES);
    CHECK(cudaMalloc(&buffers, BUFFERS * size * sizeof *buffers));
    CHECK(cudaMallocHost(&back, BUFFERS * sizeof *back));
    for (int b = 0; b < BUFFERS; b++) {
        CHECK(cudaStreamCreate(&streams[b]));
        new (&back[b]) Count(0);
    }
    for (int p = 0; p * size < count; p++) {
        int first = p * size, b = p % BUFFERS, length = count - first < size ? count - first : size;
        float *buffer = buffers + b * size;
        while (back[b].load(cuda::memory_order_acquire) < p / BUFFERS) {}
        CHECK(cudaMemcpyAsync(buffer, in + first, length * sizeof *in, cudaMemcpyHostToDevice, streams[b]));
        relax<<<ceil_div(length, THREADS), THREADS, 0, streams[b]>>>(buffer, length);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out + first, buffer, length * sizeof *out, cudaMemcpyDeviceToHost, streams[b]));
        signal<<<1, 1, 0, streams[b]>>>(&back[b]);
        CHECK(cudaGetLastError());
    }
    for (cudaStream_t stream : streams) {
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    }
    CHECK(cudaFreeHost(back));
    CHECK(cudaFree(buffers));
}
