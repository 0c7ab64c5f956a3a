// host_threads.cu - threads of the program that use the device at once: what overlaps, and what does not.
#include "pieces.cuh"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

// Claims how many pieces' time the threads take, all together, each with its number.
static void claim_threads(const char *name, int threads, float pieces, const std::function<void(int)> &work) {
    claim_pieces(name, pieces, [&] {
        std::vector<std::thread> all;
        for (int n = 0; n < threads; n++) all.emplace_back(work, n);
        for (std::thread &thread : all) thread.join();
    });
}

int main() {
    pieces_begin();
    // The last piece goes there until 4 and back until 5.
    claim_threads("threads_that_ask_at_once_overlap", 4, 5, [](int n) { there(n), back(n), wait(n); });
    claim_threads("threads_that_wait_between_copies_overlap", 4, 5, [](int n) { there(n), wait(n), back(n), wait(n); });
    // Thread 0 copies back until 1 and until 2. Thread 1 copies there until 3, and back until 4.
    claim_threads("wait_that_ends_first_ends_first", 2, 4, [](int n) {
        if (n) there(1, 3);
        else back(0);
        wait(n);
        back(n);
        wait(n);
    });
    claim_threads("thread_that_computes_holds_nobody_up", 2, 2, [](int n) {
        static std::atomic<bool> done;
        if (n) there(1), back(1), wait(1), done = true;
        while (!done) std::this_thread::yield();
    });

    std::mutex one;
    claim_threads("threads_behind_a_mutex_come_one_after_another", 4, 8, [&](int n) {
        std::lock_guard<std::mutex> held(one);
        there(n), back(n), wait(n);
    });
    std::atomic<int> turn{0};
    claim_threads("threads_that_poll_for_their_turn_come_one_after_another", 4, 8, [&](int n) {
        while (turn != n) {}
        there(n), back(n), wait(n);
        turn++;
    });
    int next = 0;
    std::condition_variable changed;
    claim_threads("threads_that_sleep_for_their_turn_come_one_after_another", 4, 8, [&](int n) {
        std::unique_lock<std::mutex> held(one);
        changed.wait(held, [&] { return next == n; });
        there(n), back(n), wait(n);
        next++;
        changed.notify_all();
    });
    // Pairs: 0 and 1 at once until 3, then 2 and 3, which thread 0 starts.
    std::atomic<bool> started{false};
    claim_threads("threads_that_another_starts_come_after_its_wait", 4, 6, [&](int n) {
        if (n > 1)
            while (!started) std::this_thread::yield();
        there(n), back(n), wait(n);
        if (n == 1) {
            wait(0);
            started = true;
        }
    });
    pieces_end();
    return claims_end();
}
