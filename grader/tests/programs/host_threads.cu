// host_threads.cu - threads of the program that use the device at once: what overlaps on the device's timeline, and what
// does not. A piece of PIECE bytes takes a millisecond over the link, which carries both ways at the same time. An H100
// needs up to 1 more for everything together.
#include "claims.cuh"
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

enum { THREADS = 4, PIECE = 55000000 };

static char *pinned[THREADS], *device[THREADS];
static cudaStream_t streams[THREADS];

static void there(int thread, int pieces = 1) {
    for (int n = 0; n < pieces; n++)
        MUST(cudaMemcpyAsync(device[thread], pinned[thread], PIECE, cudaMemcpyHostToDevice, streams[thread]));
}
static void back(int thread, int pieces = 1) {
    for (int n = 0; n < pieces; n++)
        MUST(cudaMemcpyAsync(pinned[thread], device[thread], PIECE, cudaMemcpyDeviceToHost, streams[thread]));
}
static void wait(int thread) { MUST(cudaStreamSynchronize(streams[thread])); }

// Claims how many pieces' time the threads take, all together, each with its number.
static void claim_pieces(const char *name, int threads, float pieces, const std::function<void(int)> &work) {
    cudaEvent_t start, stop;
    float milliseconds;
    MUST(cudaEventCreate(&start));
    MUST(cudaEventCreate(&stop));
    MUST(cudaDeviceSynchronize());
    MUST(cudaEventRecord(start));
    std::vector<std::thread> all;
    for (int n = 0; n < threads; n++) all.emplace_back(work, n);
    for (std::thread &thread : all) thread.join();
    MUST(cudaEventRecord(stop));
    MUST(cudaEventSynchronize(stop));
    MUST(cudaEventElapsedTime(&milliseconds, start, stop));
    MUST(cudaEventDestroy(start));
    MUST(cudaEventDestroy(stop));
    claim(name, milliseconds > pieces - 0.1f && milliseconds < pieces + 0.8f, "%g pieces expected, took %g", pieces, milliseconds);
}

int main() {
    for (int n = 0; n < THREADS; n++) {
        MUST(cudaMallocHost(&pinned[n], PIECE));
        MUST(cudaMalloc(&device[n], PIECE));
        MUST(cudaMemset(device[n], 0, PIECE));
        MUST(cudaStreamCreate(&streams[n]));
    }
    // The last piece goes there until 4 and back until 5.
    claim_pieces("threads_that_ask_at_once_overlap", 4, 5, [](int n) { there(n), back(n), wait(n); });
    claim_pieces("threads_that_wait_between_copies_overlap", 4, 5, [](int n) { there(n), wait(n), back(n), wait(n); });
    // Thread 0 copies back until 1 and until 2. Thread 1 copies there until 3, and back until 4.
    claim_pieces("wait_that_ends_first_ends_first", 2, 4, [](int n) {
        if (n) there(1, 3);
        else back(0);
        wait(n);
        back(n);
        wait(n);
    });
    claim_pieces("thread_that_computes_holds_nobody_up", 2, 2, [](int n) {
        static std::atomic<bool> done;
        if (n) there(1), back(1), wait(1), done = true;
        while (!done) std::this_thread::yield();
    });

    std::mutex one;
    claim_pieces("threads_behind_a_mutex_come_one_after_another", 4, 8, [&](int n) {
        std::lock_guard<std::mutex> held(one);
        there(n), back(n), wait(n);
    });
    std::atomic<int> turn{0};
    claim_pieces("threads_that_poll_for_their_turn_come_one_after_another", 4, 8, [&](int n) {
        while (turn != n) {}
        there(n), back(n), wait(n);
        turn++;
    });
    int next = 0;
    std::condition_variable changed;
    claim_pieces("threads_that_sleep_for_their_turn_come_one_after_another", 4, 8, [&](int n) {
        std::unique_lock<std::mutex> held(one);
        changed.wait(held, [&] { return next == n; });
        there(n), back(n), wait(n);
        next++;
        changed.notify_all();
    });
    // Pairs: 0 and 1 at once until 3, then 2 and 3, which thread 0 starts.
    std::atomic<bool> started{false};
    claim_pieces("threads_that_another_starts_come_after_its_wait", 4, 6, [&](int n) {
        if (n > 1)
            while (!started) std::this_thread::yield();
        there(n), back(n), wait(n);
        if (n == 1) {
            wait(0);
            started = true;
        }
    });
    for (int n = 0; n < THREADS; n++) {
        MUST(cudaStreamDestroy(streams[n]));
        MUST(cudaFree(device[n]));
        MUST(cudaFreeHost(pinned[n]));
    }
    return claims_end();
}
