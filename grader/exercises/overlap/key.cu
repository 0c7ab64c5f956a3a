// key.cu - pieces that travel there and back in streams of their own: the key of overlap's predictions.
#include "drawn.h"
#include "workbook.h"
#include <algorithm>

constexpr int MOST_PIECES = 24;
constexpr size_t BYTES = 1 << 18;

// Three operations follow each other for a piece, and each makes one piece at a time.
static int time_of(int pieces, const int (&lasts)[3]) {
    int free[3] = {}, ready = 0; // when an operation is free, and when the piece is
    for (int piece = 0; piece < pieces; piece++) {
        ready = 0;
        for (int operation = 0; operation < 3; operation++) {
            ready = std::max(ready, free[operation]) + lasts[operation];
            free[operation] = ready;
        }
    }
    return ready; // of the last piece
}

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
    const int lasts[] = {drawn(argv, "there"), drawn(argv, "working"), drawn(argv, "back")};
    printf("time_of_pieces %d\n", time_of(drawn(argv, "many"), lasts));
    for (int piece = 0; piece < pieces; piece++) CHECK(cudaStreamDestroy(streams[piece]));
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
}
