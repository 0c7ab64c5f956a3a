// key.cu - pieces that travel there and back in streams of their own: the key of overlap's predictions.
#include "drawn.h"
#include "workbook.h"

constexpr int MOST_PIECES = 24;
constexpr size_t BYTES = 1 << 18;

int main(int, char **argv) {
    cudaStream_t streams[MOST_PIECES];
    int pieces = drawn(argv, "pieces");
    char *host, *device;
    CHECK(cudaMallocHost(&host, pieces * BYTES));
    CHECK(cudaMalloc(&device, pieces * BYTES));
    memset(host, 0, pieces * BYTES);
    for (int piece = 0; piece < pieces; piece++) {
        size_t first = piece * BYTES;
        CHECK(cudaStreamCreate(&streams[piece]));
        CHECK(cudaMemcpyAsync(device + first, host + first, BYTES, cudaMemcpyHostToDevice, streams[piece]));
        CHECK(cudaMemcpyAsync(host + first, device + first, BYTES, cudaMemcpyDeviceToHost, streams[piece]));
    }
    CHECK(cudaDeviceSynchronize());
    for (int piece = 0; piece < pieces; piece++) CHECK(cudaStreamDestroy(streams[piece]));
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
}
