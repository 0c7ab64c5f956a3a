// touching_threads.cu - threads that read pinned memory while copies into it are in flight. Each read is a mistake, which
// is reported; that threads make it at once must neither stop the program nor end it.
#include "claims.cuh"
#include <thread>
#include <vector>

enum { THREADS = 4, TURNS = 200, WORDS = 16384, PAGE_WORDS = 1024 };

static void work(long *sum) {
    cudaStream_t stream;
    int *host, *device;
    MUST(cudaStreamCreate(&stream));
    MUST(cudaMallocHost(&host, WORDS * sizeof *host));
    MUST(cudaMalloc(&device, WORDS * sizeof *device));
    MUST(cudaMemset(device, 1, WORDS * sizeof *device));
    MUST(cudaDeviceSynchronize());
    for (int i = 0; i < TURNS; i++) {
        MUST(cudaMemcpyAsync(host, device, WORDS * sizeof *host, cudaMemcpyDeviceToHost, stream));
        *sum += host[i * PAGE_WORDS % WORDS] == 0x01010101;
        if (i % 8 == 7) MUST(cudaStreamSynchronize(stream));
    }
    MUST(cudaStreamSynchronize(stream));
    MUST(cudaFree(device));
    MUST(cudaFreeHost(host));
    MUST(cudaStreamDestroy(stream));
}

int main() {
    long sums[THREADS] = {0};
    std::vector<std::thread> threads;
    for (long &sum : sums) threads.emplace_back(work, &sum);
    for (std::thread &thread : threads) thread.join();
    for (long sum : sums) claim("every_turn_of_a_thread_ends", sum > 0);
    return claims_end();
}
