// interface.cu - asks bus_timeline and banks_needed for every channel of a case.
#include "harness.h"
#include <algorithm>
#include <vector>

constexpr long long NOBODYS = 0x5DEECE66D;

void bus_timeline(int banks, long long latency, long long transfer, int bursts, long long *start);
int banks_needed(long long latency, long long transfer);

void run_case(Case &c) {
    const int64_t *latency = c.host<int64_t>("latency"), *transfer = c.host<int64_t>("transfer");
    const int32_t *banks = c.host<int32_t>("banks");
    int bursts = c.size("bursts");
    if (!c.integer("timelines")) {
        int32_t *needed = c.host_output<int32_t>("needed");
        for (uint64_t i = 0; i < c.count("latency"); i++) needed[i] = banks_needed(latency[i], transfer[i]);
        return;
    }
    long long *start = c.host_output<long long>("start");
    int32_t *beyond = c.host_output<int32_t>("beyond");
    std::vector<long long> own(bursts + 1); // with a place behind the last burst, which belongs to none
    *beyond = 0;
    for (uint64_t i = 0; i < c.count("latency"); i++) {
        own[bursts] = NOBODYS;
        bus_timeline(banks[i], latency[i], transfer[i], bursts, own.data());
        std::copy_n(own.data(), bursts, start + i * bursts);
        *beyond += own[bursts] != NOBODYS;
    }
}
